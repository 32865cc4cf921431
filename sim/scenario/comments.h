/* Comments and the byte order mark, which JSON does not know, become spaces, so that every offset stays true.
 */
#ifndef SL_SCENARIO_COMMENTS_H
#define SL_SCENARIO_COMMENTS_H

#include <stddef.h>

/* A place in a text and what is wrong there. */
struct sl_fault {
    size_t offset, length;
    char text[256];
};

/* Overwrites a UTF-8 byte order mark and comments outside strings with spaces (line ends stay).
 * Returns 0, or -1 with the fault: a comment without end. */
int sl_comments_blank(char *text, size_t length, struct sl_fault *fault);

#endif
