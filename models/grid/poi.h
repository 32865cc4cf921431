/* Point of interconnection: a constant source behind an impedance (Thevenin), feeding a load of constant P
 * and Q.
 *
 *   V^4 + (2 (R P + X Q) - E^2) V^2 + (P^2 + Q^2)(R^2 + X^2) = 0, the upper root, exact for any load;
 *   angle of V against E = -atan2(X P - R Q, V^2 + R P + X Q).
 * P and Q are positive when consumed. The first-order formula (R P + X Q)/V understates the dip 2.5 times at
 * a short-circuit ratio of 5 and is not used. Below a ratio of about 2.2 a constant power of unity power
 * factor has no operating point without support: that is a result, not a number. Source: Kundur, Power System
 * Stability and Control, 1994, section 2.1 and chapter 14 (recalled); Kessel and Glavitsch, 1986, for the
 * limit (recalled). Valid: positive sequence, fundamental frequency, quasi-steady (slower than about 5 Hz,
 * hence not for network resonance). Left out: tap changers, harmonics, negative sequence. */
#ifndef SL_GRID_POI_H
#define SL_GRID_POI_H

struct sl_poi {
    double e_pu;       /* source voltage behind the impedance, on the nominal voltage */
    double r_pu, x_pu; /* on base_va */
    double base_va;
};

/* E = 1 and |Z| = 1 pu on the short-circuit power, both above 0. x_over_r >= 0. */
struct sl_poi sl_poi_of(double short_circuit_va, double x_over_r);

/* The operating point of a load p_w + j q_var: |V| in pu and its angle against the source in degrees
 * (negative when power flows to the load). Returns non-zero, leaving the outputs alone, when there is none.
 * angle_deg may be NULL. */
int sl_poi_solve(const struct sl_poi *poi, double p_w, double q_var, double *v_pu, double *angle_deg);

/* Sets E so that V = v_pu at p_w + j q_var. Non-zero when that point would lie on the lower, unstable branch.
 */
int sl_poi_schedule(struct sl_poi *poi, double v_pu, double p_w, double q_var);

/* The largest power that can be consumed at a constant ratio Q/P (0: (|Z| - R)/(2 X^2) pu at E = 1), W. */
double sl_poi_power_max_w(const struct sl_poi *poi, double q_over_p);

#endif
