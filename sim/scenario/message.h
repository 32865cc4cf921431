/* Errors and warnings, collected while reading and printed together, compiler style:
 *
 *   scenarios/a.json:41:17: error: power.ups.effciency: unknown key (did you mean "efficiency"?)
 *      41 |     "ups": { "effciency": 0.96 }
 *         |              ^~~~~~~~~~~
 */
#ifndef SL_SCENARIO_MESSAGE_H
#define SL_SCENARIO_MESSAGE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include "sim/scenario/source.h"

#define SL_MESSAGES_SHOWN 20
#define SL_MESSAGES_KEPT 256 /* of each kind; the rest is only counted */

enum sl_severity { SL_SEVERITY_ERROR, SL_SEVERITY_WARNING };

struct sl_message {
    enum sl_severity severity;
    struct sl_spot place;
    const char *path; /* NULL or "": the file as a whole */
    const char *text;
    size_t number; /* order of arrival, for a stable sort */
};

struct sl_messages {
    struct sl_arena *arena;
    struct sl_message kept[2 * SL_MESSAGES_KEPT];
    size_t kept_count;
    size_t counts[2]; /* by severity */
};

void sl_messages_add(struct sl_messages *messages, enum sl_severity severity, struct sl_spot place,
                     const char *path, const char *format, ...) __attribute__((format(printf, 5, 6)));
void sl_messages_vadd(struct sl_messages *messages, enum sl_severity severity, struct sl_spot place,
                      const char *path, const char *format, va_list args)
    __attribute__((format(printf, 5, 0)));

void sl_messages_print(const struct sl_messages *messages, FILE *to);
void sl_messages_print_json(const struct sl_messages *messages, FILE *to);

/* A JSON string with its quotes. */
void sl_json_print_string(FILE *to, const char *text);

/* The shortest of %.15g, %.16g and %.17g that reads back to the same bits. `text` holds 32 bytes. */
void sl_number_format(char text[32], double value);

#endif
