/* Speed of the load stages on one thread: 25,002 trays (1,389 racks of 18), iterations of 2 s, steps of 1 ms, noise and
 * conversion on. Prints simulated seconds a second, and a calibration kernel timed in the same process. */
#include "tests/sim/campus/load_rig.h"

#include <omp.h>
#include <stdio.h>
#include <time.h>

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a = a k + c over 16 KiB of doubles: updates a second. */
static double calibrate(void)
{
    static double a[2048];
    double t0 = now_s();
    for (int n = 0; n < 20000; n++) {
        for (size_t i = 0; i < 2048; i++) a[i] = a[i] * 0.999 + 1.0;
        __asm__ volatile("" : : "r"(a) : "memory");
    }
    return 20000.0 * 2048.0 / (now_s() - t0);
}

static double rate(int jobs, int smooth)
{
    struct sl_accelerator_params a = rig_accelerator();
    struct sl_job_params list[64];
    int64_t each = 1389 * 72 / jobs;
    for (int i = 0; i < jobs; i++) {
        list[i] = rig_job("bench", each);
        list[i].program.iteration_ns = 2 * S + i * 10 * MS;
        list[i].has_smoothing = smooth;
        list[i].smoothing = (struct sl_smoothing_params){0.6, NAN, 2000, 2000, 100 * MS};
    }
    struct rig r;
    if (!rig_start(&r, &a, 1, 1389, list, (size_t)jobs, MS, 100, 7)) return 0;
    double best = 0;
    for (int round = 0; round < 5; round++) {
        double t0 = now_s();
        for (int p = 0; p < 40; p++) rig_period(&r);
        double got = 4.0 / (now_s() - t0);
        if (got > best) best = got;
    }
    rig_end(&r);
    return best;
}

int main(void)
{
    omp_set_num_threads(1);
    double cal = calibrate();
    printf("calibration_updates_per_s %.4g\n", cal);
    for (int i = 0; i < 4; i++) {
        int jobs = i % 2 ? 64 : 1, smooth = i / 2;
        double got = rate(jobs, smooth);
        printf("load_simulated_s_per_s jobs=%d smoothing=%d %.1f   accelerator_steps_per_update %.4g\n", jobs,
               smooth, got, got * 1e3 * 1389 * 72 / cal);
    }
    return 0;
}
