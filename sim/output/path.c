#include "sim/output/path.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *sl_path_with(const char *path, const char *ending)
{
    size_t size = strlen(path) + strlen(ending) + 1;
    char *joined = malloc(size);
    if (joined) snprintf(joined, size, "%s%s", path, ending);
    return joined;
}

char *sl_path_swap(const char *path, const char *ending, const char *other)
{
    size_t n = strlen(path), k = strlen(ending);
    int ends = n > k && strcmp(path + n - k, ending) == 0;
    char *stem = strndup(path, ends ? n - k : n), *joined = stem ? sl_path_with(stem, other) : NULL;
    free(stem);
    return joined;
}

void sl_path_sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}
