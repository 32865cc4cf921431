/* What was built: for --version and for the provenance of results. */
#ifndef SL_VERSION_H
#define SL_VERSION_H

extern const char sl_version[];  /* 0.1.0 */
extern const char sl_git_hash[]; /* abbreviated commit, -dirty if changed; "unknown" outside a repository */
extern const char sl_build_flags[]; /* optimisation flags */

#endif
