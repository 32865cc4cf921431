/* Exact step of a small linear system dx/dt = A x + b with A and b held:
 *   x' = x + h phi1(A h) (A x + b),   mean of x over the step = x + h phi2(A h) (A x + b),
 *   phi1(z) = (e^z - 1)/z,  phi2(z) = (e^z - 1 - z)/z^2,
 * by Taylor series at A h/2^s and the doubling formulas phi1(2z) = phi1(z) (1 + z phi1(z)/2) and
 * phi2(2z) = (phi1(z)^2 + 2 phi2(z))/4. Written as a change, so that an equilibrium stays put to the last
 * bit. */
#ifndef SL_COOLING_LINEAR_H
#define SL_COOLING_LINEAR_H

/* Three states, x' - x in change, the mean of x over h_s in mean. A may be singular, not unstable (|A h| <
 * 2^40). */
void sl_linear_step3(const double a[3][3], const double b[3], double h_s, const double x[3], double change[3],
                     double mean[3]);

#endif
