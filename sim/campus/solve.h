/* The solution inside a step: storage, path and grid brought to one voltage and one flow.
 *
 * One unknown, the voltage v of the MV bus, closes the loop: storage answers v and the flow, the path turns it into P
 * and Q at the POI and the voltage that the POI must have for that, the grid gives the POI a voltage for P and Q; the
 * mismatch of the two falls with v, so a secant step inside a bracket finds the root. A trial is a few walks over the
 * tree. Voltage one step late would be an algebraic loop that diverges with storage on voltage control. */
#ifndef SL_CAMPUS_SOLVE_H
#define SL_CAMPUS_SOLVE_H

#include "sim/campus/sources.h"

/* What the scenario's dips hold fixed: each phase at its deepest. */
struct sl_dip {
    int phases; /* held */
    bool held[3];
    double pu[3];
};

struct sl_dip sl_dips_at(const struct sl_sources *sources, int64_t t_ns);

bool sl_sources_has_impedance(const struct sl_sources *sources);

/* Solves the step from t_ns: path and site are left at the solution, sources->out holds P, Q and the angle. mv_w,
 * mv_var: own load of the MV bus besides storage and renewables. SL_ERR_RUN says what has no answer. */
int sl_solve(struct sl_sources *sources, struct sl_path *path, struct sl_site *site, double mv_w,
             double mv_var, const struct sl_dip *dip, int64_t t_ns, struct sl_error *err);

/* The error of a load that the grid cannot feed. */
int sl_no_operating_point(const struct sl_sources *sources, const struct sl_path *path, int64_t t_ns,
                          struct sl_error *err);

#endif
