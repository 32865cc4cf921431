#include "models/cooling/exchanger.h"

#include <math.h>

double sl_exchanger_counterflow(double ntu, double cr)
{
    if (cr >= 1.0) return ntu / (1.0 + ntu);
    double w = -expm1(-ntu * (1.0 - cr));
    return w / ((1.0 - cr) + cr * w);
}

double sl_exchanger_counterflow_ntu(double eps, double cr)
{
    if (cr >= 1.0) return eps / (1.0 - eps);
    return log1p(eps * (1.0 - cr) / (1.0 - eps)) / (1.0 - cr);
}

double sl_exchanger_crossflow(double ntu, double cr)
{
    if (ntu <= 0.0) return 0.0;
    if (cr <= 0.0) return -expm1(-ntu);
    double n = pow(ntu, -0.22);
    return -expm1(expm1(-ntu * cr * n) / (cr * n));
}

double sl_exchanger_crossflow_ntu(double eps, double cr)
{
    double low = 0.0, high = 1.0;
    while (sl_exchanger_crossflow(high, cr) < eps && high < 1e6) high *= 2.0;
    for (int i = 0; i < 100; i++) {
        double mid = 0.5 * (low + high);
        if (sl_exchanger_crossflow(mid, cr) < eps)
            low = mid;
        else
            high = mid;
    }
    return 0.5 * (low + high);
}

double sl_exchanger_ua(double ua_design, double flow_a, double flow_b)
{
    if (flow_a <= 0.0 || flow_b <= 0.0) return 0.0;
    return ua_design / (0.5 * pow(flow_a, -0.8) + 0.5 * pow(flow_b, -0.8));
}

double sl_exchanger_conductance_counterflow(double ua, double rate_a_w_per_k, double rate_b_w_per_k)
{
    double least = fmin(rate_a_w_per_k, rate_b_w_per_k), most = fmax(rate_a_w_per_k, rate_b_w_per_k);
    return least > 0.0 ? least * sl_exchanger_counterflow(ua / least, least / most) : 0.0;
}

double sl_exchanger_conductance_crossflow(double ua, double rate_a_w_per_k, double rate_b_w_per_k)
{
    double least = fmin(rate_a_w_per_k, rate_b_w_per_k), most = fmax(rate_a_w_per_k, rate_b_w_per_k);
    return least > 0.0 ? least * sl_exchanger_crossflow(ua / least, least / most) : 0.0;
}
