#include "sim/scenario/scan.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scanner {
    const char *text;
    size_t length, at;
    int depth;
    struct sl_marks *marks;
    struct sl_fault *fault;
};

__attribute__((format(printf, 4, 5))) static int fail(struct scanner *s, size_t offset, size_t length,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(s->fault->text, sizeof s->fault->text, format, args);
    va_end(args);
    s->fault->offset = offset;
    s->fault->length = length;
    return -1;
}

static int peek(const struct scanner *s)
{
    return s->at < s->length ? (unsigned char)s->text[s->at] : -1;
}

static void space_skip(struct scanner *s)
{
    while (s->at < s->length && strchr(" \t\r\n", s->text[s->at]) && s->text[s->at]) s->at++;
}

static int unexpected(struct scanner *s, const char *wanted)
{
    int c = peek(s);
    if (c < 0) return fail(s, s->at, 1, "the file ends here, but %s should follow", wanted);
    if (c == '\'') return fail(s, s->at, 1, "strings and keys are written in double quotes");
    if (c >= 0x20 && c < 0x7F) return fail(s, s->at, 1, "unexpected '%c': %s should stand here", c, wanted);
    return fail(s, s->at, 1, "unexpected byte 0x%02x: %s should stand here", (unsigned)c, wanted);
}

/* Bytes of the UTF-8 character at p, 0 if invalid: overlong forms, surrogates and beyond U+10FFFF are
 * (Unicode 15, table 3-7). */
static size_t utf8_length(const unsigned char *p, size_t left)
{
    if (p[0] < 0x80) return 1;
    size_t n = p[0] >= 0xC2 && p[0] <= 0xDF   ? 2
               : (p[0] & 0xF0) == 0xE0        ? 3
               : p[0] >= 0xF0 && p[0] <= 0xF4 ? 4
                                              : 0;
    if (n == 0 || n > left) return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    if ((p[0] == 0xE0 && p[1] < 0xA0) || (p[0] == 0xED && p[1] > 0x9F)) return 0;
    if ((p[0] == 0xF0 && p[1] < 0x90) || (p[0] == 0xF4 && p[1] > 0x8F)) return 0;
    return n;
}

/* Four hex digits at the offset, or -1. */
static long hex4(const struct scanner *s, size_t at)
{
    if (at + 4 > s->length) return -1;
    char digits[5] = {0};
    for (size_t i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)s->text[at + i])) return -1;
        digits[i] = s->text[at + i];
    }
    return strtol(digits, NULL, 16);
}

static int unicode_escape(struct scanner *s)
{
    long code = hex4(s, s->at + 2);
    if (code < 0) return fail(s, s->at, 2, "\\u needs four hexadecimal digits");
    if (code == 0) return fail(s, s->at, 6, "\\u0000 is not allowed in a string");
    if (code >= 0xDC00 && code <= 0xDFFF) return fail(s, s->at, 6, "lone half of a surrogate pair");
    if (code >= 0xD800 && code <= 0xDBFF) {
        bool pair = s->at + 8 <= s->length && s->text[s->at + 6] == '\\' && s->text[s->at + 7] == 'u';
        long low = pair ? hex4(s, s->at + 8) : -1;
        if (low < 0xDC00 || low > 0xDFFF) return fail(s, s->at, 6, "lone half of a surrogate pair");
        s->at += 6;
    }
    s->at += 6;
    return 0;
}

static int string_scan(struct scanner *s)
{
    const size_t start = s->at++;
    for (;;) {
        int c = peek(s);
        if (c < 0 || c == '\n' || c == '\r')
            return fail(s, start, s->at - start, "string without end (\" is missing)");
        if (c == '"') break;
        if (c < 0x20)
            return fail(s, s->at, 1, "raw control character 0x%02x in a string (write \\u%04x)", c, c);
        if (c == '\\') {
            int e = s->at + 1 < s->length ? s->text[s->at + 1] : 0;
            if (e == 'u') {
                if (unicode_escape(s)) return -1;
            } else if (e && strchr("\"\\/bfnrt", e)) {
                s->at += 2;
            } else {
                return fail(s, s->at, 2, "unknown escape in a string (a backslash itself is written \\\\)");
            }
            continue;
        }
        size_t n = utf8_length((const unsigned char *)s->text + s->at, s->length - s->at);
        if (n == 0) return fail(s, s->at, 1, "invalid UTF-8 (byte 0x%02x); save the file as UTF-8", c);
        s->at += n;
    }
    s->at++;
    return 0;
}

static size_t digits_skip(struct scanner *s)
{
    size_t start = s->at;
    while (s->at < s->length && isdigit((unsigned char)s->text[s->at])) s->at++;
    return s->at - start;
}

/* The token around the place, for messages about numbers and words. */
static size_t token_length(const struct scanner *s, size_t start)
{
    size_t end = start;
    while (end < s->length && end - start < 40 &&
           (isalnum((unsigned char)s->text[end]) || strchr("+-._", s->text[end])) && s->text[end])
        end++;
    return end > start ? end - start : 1;
}

