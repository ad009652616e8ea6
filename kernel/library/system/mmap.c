/* _mmap: memory that shows a file, or nobody's but the program's. mmap (in Python) is derived from Map.
 *
 * Whoever keeps the memory for longer than a call (a memoryview, an array over it) holds a Lease; while there are any, the
 * memory stays where it is: close() and resize() refuse, as CPython's do. */
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"
#include "kernel/objects/core/value_support.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Map {
    Object object;
    char *memory; /* NULL: closed */
    int64_t length, stride;
    int descriptor; /* our own; -1: none */
    int64_t offset; /* of the memory in the file */
    bool read_only, is_shared;
    size_t leases;
} Map;

typedef struct Lease {
    Object object;
    Map *map; /* retained */
} Lease;

static Map *map_of(Value value) { return (Map *)value.object; }

static bool map_is_open(Thread *thread, const Map *map) {
    if (!map->memory) raise_value_error(thread, "mmap closed or invalid");
    return map->memory != NULL;
}

static void map_close(Map *map) {
    if (map->memory) munmap(map->memory, (size_t)map->length);
    if (map->descriptor >= 0) close(map->descriptor);
    map->memory = NULL;
    map->descriptor = -1;
}

static void map_destroy(Object *self) { map_close((Map *)self); }

/* The words of CPython for what a file is too short for. A length of 0 becomes that of the file behind the offset. */
static bool fits_file(Thread *thread, int descriptor, int64_t *length, int64_t offset) {
    struct stat file;
    if (descriptor < 0) return true;
    if (fstat(descriptor, &file)) return raise_os_error(thread, errno, NULL), false;
    if (!S_ISREG(file.st_mode)) return true;
    if (!*length) {
        if (!file.st_size) return raise_value_error(thread, "cannot mmap an empty file"), false;
        if (offset >= file.st_size) return raise_value_error(thread, "mmap offset is greater than file size"), false;
        *length = file.st_size - offset;
    } else if (offset > file.st_size || file.st_size - offset < *length) {
        return raise_value_error(thread, "mmap length is greater than file size"), false;
    }
    return true;
}

static Value map_create(Thread *thread, Type *type, const Call *call) {
    Value arguments[5];
    int64_t numbers[5]; /* descriptor, length, flags, protection, offset */
    if (!native_match(thread, "mmap", "(fileno, length, flags, prot, offset)", call, arguments, 5)) return VALUE_ABSENT;
    bool good = true;
    for (int i = 0; i < 5 && good; i++) good = value_to_count(thread, arguments[i], &numbers[i]);
    native_release_arguments(arguments, 5);
    int descriptor = (int)numbers[0];
    if (!good || !fits_file(thread, descriptor, &numbers[1], numbers[4])) return VALUE_ABSENT;
    int flags = (int)numbers[2] | (descriptor < 0 ? MAP_ANONYMOUS : 0);
    int own = descriptor < 0 ? -1 : fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
    if (descriptor >= 0 && own < 0) return raise_os_error(thread, errno, NULL);
    void *memory = mmap(NULL, (size_t)numbers[1], (int)numbers[3], flags, own, numbers[4]);
    int failure = errno;
    Map *map = memory == MAP_FAILED ? NULL : object_new(thread, type);
    if (!map) {
        if (own >= 0) close(own);
        if (memory == MAP_FAILED) return raise_os_error(thread, failure, NULL);
        munmap(memory, (size_t)numbers[1]);
        return VALUE_ABSENT;
    }
    map->memory = memory;
    map->length = numbers[1];
    map->stride = 1;
    map->descriptor = own;
    map->offset = numbers[4];
    map->read_only = !(numbers[3] & PROT_WRITE);
    map->is_shared = (flags & MAP_SHARED) != 0;
    return value_from_object(map);
}

/* ---- Lent memory ---- */

static void lease_destroy(Object *self) {
    Map *map = ((Lease *)self)->map;
    if (!map) return;
    map->leases--;
    object_release(map);
}

static const Type lease_type = {.name = "_mmap.Lease", .documentation = "Keeps mapped memory.", .flags = TYPE_NO_CREATE | TYPE_IMMUTABLE,
                                .instance_size = sizeof(Lease), .destroy = lease_destroy};

