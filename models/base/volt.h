/* Voltage of a three-phase node: per-unit magnitude of each phase on the node's nominal voltage. */
#ifndef SL_BASE_VOLT_H
#define SL_BASE_VOLT_H

struct sl_volt {
    double ph[3]; /* pu */
};

static inline struct sl_volt sl_volt_balanced(double v_pu)
{
    return (struct sl_volt){{v_pu, v_pu, v_pu}};
}

static inline double sl_volt_mean(struct sl_volt v)
{
    return (v.ph[0] + v.ph[1] + v.ph[2]) / 3.0;
}

static inline double sl_volt_max(struct sl_volt v)
{
    double m = v.ph[0] > v.ph[1] ? v.ph[0] : v.ph[1];
    return m > v.ph[2] ? m : v.ph[2];
}

static inline double sl_volt_min(struct sl_volt v)
{
    double m = v.ph[0] < v.ph[1] ? v.ph[0] : v.ph[1];
    return m < v.ph[2] ? m : v.ph[2];
}

#endif
