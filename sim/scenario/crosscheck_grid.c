#include "sim/scenario/crosscheck_parts.h"

#include "models/base/time.h"
#include "models/grid/rocof.h"

#include <math.h>

static void playback_check(struct sl_document *doc, const struct sl_grid_params *grid)
{
    bool by_phase = grid->voltage_columns[0] || grid->voltage_columns[1] || grid->voltage_columns[2];
    if (!by_phase && !grid->voltage_column && !grid->frequency_column)
        sl_document_error(doc, "grid",
                          "say which columns are played: voltage_column or one a phase, frequency_column");
    if (by_phase && grid->voltage_column)
        sl_document_error(doc, "grid.voltage_column",
                          "give one column for all phases or one a phase, not both");
}

static void rocof_check(struct sl_document *doc, const struct sl_scenario *s)
{
    double window_s = s->grid.frequency_response.rocof_window_s;
    double most_s = SL_ROCOF_STEPS * sl_s_from_ns(sl_step_ns(&s->time));
    if (!sl_is_planning(&s->time) && window_s > most_s)
        sl_document_error(doc, "grid.frequency_response.rocof_window_ms", "at this step at most %g ms",
                          most_s * 1e3);
}

void sl_crosscheck_grid(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_frequency_params *f = &s->grid.frequency_response;
    if (s->has_grid && s->grid.model == SL_GRID_PLAYBACK) playback_check(doc, &s->grid);
    if (s->has_grid && s->grid.model == SL_GRID_FREQUENCY) rocof_check(doc, s);
    if (s->has_grid && s->grid.model == SL_GRID_FREQUENCY && !isnan(f->nominal_hz) &&
        f->nominal_hz != s->site.frequency_hz)
        sl_document_error(doc, "grid.frequency_response", "this grid runs at %g Hz, the site at %g Hz",
                          f->nominal_hz, s->site.frequency_hz);
}
