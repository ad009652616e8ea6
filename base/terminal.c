#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool terminal_shows_colour(int descriptor) {
    const char *unwanted = getenv("NO_COLOR");
    return isatty(descriptor) && !(unwanted && *unwanted);
}

/* The length of the colour at the beginning of the text; 0: there is none. */
static size_t colour_length(const char *text) {
    if (text[0] != '\033' || text[1] != '[') return 0;
    size_t length = 2 + strspn(text + 2, "0123456789;:");
    return text[length] == 'm' ? length + 1 : 0;
}

void terminal_write_line(FILE *file, const char *line, bool with_colour) {
    for (size_t length; *line; line += length) {
        length = with_colour ? 0 : colour_length(line);
        if (length) continue;
        length = strcspn(line + 1, "\033") + 1;
        fwrite(line, 1, length, file);
    }
    fputc('\n', file);
}
