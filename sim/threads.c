#include "sim/threads.h"

#include <stdlib.h>
#include <unistd.h>

void sl_threads_wait_passively(char **argv)
{
    if (getenv("OMP_WAIT_POLICY") || setenv("OMP_WAIT_POLICY", "passive", 1) != 0) return;
    execv("/proc/self/exe", argv);
}
