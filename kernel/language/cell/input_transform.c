#include "kernel/language/cell/input_transform.h"
#include "kernel/language/cell/input_state.h"

#include "base/memory.h"
#include "base/text_buffer.h"

char *cell_lines_join(Arena *arena, const CellLines *lines, size_t *length) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < lines->count; i++)
        text_append_bytes(&text, lines->items[i].text, lines->items[i].length);
    char *result = text.failed ? NULL : arena_copy(arena, text_string(&text), text.length);
    *length = text.length;
    text_release(&text);
    return result;
}

char *input_transform(const char *source, size_t length) {
    Arena arena = ARENA_EMPTY;
    TextBuffer text = TEXT_BUFFER_EMPTY;
    CellLines lines;
    size_t joined_length = 0;
    char *result = NULL;
    text_append_bytes(&text, source, length);
    if (!length || source[length - 1] != '\n') text_append_char(&text, '\n');
    bool good = !text.failed && cell_split(&arena, text_string(&text), text.length, &lines) &&
                input_clean(&arena, &lines) && input_transform_cell_magic(&arena, &lines) &&
                input_transform_magics(&arena, &lines);
    char *joined = good ? cell_lines_join(&arena, &lines, &joined_length) : NULL;
    if (joined) result = memory_copy_bytes(joined, joined_length);
    text_release(&text);
    arena_release(&arena);
    return result;
}
