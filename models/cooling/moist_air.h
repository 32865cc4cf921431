/* Moist air by the equations of ASHRAE Handbook Fundamentals 2017 chapter 1 (Hyland-Wexler saturation
 * pressure), as PsychroLib 2.5 uses them. Temperatures in degC (-100..200), humidity ratio W in kg/kg,
 * pressure in Pa, enthalpy in J per kg of dry air. Ideal gas; no enhancement factor (within 0.5 % of the
 * tables). */
#ifndef SL_COOLING_MOIST_AIR_H
#define SL_COOLING_MOIST_AIR_H

#define SL_PRESSURE_SEA_PA 101325.0

double sl_saturation_pressure_pa(double t_degc);
double sl_saturation_humidity_ratio(double t_degc, double pressure_pa);
double sl_saturation_enthalpy_j_per_kg(double t_degc, double pressure_pa);

double sl_humidity_ratio_of_rh(double t_degc, double relative_humidity, double pressure_pa);
double sl_humidity_ratio_of_wet_bulb(double t_degc, double wet_bulb_degc, double pressure_pa);
double sl_relative_humidity(double t_degc, double humidity_ratio, double pressure_pa);

double sl_enthalpy_j_per_kg(double t_degc, double humidity_ratio);
double sl_specific_volume_m3_per_kg(double t_degc, double humidity_ratio,
                                    double pressure_pa); /* per kg dry air */
double sl_moist_air_density_kg_per_m3(double t_degc, double humidity_ratio, double pressure_pa);

/* Thermodynamic wet bulb, bisected to 1e-9 K. relative_humidity 0..1. */
double sl_wet_bulb_degc(double t_degc, double relative_humidity, double pressure_pa);

/* Temperature of saturated air with this enthalpy; Newton from a start in degC, to 1e-11 relative. */
double sl_saturation_temperature_degc(double enthalpy_j_per_kg, double pressure_pa, double start_degc);

/* Standard atmosphere at an altitude in m. */
double sl_moist_air_pressure_pa(double altitude_m);

#endif
