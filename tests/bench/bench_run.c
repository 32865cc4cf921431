/* Speed of whole runs, end to end, into a temporary folder; with the default record where the label does not say
 * otherwise (as shipped there are capture windows of all racks too). Each line tells simulated
 * seconds a second (best of five), accelerator-steps a second, their ratio to a calibration kernel timed in the same
 * process (which is what to compare between machines and days), bytes of the result a step, and the peak memory of the
 * process so far. Argument: threads. */
#include "sim/commands/load.h"
#include "sim/commands/session.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double wall_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* a = a k + c over 16 KiB of doubles: updates a second, best of five. */
static double calibrate(void)
{
    static double a[2048];
    double best = 0.0;
    for (int round = 0; round < 5; round++) {
        double t0 = wall_s();
        for (int n = 0; n < 20000; n++) {
            for (size_t i = 0; i < 2048; i++) a[i] = a[i] * 0.999 + 1.0;
            __asm__ volatile("" : : "r"(a) : "memory");
        }
        double got = 20000.0 * 2048.0 / (wall_s() - t0);
        if (got > best) best = got;
    }
    return best;
}

struct result {
    double wall_s, simulated_s, accelerator_steps, bytes_per_step;
};

static int run_once(const char *scenario, const char *const *sets, int threads, const char *out,
                    struct result *result)
{
    struct sl_loaded *loaded = calloc(1, sizeof *loaded);
    if (!loaded) return 1;
    struct sl_error err = {0};
    struct sl_run_options o = {
        .file = scenario, .output = out, .force = true, .quiet = true, .threads = threads};
    double t0 = wall_s();
    size_t count = !sets[0] ? 0 : !sets[1] ? 1 : 2;
    int status = sl_loaded_open(loaded, scenario, sets, count, &err);
    if (!status) status = sl_session_run(loaded, &o, &err);
    result->wall_s = wall_s() - t0;
    if (status) {
        fprintf(stderr, "%s: %s\n", scenario, err.text);
    } else {
        const struct sl_campus *c = &loaded->campus;
        double steps = (double)(c->duration_ns / c->step_ns);
        struct stat st;
        result->simulated_s = (double)c->duration_ns * 1e-9;
        result->accelerator_steps =
            steps * (double)c->layout.servers * (double)c->rack.accelerator.accelerators_per_server;
        result->bytes_per_step = stat(out, &st) == 0 ? (double)st.st_size / steps : 0.0;
    }
    sl_loaded_free(loaded);
    free(loaded);
    return status;
}

static int bench(const char *label, const char *scenario, const char *const *sets, int threads,
                 double calibration, const char *out)
{
    struct result best = {0};
    for (int round = 0; round < 5; round++) {
        struct result r = {0};
        if (run_once(scenario, sets, threads, out, &r)) return 1;
        if (round == 0 || r.wall_s < best.wall_s) best = r;
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double rate = best.accelerator_steps / best.wall_s;
    printf("%-24s threads %d  simulated_s_per_s %7.1f  accelerator_steps_per_s %.3g  per_calibration %.3f  "
           "bytes_per_step %6.1f  peak_mb %.0f\n",
           label, threads, best.simulated_s / best.wall_s, rate, rate / calibration, best.bytes_per_step,
           (double)usage.ru_maxrss / 1024.0);
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *label, *scenario, *sets[2];
    } runs[] = {
        {"quickstart, as shipped", "scenarios/quickstart.json", {NULL}},
        {"ramp_100k, as shipped", "scenarios/training_ramp_100k.json", {NULL}},
        {"64_jobs, as shipped", "scenarios/training_64_jobs.json", {NULL}},
        {"ramp_100k", "scenarios/training_ramp_100k.json", {"record={}"}},
        {"64_jobs", "scenarios/training_64_jobs.json", {"record={}"}},
        {"ramp_100k x 10", "scenarios/training_ramp_100k.json", {"record={}", "time.duration_s=600"}},
        {"64_jobs x 10", "scenarios/training_64_jobs.json", {"record={}", "time.duration_s=600"}},
    };
    int threads = argc > 1 ? atoi(argv[1]) : 1, failed = 0;
    char out[256];
    snprintf(out, sizeof out, "%s/stepload_bench_%ld.h5", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp",
             (long)getpid());
    double calibration = calibrate();
    printf("calibration_updates_per_s %.4g   processors %d\n", calibration, omp_get_num_procs());
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
        failed |= bench(runs[i].label, runs[i].scenario, runs[i].sets, threads, calibration, out);
    remove(out);
    return failed;
}
