/* The file of a run through its life: X.h5.part.new until its first commit, X.h5.part while it is written, X.h5 at
 * the end; what it says of itself. So a file named .part always opens. */
#ifndef SL_OUTPUT_RESULT_FILE_H
#define SL_OUTPUT_RESULT_FILE_H

#include "sim/output/recorder.h"

struct sl_result_file {
    char *final, *part, *fresh, *checkpoint; /* owned paths */
    int64_t id;
    bool named;      /* X.h5.part is ours */
    bool taken_back; /* the part was X.h5 */
};

/* Refuses files that are there, unless options->force, and whatever is no regular file in any case; with resume opens
 * X.h5.part, or takes an interrupted X.h5 back to it. */
int sl_result_open(struct sl_result_file *f, const struct sl_recorder_options *options, struct sl_error *err);

/* After the first commit: the file takes the name X.h5.part. */
int sl_result_name(struct sl_result_file *f, struct sl_error *err);

/* Root attributes and /provenance; `again` after a resume only notes it. */
int sl_result_describe(struct sl_result_file *f, const struct sl_recorder_options *options, bool again,
                       struct sl_error *err);

/* Closes; with rename_final gives the file its final name. On failure nothing has that name, and the part file is
 * its last commit; if there was none, nothing is left. */
int sl_result_close(struct sl_result_file *f, const char *run_status, bool rename_final,
                    struct sl_error *err);
/* Leaves the files as they were found. */
void sl_result_abandon(struct sl_result_file *f);
void sl_result_free(struct sl_result_file *f);

#endif
