/* Names of and beside a result file, and syncing its folder so that a rename survives a power cut. */
#ifndef SL_OUTPUT_PATH_H
#define SL_OUTPUT_PATH_H

#include <stddef.h>

struct sl_error;

/* path + ending, to be freed; NULL: out of memory. */
char *sl_path_with(const char *path, const char *ending);

/* path without a trailing `ending`, with `other` in its place: "a/run.h5" -> "a/run.ckpt". */
char *sl_path_swap(const char *path, const char *ending, const char *other);

/* Whether a file may be written under this name and `longer` more characters: its folder is there, and under the name
 * itself nothing or a regular file. A symbolic link is refused: renaming would replace it, not what it points to.
 * Returns 0 or SL_ERR_IO with the reason; looks only, so creating may still fail. */
int sl_path_check(const char *path, size_t longer, struct sl_error *err);

void sl_path_sync_folder(const char *path);

#endif
