/* Who touched which four bytes since the block's last barrier. Of readers two are remembered, which is enough to find one
 * that is not the writer; threads that write the same value do each other no harm, nor does a plain read beside
 * atomics (loops around atomicCAS begin with one). Lanes of a warp have kept step where a warp operation lies between. */
#include "arraylib/ir/races.h"

#include "base/memory.h"

#include <string.h>

enum { WORD = 4, REMEMBERED = 2, WARPS_MAX = 32 };

typedef struct Place {
    uintptr_t word; /* the address over WORD; 0: free */
    uint32_t turn;  /* what follows counts in this one */
    Touch write, reads[REMEMBERED], atomics[REMEMBERED];
} Place;

struct Races {
    Place *places;
    size_t capacity, count;
    uint32_t turn, warp_turns[WARPS_MAX];
};

Races *races_create(void) {
    Races *races = memory_allocate_zeroed(1, sizeof *races);
    if (!races) return NULL;
    races->capacity = 1024;
    races->places = memory_allocate_zeroed(races->capacity, sizeof *races->places);
    if (races->places) return races;
    memory_release(races);
    return NULL;
}

void races_destroy(Races *races) {
    if (!races) return;
    memory_release(races->places);
    memory_release(races);
}

void races_start_block(Races *races) {
    if (races->count) memset(races->places, 0, races->capacity * sizeof *races->places);
    races->count = 0;
    races->turn = 1;
}

void races_barrier(Races *races) { races->turn++; }
void races_warp(Races *races, int32_t first_thread) { races->warp_turns[first_thread / IR_WARP_SIZE % WARPS_MAX]++; }

