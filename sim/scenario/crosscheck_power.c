#include "sim/scenario/crosscheck_parts.h"

#include <math.h>
#include <stdio.h>

/* What a bank promises must be possible. */
static void bank_check(struct sl_document *doc, const char *path,
                       const struct sl_transformer_bank_params *bank)
{
    char key[SL_PATH_TEXT];
    struct sl_transformer t;
    struct sl_error err = {0};
    snprintf(key, sizeof key, "%s.redundancy", path);
    if (bank->redundancy == SL_REDUNDANCY_2N)
        sl_document_error(doc, key, "a bank is n or n+1; 2n is a matter of the UPS groups and their feeds");
    if (bank->redundancy == SL_REDUNDANCY_N_PLUS_1 && bank->count < 2)
        sl_document_error(doc, key, "n+1 needs a count of 2 or more");
    if (sl_transformer_init(&t, &bank->unit, &err)) sl_document_error(doc, path, "%s", err.text);
}

static void feeder_check(struct sl_document *doc, const struct sl_scenario *s)
{
    double rated_w = s->power.feeder.rated_power_w;
    double hall_w = s->fleet.rack.rated_power_w * (double)s->fleet.racks_per_hall;
    if (rated_w < hall_w) /* false for NAN: the campus sets it */
        sl_document_error(doc, "power.feeder.rated_power_mw",
                          "a feed carries %.3f MW, its racks are rated %.3f MW", rated_w * 1e-6,
                          hall_w * 1e-6);
}

static void rack_check(struct sl_document *doc, const struct sl_scenario *s)
{
    struct sl_psu_params psu = s->fleet.rack.psu;
    struct sl_psu built;
    struct sl_error err = {0};
    if (isnan(psu.rated_power_w)) psu.rated_power_w = 1.0; /* the campus sets it */
    if (sl_psu_init(&built, &psu, &err)) sl_document_error(doc, "fleet.rack.psu", "%s", err.text);
}

void sl_crosscheck_power(struct sl_document *doc, const struct sl_scenario *s)
{
    const struct sl_ups_group_params *ups = &s->power.ups;
    const struct sl_rack_params *rack = &s->fleet.rack;
    rack_check(doc, s);
    feeder_check(doc, s);
    if (s->power.has_main_transformer) bank_check(doc, "power.main_transformer", &s->power.main_transformer);
    if (s->power.has_unit_transformer) bank_check(doc, "power.unit_transformer", &s->power.unit_transformer);
    if (!s->power.has_ups || ups->modules_per_side == 0 || rack->rated_power_w <= 0.0) return;
    double halls = ups->group_by == SL_BY_SITE ? (double)s->fleet.halls : 1.0;
    double asked_w = rack->rated_power_w * (double)s->fleet.racks_per_hall * halls;
    int64_t spare = ups->redundancy == SL_REDUNDANCY_N_PLUS_1 ? 1 : 0;
    double can_w = ups->module.module_rated_power_w * (double)(ups->modules_per_side - spare);
    if (can_w < asked_w)
        sl_document_error(doc, "power.ups.modules_per_side",
                          "a group carries %.3f MW%s, its racks are rated %.3f MW: %.0f modules are needed",
                          can_w * 1e-6, spare ? " without its spare" : "", asked_w * 1e-6,
                          ceil(asked_w / ups->module.module_rated_power_w) + (double)spare);
}
