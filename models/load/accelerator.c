#include "models/load/accelerator.h"

#include "models/base/random.h"

#include <math.h>

#define T struct sl_accelerator_params
static const struct sl_field accelerator_fields[] = {
    SL_F_REAL(T, rated_power_w, "rated_power_w", 0, 1, 100000, SL_REQUIRED,
              "thermal design power of one accelerator", NULL),
    SL_F_REAL(T, idle_power_w, "idle_power_w", 0, 0, 100000, SL_REQUIRED,
              "power of one accelerator without work", NULL),
    SL_F_INT(T, accelerators_per_server, "accelerators_per_server", 0, 1, 1024, SL_REQUIRED,
             "accelerators in a server or tray: they share gain and delay", NULL),
    SL_F_INT(T, servers_per_rack, "servers_per_rack", 0, 1, 1024, SL_REQUIRED, "servers or trays in a rack",
             NULL),
    SL_F_REAL(T, server_base_w, "server_base_w", 0, 0, 1e6, 0, "of a server whatever its accelerators do",
              "assumed"),
    SL_F_REAL(T, server_overhead_fraction, "server_overhead_fraction", 0, 0, 5, 0,
              "processors, memory, fans and regulators that follow the accelerators, of their power",
              "assumed"),
    SL_F_REAL(T, rack_base_w, "rack_base_w", 0, 0, 1e6, 0, "switches and management of a rack", "assumed"),
    SL_F_REAL(T, gain_spread_fraction, "gain_spread_fraction", 0.01, 0, 0.2, 0,
              "server-to-server standard deviation of power",
              "open log of 8 H100 in training: 1.2 to 1.9 % from accelerator to accelerator "
              "(grantwilkins/training_profile)"),
    SL_F_REAL(T, noise_fraction, "noise_fraction", 0.03, 0, 0.5, 0,
              "standard deviation of one busy accelerator's noise, of its rated power",
              "assumed: 1.4 to 1.8 % ripple of 8 accelerators together (open 8 x H100 training log, "
              "grantwilkins/training_profile), 4 % of one if independent"),
    SL_F_TIME(T, noise_tau_ns, "noise_tau_ms", 100, 1, 60000, SL_ABOVE_MIN, "time constant of that noise",
              "assumed"),
    SL_F_TIME(T, lag_ns, "lag_ms", 3, 0, 1000, 0, "first-order lag from chip to power supply",
              "1 to 5 ms from chip to supply input, recalled"),
};
const struct sl_table sl_accelerator_table =
    SL_TABLE("accelerator", "Accelerators and the servers around them.", T, accelerator_fields);
#undef T

static double base_w(const struct sl_accelerator_params *p)
{
    return p->rack_base_w + (double)p->servers_per_rack * p->server_base_w;
}

double sl_rack_dc_w(const struct sl_accelerator_params *p, double accelerators_w)
{
    return base_w(p) + (1.0 + p->server_overhead_fraction) * accelerators_w;
}

double sl_rack_accelerators_w(const struct sl_accelerator_params *p, double dc_w)
{
    return (dc_w - base_w(p)) / (1.0 + p->server_overhead_fraction);
}

double sl_rack_rated_dc_w(const struct sl_accelerator_params *p)
{
    return sl_rack_dc_w(p, (double)(p->servers_per_rack * p->accelerators_per_server) * p->rated_power_w);
}

double sl_rack_idle_dc_w(const struct sl_accelerator_params *p)
{
    return sl_rack_dc_w(p, (double)(p->servers_per_rack * p->accelerators_per_server) * p->idle_power_w);
}

double sl_server_gain(const struct sl_accelerator_params *p, uint64_t seed, uint64_t server)
{
    double z = sl_random_normal(seed, SL_RANDOM_GAIN, server, 0);
    return 1.0 + p->gain_spread_fraction * fmax(-4.0, fmin(4.0, z));
}
