#include "base/folders.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool folders_make(char *path, mode_t mode) {
    int problem = 0;
    for (char *slash = *path ? strchr(path + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, mode) != 0 && errno != EEXIST && !problem) problem = errno;
        *slash = '/';
    }
    if (mkdir(path, mode) == 0 || errno == EEXIST) return true;
    if (problem) errno = problem;
    return false;
}

bool folders_make_above(char *path, mode_t mode) {
    char *slash = strrchr(path, '/');
    if (!slash || slash == path) return true;
    *slash = '\0';
    bool made = folders_make(path, mode);
    *slash = '/';
    return made;
}

bool folders_program(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0;
}
