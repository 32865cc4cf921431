#include "sim/output/path.h"

#include "models/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* With its slash, so that the root stays one; "." if the path names none. To be freed. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup("./");
}

static int fail_long(const char *path, size_t over, struct sl_error *err)
{
    return sl_fail(err, SL_ERR_IO, "the name of the result file is %zu characters too long: %.200s", over,
                   path);
}

static int folder_check(const char *path, size_t longer, struct sl_error *err)
{
    const char *slash = strrchr(path, '/');
    size_t name = strlen(slash ? slash + 1 : path) + longer;
    struct stat st;
    char *folder = folder_of(path);
    if (!folder) return sl_no_memory(err, "a path");
    int shown = (int)strlen(folder) - (strlen(folder) > 1), e = 0;
    long most = pathconf(folder, _PC_NAME_MAX);
    if (stat(folder, &st))
        e = errno == ENOENT    ? sl_fail(err, SL_ERR_IO, "%s: the folder %.*s does not exist: make it first",
                                         path, shown, folder)
            : errno == ENOTDIR ? sl_fail(err, SL_ERR_IO, "%s: %.*s is not a folder", path, shown, folder)
                               : sl_fail(err, SL_ERR_IO, "%s: %s", path, strerror(errno));
    else if (most > 0 && name > (size_t)most)
        e = fail_long(path, name - (size_t)most, err);
    else if (strlen(path) + longer >= PATH_MAX)
        e = fail_long(path, strlen(path) + longer + 1 - PATH_MAX, err);
    free(folder);
    return e;
}

static const char *why_not(mode_t mode)
{
    if (S_ISDIR(mode)) return "is a folder: name a file in it";
    if (S_ISLNK(mode)) return "is a symbolic link and would be replaced: name the file itself";
    return "is not a regular file: it cannot become a result";
}

int sl_path_check(const char *path, size_t longer, struct sl_error *err)
{
    size_t length = strlen(path);
    struct stat st;
    if (!length) return sl_fail(err, SL_ERR_IO, "the result file has no name: give one with --output");
    if (length >= PATH_MAX) return fail_long(path, length + longer + 1 - PATH_MAX, err);
    if (lstat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return sl_fail(err, SL_ERR_IO, "%s %s", path, why_not(st.st_mode));
    if (path[length - 1] == '/') return sl_fail(err, SL_ERR_IO, "%s names a folder: name a file in it", path);
    return folder_check(path, longer, err);
}

void sl_path_sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}
