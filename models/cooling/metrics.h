/* Ratios of energies over a period (ISO/IEC 30134-2, -9): never means of momentary ratios. */
#ifndef SL_COOLING_METRICS_H
#define SL_COOLING_METRICS_H

struct sl_site_meter {
    double facility_j, it_j, water_kg;
};

/* Adds h_s seconds of mean powers and water flow. */
void sl_site_meter_add(struct sl_site_meter *meter, double facility_w, double it_w, double water_kg_per_s,
                       double h_s);

/* Facility energy over IT energy; NAN without IT energy. */
double sl_site_meter_pue(const struct sl_site_meter *meter);

/* Litres of site water per kWh of IT energy (1 kg = 1 L); NAN without IT energy. */
double sl_site_meter_wue_l_per_kwh(const struct sl_site_meter *meter);

#endif
