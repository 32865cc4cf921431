/* How threads wait for each other. */
#ifndef SL_THREADS_H
#define SL_THREADS_H

/* OpenMP's threads spin at barriers by default; on a machine that others use as well, a spinning thread can keep the one
 * it waits for off its processor (measured: 27 s and 54 s instead of 4 s). The wait policy is read before main begins,
 * so a process without one starts itself again with OMP_WAIT_POLICY=passive; a policy that the user has set stays.
 * Returns if nothing is to be done or it cannot be done. */
void sl_threads_wait_passively(char **argv);

#endif
