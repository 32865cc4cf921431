/* Progress of a run on stderr: on a terminal a bar with ETA and simulated seconds per second, else a line at most
 * every 30 s. The caller decides whether there is any (--quiet). */
#ifndef SL_OUTPUT_PROGRESS_H
#define SL_OUTPUT_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct sl_progress {
    FILE *to;
    bool terminal;
    int columns;
    int64_t start_ns, end_ns; /* simulated: where this process began, where the run ends */
    double begin_s, shown_s;  /* wall clock */
};

/* Looks whether `to` is a terminal that can redraw a line (TERM not dumb). No colours, so NO_COLOR holds by itself. */
void sl_progress_start(struct sl_progress *p, FILE *to, int64_t start_ns, int64_t end_ns);

/* Cheap enough for every control period. */
void sl_progress_show(struct sl_progress *p, int64_t t_ns);

/* Clears the bar. */
void sl_progress_end(struct sl_progress *p);

/* The line after wall_s seconds of computing, at most p->columns - 1 characters (a bar only on a terminal). Pure. */
void sl_progress_format(char *text, size_t size, const struct sl_progress *p, int64_t t_ns, double wall_s);

#endif
