#include "sim/scenario/csv.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "models/base/units.h"
#include "sim/scenario/suggest.h"

#define COLUMNS_MAX 4096

struct reader {
    const struct sl_csv_request *request;
    struct sl_csv *csv;
    struct sl_error *err;
    FILE *file;
    locale_t c_locale;
    char *line;
    size_t line_size, line_number;
    char separator;
    char **field;     /* of the present line, cut in place */
    size_t *field_at; /* column of a field's first character, from 1 */
    size_t field_count, header_count;
    char **header; /* owned copies */
    size_t time_field;
    double time_scale;
    size_t *source; /* field of each column */
    size_t room;    /* rows allocated */
};

static int fail_at(struct reader *r, size_t column, const char *what)
{
    return sl_fail(r->err, SL_ERR_SCENARIO, "%s:%zu:%zu: error: %s", r->request->path, r->line_number, column,
                   what);
}

/* Characters, not bytes: continuation bytes of UTF-8 don't count. */
static size_t column_of(const char *line, const char *at)
{
    size_t n = 1;
    for (const char *p = line; p < at; p++) n += ((unsigned char)*p & 0xC0) != 0x80;
    return n;
}

/* The next line that says something, without its end and a UTF-8 mark. False at the end of the file. */
static bool line_next(struct reader *r)
{
    ssize_t n;
    while ((n = getline(&r->line, &r->line_size, r->file)) >= 0) {
        r->line_number++;
        while (n > 0 && (r->line[n - 1] == '\n' || r->line[n - 1] == '\r')) r->line[--n] = '\0';
        if (r->line_number == 1 && strncmp(r->line, "\xEF\xBB\xBF", 3) == 0)
            memmove(r->line, r->line + 3, (size_t)n - 2);
        const char *p = r->line + strspn(r->line, " \t");
        if (*p && *p != '#') return true;
    }
    return false;
}

static char separator_of(const char *line)
{
    bool quoted = false;
    char best = ',';
    for (const char *p = line; *p; p++) {
        if (*p == '"')
            quoted = !quoted;
        else if (!quoted && (*p == ',' || *p == ';' || *p == '\t'))
            return *p;
    }
    return best;
}

/* Cuts a quoted field ending at the closing quote, "" standing for one; returns what follows it or NULL. */
static char *quoted_cut(char *p)
{
    char *out = p;
    while (*p) {
        if (*p == '"' && p[1] != '"') {
            char *rest = p + 1;
            *out = '\0';
            return rest + strspn(rest, " ");
        }
        if (*p == '"') p++;
        *out++ = *p++;
    }
    return NULL;
}

static void trim(const char *begin, char *end)
{
    while (end > begin && (end[-1] == ' ' || end[-1] == '\t')) *--end = '\0';
}

static int fields_cut(struct reader *r)
{
    char *p = r->line;
    r->field_count = 0;
    for (;;) {
        if (r->field_count == COLUMNS_MAX) return fail_at(r, 1, "more than 4096 columns");
        char *begin = p + strspn(p, " ");
        size_t at = column_of(r->line, begin);
        bool quoted = *begin == '"';
        char *end = begin + strcspn(begin, (const char[]){r->separator, '\0'});
        if (quoted) {
            end = quoted_cut(++begin);
            if (!end) return fail_at(r, at, "a quote is not closed");
            if (*end && *end != r->separator)
                return fail_at(r, column_of(r->line, end), "text after a closing quote");
        }
        bool last = *end == '\0';
        *end = '\0';
        if (!quoted) trim(begin, end);
        r->field[r->field_count] = begin;
        r->field_at[r->field_count++] = at;
        if (last) return 0;
        p = end + 1;
    }
}

static int header_read(struct reader *r)
{
    if (!line_next(r))
        return sl_fail(r->err, SL_ERR_SCENARIO, "%s: error: the file is empty", r->request->path);
    r->separator = separator_of(r->line);
    int status = fields_cut(r);
    if (status) return status;
    r->header = calloc(r->field_count, sizeof *r->header);
    if (!r->header) return sl_no_memory(r->err, "CSV header");
    r->header_count = r->field_count;
    r->csv->header_line = r->line_number;
    for (size_t i = 0; i < r->field_count; i++) {
        r->header[i] = strdup(r->field[i]);
        if (!r->header[i]) return sl_no_memory(r->err, "CSV header");
    }
    return 0;
}

