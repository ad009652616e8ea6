/* Runs a fuzz target over files and folders of inputs, as libFuzzer does when it is given files, and prints TAP:
 * one test a folder. Built with -fsanitize=fuzzer instead (without this file), the same target searches for more. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return 0;
    size_t length = 0, capacity = 1 << 16;
    uint8_t *bytes = malloc(capacity);
    while (bytes && !feof(file) && !ferror(file)) {
        if (length == capacity) {
            uint8_t *more = realloc(bytes, capacity *= 2);
            if (!more) break;
            bytes = more;
        }
        length += fread(bytes + length, 1, capacity - length, file);
    }
    fclose(file);
    /* An exact copy, so that a sanitizer sees a read past its end. */
    uint8_t *exact = malloc(length ? length : 1);
    if (bytes && exact) {
        memcpy(exact, bytes, length);
        LLVMFuzzerTestOneInput(exact, length);
    }
    free(exact);
    free(bytes);
    return 1;
}

static int replay_folder(const char *path) {
    DIR *folder = opendir(path);
    if (!folder) return replay_file(path);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        char name[4096];
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        count += replay_file(name);
    }
    closedir(folder);
    return count;
}

int main(int count, char **arguments) {
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    for (int i = 1; i < count; i++) {
        int inputs = replay_folder(arguments[i]);
        const char *name = strrchr(arguments[i], '/');
        printf("%s %d - %d inputs of %s\n", inputs ? "ok" : "not ok", i, inputs, name ? name + 1 : arguments[i]);
    }
    return 0;
}
