/* A write-once table /group: columns of equal length over one axis `row`. */
#ifndef SL_OUTPUT_TABLE_H
#define SL_OUTPUT_TABLE_H

#include "sim/output/recorder.h"

/* Replaces a group of this name; nrows may be SL_SCALARS. */
int sl_table_write(int64_t root, const char *group, const struct sl_column *cols, size_t ncols, size_t nrows,
                   struct sl_error *err);

#endif
