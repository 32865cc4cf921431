/* What did the writer mean? Nearest words, and values converted into the unit that a key has. */
#ifndef SL_SCENARIO_SUGGEST_H
#define SL_SCENARIO_SUGGEST_H

#include <stdbool.h>
#include <stddef.h>

/* Damerau-Levenshtein distance (optimal string alignment: insert, delete, replace, swap neighbours), letters
 * compared without case. Words above 63 letters are cut. */
size_t sl_edit_distance(const char *a, const char *b);

/* The nearest of the words offered so far; best is NULL as long as none is near enough. */
struct sl_nearest {
    const char *word, *best;
    size_t distance;
};

struct sl_nearest sl_nearest_to(const char *word);
void sl_nearest_offer(struct sl_nearest *nearest, const char *candidate);

/* Are both keys the same quantity by name, in different units ("load_kw", "load_mw"; also "load" and "load_mw")? */
bool sl_keys_share_base(const char *a, const char *b);

/* "25000 kW is 25 MW" into `text`; false if the units of the keys do not convert into each other. */
bool sl_unit_convert(char *text, size_t size, const char *from_key, const char *to_key, double value);

#endif