static Place *seek(Place *places, size_t capacity, uintptr_t word) {
    size_t at = (size_t)((word * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & (capacity - 1);
    while (places[at].word && places[at].word != word) at = (at + 1) & (capacity - 1);
    return &places[at];
}

static bool grow(Races *races) {
    size_t capacity = 2 * races->capacity;
    Place *places = memory_allocate_zeroed(capacity, sizeof *places);
    if (!places) return false;
    for (size_t i = 0; i < races->capacity; i++)
        if (races->places[i].word) *seek(places, capacity, races->places[i].word) = races->places[i];
    memory_release(races->places);
    races->places = places;
    races->capacity = capacity;
    return true;
}

static Place *place_of(Races *races, uintptr_t word) {
    if (races->count * 2 >= races->capacity && !grow(races)) return NULL;
    Place *place = seek(races->places, races->capacity, word);
    if (!place->word) races->count++;
    if (!place->word || place->turn != races->turn) {
        *place = (Place){.word = word, .turn = races->turn};
        place->write.thread = -1;
        for (int i = 0; i < REMEMBERED; i++) place->reads[i].thread = place->atomics[i].thread = -1;
    }
    return place;
}

static bool is_ordered(const Touch *before, const Touch *now) {
    if (before->thread < 0 || before->thread == now->thread || !(before->bytes & now->bytes)) return true;
    return before->thread / IR_WARP_SIZE == now->thread / IR_WARP_SIZE && before->warp_turn != now->warp_turn;
}

static const Touch *conflict(const Place *place, const Touch *now) {
    bool same = now->kind == TOUCH_WRITE && place->write.bytes == now->bytes && place->write.value == now->value;
    if (!is_ordered(&place->write, now) && !same) return &place->write;
    for (int i = 0; i < REMEMBERED; i++) {
        if (now->kind == TOUCH_WRITE && !is_ordered(&place->reads[i], now)) return &place->reads[i];
        if (now->kind == TOUCH_WRITE && !is_ordered(&place->atomics[i], now)) return &place->atomics[i];
    }
    return NULL;
}

static void remember(Touch *places, int count, const Touch *now) {
    int at = count - 1;
    for (int i = count - 1; i >= 0; i--)
        if (places[i].thread < 0 || places[i].thread == now->thread) at = i;
    uint8_t before = places[at].thread == now->thread && places[at].warp_turn == now->warp_turn ? places[at].bytes : 0;
    places[at] = *now;
    places[at].bytes |= before;
}

bool races_touch(Races *races, TouchKind kind, int32_t thread, int32_t line, uintptr_t address, size_t size, const void *value, Touch *other, uintptr_t *where) {
    other->thread = -1;
    for (uintptr_t word = address / WORD; word <= (address + size - 1) / WORD; word++) {
        uintptr_t start = word * WORD > address ? word * WORD : address, end = (word + 1) * WORD < address + size ? (word + 1) * WORD : address + size;
        Touch now = {.kind = kind, .thread = thread, .line = line, .warp_turn = races->warp_turns[thread / IR_WARP_SIZE % WARPS_MAX]};
        for (uintptr_t byte = start; byte < end; byte++) now.bytes |= (uint8_t)(1u << (byte - word * WORD));
        if (value) memcpy((char *)&now.value + (start - word * WORD), (const char *)value + (start - address), end - start);
        Place *place = place_of(races, word);
        if (!place) return false;
        const Touch *found = conflict(place, &now);
        if (found) {
            *other = *found;
            *where = start;
            return false;
        }
        if (kind == TOUCH_READ) remember(place->reads, REMEMBERED, &now);
        else if (kind == TOUCH_ATOMIC) remember(place->atomics, REMEMBERED, &now);
        else if (place->write.thread < 0 || place->write.thread != thread) place->write = now;
        else remember(&place->write, 1, &now);
    }
    return true;
}

/* ---- reports ---- */

static void append_thread(TextBuffer *text, const RaceScene *scene, int32_t thread) {
    int32_t x = (int32_t)scene->block_size[0], y = (int32_t)scene->block_size[1];
    text_append_format(text, "thread (%d, %d, %d)", thread % x, thread / x % y, thread / x / y);
}

static void append_line(TextBuffer *text, int32_t line) {
    if (line) text_append_format(text, " at line %d", (int)line);
}

static void append_start(TextBuffer *text, const RaceScene *scene) {
    text_append_format(text, "kernel %s, block (%d, %d, %d): ", scene->kernel->name, (int)scene->block[0], (int)scene->block[1], (int)scene->block[2]);
}

/* [3][4].x, of the element that lies so many bytes behind. */
static void append_path(TextBuffer *text, const IrType *type, int64_t offset) {
    for (;;) {
        if (type->kind == IR_FIXED && type->element->size) {
            text_append_format(text, "[%lld]", (long long)(offset / type->element->size));
            offset %= type->element->size;
            type = type->element;
            continue;
        }
        const IrField *field = NULL;
        for (int i = 0; type->kind == IR_STRUCT && i < type->field_count; i++)
            if (type->fields[i].offset <= offset) field = &type->fields[i];
        if (!field) return;
        text_append_format(text, ".%s", field->name);
        offset -= field->offset;
        type = field->type;
    }
}

static const char *name_or(const IrValue *value, const char *otherwise) { return value->message ? value->message : otherwise; }

static void append_elements(TextBuffer *text, const IrType *element, int64_t offset) {
    text_append_format(text, "[%lld]", (long long)(element->size ? offset / element->size : offset));
    append_path(text, element, element->size ? offset % element->size : 0);
}

static bool append_shared(TextBuffer *text, const RaceScene *scene, uintptr_t where) {
    if (where < (uintptr_t)scene->shared || where - (uintptr_t)scene->shared >= scene->shared_bytes + scene->dynamic_bytes) return false;
    int64_t offset = (int64_t)(where - (uintptr_t)scene->shared);
    for (int i = 0; i < scene->place_count; i++) {
        const IrValue *place = scene->places[i];
        const IrType *type = place->type->element;
        int64_t within = offset - scene->offsets[i];
        if (place->operation == IR_SHARED && within >= 0 && within < type->size) {
            text_append(text, name_or(place, "shared memory"));
            append_path(text, type, within);
            return true;
        }
        if (place->operation != IR_DYNAMIC_SHARED || offset < (int64_t)scene->shared_bytes) continue;
        text_append(text, name_or(place, "shared memory"));
        append_elements(text, type, offset - (int64_t)scene->shared_bytes);
        return true;
    }
    return false;
}

static void append_place(TextBuffer *text, const RaceScene *scene, uintptr_t where) {
    if (append_shared(text, scene, where)) return;
    for (const IrGlobal *global = scene->kernel->module->globals; global; global = global->next) {
        uintptr_t start = (uintptr_t)global->bytes;
        if (where < start || where - start >= (uintptr_t)global->type->size) continue;
        text_append(text, global->name);
        append_path(text, global->type, (int64_t)(where - start));
        return;
    }
    for (size_t k = 0; scene->memory && k < scene->memory->count; k++) {
        const IrRange *range = &scene->memory->ranges[k];
        if (where < range->start || where >= range->end) continue;
        for (int i = 0; i < scene->kernel->parameter_count; i++) {
            const IrValue *parameter = scene->kernel->parameters[i];
            if (parameter->type->kind != IR_POINTER) continue;
            uintptr_t start = *(const uintptr_t *)scene->arguments[i];
            if (start < range->start || start > where) continue;
            text_append(text, name_or(parameter, parameter->name));
            append_elements(text, parameter->type->element, (int64_t)(where - start));
            return;
        }
    }
    text_append(text, "global memory");
}

static bool raise(TextBuffer *text, Error *error) {
    error_set(error, "RuntimeError", "%s", text_string(text));
    text_release(text);
    return false;
}

bool races_report(const RaceScene *scene, const Touch *now, const Touch *other, uintptr_t where, Error *error) {
    static const char *const words[] = {"read", "written", "changed atomically"};
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_start(&text, scene);
    append_place(&text, scene, where);
    text_append_format(&text, " is %s by ", words[other->kind]);
    append_thread(&text, scene, other->thread);
    append_line(&text, other->line);
    text_append_format(&text, " and %s by ", words[now->kind]);
    append_thread(&text, scene, now->thread);
    append_line(&text, now->line);
    text_append(&text, ", with no __syncthreads() between them");
    return raise(&text, error);
}

bool races_report_barrier(const RaceScene *scene, int32_t thread, int32_t line, int32_t other, int32_t other_line, Error *error) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    append_start(&text, scene);
    append_thread(&text, scene, thread);
    text_append(&text, " waits at the __syncthreads()");
    text_append_format(&text, " of line %d, which ", (int)line);
    append_thread(&text, scene, other);
    if (other_line) text_append_format(&text, " does not reach: it waits at that of line %d", (int)other_line);
    else text_append(&text, " has passed by: it has ended");
    return raise(&text, error);
}
