#include "sim/scenario/suggest.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "models/base/units.h"

#define WORD_MAX 63

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t fold(char out[WORD_MAX + 1], const char *word)
{
    size_t n = 0;
    for (; n < WORD_MAX && word[n]; n++) out[n] = (char)tolower((unsigned char)word[n]);
    out[n] = '\0';
    return n;
}

size_t sl_edit_distance(const char *left, const char *right)
{
    char a[WORD_MAX + 1], b[WORD_MAX + 1];
    const size_t n = fold(a, left), m = fold(b, right);
    size_t rows[3][WORD_MAX + 1];
    size_t *before = rows[0], *last = rows[1], *row = rows[2];
    for (size_t j = 0; j <= m; j++) last[j] = j;
    for (size_t i = 1; i <= n; i++) {
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = smaller(smaller(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], before[j - 2] + 1);
        }
        size_t *oldest = before;
        before = last;
        last = row;
        row = oldest;
    }
    return last[m];
}

struct sl_nearest sl_nearest_to(const char *word)
{
    size_t length = strlen(word);
    size_t limit = length <= 1 ? 0 : length <= 4 ? 1 : length / 4 > 2 ? length / 4 : 2;
    return (struct sl_nearest){word, NULL, limit + 1};
}

void sl_nearest_offer(struct sl_nearest *nearest, const char *candidate)
{
    size_t distance = sl_edit_distance(nearest->word, candidate);
    if (distance >= nearest->distance) return;
    nearest->distance = distance;
    nearest->best = candidate;
}

/* Length of the key without its unit. */
static size_t base_length(const char *key)
{
    const struct sl_unit *unit = sl_unit_of_key(key);
    return strlen(key) - (unit ? strlen(unit->suffix) + 1 : 0);
}

bool sl_keys_share_base(const char *a, const char *b)
{
    size_t n = base_length(a);
    return n == base_length(b) && strncmp(a, b, n) == 0;
}

bool sl_unit_convert(char *text, size_t size, const char *from_key, const char *to_key, double value)
{
    const struct sl_unit *from = sl_unit_of_key(from_key), *to = sl_unit_of_key(to_key);
    if (!from || !to || strcmp(from->quantity, to->quantity) != 0) return false;
    snprintf(text, size, "%.10g %s is %.10g %s", value, from->symbol, value * from->scale / to->scale,
             to->symbol);
    return true;
}
