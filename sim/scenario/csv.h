/* Series from CSV: a header line of names, a time column, columns of numbers.
 *
 * Time: the column asked for, or the first named time, t, timestamp, or beginning so with a unit of time (time_s, t_ms,
 * elapsed_min); its unit is its suffix, seconds without one. Must increase. The last row reaches as far as the
 * one before it did. Numbers in the C locale whatever the process's; comma, semicolon or tab (as in the header),
 * "quotes", CRLF, a UTF-8 mark and # comments are understood. Errors read file:line:column, the column counted in
 * characters from 1.
 */
#ifndef SL_SCENARIO_CSV_H
#define SL_SCENARIO_CSV_H

#include <stddef.h>
#include <stdint.h>

#include "models/base/error.h"
#include "models/base/series.h"

struct sl_csv_request {
    const char *path;
    const char *time_column;    /* NULL: found by name */
    const char *const *columns; /* NULL: all but the time, in the file's order */
    size_t column_count;
    int64_t cover_from_ns, cover_to_ns; /* the times must reach from..to; both 0: not asked */
};

struct sl_csv { /* owned; zero before the first read */
    size_t rows, columns;
    size_t header_line; /* where the names stand */
    int64_t *t_ns;
    char **names;    /* columns, as in the file */
    double **values; /* [column][row] */
};

int sl_csv_read(const struct sl_csv_request *request, struct sl_csv *csv, struct sl_error *err);
void sl_csv_free(struct sl_csv *csv);

/* A view of a column; the arrays stay the csv's. between: enum sl_between. */
struct sl_series sl_csv_series(const struct sl_csv *csv, size_t column, int between);

#endif
