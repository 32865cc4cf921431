#include "models/grid/frequency.h"

#define P struct sl_frequency_params

static const struct sl_choice deadband_kinds[] = {
    {"none", SL_DEADBAND_NONE, "the governor follows any deviation"},
    {"step", SL_DEADBAND_STEP, "nothing inside the band, the whole deviation outside"},
    {"non_step", SL_DEADBAND_NON_STEP, "nothing inside the band, the deviation less the band outside"},
    {NULL, 0, NULL},
};

static const struct sl_field fields[] = {
    SL_F_REAL(P, nominal_hz, "nominal_hz", 0, 1, 100, SL_NO_DEFAULT,
              "Frequency of the system that a preset describes; must be the site's.", NULL),
    SL_F_REAL(
        P, kinetic_energy_j, "kinetic_energy_gws", 200, 0, 1e5, SL_ABOVE_MIN,
        "Kinetic energy of all synchronous machines: half the energy that one pu of speed would release.",
        "ERCOT about 200 GW s (recalled)"),
    SL_F_REAL(P, load_w, "load_gw", 60, 0, 1e4, SL_ABOVE_MIN,
              "Load of the interconnection, the base of all per-unit values here.",
              "ERCOT about 60 GW (recalled)"),
    SL_F_REAL(P, droop_pu, "droop_pu", 0.05, 0, 1, SL_ABOVE_MIN,
              "Speed change that moves a responding unit over its full power.",
              "NERC guideline, 5 % (recalled)"),
    SL_F_REAL(
        P, responsive_fraction, "responsive_fraction", 0.48, 0, 1, 0,
        "Share of the generation whose governors respond.",
        "assumed: sized with damping 1 and the deadband on ERCOT's measured response of about 0.9 GW at "
        "0.1 Hz (recalled)"),
    SL_F_REAL(P, deadband_hz, "deadband_mhz", 17, 0, 1000, 0, "Half width of the governors' deadband.",
              "BAL-001-TRE, electronic governors +-17 mHz (recalled)"),
    SL_F_ENUM(P, deadband_kind, "deadband_kind", deadband_kinds, "non_step", 0,
              "How the governor acts outside the deadband.", "BAL-001-TRE asks for no step (recalled)"),
    SL_F_REAL(P, damping_pu, "damping_pu", 1, 0, 10, 0,
              "Load lost per pu of frequency; power-electronic load has none and lowers it.",
              "1 to 2 % load per 1 % frequency, classical (recalled)"),
    SL_F_REAL(P, high_pressure_fraction, "high_pressure_fraction", 0.3, 0, 1, 0,
              "Share of turbine power that follows the valve at once; the rest is reheated. 1: no reheat.",
              "Anderson and Mirheydar 1990"),
    SL_F_REAL(P, reheat_s, "reheat_s", 8, 0, 100, 0, "Time constant of the reheater.",
              "Anderson and Mirheydar 1990"),
    SL_F_REAL(P, governor_s, "governor_s", 0, 0, 100, 0, "Time constant of governor and valve.",
              "Anderson and Mirheydar 1990: neglected"),
    SL_F_REAL(P, reserve_up_fraction, "reserve_up_fraction", 1, 0, 1, 0,
              "Upward reserve of the responding units, share of their power.", "assumed: not limiting"),
    SL_F_REAL(P, reserve_down_fraction, "reserve_down_fraction", 1, 0, 1, 0,
              "Downward reserve of the responding units, share of their power.", "assumed: not limiting"),
    SL_F_REAL(P, rocof_window_s, "rocof_window_ms", 500, 0, 10000, SL_ABOVE_MIN,
              "Window over which the rate of change of frequency is measured.",
              "ENTSO-E and GB loss-of-mains practice, 500 ms (recalled)"),
};

const struct sl_table sl_frequency_table =
    SL_TABLE("frequency_response", "Aggregate frequency response of an interconnection.", P, fields);

