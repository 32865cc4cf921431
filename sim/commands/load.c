#include "sim/commands/load.h"

#include "sim/scenario/crosscheck.h"

#include <string.h>

static const char *resolved(struct sl_document *doc, const char *path, const char *file)
{
    return file ? sl_document_resolve(doc, path, file) : NULL;
}

int sl_loaded_open(struct sl_loaded *loaded, const char *file, const char *const *sets, size_t set_count,
                   struct sl_error *err)
{
    memset(loaded, 0, sizeof *loaded);
    loaded->doc = sl_document_open(file, sets, set_count, err);
    if (!loaded->doc) return err->code;
    const struct sl_scenario *s = &loaded->scenario;
    int status = sl_document_bind(loaded->doc, &sl_scenario_table, &loaded->scenario);
    if (!status) status = sl_scenario_crosscheck(loaded->doc, s, err);
    if (status) return status;
    struct sl_campus_files files = {
        .weather = resolved(loaded->doc, "site.weather.file", s->site.weather.file),
        .replay = resolved(loaded->doc, "workload.replay.file",
                           s->workload.has_replay ? s->workload.replay.file : NULL),
        .grid = resolved(loaded->doc, "grid.file", s->has_grid ? s->grid.file : NULL),
    };
    return sl_campus_build(&loaded->campus, s, &files, err);
}

void sl_loaded_free(struct sl_loaded *loaded)
{
    sl_campus_free(&loaded->campus);
    sl_document_free(loaded->doc);
}
