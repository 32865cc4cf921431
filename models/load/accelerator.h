/* What a rack of accelerators draws from its power supplies (direct current, behind the PSUs):
 *
 *     dc = rack base + servers * server base + (1 + overhead fraction) * sum of accelerator powers
 *
 * A server's accelerators draw its gain times the power of the nominal accelerator, idle ones included; the gain is a
 * static draw (SL_RANDOM_GAIN), normal with the spread, cut at 4 sigma. Each accelerator follows its work with a
 * first-order lag (chip, voltage regulator, board), kernel.h. Busy accelerators add noise, noise.h.
 * Left out: fan and clock dynamics of a server, leakage that grows with temperature. */
#ifndef SL_LOAD_ACCELERATOR_H
#define SL_LOAD_ACCELERATOR_H

#include "models/base/field.h"

#include <stdint.h>

struct sl_accelerator_params {
    double rated_power_w; /* thermal design power of one accelerator */
    double idle_power_w;
    int64_t accelerators_per_server;
    int64_t servers_per_rack;
    double server_base_w;            /* of a server, whatever its accelerators do */
    double server_overhead_fraction; /* of the accelerators' power: processors, memory, fans, regulators */
    double rack_base_w;              /* switches, pumps, management */
    double gain_spread_fraction;     /* server to server, one sigma */
    double noise_fraction;           /* of one busy accelerator, sigma over rated power */
    int64_t noise_tau_ns;
    int64_t lag_ns;
};

extern const struct sl_table sl_accelerator_table;

/* Rack power behind the PSUs, W, for the summed power of its accelerators, and back. */
double sl_rack_dc_w(const struct sl_accelerator_params *p, double accelerators_w);
double sl_rack_accelerators_w(const struct sl_accelerator_params *p, double dc_w);

/* Power of all of a rack's accelerators at rated and at idle power: behind the PSUs, W. */
double sl_rack_rated_dc_w(const struct sl_accelerator_params *p);
double sl_rack_idle_dc_w(const struct sl_accelerator_params *p);

/* The gain of a server: counted over the fleet from 0. */
double sl_server_gain(const struct sl_accelerator_params *p, uint64_t seed, uint64_t server);

#endif
