#include "models/cooling/linear.h"

#include <math.h>

struct matrix {
    double m[3][3];
};

static struct matrix times(struct matrix a, struct matrix b)
{
    struct matrix c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
    return c;
}

/* alpha a + beta I */
static struct matrix scaled(struct matrix a, double alpha, double beta)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] = alpha * a.m[i][j] + (i == j ? beta : 0.0);
    return a;
}

static double norm(struct matrix a)
{
    double most = 0.0;
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(a.m[i][0]) + fabs(a.m[i][1]) + fabs(a.m[i][2]));
    return most;
}

/* Horner from z^16: |z| <= 1/2 leaves less than 1e-19. phi2 = sum z^k/(k+2)!, phi1 = 1 + z phi2. */
static struct matrix phi2_series(struct matrix z)
{
    struct matrix sum = scaled(z, 0.0, 1.0);
    for (int k = 16; k >= 1; k--) sum = scaled(times(z, sum), 1.0 / (k + 2), 1.0);
    return scaled(sum, 0.5, 0.0);
}

static struct matrix sum_of(struct matrix a, struct matrix b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a.m[i][j] += b.m[i][j];
    return a;
}

static void apply(struct matrix a, const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a.m[i][0] * v[0] + a.m[i][1] * v[1] + a.m[i][2] * v[2];
}

void sl_linear_step3(const double a[3][3], const double b[3], double h_s, const double x[3], double change[3],
                     double mean[3])
{
    struct matrix z;
    double rate[3];
    for (int i = 0; i < 3; i++) {
        rate[i] = h_s * (a[i][0] * x[0] + a[i][1] * x[1] + a[i][2] * x[2] + b[i]);
        for (int j = 0; j < 3; j++) z.m[i][j] = a[i][j] * h_s;
    }
    int doublings = 0;
    for (double n = norm(z); n > 0.5 && doublings < 60; n *= 0.5) doublings++;
    z = scaled(z, ldexp(1.0, -doublings), 0.0);
    struct matrix phi2 = phi2_series(z), phi1 = scaled(times(z, phi2), 1.0, 1.0);
    for (int k = 0; k < doublings; k++) {
        phi2 = scaled(sum_of(times(phi1, phi1), scaled(phi2, 2.0, 0.0)), 0.25, 0.0);
        phi1 = times(phi1, scaled(times(z, phi1), 0.5, 1.0));
        z = scaled(z, 2.0, 0.0);
    }
    apply(phi1, rate, change);
    apply(phi2, rate, mean);
    for (int i = 0; i < 3; i++) mean[i] += x[i];
}
