/* Pumps and fans on a variable-speed drive.
 *   system curve  dp = dp0 (s + (1 - s) q^2),  s the static share (head or controlled pressure), q =
 *   flow/design
 *   power         P = dp V' / efficiency  =>  P/P0 = (s + (1 - s) q^2) q;  the affinity (cube) law only if s
 *   = 0
 *   tower fan     P/P0 = 0.02 + 0.98 y^3 (EnergyPlus tower fan curve), 0 when standing
 * Efficiency is held at its design value. */
#ifndef SL_COOLING_PUMP_H
#define SL_COOLING_PUMP_H

/* Hydraulic power over efficiency, W; flow m3/s, pressure Pa. */
double sl_pump_power_w(double flow_m3_per_s, double pressure_pa, double efficiency);

/* P/P0 at relative flow q >= 0. */
double sl_pump_power_fraction(double flow_fraction, double static_fraction);

/* P/P0 of a tower fan at relative air flow y >= 0. */
double sl_fan_power_fraction(double air_fraction);

#endif
