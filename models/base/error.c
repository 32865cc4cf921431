#include "models/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int sl_fail(struct sl_error *err, int code, const char *format, ...)
{
    if (!err) return code;
    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    err->code = code;
    return code;
}

int sl_context(struct sl_error *err, const char *format, ...)
{
    if (!err) return SL_ERR_RUN;
    char head[SL_ERROR_TEXT / 4];
    char tail[SL_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(head, sizeof head, format, args);
    va_end(args);
    memcpy(tail, err->text, sizeof tail);
    snprintf(err->text, sizeof err->text, "%s: %.*s", head, (int)(sizeof tail - sizeof head - 3), tail);
    return err->code;
}

int sl_no_memory(struct sl_error *err, const char *what)
{
    return sl_fail(err, SL_ERR_RUN, "out of memory for %s", what);
}
