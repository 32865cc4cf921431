/* Hot vector loops are built twice, for the baseline and for AVX2, and the loader picks. Contraction is off, so that
 * both give the same bits (performance.md: contraction is the only effect of the instruction set); tests compare them. */
#ifndef SL_BASE_CLONES_H
#define SL_BASE_CLONES_H

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(SL_NO_CLONES)
#define SL_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define SL_CLONES
#endif

#endif