static bool map_lend_memory(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    Map *map = map_of(self);
    if (!map_is_open(thread, map)) return false;
    *memory = (LentMemory){.first = map->memory, .shape = &map->length, .strides = &map->stride, .dimensions = 1, .format = 'B',
                           .read_only = map->read_only, .keeper = VALUE_ABSENT};
    if (!lasting) return true;
    Type *type = type_from_template(thread, &lease_type);
    Lease *lease = type ? object_new(thread, type) : NULL;
    if (!lease) return false;
    lease->map = object_retain(map);
    map->leases++;
    memory->keeper = value_from_object(lease);
    return true;
}

/* ---- Methods ---- */

NATIVE(map_close_method) {
    (void)native;
    Map *map = map_of(arguments[0]);
    if (map->leases) return raise_format(thread, thread_builtins(thread)->exception_BufferError, "cannot close exported pointers exist");
    map_close(map);
    return VALUE_NONE;
}

/* A stretch of the memory, given by two arguments. */
static bool stretch(Thread *thread, const Map *map, Value start, Value size, int64_t *from, int64_t *length) {
    *from = 0;
    if (!map_is_open(thread, map) || !value_to_count(thread, start, from)) return false;
    *length = map->length - *from;
    return value_is_none(size) || value_to_count(thread, size, length);
}

NATIVE(map_flush) {
    (void)native;
    const Map *map = map_of(arguments[0]);
    int64_t from, length;
    if (!stretch(thread, map, arguments[1], arguments[2], &from, &length)) return VALUE_ABSENT;
    if (from < 0 || length < 0 || length > map->length - from) return raise_value_error(thread, "flush values out of range");
    if (!map->is_shared || map->read_only) return VALUE_NONE;
    thread_block(thread);
    int failure = msync(map->memory + from, (size_t)length, MS_SYNC) ? errno : 0;
    thread_unblock(thread);
    return failure ? raise_os_error(thread, failure, NULL) : VALUE_NONE;
}

NATIVE(map_advise) {
    (void)native;
    const Map *map = map_of(arguments[0]);
    int64_t option, from, length;
    if (!value_to_count(thread, arguments[1], &option) || !stretch(thread, map, arguments[2], arguments[3], &from, &length)) return VALUE_ABSENT;
    if (from < 0 || from >= map->length) return raise_value_error(thread, "madvise start out of bounds");
    if (length < 0) return raise_value_error(thread, "madvise length invalid");
    if (length > map->length - from) length = map->length - from;
    if (madvise(map->memory + from, (size_t)length, (int)option)) return raise_os_error(thread, errno, NULL);
    return VALUE_NONE;
}

NATIVE(map_resize) {
    (void)native;
    Map *map = map_of(arguments[0]);
    int64_t length;
    if (!map_is_open(thread, map) || !value_to_count(thread, arguments[1], &length)) return VALUE_ABSENT;
    if (map->leases) return raise_format(thread, thread_builtins(thread)->exception_BufferError, "mmap can't resize with extant pointers exported.");
    if (length < 0 || length > INT64_MAX - map->offset) return raise_value_error(thread, "new size out of range");
    if (map->descriptor >= 0 && ftruncate(map->descriptor, map->offset + length)) return raise_os_error(thread, errno, NULL);
    void *moved = mremap(map->memory, (size_t)map->length, (size_t)length, MREMAP_MAYMOVE);
    if (moved == MAP_FAILED) return raise_os_error(thread, errno, NULL);
    map->memory = moved;
    map->length = length;
    return VALUE_NONE;
}

NATIVE(map_size) {
    (void)native;
    const Map *map = map_of(arguments[0]);
    struct stat file;
    if (!map_is_open(thread, map)) return VALUE_ABSENT;
    return fstat(map->descriptor, &file) ? raise_os_error(thread, errno, NULL) : value_from_int(file.st_size);
}

NATIVE(map_move) {
    (void)native;
    const Map *map = map_of(arguments[0]);
    int64_t to, from, count;
    if (!map_is_open(thread, map) || !value_to_count(thread, arguments[1], &to) || !value_to_count(thread, arguments[2], &from) ||
        !value_to_count(thread, arguments[3], &count))
        return VALUE_ABSENT;
    if (to < 0 || from < 0 || count < 0 || map->length - to < count || map->length - from < count)
        return raise_value_error(thread, "source, destination, or count out of range");
    memmove(map->memory + to, map->memory + from, (size_t)count);
    return VALUE_NONE;
}