static int field_named(struct reader *r, const char *name, const char *what, size_t *field)
{
    struct sl_nearest nearest = sl_nearest_to(name);
    size_t found = 0;
    for (size_t i = 0; i < r->header_count; i++) {
        sl_nearest_offer(&nearest, r->header[i]);
        if (strcmp(r->header[i], name) == 0 && found++ == 0) *field = i;
    }
    if (found == 1) return 0;
    char text[512];
    if (found > 1)
        snprintf(text, sizeof text, "the column \"%s\" stands %zu times", name, found);
    else if (nearest.best)
        snprintf(text, sizeof text, "no %s \"%s\" (did you mean \"%s\"?)", what, name, nearest.best);
    else
        snprintf(text, sizeof text, "no %s \"%s\" among the %zu columns", what, name, r->header_count);
    return fail_at(r, found > 1 ? r->field_at[*field] : 1, text);
}

static bool names_a_time(const char *name)
{
    if (strcasecmp(name, "time") == 0 || strcasecmp(name, "t") == 0 || strcasecmp(name, "timestamp") == 0)
        return true;
    if (strncasecmp(name, "t_", 2) != 0 && strncasecmp(name, "time", 4) != 0 &&
        strncasecmp(name, "elapsed", 7) != 0)
        return false;
    const struct sl_unit *u = sl_unit_of_key(name);
    return u && strcmp(u->quantity, "time") == 0;
}

static int time_find(struct reader *r)
{
    if (r->request->time_column) {
        int status = field_named(r, r->request->time_column, "time column", &r->time_field);
        if (status) return status;
    } else {
        while (r->time_field < r->header_count && !names_a_time(r->header[r->time_field])) r->time_field++;
        if (r->time_field == r->header_count)
            return fail_at(r, 1, "no column of time (time, t, or with a unit: time_s, t_ms, elapsed_min)");
    }
    const struct sl_unit *u = sl_unit_of_key(r->header[r->time_field]);
    r->time_scale = u && strcmp(u->quantity, "time") == 0 ? u->scale : 1.0;
    return 0;
}

static int columns_find(struct reader *r)
{
    const struct sl_csv_request *q = r->request;
    size_t count = q->columns ? q->column_count : r->header_count - 1;
    struct sl_csv *csv = r->csv;
    csv->names = calloc(count + 1, sizeof *csv->names);
    csv->values = calloc(count + 1, sizeof *csv->values);
    r->source = calloc(count + 1, sizeof *r->source);
    if (!csv->names || !csv->values || !r->source) return sl_no_memory(r->err, "CSV columns");
    if (count == 0) return fail_at(r, 1, "no column of values beside the time");
    for (size_t c = 0, field = 0; c < count; c++, field++) {
        if (!q->columns) {
            field += field == r->time_field;
        } else {
            int status = field_named(r, q->columns[c], "column", &field);
            if (status) return status;
            if (field == r->time_field)
                return fail_at(r, r->field_at[field], "this column is the time, it cannot be a value too");
        }
        r->source[c] = field;
        csv->names[c] = strdup(r->header[field]);
        if (!csv->names[c]) return sl_no_memory(r->err, "CSV columns");
        csv->columns = c + 1;
    }
    return 0;
}

/* Dates and times of day stand in measured files; a run counts from its own start. */
static const char *time_hint(const char *text)
{
    const bool calendar = strspn(text, "0123456789") > 0 && strpbrk(text, ":/-T") != NULL;
    return calendar
               ? "; write seconds since the start of the run, not dates or times of day (the run's date is "
                 "\"start\" under \"time\" of the scenario)"
               : "; write seconds since the start of the run";
}

static int number_read(struct reader *r, size_t field, double *value)
{
    const char *text = r->field[field];
    char message[640];
    char *end = NULL;
    if (!*text) {
        snprintf(message, sizeof message, "\"%s\" is empty", r->header[field]);
        return fail_at(r, r->field_at[field], message);
    }
    /* strtod would also take nan, inf and hexadecimal */
    if (strspn(text, "+-.0123456789eE") == strlen(text)) *value = strtod_l(text, &end, r->c_locale);
    if (end && end != text && !*end && isfinite(*value)) return 0;
    snprintf(message, sizeof message, "\"%.400s\" is not a number: \"%.60s\"%s", r->header[field], text,
             field == r->time_field ? time_hint(text) : "");
    return fail_at(r, r->field_at[field], message);
}

static int room_make(struct reader *r)
{
    struct sl_csv *csv = r->csv;
    if (csv->rows < r->room) return 0;
    size_t room = r->room ? r->room * 2 : 1024;
    int64_t *t = realloc(csv->t_ns, room * sizeof *t);
    if (!t) return sl_no_memory(r->err, "CSV rows");
    csv->t_ns = t;
    for (size_t c = 0; c < csv->columns; c++) {
        double *v = realloc(csv->values[c], room * sizeof *v);
        if (!v) return sl_no_memory(r->err, "CSV rows");
        csv->values[c] = v;
    }
    r->room = room;
    return 0;
}