static int number_scan(struct scanner *s)
{
    const size_t start = s->at;
    size_t token = token_length(s, start);
    int shown = (int)token;
    const char *word = s->text + start;
    if (peek(s) == '-') s->at++;
    size_t whole = s->at;
    size_t n = digits_skip(s);
    if (n == 0) return fail(s, start, token, "%.*s is not a number of JSON", shown, word);
    if (n > 1 && s->text[whole] == '0')
        return fail(s, start, token, "%.*s: numbers do not start with a superfluous 0", shown, word);
    if (peek(s) == '.') {
        s->at++;
        if (digits_skip(s) == 0)
            return fail(s, start, token, "%.*s: a digit must follow the decimal point", shown, word);
    }
    if (peek(s) == 'e' || peek(s) == 'E') {
        s->at++;
        if (peek(s) == '+' || peek(s) == '-') s->at++;
        if (digits_skip(s) == 0)
            return fail(s, start, token, "%.*s: the exponent has no digits", shown, word);
    }
    if (s->at < start + token) return fail(s, start, token, "%.*s is not a number of JSON", shown, word);
    return 0;
}

static int word_scan(struct scanner *s)
{
    static const char *const words[] = {"true", "false", "null"};
    size_t token = token_length(s, s->at);
    const char *word = s->text + s->at;
    for (size_t i = 0; i < 3; i++) {
        if (strlen(words[i]) == token && strncmp(word, words[i], token) == 0) {
            s->at += token;
            return 0;
        }
    }
    int c = peek(s);
    if (isalpha(c) || c == '+' || c == '.') {
        static const char *const numbers[] = {"NaN", "nan", "Infinity", "inf", "Inf"};
        for (size_t i = 0; i < 5; i++)
            if (strlen(numbers[i]) == token && strncmp(word, numbers[i], token) == 0)
                return fail(s, s->at, token, "%s is not a finite number; leave the key out instead",
                            numbers[i]);
        return fail(s, s->at, token, "%.*s is not a value of JSON%s", (int)token, word,
                    isalpha(c) ? " (strings stand in double quotes; true, false and null in lower case)"
                               : "");
    }
    return unexpected(s, "a value");
}

static struct sl_mark *mark_add(struct scanner *s)
{
    struct sl_marks *marks = s->marks;
    if (marks->count == marks->room) {
        size_t room = marks->room ? 2 * marks->room : 256;
        struct sl_mark *wider = realloc(marks->items, room * sizeof *wider);
        if (!wider) return NULL;
        marks->items = wider;
        marks->room = room;
    }
    struct sl_mark *mark = &marks->items[marks->count++];
    memset(mark, 0, sizeof *mark);
    return mark;
}

static int value_scan(struct scanner *s, size_t key_offset, size_t key_length);

static int member_scan(struct scanner *s)
{
    if (peek(s) != '"') {
        if (isalpha(peek(s)) || peek(s) == '_')
            return fail(s, s->at, token_length(s, s->at), "keys stand in double quotes");
        return unexpected(s, "a key in double quotes");
    }
    const size_t key_offset = s->at;
    if (string_scan(s)) return -1;
    const size_t key_length = s->at - key_offset;
    space_skip(s);
    if (peek(s) != ':') return unexpected(s, "':' after the key");
    s->at++;
    space_skip(s);
    return value_scan(s, key_offset, key_length);
}

/* The members of an object or the elements of an array, up to and with the closing bracket. */
static int container_scan(struct scanner *s, char open, char close)
{
    const size_t start = s->at++;
    if (++s->depth > SL_SCAN_DEPTH_MAX)
        return fail(s, start, 1, "nested deeper than %d levels", SL_SCAN_DEPTH_MAX);
    space_skip(s);
    bool first = true;
    while (first ? peek(s) != close : true) {
        first = false;
        if (open == '{' ? member_scan(s) : value_scan(s, 0, 0)) return -1;
        space_skip(s);
        const size_t comma = s->at;
        if (peek(s) == close) break;
        if (peek(s) != ',') return unexpected(s, open == '{' ? "',' or '}'" : "',' or ']'");
        s->at++;
        space_skip(s);
        if (peek(s) == close) return fail(s, comma, 1, "comma before '%c': remove this comma", close);
    }
    s->at++;
    s->depth--;
    return 0;
}

static int value_scan(struct scanner *s, size_t key_offset, size_t key_length)
{
    const size_t index = s->marks->count, start = s->at;
    if (index >= SL_SCAN_VALUES_MAX)
        return fail(s, start, 1, "more than %zu values: put long series into a CSV file", SL_SCAN_VALUES_MAX);
    struct sl_mark *mark = mark_add(s);
    if (!mark) return fail(s, start, 1, "out of memory for the text");
    *mark = (struct sl_mark){key_offset, key_length, start, 1};
    int c = peek(s);
    if (c == '{') return container_scan(s, '{', '}');
    if (c == '[') return container_scan(s, '[', ']');
    int status = c == '"' ? string_scan(s) : c == '-' || isdigit(c) ? number_scan(s) : word_scan(s);
    s->marks->items[index].value_length = s->at - start;
    return status;
}

int sl_scan(const char *text, size_t length, struct sl_marks *marks, struct sl_fault *fault)
{
    struct scanner s = {text, length, 0, 0, marks, fault};
    space_skip(&s);
    if (s.at == length) return fail(&s, 0, 1, length ? "the file holds no value" : "the file is empty");
    if (value_scan(&s, 0, 0)) return -1;
    space_skip(&s);
    if (s.at < length) return fail(&s, s.at, token_length(&s, s.at), "text after the end of the scenario");
    return 0;
}
