/* The words that vm.c writes its instructions in: registers and constants, the way to the next instruction, and instructions that
 * come in families (one for each operator, one for each place of an operand). They name locals of vm_run. Part of vm.c. */
#ifndef KERNEL_LANGUAGE_VM_STEPS_H
#define KERNEL_LANGUAGE_VM_STEPS_H

#define RA registers[pc->a]
#define RB registers[pc->b]
#define RC registers[pc->c]
#define KB constants[pc->b]
#define KC constants[pc->c]
/* A build with -DCUPOLA_CHECK_STEPS tells on stderr of a step that ended well and left an exception behind: what an error path
 * that forgets to fail does (tests/fuzz/native_calls.py). */
#ifdef CUPOLA_CHECK_STEPS
#define CHECK_STEP() do { if (exception_is_set(thread)) traceback_report_left(thread, frame, pc); } while (0)
#else
#define CHECK_STEP() ((void)0)
#endif
#ifdef VM_TRACED
#define DISPATCH()                                                                \
    do {                                                                          \
        if (thread->tracer) {                                                     \
            SAVE();                                                               \
            if (UNLIKELY(!trace_step(thread, frame, pc))) goto error_of_tracer;   \
        }                                                                         \
        goto *targets[pc->opcode];                                                \
    } while (0)
#define TRACED(call) do { if (UNLIKELY(thread->tracer != NULL) && !(call)) goto error; } while (0)
#define HAND_OVER() ((void)0)
#define VM_RUN vm_run_traced
#else
#define DISPATCH()                   \
    do {                             \
        CHECK_STEP();                \
        goto *targets[pc->opcode];   \
    } while (0)
#define TRACED(call) ((void)0)
#define HAND_OVER() do { if (UNLIKELY(thread->tracer != NULL)) return vm_run_traced(thread, frame, resumption); } while (0)
#define VM_RUN vm_run
#endif
#define NEXT(words)      \
    do {                 \
        pc += (words);   \
        DISPATCH();      \
    } while (0)
#define CASE(name) target_##name
#define SAVE() (frame->at = pc)
#define DROP_B() do { if (pc->flags & CONSUME_B) drop(&RB); } while (0)
#define DROP_C() do { if (pc->flags & CONSUME_C) drop(&RC); } while (0)
#define DROP_A() do { if (pc->flags & CONSUME_A) drop(&RA); } while (0)
/* After a backward jump: someone may want attention. */
#define POLL()                                                                                              \
    do {                                                                                                    \
        if (UNLIKELY(atomic_load_explicit(&interpreter->attention, memory_order_relaxed))) {                \
            SAVE();                                                                                         \
            if (!thread_attend(thread)) goto error;                                                         \
            HAND_OVER();                                                                                    \
        }                                                                                                   \
    } while (0)
/* What was called may have been sys.settrace. */
#define NEXT_AFTER_CALL(words)                           \
    do {                                                 \
        pc += (words);                                   \
        if (UNLIKELY(thread->tracer != NULL)) {          \
            SAVE();                                      \
            HAND_OVER();                                 \
        }                                                \
        DISPATCH();                                      \
    } while (0)
#define JUMP(how_far)                        \
    do {                                     \
        int64_t jump_distance = (how_far);   \
        pc += jump_distance;                 \
        if (jump_distance <= 0) POLL();      \
        DISPATCH();                          \
    } while (0)
#define ENTER(callee)                        \
    do {                                     \
        frame = (callee);                    \
        pc = (Word *)frame->at;              \
        registers = frame->registers;        \
        constants = frame->code->constants;  \
    } while (0)

