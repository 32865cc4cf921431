/* The loop: control periods on an absolute grid, steps inside them; it only calls the stages. */
#ifndef SL_CAMPUS_ENGINE_H
#define SL_CAMPUS_ENGINE_H

#include "sim/campus/campus.h"
#include "sim/output/recorder.h"

/* Registers every channel of the campus. */
int sl_engine_register(struct sl_campus *campus, struct sl_recorder *recorder, struct sl_error *err);

/* One control period from t0_ns (the last may be shorter); recorder may be NULL. *t1_ns is its end. */
int sl_engine_period(struct sl_campus *campus, struct sl_recorder *recorder, int64_t t0_ns, int64_t *t1_ns,
                     struct sl_error *err);

/* After the state blocks have been restored from a checkpoint at t_ns. */
int sl_engine_resumed(struct sl_campus *campus, int64_t t_ns, struct sl_error *err);

#endif
