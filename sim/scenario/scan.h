/* Strict JSON grammar (RFC 8259) over a text whose comments are blanked. cJSON accepts more than JSON
 * (007, 5., raw control characters, invalid UTF-8, \u0000, text after the end); this scanner does not, and it
 * records where each key and value stands, in document order. */
#ifndef SL_SCENARIO_SCAN_H
#define SL_SCENARIO_SCAN_H

#include <stddef.h>

#include "sim/scenario/comments.h"

#define SL_SCAN_DEPTH_MAX 64
#define SL_SCAN_VALUES_MAX ((size_t)1000000)

/* One value. A container's length is that of its bracket; key_length is 0 where there is no key. */
struct sl_mark {
    size_t key_offset, key_length, value_offset, value_length;
};

struct sl_marks {
    struct sl_mark *items; /* malloc; the caller frees */
    size_t count, room;
};

/* Returns 0, or -1 with the first fault. `marks` starts zeroed. */
int sl_scan(const char *text, size_t length, struct sl_marks *marks, struct sl_fault *fault);

#endif
