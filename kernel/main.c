#include "config.h"

#include <stdio.h>
#include <string.h>

int main(int count, char **arguments) {
    if (count == 2 && !strcmp(arguments[1], "--version")) {
        printf("cupola %s\n", PACKAGE_VERSION);
        return 0;
    }
    return 2;
}
