#include "models/base/units.h"

#include <stddef.h>
#include <string.h>

const struct sl_unit sl_units[] = {
    {"w", "W", "power", 1.0},
    {"kw", "kW", "power", 1e3},
    {"mw", "MW", "power", 1e6},
    {"gw", "GW", "power", 1e9},
    {"va", "VA", "apparent power", 1.0},
    {"kva", "kVA", "apparent power", 1e3},
    {"mva", "MVA", "apparent power", 1e6},
    {"mvar", "Mvar", "reactive power", 1e6},
    {"j", "J", "energy", 1.0},
    {"kj", "kJ", "energy", 1e3},
    {"mj", "MJ", "energy", 1e6},
    {"kwh", "kWh", "energy", 3.6e6},
    {"mwh", "MWh", "energy", 3.6e9},
    {"gws", "GW s", "energy", 1e9},
    {"w_per_s", "W/s", "ramp rate", 1.0},
    {"kw_per_s", "kW/s", "ramp rate", 1e3},
    {"mw_per_s", "MW/s", "ramp rate", 1e6},
    {"mw_per_min", "MW/min", "ramp rate", 1e6 / 60.0},
    {"ns", "ns", "time", 1e-9},
    {"us", "us", "time", 1e-6},
    {"ms", "ms", "time", 1e-3},
    {"s", "s", "time", 1.0},
    {"min", "min", "time", 60.0},
    {"h", "h", "time", 3600.0},
    {"d", "d", "time", 86400.0},
    {"v", "V", "voltage", 1.0},
    {"kv", "kV", "voltage", 1e3},
    {"hz", "Hz", "frequency", 1.0},
    {"mhz", "mHz", "frequency", 1e-3},
    {"degc", "degC", "temperature", 1.0},
    {"k", "K", "temperature difference", 1.0},
    {"k_per_w", "K/W", "thermal resistance", 1.0},
    {"j_per_k", "J/K", "heat capacity", 1.0},
    {"kj_per_k_per_kw", "kJ/(K kW)", "specific heat capacity per power", 1.0},
    {"deg", "deg", "angle", 1.0},
    {"m", "m", "length", 1.0},
    {"km", "km", "length", 1e3},
    {"m_per_s", "m/s", "speed", 1.0},
    {"w_per_m2", "W/m2", "irradiance", 1.0},
    {"w_per_m2_k", "W/(m2 K)", "heat transfer", 1.0},
    {"w_s_per_m3_k", "W s/(m3 K)", "heat transfer per wind speed", 1.0},
    {"per_k", "1/K", "temperature coefficient", 1.0},
    {"pa", "Pa", "pressure", 1.0},
    {"kpa", "kPa", "pressure", 1e3},
    {"kg_per_m3", "kg/m3", "density", 1.0},
    {"l_per_min_per_kw", "L/(min kW)", "specific flow", 1.0 / 60000.0 / 1e3}, /* m3/s per W */
    {"l_per_kw", "L/kW", "specific volume", 1e-6},                            /* m3 per W */
    {"w_per_kw", "W/kW", "specific power", 1e-3},
    {"pu", "pu", "per unit", 1.0},
    {"fraction", "fraction", "share", 1.0},
    {"usd_per_mwh", "USD/MWh", "energy price", 1.0 / 3.6e9},
    {"usd_per_kwh", "USD/kWh", "energy price", 1.0 / 3.6e6},
    {"pst", "Pst", "flicker severity", 1.0},
    {NULL, NULL, NULL, 0.0},
};

const struct sl_unit *sl_unit_of_key(const char *key)
{
    const struct sl_unit *best = NULL;
    size_t key_length = strlen(key), best_length = 0;
    for (const struct sl_unit *u = sl_units; u->suffix; u++) {
        size_t n = strlen(u->suffix);
        if (n > best_length && key_length > n + 1 && key[key_length - n - 1] == '_' &&
            strcmp(key + key_length - n, u->suffix) == 0) {
            best = u;
            best_length = n;
        }
    }
    return best;
}
