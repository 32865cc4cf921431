/* What opens a capture window, and the names of the events in the result file. */
#ifndef SL_SCENARIO_TRIGGER_H
#define SL_SCENARIO_TRIGGER_H

enum sl_trigger {
    SL_TRIGGER_JOB_START,
    SL_TRIGGER_JOB_STOP,
    SL_TRIGGER_JOB_ABORT,
    SL_TRIGGER_CHECKPOINT,
    SL_TRIGGER_VOLTAGE_DIP,
    SL_TRIGGER_GENERATION_TRIP,
    SL_TRIGGER_UPS_TRANSFER
};

#endif
