#include "models/cooling/pump.h"

double sl_pump_power_w(double flow_m3_per_s, double pressure_pa, double efficiency)
{
    return flow_m3_per_s * pressure_pa / efficiency;
}

double sl_pump_power_fraction(double flow_fraction, double static_fraction)
{
    double q = flow_fraction;
    return (static_fraction + (1.0 - static_fraction) * q * q) * q;
}

double sl_fan_power_fraction(double air_fraction)
{
    if (air_fraction <= 0.0) return 0.0;
    return 0.02 + 0.98 * air_fraction * air_fraction * air_fraction;
}
