/* Heat exchangers by effectiveness and number of transfer units: Q = eps Cmin (T_hot,in - T_cold,in),
 * NTU = UA/Cmin, Cr = Cmin/Cmax. Quasi-steady, no phase change. */
#ifndef SL_COOLING_EXCHANGER_H
#define SL_COOLING_EXCHANGER_H

/* Counterflow: (1 - e)/(1 - Cr e), e = exp(-NTU (1 - Cr)); NTU/(1 + NTU) at Cr = 1. 0 <= Cr <= 1, NTU >=
 * 0. */
double sl_exchanger_counterflow(double ntu, double cr);

/* Its inverse: the NTU that gives eps, 0 <= eps < the limit at infinite NTU (1). */
double sl_exchanger_counterflow_ntu(double eps, double cr);

/* Crossflow, both unmixed: 1 - exp((exp(-NTU Cr n) - 1)/(Cr n)), n = NTU^-0.22 (EnergyPlus engineering
 * reference). */
double sl_exchanger_crossflow(double ntu, double cr);

/* NTU of a crossflow exchanger with effectiveness eps, by bisection. */
double sl_exchanger_crossflow_ntu(double eps, double cr);

/* UA away from design with equal film resistances on both sides, each ~ flow^-0.8:
 * UA0/(0.5 a^-0.8 + 0.5 b^-0.8), a and b flows relative to design; 0 if one of them stands still. */
double sl_exchanger_ua(double ua_design, double flow_a, double flow_b);

/* Conductance eps Cmin in W/K between the two inlet temperatures; 0 when a side stands still. */
double sl_exchanger_conductance_counterflow(double ua, double rate_a_w_per_k, double rate_b_w_per_k);
double sl_exchanger_conductance_crossflow(double ua, double rate_a_w_per_k, double rate_b_w_per_k);

#endif