void sl_frequency_init(struct sl_frequency *model, struct sl_frequency_state *state,
                       const struct sl_frequency_params *params, double f0_hz, double step_s)
{
    double inertia_s = params->kinetic_energy_j / params->load_w; /* H */
    double k = params->governor_s > 0.0 ? 0.5 * step_s / params->governor_s : 0.0;
    double r = params->reheat_s > 0.0 ? 0.5 * step_s / params->reheat_s : 0.0;
    double band = params->deadband_kind == SL_DEADBAND_NONE ? 0.0 : params->deadband_hz / f0_hz;
    *model = (struct sl_frequency){
        .f0_hz = f0_hz,
        .base_w = params->load_w,
        .step_s = step_s,
        .gain = 1.0 / params->droop_pu,
        .band_pu = band,
        .offset_pu = params->deadband_kind == SL_DEADBAND_NON_STEP ? band : 0.0,
        .up_pu = params->reserve_up_fraction,
        .down_pu = -params->reserve_down_fraction,
        .km = params->responsive_fraction,
        .fh = params->high_pressure_fraction,
        .swing = 0.25 * step_s / inertia_s,
        .damp = params->damping_pu,
        .lag_keep = params->governor_s > 0.0 ? 1.0 / (1.0 + k) : 0.0,
        .lag_new = params->governor_s > 0.0 ? k / (1.0 + k) : 1.0,
        .half_over_t1 = k,
        .reheat_keep = (1.0 - r) / (1.0 + r),
        .reheat_new = r / (1.0 + r),
        .no_reheat = params->reheat_s <= 0.0,
    };
    *state = (struct sl_frequency_state){.f_hz = f0_hz};
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* What the governor asks for at speed deviation w, before its lag and limits. */
static double demand(const struct sl_frequency *m, double w)
{
    if (w > m->band_pu) return -(w - m->offset_pu) * m->gain;
    if (w < -m->band_pu) return -(w + m->offset_pu) * m->gain;
    return 0.0;
}

/* v plus half a step of its derivative, which is zero where it would leave the limits. */
static double valve_before(const struct sl_frequency *m, const struct sl_frequency_state *s)
{
    double slope = m->half_over_t1 * (demand(m, s->w_pu) - s->valve_pu);
    if ((s->valve_pu >= m->up_pu && slope > 0.0) || (s->valve_pu <= m->down_pu && slope < 0.0)) slope = 0.0;
    return m->lag_keep * (s->valve_pu + slope);
}

/* The valve at the step's end, from a w' = known + share v' and v' = clamp(before + new u(w')). w' grows with
 * v' and v' falls with w', so exactly one region of deadband and limit fits; a step deadband may hold w' on
 * its edge. */
static double valve_after(const struct sl_frequency *m, double before, double a, double known, double share)
{
    double inside = clamp(before, m->down_pu, m->up_pu);
    double w = (known + share * inside) / a;
    if (fabs(w) <= m->band_pu) return inside;
    double side = w > 0.0 ? 1.0 : -1.0, slope = m->lag_new * m->gain;
    double free = (before + slope * (side * m->offset_pu - known / a)) / (1.0 + slope * share / a);
    double valve = clamp(free, m->down_pu, m->up_pu);
    w = (known + share * valve) / a;
    if (side * w >= m->band_pu || share <= 0.0) return valve;
    return (side * m->band_pu * a - known) / share;
}

void sl_frequency_step(const struct sl_frequency *m, struct sl_frequency_state *s, double dp_load_w)
{
    double before = valve_before(m, s);
    double pm0 = m->km * (m->fh * s->valve_pu + (1.0 - m->fh) * s->reheat_pu);
    double reheat = m->no_reheat ? 0.0 : m->reheat_keep * s->reheat_pu + m->reheat_new * s->valve_pu;
    double reheat_share = m->no_reheat ? 1.0 : m->reheat_new;

    double a = 1.0 + m->damp * m->swing;
    double known =
        (2.0 - a) * s->w_pu + m->swing * (pm0 + m->km * (1.0 - m->fh) * reheat - 2.0 * dp_load_w / m->base_w);
    double share = m->swing * m->km * (m->fh + (1.0 - m->fh) * reheat_share);
    double valve = valve_after(m, before, a, known, share);

    s->w_pu = (known + share * valve) / a;
    s->valve_pu = valve;
    s->reheat_pu = reheat + reheat_share * valve;
    s->f_hz = m->f0_hz * (1.0 + s->w_pu);
}

double sl_frequency_settled_hz(const struct sl_frequency *m, double dp_load_w)
{
    double load = dp_load_w / m->base_w, side = load > 0.0 ? -1.0 : 1.0, size = fabs(load);
    if (load == 0.0) return m->f0_hz;
    double inside = size / m->damp; /* infinite without damping */
    if (inside <= m->band_pu) return m->f0_hz * (1.0 + side * inside);
    double slope = m->km * m->gain;
    double w = slope + m->damp > 0.0 ? (size + slope * m->offset_pu) / (m->damp + slope) : HUGE_VAL;
    if (w < m->band_pu) w = m->band_pu; /* a step deadband holds it on the edge */
    double reserve = side < 0.0 ? m->up_pu : -m->down_pu;
    if ((w - m->offset_pu) * m->gain > reserve) w = (size - m->km * reserve) / m->damp;
    return m->f0_hz * (1.0 + side * w);
}