#define BINARY_CASE(name, fast, left_expression, right_expression, drops)                               \
    {                                                                                                   \
        Value left = left_expression, right = right_expression;                                         \
        if (LIKELY(fast(left, right, &RA))) NEXT(1);                                                    \
        SAVE();                                                                                         \
        if (UNLIKELY(!vm_binary(thread, pc, BINARY_##name, &RA, left, right))) goto error;              \
        drops;                                                                                          \
        NEXT(1);                                                                                        \
    }
#define BINARY_CASES(name, fast)                                                                \
    CASE(name) : BINARY_CASE(name, fast, RB, RC, DROP_B(); DROP_C())                            \
    CASE(name##_K) : BINARY_CASE(name, fast, RB, KC, DROP_B())                                  \
    CASE(K_##name) : BINARY_CASE(name, fast, KB, RC, DROP_C())

#define COMPARE_CASE(name, left_expression, right_expression, drops)                                    \
    {                                                                                                   \
        Value left = left_expression, right = right_expression;                                         \
        if (left.tag == TAG_INT && right.tag == TAG_INT) {                                              \
            put_bool(&RA, compare_ints(COMPARE_##name, left.integer, right.integer));                   \
            NEXT(1);                                                                                    \
        }                                                                                               \
        if (left.tag == TAG_FLOAT && right.tag == TAG_FLOAT) {                                          \
            put_bool(&RA, compare_doubles(COMPARE_##name, left.number, right.number));                  \
            NEXT(1);                                                                                    \
        }                                                                                               \
        if (left.tag == TAG_OBJECT && right.tag == TAG_OBJECT && left.object->type == builtins->type_string &&  \
            right.object->type == builtins->type_string) {                                              \
            bool truth = compare_strings(COMPARE_##name, (const String *)left.object, (const String *)right.object); \
            drops;                                                                                      \
            put_bool(&RA, truth);                                                                       \
            NEXT(1);                                                                                    \
        }                                                                                               \
        SAVE();                                                                                         \
        Value result = value_compare(thread, left, right, COMPARE_##name);                              \
        if (UNLIKELY(value_is_absent(result))) goto error;                                              \
        put_owned(&RA, result);                                                                         \
        drops;                                                                                          \
        NEXT(1);                                                                                        \
    }
#define COMPARE_CASES(name)                                             \
    CASE(name) : COMPARE_CASE(name, RB, RC, DROP_B(); DROP_C())         \
    CASE(name##_K) : COMPARE_CASE(name, RB, KC, DROP_B())

#define JUMP_COMPARE_CASE(name, right_expression, drops)                                                \
    {                                                                                                   \
        Value left = RA, right = right_expression;                                                      \
        int truth;                                                                                      \
        if (LIKELY(left.tag == TAG_INT && right.tag == TAG_INT))                                        \
            truth = compare_ints(COMPARE_##name, left.integer, right.integer);                          \
        else if (left.tag == TAG_FLOAT && right.tag == TAG_FLOAT)                                       \
            truth = compare_doubles(COMPARE_##name, left.number, right.number);                         \
        else {                                                                                          \
            SAVE();                                                                                     \
            truth = compare_slow(thread, left, right, COMPARE_##name);                                  \
            if (UNLIKELY(truth < 0)) goto error;                                                        \
            drops;                                                                                      \
        }                                                                                               \
        if (truth == pc->c) JUMP(pc[1].number);                                                         \
        NEXT(2);                                                                                        \
    }
#define JUMP_COMPARE_CASES(name)                                        \
    CASE(JUMP_##name) : JUMP_COMPARE_CASE(name, RB, DROP_A(); DROP_B()) \
    CASE(JUMP_##name##_K) : JUMP_COMPARE_CASE(name, KB, DROP_A())

#define JUMP_IF_CASE(condition)                                                                         \
    {                                                                                                   \
        int truth;                                                                                      \
        if (LIKELY(RA.tag == TAG_BOOL)) truth = (int)RA.integer;                                        \
        else {                                                                                          \
            SAVE();                                                                                     \
            truth = truth_fast(thread, RA);                                                             \
            if (UNLIKELY(truth < 0)) goto error;                                                        \
            DROP_A();                                                                                   \
        }                                                                                               \
        if (condition) JUMP(pc->distance);                                                              \
        NEXT(1);                                                                                        \
    }

#define GET_ITEM_CASE(name, key_expression, drops)                                                      \
    {                                                                                                   \
        Value container = RB, key = key_expression, value;                                              \
        if (container.tag == TAG_OBJECT) {                                                              \
            const Type *type = container.object->type;                                                  \
            if (key.tag == TAG_INT) {                                                                   \
                if (type == builtins->type_list) {                                                      \
                    value = list_item((List *)container.object, key.integer);                           \
                    if (LIKELY(value.tag != TAG_ABSENT)) goto got_##name;                               \
                } else if (type == builtins->type_tuple) {                                              \
                    value = tuple_item((Tuple *)container.object, key.integer);                         \
                    if (LIKELY(value.tag != TAG_ABSENT)) goto got_##name;                               \
                } else if (type == builtins->type_string) {                                             \
                    value = string_item(builtins, (const String *)container.object, key.integer);       \
                    if (LIKELY(value.tag != TAG_ABSENT)) goto got_##name;                               \
                }                                                                                       \
            }                                                                                           \
            if (type == builtins->type_dict) {                                                          \
                SAVE();                                                                                 \
                int found = dict_lookup(thread, (Dict *)container.object, key, &value);                 \
                if (UNLIKELY(found < 0)) goto error;                                                    \
                if (found) goto got_##name;                                                             \
            }                                                                                           \
        }                                                                                               \
        SAVE();                                                                                         \
        value = value_get_item(thread, container, key);                                                 \
        if (UNLIKELY(value_is_absent(value))) goto error;                                               \
        put_owned(&RA, value);                                                                          \
        drops;                                                                                          \
        NEXT(1);                                                                                        \
    got_##name:                                                                                         \
        put_retained(&RA, value);                                                                       \
        drops;                                                                                          \
        NEXT(1);                                                                                        \
    }

#endif
