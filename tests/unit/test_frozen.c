/* The modules that were compiled while the program was built are what compiling their texts gives now, and what comes back
 * from them is whole. */
#include "base/memory.h"
#include "kernel/language/evaluate.h"
#include "kernel/language/frozen.h"
#include "kernel/library/python_module.h"
#include "kernel/modules/python_modules.h"
#include "kernel/objects/interpreter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static int start(void **state) {
    static const FrontEnd front_end = {0};
    Interpreter *interpreter = interpreter_new(&front_end);
    *state = interpreter;
    return interpreter ? 0 : -1;
}

static int stop(void **state) {
    Interpreter *interpreter = *state;
    interpreter_delete(&interpreter);
    return 0;
}

static const FrozenModule *find(const char *file) {
    for (size_t i = 0; i < frozen_module_count; i++)
        if (!strcmp(frozen_modules[i].file, file)) return &frozen_modules[i];
    return NULL;
}

static void assert_written(Thread *thread, Value code, const FrozenModule *module) {
    TextBuffer bytes = TEXT_BUFFER_EMPTY;
    assert_false(value_is_absent(code));
    assert_true(frozen_write(thread, value_code(code), &bytes));
    if (bytes.length != module->length || memcmp(bytes.bytes, module->bytes, bytes.length)) fail_msg("%s differs", module->file);
    text_release(&bytes);
    value_release(code);
}

static size_t check_texts(Thread *thread, const PythonText *texts) {
    size_t count = 0;
    for (const PythonText *text = texts; text->file; text++, count++) {
        const FrozenModule *module = find(text->file);
        if (!module) fail_msg("%s is not frozen", text->file);
        assert_written(thread, language_compile(thread, text->text, text->length, text->file, "exec", 0), module);
        assert_written(thread, frozen_load(thread, text->file, text->text, text->length), module);
    }
    return count;
}

static void every_module_is_what_its_text_compiles_to(void **state) {
    Thread *thread = ((Interpreter *)*state)->main;
    size_t count = check_texts(thread, library_texts) + check_texts(thread, module_texts);
    assert_int_equal(count, frozen_module_count);
    assert_true(value_is_none(frozen_load(thread, "<frozen nothing>", "", 0)));
}

/* Asked for what is inside, it unfolds; the answers are those of the code that was compiled. */
static void half_a_code_answers_for_the_whole(void **state) {
    Thread *thread = ((Interpreter *)*state)->main;
    const PythonText *text = library_texts;
    while (strcmp(text->file, "<frozen textwrap>")) text++;
    static const char *const names[] = {"co_names", "co_code", "co_varnames", "co_nlocals", "co_firstlineno", "co_filename"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        Value folded = frozen_load(thread, text->file, text->text, text->length);
        Value whole = language_compile(thread, text->text, text->length, text->file, "exec", 0);
        Value first = value_get_attribute_c(thread, folded, names[i]), second = value_get_attribute_c(thread, whole, names[i]);
        assert_int_equal(value_equal(thread, first, second), 1);
        value_release(first);
        value_release(second);
        value_release(folded);
        value_release(whole);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_module_is_what_its_text_compiles_to, start, stop),
        cmocka_unit_test_setup_teardown(half_a_code_answers_for_the_whole, start, stop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
