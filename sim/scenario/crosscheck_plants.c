#include "sim/scenario/crosscheck_parts.h"

#include <stdio.h>
#include <string.h>

/* All plants stand on the MV bus, and storage watches the POI, until the tree knows more places. */
static void place_check(struct sl_document *doc, const char *list, size_t i, const char *key,
                        const char *given, const char *known)
{
    char path[SL_PATH_TEXT];
    snprintf(path, sizeof path, "%s[%zu].%s", list, i, key);
    if (given && strcmp(given, known) != 0)
        sl_document_error(doc, path, "\"%s\" is not known here yet, only \"%s\"", given, known);
}

void sl_crosscheck_plants(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_storage_params *storage = s->storage.items;
    const struct sl_solar_params *solar = s->renewables.solar.items;
    const struct sl_wind_params *wind = s->renewables.wind.items;
    for (size_t i = 0; i < s->storage.count; i++) {
        char path[SL_PATH_TEXT];
        struct sl_error err = {0};
        snprintf(path, sizeof path, "storage[%zu]", i);
        if (sl_storage_check(&storage[i], &err)) sl_document_error(doc, path, "%s", err.text);
        place_check(doc, "storage", i, "bus", storage[i].bus, "mv");
        if (storage[i].has_ramp_limiter)
            place_check(doc, "storage", i, "ramp_limiter.of", storage[i].ramp_limiter.of, "poi_power");
        if (storage[i].has_high_pass)
            place_check(doc, "storage", i, "high_pass.of", storage[i].high_pass.of, "poi_power");
    }
    for (size_t i = 0; i < s->renewables.solar.count; i++)
        place_check(doc, "renewables.solar", i, "bus", solar[i].bus, "mv");
    for (size_t i = 0; i < s->renewables.wind.count; i++) {
        char path[SL_PATH_TEXT];
        struct sl_error err = {0};
        snprintf(path, sizeof path, "renewables.wind[%zu]", i);
        if (sl_wind_check(&wind[i], &err)) sl_document_error(doc, path, "%s", err.text);
        place_check(doc, "renewables.wind", i, "bus", wind[i].bus, "mv");
    }
}
