#include "sim/scenario/message.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ECHO_WIDTH 100 /* characters of a line shown */

void sl_messages_vadd(struct sl_messages *messages, enum sl_severity severity, struct sl_spot place,
                      const char *path, const char *format, va_list args)
{
    size_t number = messages->counts[0] + messages->counts[1];
    if (messages->counts[severity]++ >= SL_MESSAGES_KEPT) return;
    struct sl_message *message = &messages->kept[messages->kept_count++];
    message->severity = severity;
    message->place = place;
    message->path = path ? sl_arena_copy(messages->arena, path, strlen(path)) : NULL;
    message->text = sl_arena_vformat(messages->arena, format, args);
    if (!message->text) message->text = "out of memory while writing a message";
    message->number = number;
}

void sl_messages_add(struct sl_messages *messages, enum sl_severity severity, struct sl_spot place,
                     const char *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sl_messages_vadd(messages, severity, place, path, format, args);
    va_end(args);
}

static int messages_compare(const void *left, const void *right)
{
    const struct sl_message *a = *(const struct sl_message *const *)left;
    const struct sl_message *b = *(const struct sl_message *const *)right;
    size_t source_a = a->place.source ? a->place.source->order : SIZE_MAX;
    size_t source_b = b->place.source ? b->place.source->order : SIZE_MAX;
    if (source_a != source_b) return source_a < source_b ? -1 : 1;
    if (a->place.offset != b->place.offset) return a->place.offset < b->place.offset ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

static size_t messages_sort(const struct sl_messages *messages, const struct sl_message **sorted)
{
    for (size_t i = 0; i < messages->kept_count; i++) sorted[i] = &messages->kept[i];
    qsort(sorted, messages->kept_count, sizeof *sorted, messages_compare);
    return messages->kept_count;
}

static bool continues(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

/* Control characters would disturb a terminal; tabs stay, so that the caret line can repeat them. */
static void text_print(FILE *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        fputc((c < 0x20 && c != '\t') || c == 0x7F ? '?' : c, to);
    }
}

/* The line with the place, cut to a window around it, and a caret below. */
static void line_echo(FILE *to, const struct sl_spot *place, size_t line)
{
    const struct sl_source *source = place->source;
    size_t start = source->line_starts[line - 1], end = start;
    while (end < source->length && source->text[end] != '\n' && source->text[end] != '\r') end++;
    size_t offset = place->offset < end ? place->offset : end;
    if (start == 0 && source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0) start = 3;
    if (offset < start) offset = start;
    size_t from = start, till = end;
    if (offset - from > ECHO_WIDTH - 20) from = offset - 60;
    while (from > start && continues(source->text[from])) from--;
    if (till - from > ECHO_WIDTH) till = from + ECHO_WIDTH;
    while (till < end && continues(source->text[till])) till++;
    const char *head = from > start ? "..." : "";
    fprintf(to, "%5zu | %s", line, head);
    text_print(to, source->text + from, till - from);
    fprintf(to, "%s\n      | %*s", till < end ? "..." : "", (int)strlen(head), "");
    for (size_t i = from; i < offset; i++)
        if (!continues(source->text[i])) fputc(source->text[i] == '\t' ? '\t' : ' ', to);
    fputc('^', to);
    for (size_t i = offset + 1; i < offset + place->length && i < till; i++)
        if (!continues(source->text[i])) fputc('~', to);
    fputc('\n', to);
}

static void message_print(FILE *to, const struct sl_message *message)
{
    size_t line = 0, column = 0;
    if (message->place.source) {
        sl_source_position(message->place.source, message->place.offset, &line, &column);
        fprintf(to, "%s:%zu:%zu: ", message->place.source->name, line, column);
    }
    fputs(message->severity == SL_SEVERITY_ERROR ? "error: " : "warning: ", to);
    if (message->path && message->path[0]) fprintf(to, "%s: ", message->path);
    fprintf(to, "%s\n", message->text);
    if (line) line_echo(to, &message->place, line);
}

void sl_messages_print(const struct sl_messages *messages, FILE *to)
{
    const struct sl_message *sorted[2 * SL_MESSAGES_KEPT];
    size_t count = messages_sort(messages, sorted);
    size_t shown[2] = {0, 0};
    for (size_t i = 0; i < count; i++)
        if (shown[sorted[i]->severity]++ < SL_MESSAGES_SHOWN) message_print(to, sorted[i]);
    for (int s = 0; s < 2; s++)
        if (messages->counts[s] > SL_MESSAGES_SHOWN)
            fprintf(to, "... and %zu more %s\n", messages->counts[s] - SL_MESSAGES_SHOWN,
                    s ? "warnings" : "errors");
}

void sl_messages_print_json(const struct sl_messages *messages, FILE *to)
{
    const struct sl_message *sorted[2 * SL_MESSAGES_KEPT];
    size_t count = messages_sort(messages, sorted);
    fputc('[', to);
    for (size_t i = 0; i < count; i++) {
        const struct sl_message *m = sorted[i];
        fprintf(to, "%s\n  {\"severity\": \"%s\"", i ? "," : "", m->severity ? "warning" : "error");
        if (m->place.source) {
            size_t line, column;
            sl_source_position(m->place.source, m->place.offset, &line, &column);
            fputs(", \"file\": ", to);
            sl_json_print_string(to, m->place.source->name);
            fprintf(to, ", \"line\": %zu, \"column\": %zu", line, column);
        }
        fputs(", \"path\": ", to);
        sl_json_print_string(to, m->path ? m->path : "");
        fputs(", \"message\": ", to);
        sl_json_print_string(to, m->text);
        fputc('}', to);
    }
    fputs(count ? "\n]" : "]", to);
}

void sl_json_print_string(FILE *to, const char *text)
{
    fputc('"', to);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '"' || *c == '\\')
            fprintf(to, "\\%c", *c);
        else if (*c == '\n')
            fputs("\\n", to);
        else if (*c == '\t')
            fputs("\\t", to);
        else if (*c < 0x20)
            fprintf(to, "\\u%04x", *c);
        else
            fputc(*c, to);
    }
    fputc('"', to);
}

void sl_number_format(char text[32], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (strtod(text, NULL) == value) return;
    }
}