static int time_read(struct reader *r, int64_t *t_ns)
{
    double t;
    int status = number_read(r, r->time_field, &t);
    if (status) return status;
    size_t at = r->field_at[r->time_field], rows = r->csv->rows;
    if (fabs(t * r->time_scale) > 9e9)
        return fail_at(r, at, "the time is more than 285 years away; is it in seconds?");
    *t_ns = llround(t * r->time_scale * 1e9);
    if (rows == 0 || *t_ns > r->csv->t_ns[rows - 1]) return 0;
    char message[160];
    snprintf(message, sizeof message, "the time does not increase: %.9g s after %.9g s", (double)*t_ns * 1e-9,
             (double)r->csv->t_ns[rows - 1] * 1e-9);
    return fail_at(r, at, message);
}

static int row_read(struct reader *r)
{
    int status = fields_cut(r);
    if (status) return status;
    if (r->field_count != r->header_count) {
        char message[96];
        snprintf(message, sizeof message, "%zu values under %zu column names", r->field_count,
                 r->header_count);
        return fail_at(r, 1, message);
    }
    status = room_make(r);
    if (!status) status = time_read(r, &r->csv->t_ns[r->csv->rows]);
    for (size_t c = 0; !status && c < r->csv->columns; c++)
        status = number_read(r, r->source[c], &r->csv->values[c][r->csv->rows]);
    if (!status) r->csv->rows++;
    return status;
}

/* A last row that holds reaches as far as the one before it did. */
static int cover_check(struct reader *r)
{
    const struct sl_csv_request *q = r->request;
    const struct sl_csv *csv = r->csv;
    if (csv->rows == 0)
        return sl_fail(r->err, SL_ERR_SCENARIO, "%s:%zu:1: error: no rows below the header", q->path,
                       r->line_number);
    if (q->cover_from_ns == q->cover_to_ns) return 0;
    int64_t first = csv->t_ns[0], last = csv->t_ns[csv->rows - 1];
    int64_t reach = csv->rows > 1 ? last + (last - csv->t_ns[csv->rows - 2]) : last;
    if (first <= q->cover_from_ns && reach >= q->cover_to_ns) return 0;
    return sl_fail(r->err, SL_ERR_SCENARIO,
                   "%s:%zu:1: error: the series runs from %.9g s to %.9g s, the run needs %.9g s to %.9g s",
                   q->path, r->line_number, (double)first * 1e-9, (double)reach * 1e-9,
                   (double)q->cover_from_ns * 1e-9, (double)q->cover_to_ns * 1e-9);
}

static int file_read(struct reader *r)
{
    r->field = calloc(COLUMNS_MAX, sizeof *r->field);
    r->field_at = calloc(COLUMNS_MAX, sizeof *r->field_at);
    r->c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!r->field || !r->field_at || !r->c_locale) return sl_no_memory(r->err, "CSV reader");
    r->file = fopen(r->request->path, "r");
    if (!r->file) return sl_fail(r->err, SL_ERR_IO, "%s: %s", r->request->path, strerror(errno));
    int status = header_read(r);
    if (!status) status = time_find(r);
    if (!status) status = columns_find(r);
    while (!status && line_next(r)) status = row_read(r);
    if (!status && ferror(r->file))
        status = sl_fail(r->err, SL_ERR_IO, "%s: %s", r->request->path, strerror(errno));
    if (!status) status = cover_check(r);
    return status;
}

int sl_csv_read(const struct sl_csv_request *request, struct sl_csv *csv, struct sl_error *err)
{
    struct reader r = {.request = request, .csv = csv, .err = err};
    *csv = (struct sl_csv){0};
    int status = file_read(&r);
    if (r.file) fclose(r.file);
    if (r.c_locale) freelocale(r.c_locale);
    for (size_t i = 0; i < r.header_count; i++) free(r.header[i]);
    free(r.header);
    free(r.source);
    free(r.field);
    free(r.field_at);
    free(r.line);
    if (status) sl_csv_free(csv);
    return status;
}

void sl_csv_free(struct sl_csv *csv)
{
    for (size_t c = 0; csv->names && c < csv->columns; c++) free(csv->names[c]);
    for (size_t c = 0; csv->values && c < csv->columns; c++) free(csv->values[c]);
    free(csv->names);
    free(csv->values);
    free(csv->t_ns);
    *csv = (struct sl_csv){0};
}

struct sl_series sl_csv_series(const struct sl_csv *csv, size_t column, int between)
{
    return (struct sl_series){
        .t_ns = csv->t_ns, .value = csv->values[column], .count = csv->rows, .between = between};
}
