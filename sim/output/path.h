/* Names beside a result file, and syncing its folder so that a rename survives a power cut. */
#ifndef SL_OUTPUT_PATH_H
#define SL_OUTPUT_PATH_H

/* path + ending, to be freed; NULL: out of memory. */
char *sl_path_with(const char *path, const char *ending);

/* path without a trailing `ending`, with `other` in its place: "a/run.h5" -> "a/run.ckpt". */
char *sl_path_swap(const char *path, const char *ending, const char *other);

void sl_path_sync_folder(const char *path);

#endif
