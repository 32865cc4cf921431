#include "sim/version.h"

#ifndef SL_VERSION
#define SL_VERSION "unknown"
#endif
#ifndef SL_GITHASH
#define SL_GITHASH "unknown"
#endif
#ifndef SL_BUILD_FLAGS
#define SL_BUILD_FLAGS "unknown"
#endif

const char sl_version[] = SL_VERSION;
const char sl_git_hash[] = SL_GITHASH;
const char sl_build_flags[] = SL_BUILD_FLAGS;