/* (bytes, start, end, backwards): the place of bytes, or -1. */
NATIVE(map_find) {
    (void)native;
    const Map *map = map_of(arguments[0]);
    const char *bytes;
    size_t length;
    int64_t from, to;
    if (!map_is_open(thread, map) || !value_buffer(thread, arguments[1], &bytes, &length) || !value_to_count(thread, arguments[2], &from) ||
        !value_to_count(thread, arguments[3], &to))
        return VALUE_ABSENT;
    int backwards = value_truth(thread, arguments[4]);
    from = from < 0 ? from + map->length : from;
    to = to < 0 ? to + map->length : to;
    from = from < 0 ? 0 : from > map->length ? map->length : from;
    to = to < 0 ? 0 : to > map->length ? map->length : to;
    if (backwards < 0) return VALUE_ABSENT;
    if (to - from < (int64_t)length) return value_from_int(-1);
    if (!backwards) {
        const char *found = memmem(map->memory + from, (size_t)(to - from), bytes, length);
        return value_from_int(found ? found - map->memory : -1);
    }
    for (int64_t at = to - (int64_t)length; at >= from; at--)
        if (!memcmp(map->memory + at, bytes, length)) return value_from_int(at);
    return value_from_int(-1);
}

static Value map_get_closed(Thread *thread, Value self) { return (void)thread, value_from_bool(!map_of(self)->memory); }
static Value map_get_length(Thread *thread, Value self) {
    return map_is_open(thread, map_of(self)) ? value_from_int(map_of(self)->length) : VALUE_ABSENT;
}

static const NativeEntry map_methods[] = {
    {"close", "($self, /)", "Give the memory back; what was written stays in the file.", map_close_method, NULL, 0},
    {"flush", "($self, offset=0, size=None, /)", "Write the memory's changes to the file.", map_flush, NULL, 0},
    {"madvise", "($self, option, start=0, length=None, /)", "Tell the system how the memory will be used.", map_advise, NULL, 0},
    {"move", "($self, dest, src, count, /)", "Copy count bytes within the memory.", map_move, NULL, 0},
    {"resize", "($self, newsize, /)", "Make the memory, and the file, longer or shorter.", map_resize, NULL, 0},
    {"size", "($self, /)", "The size of the file.", map_size, NULL, 0},
    {"_place", "($self, bytes, start, end, backwards, /)", "Where bytes stand, or -1.", map_find, NULL, 0},
    {0}};
static const PropertyEntry map_properties[] = {
    {"closed", map_get_closed, NULL, "Whether the memory was given back."},
    {"_length", map_get_length, NULL, "How many bytes there are."},
    {0}};
static const Type map_type = {.name = "_mmap.Map", .documentation = "Mapped memory.", .signature = "(fileno, length, flags, prot, offset)",
                              .flags = TYPE_BASE, .instance_size = sizeof(Map), .create = map_create, .destroy = map_destroy,
                              .lend_memory = map_lend_memory, .methods = map_methods, .properties = map_properties};

static bool initialize(Thread *thread, Value module) {
    static const struct {
        const char *name;
        int number;
    } constants[] = {{"PROT_EXEC", PROT_EXEC},       {"PROT_READ", PROT_READ},         {"PROT_WRITE", PROT_WRITE},       {"MAP_SHARED", MAP_SHARED},
                     {"MAP_PRIVATE", MAP_PRIVATE},   {"MAP_DENYWRITE", MAP_DENYWRITE}, {"MAP_EXECUTABLE", MAP_EXECUTABLE}, {"MAP_ANON", MAP_ANONYMOUS},
                     {"MAP_ANONYMOUS", MAP_ANONYMOUS}, {"MAP_POPULATE", MAP_POPULATE}, {"MAP_STACK", MAP_STACK},         {"MAP_NORESERVE", MAP_NORESERVE},
                     {"MADV_NORMAL", MADV_NORMAL},   {"MADV_RANDOM", MADV_RANDOM},     {"MADV_SEQUENTIAL", MADV_SEQUENTIAL}, {"MADV_WILLNEED", MADV_WILLNEED},
                     {"MADV_DONTNEED", MADV_DONTNEED}, {"MADV_HUGEPAGE", MADV_HUGEPAGE}, {"MADV_NOHUGEPAGE", MADV_NOHUGEPAGE}};
    Type *map = type_from_template(thread, &map_type);
    int64_t page = sysconf(_SC_PAGESIZE);
    bool good = map && module_add_type(thread, module, map) && module_add(thread, module, "PAGESIZE", value_from_int(page));
    for (size_t i = 0; good && i < sizeof constants / sizeof *constants; i++)
        good = module_add(thread, module, constants[i].name, value_from_int(constants[i].number));
    return good;
}

const ModuleEntry library__mmap = {.name = "_mmap", .documentation = "Memory that shows a file.", .initialize = initialize};
