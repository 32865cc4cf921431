#include "sim/scenario/comments.h"

#include <stdio.h>
#include <string.h>

static size_t string_skip(const char *text, size_t length, size_t at)
{
    for (at++; at < length && text[at] != '"' && text[at] != '\n'; at++)
        if (text[at] == '\\') at++;
    return at + 1;
}

static size_t line_comment_blank(char *text, size_t length, size_t at)
{
    while (at < length && text[at] != '\n' && text[at] != '\r') text[at++] = ' ';
    return at;
}

/* Returns the offset after the comment, or 0 if it has no end. */
static size_t block_comment_blank(char *text, size_t length, size_t at)
{
    const size_t start = at;
    for (at += 2; at + 1 < length && !(text[at] == '*' && text[at + 1] == '/'); at++) {
    }
    if (at + 1 >= length) return 0;
    at += 2;
    for (size_t i = start; i < at; i++)
        if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
    return at;
}

int sl_comments_blank(char *text, size_t length, struct sl_fault *fault)
{
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) memset(text, ' ', 3);
    size_t at = 0;
    while (at < length) {
        if (text[at] == '"') {
            at = string_skip(text, length, at);
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '/') {
            at = line_comment_blank(text, length, at);
        } else if (text[at] == '/' && at + 1 < length && text[at + 1] == '*') {
            size_t after = block_comment_blank(text, length, at);
            if (!after) {
                fault->offset = at;
                fault->length = 2;
                snprintf(fault->text, sizeof fault->text, "comment without end (\"*/\" is missing)");
                return -1;
            }
            at = after;
        } else {
            at++;
        }
    }
    return 0;
}
