/* A session ends with the memory that it had: cells that differ from each other (new names, texts, classes, patterns, errors) leave
 * nothing behind. Counted, not timed: the strings that are interned, and the blocks that are allocated. */
#include "kernel/language/session/session.h"
#include "kernel/magics/magic.h"
#include "kernel/objects/core/gc.h"
#include "kernel/objects/text/string.h"

#include "base/memory.h"
#include "config.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if defined __GLIBC__ && !defined CUPOLA_SANITIZED
#define COUNTS_BLOCKS
static long blocks; /* allocated and not yet freed */

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *counted(void *block) {
    if (block) __atomic_add_fetch(&blocks, 1, __ATOMIC_RELAXED);
    return block;
}
void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
int posix_memalign(void **place, size_t alignment, size_t size) {
    void *block = counted(__libc_memalign(alignment, size));
    if (!block) return ENOMEM;
    *place = block;
    return 0;
}
void *realloc(void *block, size_t size) {
    void *moved = __libc_realloc(block, size);
    return block ? moved : counted(moved);
}
void free(void *block) {
    if (block) __atomic_sub_fetch(&blocks, 1, __ATOMIC_RELAXED);
    __libc_free(block);
}
#endif

/* The numbers have four digits, so that all texts of a kind are of one length. */
static const char *const cells[] = {
    "name_%1$d = 'text_%1$d'; del name_%1$d",
    "undefined_name_%1$d",
    "undefined.attribute_%1$d",
    "syntax error here %1$d",
    "def function_%1$d(parameter_%1$d, *, key_%1$d=1):\n    local_%1$d = parameter_%1$d\n    return lambda: local_%1$d + key_%1$d\n"
    "function_%1$d(1)(), function_%1$d(2, **{'key_%1$d': 3})\ndel function_%1$d",
    "class Class_%1$d:\n    __slots__ = ('slot_%1$d',)\n    def method_%1$d(self): return self.slot_%1$d\n"
    "try: Class_%1$d().method_%1$d()\nexcept AttributeError as error_%1$d: pass\ndel Class_%1$d",
    "class Open: pass\no = Open(); o.field_%1$d = 1; setattr(o, 'other_%1$d', 2)\n"
    "o.__dict__, getattr(o, 'none_%1$d', 3), hasattr(Open, 'none_%1$d'), '{.field_%1$d}'.format(o)",
    "import operator, sys\noperator.attrgetter('real.imag_%1$d', 'a_%1$d'), sys.intern('interned_%1$d'), dict(a_%1$d=1, **{'b_%1$d': 2})",
    "import re\nre.compile('pattern(?P<group_%1$d>%1$d)').search('pattern%1$d').groupdict(); re.purge()",
    "exec('code_%1$d = 1'); del globals()['code_%1$d']\neval('lambda argument_%1$d: 0').__code__.replace(co_name='code_%1$d')",
    "match {'key_%1$d': 1}:\n    case {'key_%1$d': captured_%1$d}: del captured_%1$d",
    "%%timeit -n 1 -r 1 'magic_%1$d'",
    "x = []; x.append(x)\nasync def coroutine_%1$d(): return %1$d\nawait coroutine_%1$d()\ndel coroutine_%1$d",
    "import json\njson.loads('{\"key_%1$d\": [%1$d]}')",
};
enum { CELL_COUNT = sizeof cells / sizeof *cells, ROUND = 20, FIRST = 1000 };

typedef struct Bench {
    Interpreter *interpreter;
    int next; /* number of a cell */
} Bench;

static int start(void **state) {
    static const FrontEnd front_end = {.is_interactive = true};
    static Bench bench;
    memory_fail(1, 0); /* counted: every object is an allocation */
    bench = (Bench){.interpreter = interpreter_new(&front_end), .next = FIRST};
    *state = &bench;
    return bench.interpreter && session_new(bench.interpreter) && magics_install(bench.interpreter->main) ? 0 : -1;
}

static int stop(void **state) {
    Bench *bench = *state;
    session_delete(&bench->interpreter->session);
    interpreter_delete(&bench->interpreter);
    return 0;
}

static void run_cells(Bench *bench, int count) {
    for (int i = 0; i < count; i++) {
        char source[1024];
        CellResult result = {0};
        snprintf(source, sizeof source, cells[i % CELL_COUNT], bench->next++);
        assert_true(session_run_cell(bench->interpreter->session, bench->interpreter->main, source, strlen(source), (CellOptions){0}, &result));
        cell_result_clear(&result);
    }
    collector_collect(bench->interpreter->main, 1);
}

static void cells_leave_nothing_behind(void **state) {
    Bench *bench = *state;
    run_cells(bench, ROUND * CELL_COUNT); /* the latest sources are kept: so many that old ones have gone */
    size_t strings = string_table_count(bench->interpreter->strings);
#ifdef COUNTS_BLOCKS
    long before = blocks;
#endif
    run_cells(bench, ROUND * CELL_COUNT);
    assert_int_equal(string_table_count(bench->interpreter->strings), strings);
#ifdef COUNTS_BLOCKS
    assert_int_equal(blocks, before);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cells_leave_nothing_behind, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
