/* Errors: what went wrong, with context, on its way up to main.
 *
 * A function that can fail returns 0 or one of these codes and takes `struct sl_error *err` last. The codes are the
 * program's exit codes. Nothing below main prints or exits. */
#ifndef SL_BASE_ERROR_H
#define SL_BASE_ERROR_H

enum sl_code {
    SL_OK = 0,
    SL_ERR_RUN = 1,      /* the simulation failed: no operating point, not finite, out of memory */
    SL_ERR_USAGE = 2,    /* wrong command line */
    SL_ERR_SCENARIO = 3, /* invalid scenario */
    SL_ERR_IO = 4,       /* a file could not be read or written */
    SL_ERR_LIMIT = 5     /* the run is fine, a limit is broken (with --fail-on=limits) */
};

#define SL_ERROR_TEXT 4096

struct sl_error {
    int code;
    char text[SL_ERROR_TEXT];
};

/* Sets code and text and returns the code, so that `return sl_fail(err, SL_ERR_IO, "...")` reads well.
 * err may be NULL. */
int sl_fail(struct sl_error *err, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Puts "<format>: " before the text that is already there and returns err->code. */
int sl_context(struct sl_error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The usual out-of-memory failure; `what` names what did not fit. */
int sl_no_memory(struct sl_error *err, const char *what);

#endif
