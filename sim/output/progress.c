#include "sim/output/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define BAR_EVERY_S 0.1
#define LINE_EVERY_S 30.0
#define BAR_MAX 40

static double wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int terminal_columns(FILE *to)
{
    struct winsize size;
    return ioctl(fileno(to), TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 80;
}

void sl_progress_start(struct sl_progress *p, FILE *to, int64_t start_ns, int64_t end_ns)
{
    const char *term = getenv("TERM");
    *p = (struct sl_progress){.to = to, .start_ns = start_ns, .end_ns = end_ns, .begin_s = wall_s()};
    p->terminal = isatty(fileno(to)) && term && strcmp(term, "dumb") != 0;
    p->columns = p->terminal ? terminal_columns(to) : 80;
    p->shown_s = p->begin_s;
}

static void duration_format(char *text, size_t size, double s)
{
    long n = isfinite(s) && s < 1e8 ? lround(s) : -1;
    if (n < 0)
        snprintf(text, size, "?");
    else if (n < 3600)
        snprintf(text, size, "%ld:%02ld", n / 60, n % 60);
    else if (n < 48 * 3600)
        snprintf(text, size, "%ld:%02ld:%02ld", n / 3600, n / 60 % 60, n % 60);
    else
        snprintf(text, size, "%ld d %ld h", n / 86400, n / 3600 % 24);
}

void sl_progress_format(char *text, size_t size, const struct sl_progress *p, int64_t t_ns, double elapsed_s)
{
    char left[32], facts[96], bar[BAR_MAX + 1];
    double done_s = (double)(t_ns - p->start_ns) * 1e-9, all_s = (double)p->end_ns * 1e-9;
    double rate = elapsed_s > 0.0 ? done_s / elapsed_s : 0.0;
    double share = p->end_ns > 0 ? (double)t_ns / (double)p->end_ns : 1.0;
    duration_format(left, sizeof left, rate > 0.0 ? (double)(p->end_ns - t_ns) * 1e-9 / rate : HUGE_VAL);
    int n = snprintf(facts, sizeof facts, "%3.0f %%  %.0f / %.0f s  %.*f s/s  ETA %s", floor(100.0 * share),
                     (double)t_ns * 1e-9, all_s, rate < 10.0 ? 1 : 0, rate, left);
    int room = p->columns - n - 5, width = room > BAR_MAX ? BAR_MAX : room;
    if (!p->terminal || width < 5) {
        snprintf(text, size, "%.*s", p->columns - 1, facts);
        return;
    }
    int full = (int)(share * width);
    for (int i = 0; i < width; i++) bar[i] = i < full ? '#' : '.';
    bar[width] = 0;
    snprintf(text, size, "[%s] %s", bar, facts);
}

void sl_progress_show(struct sl_progress *p, int64_t t_ns)
{
    double now_s = wall_s();
    if (now_s - p->shown_s < (p->terminal ? BAR_EVERY_S : LINE_EVERY_S)) return;
    char line[160];
    p->shown_s = now_s;
    sl_progress_format(line, sizeof line, p, t_ns, now_s - p->begin_s);
    fprintf(p->to, p->terminal ? "\r\033[K%s" : "%s\n", line);
    fflush(p->to);
}

void sl_progress_end(struct sl_progress *p)
{
    if (p->terminal) fputs("\r\033[K", p->to);
    fflush(p->to);
}
