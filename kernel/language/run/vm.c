/* The VM: one function that runs instructions.
 *
 * Python functions call Python functions without recursion in C: CALL lays a new window over the arguments and goes on
 * with its first instruction; RETURN goes back. Natives, and everything the object model does, come back through
 * function_call (function.c), which enters vm_run anew.
 *
 * `pc`, `registers` and `constants` live in C locals; frame->at is written wherever something could look at it: before
 * whatever may call, raise or warn. Each instruction has its fast path here; the slow path is a call into
 * vm_support.c or the object model. Values are copied as two words: a 16-byte move right behind two 8-byte stores of
 * the same value would wait for them. */
#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("no-tree-slp-vectorize,no-gcse,no-crossjumping") /* wide copies; one shared dispatch */
#endif
#include "kernel/language/run/vm.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/language/report/traceback.h"
#include "kernel/language/run/tracing.h"
#include "kernel/language/run/vm_frames.h"
#include "kernel/language/run/vm_steps.h"

#include "kernel/objects/container/set.h"

Value VM_RUN(Thread *thread, Frame *frame, Resumption *resumption) {
    static const void *const targets[] = {
#define X(name, format, words) &&target_##name,
        OPCODES(X)
#undef X
    };
    Interpreter *const interpreter = thread->interpreter;
    const Builtins *const builtins = interpreter->builtins;
    Word *pc;
    Value *registers;
    Value *constants;
    ENTER(frame);
    *resumption = RESUMED_RETURN;
    if (frame->generator && UNLIKELY(thread->exception.tag != TAG_ABSENT)) goto error; /* generator.throw() */
    DISPATCH();

    CASE(NOP) : NEXT(1);
    CASE(UNFOLD) : {
        SAVE();
        if (UNLIKELY(!code_unfold(thread, frame->code))) goto error;
        frame->at = frame->code->words;
        ENTER(frame);
        DISPATCH();
    }
    CASE(LINE) : {
        SAVE();
        if (interpreter->line_hook && !interpreter->line_hook(thread, frame, pc->a | pc->b << 16, pc->c)) goto error;
        NEXT(1);
    }
    CASE(MOVE) : {
        if (pc->flags & CONSUME_B) put_owned(&RA, take(&RB));
        else put_retained(&RA, RB);
        NEXT(1);
    }
    CASE(LOAD_CONSTANT) : {
        put_retained(&RA, constants[pc->distance]);
        NEXT(1);
    }
    CASE(CLEAR) : {
        drop(&RA);
        NEXT(1);
    }
    CASE(CLEAR_RANGE) : {
        registers_release(&RA, 0, pc->b);
        NEXT(1);
    }
    CASE(CHECK_LOCAL) : {
        if (UNLIKELY(RA.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_unbound(thread, frame->code, pc->a);
            goto error;
        }
        NEXT(1);
    }
    CASE(DELETE_LOCAL) : {
        if (UNLIKELY(RA.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_unbound(thread, frame->code, pc->a);
            goto error;
        }
        value_release(take(&RA));
        NEXT(1);
    }
    CASE(MAKE_CELL) : {
        SAVE();
        Value cell = cell_new(thread, RA);
        if (UNLIKELY(value_is_absent(cell))) goto error;
        put_owned(&RA, cell);
        NEXT(1);
    }
    CASE(LOAD_CELL) : {
        Value value = ((Cell *)RB.object)->value;
        if (UNLIKELY(value.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_unbound(thread, frame->code, pc->b);
            goto error;
        }
        put_retained(&RA, value);
        NEXT(1);
    }
    CASE(STORE_CELL) : {
        Cell *cell = (Cell *)RA.object;
        put_owned(&cell->value, pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
        NEXT(1);
    }
    CASE(DELETE_CELL) : {
        Cell *cell = (Cell *)RA.object;
        if (UNLIKELY(cell->value.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_unbound(thread, frame->code, pc->a);
            goto error;
        }
        value_release(take(&cell->value));
        NEXT(1);
    }
    CASE(LOAD_FREE) : {
        Value value = ((Cell *)frame->function->closure->items[pc->b].object)->value;
        if (UNLIKELY(value.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_free_unbound(thread, frame->code->free_names[pc->b]);
            goto error;
        }
        put_retained(&RA, value);
        NEXT(1);
    }
    CASE(STORE_FREE) : {
        Cell *cell = (Cell *)frame->function->closure->items[pc->a].object;
        put_owned(&cell->value, pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
        NEXT(1);
    }
    CASE(DELETE_FREE) : {
        Cell *cell = (Cell *)frame->function->closure->items[pc->a].object;
        if (UNLIKELY(cell->value.tag == TAG_ABSENT)) {
            SAVE();
            vm_raise_free_unbound(thread, frame->code->free_names[pc->a]);
            goto error;
        }
        value_release(take(&cell->value));
        NEXT(1);
    }
    CASE(LOAD_CLOSURE) : {
        put_retained(&RA, frame->function->closure->items[pc->b]);
        NEXT(1);
    }
    CASE(LOAD_CLASS_FREE) : {
        SAVE();
        Value value = vm_load_class_variable(thread, frame, frame->code->names[pc->c], frame->function->closure->items[pc->b]);
        if (UNLIKELY(value_is_absent(value))) goto error;
        put_owned(&RA, value);
        NEXT(1);
    }
    CASE(LOAD_CLASS_CELL) : {
        SAVE();
        Value value = vm_load_class_variable(thread, frame, frame->code->names[pc->c], RB);
        if (UNLIKELY(value_is_absent(value))) goto error;
        put_owned(&RA, value);
        NEXT(1);
    }
    CASE(LOAD_NAME) : {
        if (UNLIKELY(frame->names.tag == TAG_OBJECT && !names_are_globals(frame, builtins))) {
            SAVE();
            Value value = vm_load_name(thread, frame, pc, frame->code->names[pc->b]);
            if (UNLIKELY(value_is_absent(value))) goto error;
            put_owned(&RA, value);
            NEXT(3);
        }
    } /* else as a global */
    CASE(LOAD_GLOBAL) : {
        Value value; /* index: of the builtins' keys, when it was found there, else 0 */
        if (LIKELY(pc[1].version == frame->globals->keys_version && pc[1].version &&
                   (pc[1].index == 0 || pc[1].index == interpreter->builtin_names->keys_version))) {
            value.tag = pc[2].value->tag;
            value.integer = pc[2].value->integer;
            put_retained(&RA, value);
            NEXT(3);
        }
        SAVE();
        value = vm_load_global(thread, frame, pc, frame->code->names[pc->b]);
        if (value_is_absent(value)) goto error;
        put_owned(&RA, value);
        NEXT(3);
    }
    CASE(STORE_NAME) : {
        if (UNLIKELY(frame->names.tag == TAG_OBJECT && !names_are_globals(frame, builtins))) {
            SAVE();
            if (UNLIKELY(!vm_store_name(thread, frame, frame->code->names[pc->b], RA))) goto error;
            DROP_A();
            NEXT(2);
        }
    } /* else as a global */
    CASE(STORE_GLOBAL) : {
        String *name = frame->code->names[pc->b];
        Dict *globals = frame->globals;
        if (LIKELY(!value_is_absent(dict_entry_value(globals, pc[1].index, name)))) {
            put_owned(&globals->entries[pc[1].index].value, pc->flags & CONSUME_A ? take(&RA) : value_retain(RA));
            NEXT(2);
        }
        SAVE();
        if (UNLIKELY(!dict_set_string(thread, globals, name, RA))) goto error;
        int64_t index = dict_find_index(globals, name);
        if (index >= 0 && index < UINT32_MAX) pc[1].index = (uint32_t)index;
        DROP_A();
        NEXT(2);
    }
    CASE(DELETE_NAME) : {
        SAVE();
        if (UNLIKELY(!vm_store_name(thread, frame, frame->code->names[pc->b], VALUE_ABSENT))) goto error;
        NEXT(1);
    }
    CASE(DELETE_GLOBAL) : {
        SAVE();
        Value name = value_from_object(frame->code->names[pc->b]);
        int removed = dict_remove(thread, frame->globals, name);
        if (removed == 0) raise_name_error(thread, frame->code->names[pc->b]);
        if (UNLIKELY(removed <= 0)) goto error;
        NEXT(1);
    }
    CASE(LOAD_FIELD) : {
        Value object = RB;
        if (LIKELY(object.tag == TAG_OBJECT && object.object->type->version == pc[1].version)) {
            const Fields *fields = word_fields(*(const uintptr_t *)(const void *)((const char *)object.object + pc[2].bits));
            if (LIKELY(fields && pc[1].index < fields->count)) {
                put_retained(&RA, fields->values[pc[1].index]);
                DROP_B();
                NEXT(4);
            }
        }
        pc->opcode = OP_LOAD_ATTRIBUTE;
        DISPATCH();
    }
    CASE(LOAD_ATTRIBUTE) : {
        Value object = RB;
        String *name = frame->code->names[pc->c];
        Value value;
        if (LIKELY(object.tag == TAG_OBJECT && object.object->type->version == pc[1].version)) {
            switch (pc->flags >> CACHE_SHIFT) {
            case CACHE_INSTANCE: {
                const Dict *attributes = object_dict(object.object);
                if (!attributes) break;
                value = dict_entry_value(attributes, pc[1].index, name);
                if (value.tag == TAG_ABSENT) break;
                put_retained(&RA, value);
                DROP_B();
                NEXT(4);
            }
            case CACHE_PROPERTY: {
                Value getter = ((const Property *)pc[3].object)->getter;
                if (UNLIKELY(getter.tag != TAG_OBJECT || getter.object->type != builtins->type_function)) break;
                SAVE();
                Value *base = frame->stack_top;
                if (UNLIKELY((char *)(base + 2) > (char *)(frame->frame_top - 1))) break; /* vm_load_attribute complains */
                base[0] = value_retain(getter);
                base[1] = value_retain(object);
                DROP_B();
                Frame *callee = push_frame(thread, frame, (Function *)getter.object, base + 1, 1, NULL, pc->a, FRAME_CALL, 4);
                if (UNLIKELY(!callee)) {
                    drop(base);
                    goto error;
                }
                ENTER(callee);
                POLL();
                DISPATCH();
            }
            case CACHE_SLOT:
                value = *(Value *)((char *)object.object + pc[1].index);
                if (value.tag == TAG_ABSENT) break;
                put_retained(&RA, value);
                DROP_B();
                NEXT(4);
            case CACHE_CLASS: {
                const Dict *attributes = object_dict(object.object);
                if (attributes && dict_find_index(attributes, name) >= 0) break;
                value = (Value){.tag = pc[2].bits, .integer = pc[3].number};
                put_retained(&RA, value);
                DROP_B();
                NEXT(4);
            }
            default: break;
            }
        }
        SAVE();
        if (UNLIKELY(!vm_load_attribute(thread, pc, object, name, &value))) goto error;
        put_owned(&RA, value);
        DROP_B();
        NEXT(4);
    }
    CASE(LOAD_METHOD) : {
        Value object = RB;
        String *name = frame->code->names[pc->c];
        bool moved = pc->a == pc->b || pc->flags & CONSUME_B;
        if (LIKELY(object.tag == TAG_OBJECT && object.object->type->version == pc[1].version &&
                   pc->flags >> CACHE_SHIFT == CACHE_METHOD)) {
            const Dict *attributes = object_dict(object.object);
            if (LIKELY(!attributes || attributes->count == 0 || dict_find_index(attributes, name) < 0)) {
                if (moved) take(&RB);
                else object.object->references++;
                Object *method = pc[3].object;
                method->references++;
                put_owned(&registers[pc->a + 1], object);
                put_owned(&RA, (Value){.tag = TAG_OBJECT, .object = method});
                NEXT(4);
            }
        }
        SAVE();
        Value callable;
        bool self_first;
        if (UNLIKELY(!vm_load_method(thread, pc, object, name, &callable, &self_first))) goto error;
        if (self_first) {
            if (moved) take(&RB);
            else value_retain(object);
            put_owned(&registers[pc->a + 1], object);
        } else {
            if (moved) value_release(take(&RB));
            put_owned(&registers[pc->a + 1], VALUE_ABSENT);
        }
        put_owned(&RA, callable);
        NEXT(4);
    }
    CASE(LOAD_SUPER_METHOD) : {
        /* super().name(...): a holds what the name `super` means. */
        SAVE();
        Value *place = &RA;
        String *name = frame->code->names[pc->c];
        Value class_value, self, callable;
        bool self_first;
        if (UNLIKELY(place->object != &builtins->type_super->object || place->tag != TAG_OBJECT)) {
            Value object = value_call_none(thread, *place);
            if (value_is_absent(object)) goto error;
            put_owned(place, object);
            if (!value_find_method(thread, object, name, &callable, &self_first)) goto error;
            put_owned(&place[1], self_first ? value_retain(object) : VALUE_ABSENT);
            put_owned(place, callable);
            NEXT(4);
        }
        if (UNLIKELY(!thread_super_arguments(thread, &class_value, &self))) goto error;
        if (LIKELY(self.tag == TAG_OBJECT && class_value.tag == TAG_OBJECT && pc[2].object == class_value.object &&
                   self.object->type->version == pc[1].version && ((Type *)class_value.object)->version == pc[1].index)) {
            put_owned(place, value_retain(value_from_object(pc[3].object)));
            put_owned(&place[1], value_retain(self));
            NEXT(4);
        }
        if (UNLIKELY(!vm_load_super_method(thread, pc, class_value, self, name, &callable, &self_first))) goto error;
        put_owned(&place[1], self_first ? value_retain(self) : VALUE_ABSENT);
        put_owned(place, callable);
        NEXT(4);
    }
    CASE(STORE_FIELD) : {
        Value object = RA;
        if (LIKELY(object.tag == TAG_OBJECT && object.object->type->version == pc[1].version)) {
            Fields *fields = word_fields(*(const uintptr_t *)(const void *)((const char *)object.object + pc[2].bits));
            if (LIKELY(fields && pc[1].index < fields->count)) {
                put_owned(&fields->values[pc[1].index], pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
                DROP_A();
                NEXT(3);
            }
            if (LIKELY(fields && pc[1].index == fields->count && fields->count < fields->capacity)) { /* its next one */
                put(&fields->values[fields->count++], pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
                DROP_A();
                NEXT(3);
            }
        }
        pc->opcode = OP_STORE_ATTRIBUTE;
        DISPATCH();
    }
    CASE(STORE_ATTRIBUTE) : {
        Value object = RA;
        String *name = frame->code->names[pc->c];
        if (LIKELY(object.tag == TAG_OBJECT && object.object->type->version == pc[1].version)) {
            if (pc->flags >> CACHE_SHIFT == CACHE_INSTANCE) {
                Dict *attributes = object_dict(object.object);
                if (attributes && !value_is_absent(dict_entry_value(attributes, pc[1].index, name))) {
                    Value *place = &attributes->entries[pc[1].index].value;
                    put_owned(place, pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
                    DROP_A();
                    NEXT(3);
                }
            } else if (pc->flags >> CACHE_SHIFT == CACHE_SLOT) {
                Value *place = (Value *)((char *)object.object + pc[1].index);
                put_owned(place, pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
                DROP_A();
                NEXT(3);
            }
        }
        SAVE();
        if (UNLIKELY(!vm_store_attribute(thread, pc, object, name, RB))) goto error;
        DROP_A();
        DROP_B();
        NEXT(3);
    }
    CASE(DELETE_ATTRIBUTE) : {
        SAVE();
        if (UNLIKELY(!value_delete_attribute(thread, RA, frame->code->names[pc->c]))) goto error;
        DROP_A();
        NEXT(1);
    }
    CASE(GET_ITEM_K) : GET_ITEM_CASE(item_constant, KC, DROP_B())
    CASE(GET_ITEM) : GET_ITEM_CASE(item, RC, DROP_B(); DROP_C())
    CASE(SET_ITEM) : {
        Value container = RA, key = RB;
        if (container.tag == TAG_OBJECT) {
            const Type *type = container.object->type;
            if (type == builtins->type_list && key.tag == TAG_INT) {
                List *list = (List *)container.object;
                uint64_t index = (uint64_t)(key.integer < 0 ? key.integer + (int64_t)list->count : key.integer);
                if (LIKELY(index < list->count)) {
                    put_owned(&list->items[index], pc->flags & CONSUME_C ? take(&RC) : value_retain(RC));
                    DROP_A();
                    NEXT(1);
                }
            } else if (type == builtins->type_dict) {
                SAVE();
                if (UNLIKELY(!dict_set(thread, (Dict *)container.object, key, RC))) goto error;
                DROP_A();
                DROP_B();
                DROP_C();
                NEXT(1);
            }
        }
        SAVE();
        if (UNLIKELY(!value_set_item(thread, container, key, RC))) goto error;
        DROP_A();
        DROP_B();
        DROP_C();
        NEXT(1);
    }
    CASE(SET_ITEM_K) : {
        Value container = RA, key = RB;
        if (LIKELY(container.tag == TAG_OBJECT && container.object->type == builtins->type_list && key.tag == TAG_INT)) {
            List *list = (List *)container.object;
            uint64_t index = (uint64_t)(key.integer < 0 ? key.integer + (int64_t)list->count : key.integer);
            if (LIKELY(index < list->count)) {
                put_retained(&list->items[index], KC);
                DROP_A();
                NEXT(1);
            }
        }
        SAVE();
        if (UNLIKELY(!value_set_item(thread, container, key, KC))) goto error;
        DROP_A();
        DROP_B();
        NEXT(1);
    }
    CASE(DELETE_ITEM) : {
        SAVE();
        if (UNLIKELY(!value_delete_item(thread, RA, RB))) goto error;
        DROP_A();
        DROP_B();
        NEXT(1);
    }

    BINARY_CASES(ADD, fast_add)
    BINARY_CASES(SUBTRACT, fast_subtract)
    BINARY_CASES(MULTIPLY, fast_multiply)
    BINARY_CASES(MATRIX_MULTIPLY, fast_matrix_multiply)
    BINARY_CASES(TRUE_DIVIDE, fast_true_divide)
    BINARY_CASES(FLOOR_DIVIDE, fast_floor_divide)
    BINARY_CASES(REMAINDER, fast_remainder)
    BINARY_CASES(POWER, fast_power)
    BINARY_CASES(LEFT_SHIFT, fast_left_shift)
    BINARY_CASES(RIGHT_SHIFT, fast_right_shift)
    BINARY_CASES(AND, fast_and)
    BINARY_CASES(XOR, fast_xor)
    BINARY_CASES(OR, fast_or)

    CASE(UNARY) : {
        Value operand = RB;
        if (pc->c == UNARY_NEGATIVE && operand.tag == TAG_FLOAT && operand.number == operand.number) {
            put_float(&RA, -operand.number);
            NEXT(1);
        }
        if (pc->c == UNARY_NEGATIVE && operand.tag == TAG_INT && operand.integer != INT64_MIN) {
            put_int(&RA, -operand.integer);
            NEXT(1);
        }
        SAVE();
        Value result = value_unary(thread, (UnaryOperator)pc->c, operand);
        if (UNLIKELY(value_is_absent(result))) goto error;
        put_owned(&RA, result);
        DROP_B();
        NEXT(1);
    }
    CASE(NOT) : {
        SAVE();
        int truth = truth_fast(thread, RB);
        if (UNLIKELY(truth < 0)) goto error;
        DROP_B();
        put_bool(&RA, !truth);
        NEXT(1);
    }

    COMPARE_CASES(LT)
    COMPARE_CASES(LE)
    COMPARE_CASES(EQ)
    COMPARE_CASES(NE)
    COMPARE_CASES(GT)
    COMPARE_CASES(GE)

    CASE(IS) : {
        bool same = value_is(RB, RC) != !!(pc->flags & NEGATE);
        DROP_B();
        DROP_C();
        put_bool(&RA, same);
        NEXT(1);
    }
    CASE(CONTAINS) : {
        SAVE();
        int found = contains_fast(thread, builtins, RC, RB);
        if (UNLIKELY(found < 0)) goto error;
        DROP_B();
        DROP_C();
        put_bool(&RA, found != !!(pc->flags & NEGATE));
        NEXT(1);
    }
    CASE(JUMP) : JUMP(pc->distance);
    CASE(JUMP_IF_TRUE) : JUMP_IF_CASE(truth)
    CASE(JUMP_IF_FALSE) : JUMP_IF_CASE(!truth)

    JUMP_COMPARE_CASES(LT)
    JUMP_COMPARE_CASES(LE)
    JUMP_COMPARE_CASES(EQ)
    JUMP_COMPARE_CASES(NE)
    JUMP_COMPARE_CASES(GT)
    JUMP_COMPARE_CASES(GE)

    CASE(JUMP_IS) : {
        bool same = value_is(RA, RB);
        DROP_A();
        DROP_B();
        if (same == pc->c) JUMP(pc[1].number);
        NEXT(2);
    }
    CASE(JUMP_IS_K) : {
        bool same = value_is(RA, KB);
        DROP_A();
        if (same == pc->c) JUMP(pc[1].number);
        NEXT(2);
    }
    CASE(JUMP_CONTAINS) : {
        SAVE();
        int found = contains_fast(thread, builtins, RB, RA);
        if (UNLIKELY(found < 0)) goto error;
        DROP_A();
        DROP_B();
        if (found == pc->c) JUMP(pc[1].number);
        NEXT(2);
    }
    CASE(GET_ITERATOR) : {
        SAVE();
        bool owned = pc->a == pc->b || pc->flags & CONSUME_B;
        Value source = owned ? take(&RB) : RB;
        if (UNLIKELY(!make_loop_state(thread, &RA, source, owned))) goto error;
        NEXT(1);
    }
    CASE(GET_ITERABLE) : {
        Value source = RB;
        const Type *type = source.tag == TAG_OBJECT ? source.object->type : NULL;
        if (type == builtins->type_range || type == builtins->type_list || type == builtins->type_tuple) NEXT(1);
        SAVE();
        Value iterator = value_iterate(thread, source);
        if (UNLIKELY(value_is_absent(iterator))) goto error;
        put_owned(&RA, iterator);
        NEXT(1);
    }
    CASE(FOR_NEXT) : {
        Value *state = &RB;
        Value item;
        if (state->tag == TAG_INT) {
            if (LIKELY(state[1].integer > 0)) {
                int64_t integer = state->integer;
                state[1].integer--;
                state->integer = (int64_t)((uint64_t)integer + (uint64_t)state[2].integer);
                put_int(&RA, integer);
                JUMP(pc[1].number);
            }
            state->tag = TAG_ABSENT;
            NEXT(2);
        }
        Object *iterator = state->object;
        const Type *type = iterator->type;
        if (type == builtins->type_list) {
            List *list = (List *)iterator;
            if (LIKELY((uint64_t)state[1].integer < list->count)) {
                item = list->items[state[1].integer++];
                put_retained(&RA, item);
                JUMP(pc[1].number);
            }
            drop(state);
            NEXT(2);
        }
        if (type == builtins->type_tuple) {
            Tuple *tuple = (Tuple *)iterator;
            if (LIKELY((uint64_t)state[1].integer < tuple->count)) {
                item = tuple->items[state[1].integer++];
                put_retained(&RA, item);
                JUMP(pc[1].number);
            }
            drop(state);
            NEXT(2);
        }
        SAVE();
        if (type == builtins->type_string) { /* the index is that of a byte */
            const String *text = (const String *)iterator;
            if (LIKELY((uint64_t)state[1].integer < text->length)) {
                item = string_character_at(thread, text, &state[1].integer);
                if (UNLIKELY(item.tag == TAG_ABSENT)) goto error;
                put_owned(&RA, item);
                JUMP(pc[1].number);
            }
            drop(state);
            NEXT(2);
        }
        if (type == builtins->type_generator) {
            Generator *generator = (Generator *)iterator;
            if (generator->state == GENERATOR_CREATED || generator->state == GENERATOR_SUSPENDED) {
                deliver(generator, VALUE_NONE);
                if (UNLIKELY(!enter_generator(thread, generator, frame, pc->a, FRAME_RESUMED))) goto error;
                ENTER(&generator->frame);
                DISPATCH();
            }
        }
        const Word *target = pc + pc[1].number; /* for a, b in enumerate(...): no tuple is made */
        bool is_pair = target->opcode == OP_UNPACK_PAIR && target->c == pc->a && target->flags & CONSUME_C;
        if ((is_pair || (target->opcode == OP_UNPACK && target->c == 2 && target->b == pc->a && target->flags & CONSUME_B)) &&
            iterator_has_pairs(builtins, iterator)) {
            Value pair[2];
            if (LIKELY(iterator_next_pair(thread, iterator, &pair[0], &pair[1]))) {
                drop(&RA);
                pc = (Word *)target;
                put_owned(&RA, pair[0]);
                put_owned(is_pair ? &RB : &registers[pc->a + 1], pair[1]);
                pc++;
                POLL();
                DISPATCH();
            }
            item = VALUE_ABSENT;
        } else item = LIKELY(type->next) ? type->next(thread, *state) : value_next(thread, *state); /* a class may lose __next__ meanwhile */
        if (LIKELY(item.tag != TAG_ABSENT)) {
            put_owned(&RA, item);
            JUMP(pc[1].number);
        }
        if (UNLIKELY(thread->exception.tag != TAG_ABSENT)) {
            iteration_ended(thread);
            if (exception_is_set(thread)) goto error;
        }
        drop(state);
        NEXT(2);
    }
    CASE(UNPACK) : {
        Value source = RB;
        SAVE();
        Value *first = &RA;
        size_t count = pc->c;
        if (LIKELY(source.tag == TAG_OBJECT && source.object->type == builtins->type_tuple &&
                   ((Tuple *)source.object)->count == count)) {
            Tuple *tuple = (Tuple *)source.object;
            for (size_t i = 0; i < count; i++) put_retained(&first[i], tuple->items[i]);
        } else if (UNLIKELY(!vm_unpack(thread, source, first, count))) goto error;
        if (pc->flags & CONSUME_B && (pc->b < pc->a || pc->b >= pc->a + count)) drop(&RB);
        NEXT(1);
    }
    CASE(UNPACK_PAIR) : {
        Value source = RC, pair[2] = {VALUE_ABSENT, VALUE_ABSENT};
        SAVE();
        if (LIKELY(source.tag == TAG_OBJECT && source.object->type == builtins->type_tuple && ((Tuple *)source.object)->count == 2)) {
            const Tuple *tuple = (Tuple *)source.object;
            pair[0] = value_retain(tuple->items[0]);
            pair[1] = value_retain(tuple->items[1]);
        } else if (UNLIKELY(!vm_unpack(thread, source, pair, 2))) goto error;
        DROP_C();
        put_owned(&RA, pair[0]);
        put_owned(&RB, pair[1]);
        NEXT(1);
    }
    CASE(UNPACK_STAR) : {
        SAVE();
        Value source = value_retain(RB);
        bool unpacked = vm_unpack_star(thread, source, &RA, pc->c, (size_t)pc[1].number);
        value_release(source);
        if (UNLIKELY(!unpacked)) goto error;
        if (pc->flags & CONSUME_B && (pc->b < pc->a || pc->b > pc->a + pc->c + (size_t)pc[1].number)) drop(&RB);
        NEXT(2);
    }

    {
        /* All calls meet at `call`: the callable in base[0], `count` positional values behind it, then those of `names`. */
        Value *base;
        size_t count;
        Tuple *names;
        size_t given;
    CASE(CALL) : {
        base = &RB;
        count = pc->c;
        names = NULL;
        given = count;
        goto call;
    }
    CASE(CALL_METHOD) : {
        base = &RB;
        count = pc->c;
        names = NULL;
        goto call_method;
    }
    CASE(CALL_KEYWORDS) : {
        base = &RB;
        count = pc->c;
        names = value_tuple(constants[pc[1].number]);
        if (pc->flags & OF_METHOD) goto call_method;
        given = count + names->count;
        goto call;
    }
    call_method:
        if (LIKELY(base[1].tag != TAG_ABSENT)) count++;
        else {
            put(&base[1], base[0]);
            base[0].tag = TAG_ABSENT;
            base++;
        }
        given = count + (names ? names->count : 0);
    call:
        SAVE();
        if (LIKELY(base[0].tag == TAG_OBJECT)) {
            Type *type = base[0].object->type;
            if (type == builtins->type_function) {
            call_function:;
                Function *function = (Function *)base[0].object;
                Value *arguments = place_arguments(frame, base, given);
                Frame *callee = push_frame(thread, frame, function, arguments, count, names, pc->a, FRAME_CALL,
                                           1 + (pc->opcode == OP_CALL_KEYWORDS));
                if (UNLIKELY(!callee)) {
                    drop(&arguments[-1]);
                    goto error;
                }
                ENTER(callee);
                POLL();
                DISPATCH();
            }
            if (type == builtins->type_type && !names && !frame->generator) {
                /* A class whose __init__ is a function: the instance is made here and the function runs in this loop. */
                Type *made = (Type *)base[0].object;
                Value initialize = vm_plain_constructor(thread, made);
                if (initialize.tag == TAG_OBJECT) {
                    Value instance = type_create_plain(thread, made);
                    if (UNLIKELY(value_is_absent(instance))) {
                        for (size_t i = 0; i <= given; i++) drop(&base[i]);
                        goto error;
                    }
                    for (size_t i = given; i > 0; i--) put(&base[i + 2], base[i]);
                    Value class_value = base[0];
                    put(&base[0], instance);
                    put(&base[1], value_retain(initialize));
                    put(&base[2], value_retain(instance));
                    value_release(class_value);
                    Frame *callee = push_frame(thread, frame, (Function *)initialize.object, base + 2, count + 1, NULL, pc->a,
                                               FRAME_CONSTRUCTOR, 1);
                    if (UNLIKELY(!callee)) {
                        drop(&base[1]);
                        drop(&base[0]);
                        goto error;
                    }
                    ENTER(callee);
                    POLL();
                    DISPATCH();
                }
            }
            if (type == builtins->type_type && given == 0) {
                Type *made = (Type *)base[0].object;
                if (made->flags & TYPE_HEAP && made->create == builtins->type_object->create &&
                    made->initialize == builtins->type_object->initialize) {
                    Value instance = type_create_plain(thread, made);
                    drop(&base[0]);
                    if (UNLIKELY(value_is_absent(instance))) goto error;
                    put_owned(&RA, instance);
                    NEXT(1);
                }
            }
            if (type == builtins->type_bound_method) {
                BoundMethod *method = (BoundMethod *)base[0].object;
                Value function = value_retain(method->function), self = value_retain(method->self);
                /* one more register is always there: the window has a spare one at its end */
                for (size_t i = given; i > 0; i--) put(&base[i + 1], base[i]);
                value_release(base[0]);
                put(&base[0], function);
                put(&base[1], self);
                count++;
                given++;
                if (function.tag == TAG_OBJECT && function.object->type == builtins->type_function) goto call_function;
                type = function.tag == TAG_OBJECT ? function.object->type : NULL;
            }
            if (type == builtins->type_method_descriptor || type == builtins->type_native) {
                Native *native = (Native *)base[0].object;
                if (!names && LIKELY(!interpreter->profiler) && count == native_direct_count(thread, native) &&
                    (type == builtins->type_native || (base[1].tag == TAG_OBJECT && base[1].object->type == native->owner))) {
                    Value result = native->entry->code(thread, native, base + 1);
                    for (size_t i = 0; i <= count; i++) drop(&base[i]);
                    if (UNLIKELY(value_is_absent(result))) goto error;
                    put_owned(&RA, result);
                    NEXT_AFTER_CALL(1 + (pc->opcode == OP_CALL_KEYWORDS));
                }
                if (native->is_python && !native->before) {
                    Value function = value_retain(native->self);
                    value_release(base[0]);
                    put(&base[0], function);
                    goto call_function;
                }
            }
            if (LIKELY(type && type->call)) {
                Call call = {base + 1, count, names};
                Value result = type->call(thread, base[0], &call);
                for (size_t i = 0; i <= given; i++) drop(&base[i]);
                if (UNLIKELY(value_is_absent(result))) goto error;
                put_owned(&RA, result);
                NEXT_AFTER_CALL(1 + (pc->opcode == OP_CALL_KEYWORDS));
            }
        }
        {
            Call call = {base + 1, count, names};
            Value result = value_call(thread, base[0], &call); /* TypeError "... is not callable" */
            for (size_t i = 0; i <= given; i++) drop(&base[i]);
            if (UNLIKELY(value_is_absent(result))) goto error;
            put_owned(&RA, result);
            NEXT_AFTER_CALL(1 + (pc->opcode == OP_CALL_KEYWORDS));
        }
    }
    CASE(CALL_UNPACKED) : {
        SAVE();
        Value *base = &RB;
        if (LIKELY(base[0].tag == TAG_OBJECT && base[0].object->type == builtins->type_function && base[1].tag == TAG_OBJECT &&
                   base[1].object->type == builtins->type_tuple)) {
            /* A function: its window lies above this one. Nothing may run in between: the arguments are dropped last. */
            Tuple *names = NULL;
            size_t count = ((Tuple *)base[1].object)->count;
            Value *window = vm_unpack_arguments(thread, frame, base, &names);
            if (UNLIKELY(exception_is_set(thread))) goto error;
            if (window) {
                Frame *callee = push_frame(thread, frame, (Function *)window[0].object, window + 1, count, names, pc->a,
                                           FRAME_CALL, 1);
                object_release(names);
                if (UNLIKELY(!callee)) {
                    drop(window);
                    goto error;
                }
                registers_release(base, 0, 3);
                ENTER(callee);
                POLL();
                DISPATCH();
            }
        }
        Value result = vm_call_unpacked(thread, base[0], &base[1], &base[2]);
        if (UNLIKELY(value_is_absent(result))) goto error;
        registers_release(base, 0, 3);
        put_owned(&RA, result);
        NEXT_AFTER_CALL(1);
    }
    CASE(RETURN) : {
        TRACED(trace_return(thread, frame, RA));
        Value result = pc->flags & CONSUME_A ? take(&RA) : value_retain(RA);
        if (UNLIKELY(frame->object != NULL)) {
            SAVE();
            frame_detach_object(thread, frame);
        }
        registers_release(registers, 0, pc->c);
        uint8_t kind = frame->kind;
        if (UNLIKELY(frame->generator != NULL)) {
            Generator *generator = frame->generator;
            leave_generator(thread, generator);
            generator_finished(thread, generator);
            if (kind == FRAME_ENTRY) return result;
            ENTER(thread->frame);
#ifdef VM_TRACED
            if (thread->tracer && !trace_stop(thread, frame, generator, result)) {
                value_release(result);
                goto error;
            }
#endif
            drop(&RB);
            if (kind == FRAME_DELEGATED) {
                put_owned(&RA, result);
                NEXT(1);
            }
            value_release(result); /* FOR_NEXT: the end of the loop */
            NEXT(2);
        }
        uint16_t target = frame->result;
        unsigned words = frame->words;
        Frame *caller = frame->previous;
        thread->frame = caller;
        thread->depth--;
        drop(&registers[-1]);
        if (UNLIKELY(kind != FRAME_CALL)) {
            if (kind == FRAME_ENTRY) return result;
            Value instance = take(&registers[-2]); /* FRAME_CONSTRUCTOR */
            if (UNLIKELY(result.tag != TAG_NONE)) {
                raise_type_error(thread, "__init__() should return None, not '%s'", value_type_name(thread, result));
                value_release(result);
                value_release(instance);
                ENTER(caller);
                goto error;
            }
            result = instance;
        }
        ENTER(caller);
        put_owned(&registers[target], result);
        NEXT(words);
    }
    CASE(MAKE_FUNCTION) : {
        SAVE();
        Value function = vm_make_function(thread, frame, RB, &RC, pc->flags);
        if (UNLIKELY(value_is_absent(function))) goto error;
        drop(&RB);
        put_owned(&RA, function);
        NEXT(1);
    }
    CASE(BUILD_TUPLE) : {
        SAVE();
        if (pc[1].opcode == OP_GET_ITEM || pc[1].opcode == OP_SET_ITEM) { /* x[i, j] */
            int done = vm_element(thread, pc, registers);
            if (done > 0) NEXT(2);
            if (UNLIKELY(done < 0)) {
                pc++;
                goto error;
            }
        }
        Value *from = &RB, tuple = tuple_from_owned(thread, from, pc->c);
        for (size_t i = 0; i < pc->c; i++) from[i].tag = TAG_ABSENT;
        if (UNLIKELY(value_is_absent(tuple))) goto error;
        put_owned(&RA, tuple);
        NEXT(1);
    }
    CASE(BUILD_LIST) : {
        SAVE();
        Value list = list_new_sized(thread, pc->c);
        if (UNLIKELY(value_is_absent(list))) goto error;
        Value *items = value_list(list)->items, *from = &RB;
        for (size_t i = 0; i < pc->c; i++) {
            put(&items[i], from[i]);
            from[i].tag = TAG_ABSENT;
        }
        value_list(list)->count = pc->c;
        put_owned(&RA, list);
        NEXT(1);
    }
    CASE(BUILD_SET) : {
        SAVE();
        Value set = set_new(thread, false), *from = &RB;
        if (UNLIKELY(value_is_absent(set))) goto error;
        for (size_t i = 0; i < pc->c; i++)
            if (UNLIKELY(!set_add(thread, set, from[i]))) {
                value_release(set);
                goto error;
            }
        registers_release(from, 0, pc->c);
        put_owned(&RA, set);
        NEXT(1);
    }
    CASE(BUILD_DICT) : {
        SAVE();
        Value dict = dict_new_sized(thread, pc->c), *from = &RB;
        if (UNLIKELY(value_is_absent(dict))) goto error;
        for (size_t i = 0; i < pc->c; i++)
            if (UNLIKELY(!dict_set(thread, value_dict(dict), from[2 * i], from[2 * i + 1]))) {
                value_release(dict);
                goto error;
            }
        registers_release(from, 0, 2u * pc->c);
        put_owned(&RA, dict);
        NEXT(1);
    }
    CASE(BUILD_STRING) : {
        SAVE();
        Value string = vm_build_string(thread, &RB, pc->c);
        if (UNLIKELY(value_is_absent(string))) goto error;
        registers_release(&RB, 0, pc->c);
        put_owned(&RA, string);
        NEXT(1);
    }
    CASE(BUILD_SLICE) : {
        SAVE();
        Value *parts = &RB;
        Value slice = slice_new(thread, parts[0], parts[1], pc->c > 2 ? parts[2] : VALUE_NONE);
        if (UNLIKELY(value_is_absent(slice))) goto error;
        registers_release(parts, 0, pc->c);
        put_owned(&RA, slice);
        NEXT(1);
    }
    CASE(LIST_APPEND) : {
        List *list = (List *)RA.object;
        if (LIKELY(list->count < list->capacity)) {
            put(&list->items[list->count++], pc->flags & CONSUME_B ? take(&RB) : value_retain(RB));
            NEXT(1);
        }
        SAVE();
        if (UNLIKELY(!list_append(thread, list, RB))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(LIST_EXTEND) : {
        SAVE();
        if (UNLIKELY(!vm_list_extend(thread, RA, RB, pc->c))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(LIST_TO_TUPLE) : {
        SAVE();
        Value tuple = list_to_tuple(thread, (List *)RA.object);
        if (UNLIKELY(value_is_absent(tuple))) goto error;
        put_owned(&RA, tuple);
        NEXT(1);
    }
    CASE(SET_ADD) : {
        SAVE();
        if (UNLIKELY(!set_add(thread, RA, RB))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(SET_UPDATE) : {
        SAVE();
        if (UNLIKELY(!set_update(thread, RA, RB))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(DICT_ADD) : {
        SAVE();
        if (UNLIKELY(!dict_set(thread, (Dict *)RA.object, RB, RC))) goto error;
        DROP_B();
        DROP_C();
        NEXT(1);
    }
    CASE(DICT_UPDATE) : {
        SAVE();
        if (UNLIKELY(!vm_dict_update(thread, RA, RB))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(DICT_MERGE) : {
        SAVE();
        if (UNLIKELY(!dict_merge_keywords(thread, (Dict *)RA.object, RB, RC))) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(FORMAT) : {
        SAVE();
        Value text = vm_format(thread, RB, pc->flags & HAS_FORMAT ? RC : VALUE_ABSENT, (int)pc[1].number);
        if (UNLIKELY(value_is_absent(text))) goto error;
        DROP_B();
        if (pc->flags & HAS_FORMAT) DROP_C();
        put_owned(&RA, text);
        NEXT(2);
    }
    CASE(RAISE) : {
        SAVE();
        if (vm_raise(thread, RA, RB, pc->c)) goto unwind; /* raised again: its traceback stays as it is */
        if (pc->c > 0) DROP_A();
        if (pc->c > 1) DROP_B();
        goto error;
    }
    CASE(RERAISE) : {
        SAVE();
        exception_restore(thread, take(&RA));
        if (pc->flags & KEEPS_PLACE) frame->at = traceback_place(thread, frame);
        goto unwind;
    }
    CASE(PUSH_HANDLED) : {
        push_handled(thread, frame, &RA, RB);
        NEXT(1);
    }
    CASE(POP_HANDLED) : {
        pop_handled(thread, frame, &RA);
        NEXT(1);
    }
    CASE(FINISH_PENDING) : {
        if (UNLIKELY(*interpreter->has_pending)) {
            SAVE();
            if (!interpreter_tell(thread, EVENT_BODY_END)) goto error;
        }
        POLL(); /* an alarm may have gone off meanwhile */
        NEXT(1);
    }
    CASE(MATCH_EXCEPTION) : {
        SAVE();
        int matches = vm_match_exception(thread, RB, RC);
        if (UNLIKELY(matches < 0)) goto error;
        put_bool(&RA, matches);
        NEXT(1);
    }
    CASE(SPLIT_GROUP) : {
        SAVE();
        Value matched, rest;
        if (UNLIKELY(!vm_split_group(thread, RB, RC, &matched, &rest))) goto error;
        DROP_C();
        Value *to = &RA;
        put_owned(&to[0], matched);
        put_owned(&to[1], rest);
        NEXT(1);
    }
    CASE(JOIN_GROUP) : {
        SAVE();
        Value joined = vm_join_group(thread, RB, RC);
        if (UNLIKELY(value_is_absent(joined))) goto error;
        DROP_C();
        put_owned(&RA, joined);
        NEXT(1);
    }
    CASE(ASSERTION_ERROR) : {
        put_retained(&RA, value_from_object(builtins->exception_AssertionError));
        NEXT(1);
    }
    CASE(ENTER_WITH) : {
        SAVE();
        Value manager = value_retain(RB);
        bool entered = vm_enter_with(thread, manager, &RA, false);
        value_release(manager);
        if (UNLIKELY(!entered)) goto error;
        DROP_B();
        NEXT(1);
    }
    CASE(ENTER_ASYNC_WITH) : {
        SAVE();
        Value manager = value_retain(RB);
        bool entered = vm_enter_with(thread, manager, &RA, true);
        value_release(manager);
        if (UNLIKELY(!entered)) goto error;
        DROP_B();
        Value awaitable = vm_get_awaitable(thread, registers[pc->a + 1], 1);
        if (UNLIKELY(value_is_absent(awaitable))) goto error;
        put_owned(&registers[pc->a + 1], awaitable);
        NEXT(1);
    }
    CASE(EXIT_WITH) : {
        SAVE();
        Value result = vm_exit_with(thread, RB, pc->flags & HAS_FORMAT ? VALUE_ABSENT : RC);
        if (UNLIKELY(value_is_absent(result))) goto error;
        put_owned(&RA, result);
        NEXT(1);
    }
    CASE(GET_AWAITABLE) : {
        SAVE();
        Value awaitable = vm_get_awaitable(thread, RB, pc->c);
        if (UNLIKELY(value_is_absent(awaitable))) goto error;
        DROP_B();
        put_owned(&RA, awaitable);
        NEXT(1);
    }
    CASE(GET_DELEGATE) : {
        SAVE();
        Value source = RB;
        bool is_coroutine = source.tag == TAG_OBJECT && source.object->type == builtins->type_coroutine;
        if (is_coroutine && !(frame->code->flags & (CODE_COROUTINE | CODE_ITERABLE_COROUTINE))) {
            raise_type_error(thread, "cannot 'yield from' a coroutine object in a non-coroutine generator");
            goto error;
        }
        Value iterator = is_coroutine ? value_retain(source) : value_iterate(thread, source);
        if (UNLIKELY(value_is_absent(iterator))) goto error;
        DROP_B();
        put_owned(&RA, iterator);
        NEXT(1);
    }
    CASE(DELEGATE) : {
        SAVE();
        Value result;
        Value sent = take(&RC);
        if (RB.object->type == builtins->type_generator || RB.object->type == builtins->type_coroutine) {
            Generator *inner = (Generator *)RB.object;
            if (LIKELY(inner->state == GENERATOR_SUSPENDED || (inner->state == GENERATOR_CREATED && value_is_none(sent)))) {
                deliver(inner, sent);
                value_release(sent);
                if (UNLIKELY(!enter_generator(thread, inner, frame, pc->a, FRAME_DELEGATED))) goto error;
                ENTER(&inner->frame);
                DISPATCH();
            }
        }
        Resumption how = iterator_send(thread, RB, sent, &result);
        value_release(sent);
        if (how == RESUMED_ERROR) goto error;
        if (how == RESUMED_RETURN) {
            drop(&RB);
            put_owned(&RA, result);
            NEXT(1);
        }
        /* suspended at this instruction: what comes in goes to the same iterator */
        if (suspend(thread, frame)->kind == FRAME_ENTRY) {
            *resumption = RESUMED_YIELD;
            return result;
        }
        ENTER(thread->frame);
        put_owned(&RA, result);
        JUMP(pc[1].number);
    }
    CASE(GET_ASYNC_ITERATOR) : {
        SAVE();
        Value iterator = vm_async_iterator(thread, RB);
        if (UNLIKELY(value_is_absent(iterator))) goto error;
        DROP_B();
        put_owned(&RA, iterator);
        NEXT(1);
    }
    CASE(GET_ASYNC_NEXT) : {
        SAVE();
        Value awaitable = vm_async_next(thread, RB);
        if (UNLIKELY(value_is_absent(awaitable))) goto error;
        put_owned(&RA, awaitable);
        NEXT(1);
    }
    CASE(END_ASYNC_FOR) : {
        SAVE();
        Value exception = take(&RA);
        if (exception.tag == TAG_OBJECT && type_is_subtype(exception.object->type, builtins->exception_StopAsyncIteration)) {
            value_release(exception);
            NEXT(1);
        }
        exception_restore(thread, exception);
        goto unwind;
    }
    CASE(YIELD) : {
        TRACED(trace_yield(thread, frame, RB));
        Value result = pc->flags & CONSUME_B ? take(&RB) : value_retain(RB);
        if (pc->a == pc->b) RA.tag = TAG_ABSENT, (pc->flags & CONSUME_B) ? (void)0 : value_release(result);
        SAVE();
        if (suspend(thread, frame)->kind == FRAME_ENTRY) {
            *resumption = RESUMED_YIELD;
            return result;
        }
        ENTER(thread->frame); /* a FOR_NEXT */
        put_owned(&RA, result);
        JUMP(pc[1].number);
    }
    CASE(START_GENERATOR) : {
        SAVE();
        Generator *generator = generator_from_frame(thread, frame);
        if (UNLIKELY(!generator)) goto error;
        uint8_t kind = frame->kind;
        uint16_t target = frame->result;
        unsigned words = frame->words;
        Frame *caller = frame->previous;
        pop_frame(thread, frame);
        Value result = value_from_object(generator);
        if (kind == FRAME_ENTRY) return result;
        ENTER(caller);
        put_owned(&registers[target], result);
        NEXT(words);
    }
    CASE(IMPORT) : {
        SAVE();
        Value module = vm_import(thread, frame, frame->code->names[pc->b], RC, pc[1].number);
        if (UNLIKELY(value_is_absent(module))) goto error;
        DROP_C();
        put_owned(&RA, module);
        NEXT(2);
    }
    CASE(IMPORT_FROM) : {
        SAVE();
        Value value = import_from(thread, RB, frame->code->names[pc->c]);
        if (UNLIKELY(value_is_absent(value))) goto error;
        DROP_B();
        put_owned(&RA, value);
        NEXT(1);
    }
    CASE(IMPORT_STAR) : {
        SAVE();
        if (UNLIKELY(!vm_import_star(thread, frame, RA))) goto error;
        DROP_A();
        NEXT(1);
    }
    CASE(LOAD_BUILD_CLASS) : {
        SAVE();
        Value builder = globals_builtin(thread, frame->globals, builtins->name___build_class__);
        if (UNLIKELY(value_is_absent(builder))) {
            if (!exception_is_set(thread)) raise_format(thread, builtins->exception_NameError, "__build_class__ not found");
            goto error;
        }
        put_owned(&RA, builder);
        NEXT(1);
    }
    CASE(LOAD_NAMESPACE) : {
        put_retained(&RA, frame->names);
        NEXT(1);
    }
    CASE(SET_UP_ANNOTATIONS) : {
        SAVE();
        if (UNLIKELY(!vm_set_up_annotations(thread, frame))) goto error;
        NEXT(1);
    }
    CASE(SHOW) : {
        SAVE();
        if (UNLIKELY(*interpreter->has_pending) && !interpreter_tell(thread, EVENT_BODY_END)) goto error; /* its warnings come before the result */
        if (UNLIKELY(!vm_show(thread, RA))) goto error;
        DROP_A();
        NEXT(1);
    }
    CASE(MATCH_SEQUENCE) : {
        Type *type = type_of(interpreter, RB);
        put_bool(&RA, type->flags & TYPE_SEQUENCE);
        NEXT(1);
    }
    CASE(MATCH_MAPPING) : {
        Type *type = type_of(interpreter, RB);
        put_bool(&RA, type->flags & TYPE_MAPPING);
        NEXT(1);
    }
    CASE(MATCH_KEYS) : {
        SAVE();
        Value values = vm_match_keys(thread, RB, RC);
        if (UNLIKELY(value_is_absent(values))) goto error;
        put_owned(&RA, values);
        NEXT(1);
    }
    CASE(MATCH_CLASS) : {
        SAVE();
        Value *parts = &RC;
        Value values = vm_match_class(thread, RB, parts[0], (size_t)pc[1].number, parts[1]);
        if (UNLIKELY(value_is_absent(values))) goto error;
        put_owned(&RA, values);
        NEXT(2);
    }
    CASE(MATCH_REST) : {
        SAVE();
        Value rest = vm_match_rest(thread, RB, RC);
        if (UNLIKELY(value_is_absent(rest))) goto error;
        put_owned(&RA, rest);
        NEXT(1);
    }
    CASE(LENGTH) : {
        SAVE();
        int64_t length = value_length(thread, RB);
        if (UNLIKELY(length < 0)) goto error;
        put_int(&RA, length);
        NEXT(1);
    }

#ifdef VM_TRACED
error_of_tracer: /* the frame stands twice in the traceback: once for the call of the trace function */
    frame->at = pc;
    traceback_add(thread, frame, pc);
#endif
error:
    frame->at = pc;
    traceback_add(thread, frame, pc);
#ifdef VM_TRACED
    if (thread->tracer && !trace_exception(thread, frame)) traceback_add(thread, frame, pc);
#endif
unwind:
    for (;;) {
        const Handler *handler = find_handler(frame->code, (size_t)(pc - frame->code->words));
        if (handler) {
            registers_release(registers, handler->depth, frame->code->register_count);
            put_owned(&registers[handler->depth], exception_take(thread));
            pc = frame->code->words + handler->handler;
            DISPATCH();
        }
#ifdef VM_TRACED
        if (thread->tracer && !trace_unwind(thread, frame)) traceback_add(thread, frame, pc);
#endif
        if (frame->object) frame_detach_object(thread, frame);
        registers_release(registers, 0, frame->code->register_count);
        uint8_t kind = frame->kind;
        Generator *generator = frame->generator;
        if (generator) {
            frame->handled_depth = 0;
            leave_generator(thread, generator);
            generator_fix_exception(thread, generator);
            generator_finished(thread, generator);
        } else {
            thread->frame = frame->previous;
            thread->depth--;
            drop(&registers[-1]);
            if (kind == FRAME_CONSTRUCTOR) drop(&registers[-2]);
        }
        if (kind == FRAME_ENTRY) {
            *resumption = RESUMED_ERROR;
            return VALUE_ABSENT;
        }
        ENTER(thread->frame);
        traceback_add(thread, frame, pc);
#ifdef VM_TRACED
        if (thread->tracer && !trace_exception(thread, frame)) traceback_add(thread, frame, pc);
#endif
    }
}

#ifndef VM_TRACED

/* ---- generators, from C ---- */

Resumption generator_resume(Thread *thread, Generator *generator, Value value, Value *result) {
    *result = VALUE_ABSENT;
    const char *kind = generator->code->flags & CODE_COROUTINE ? "coroutine"
                       : generator->code->flags & CODE_ASYNC_GENERATOR ? "async generator" : "generator";
    if (generator->state == GENERATOR_RUNNING) {
        if (value_is_absent(value)) exception_clear(thread);
        raise_value_error(thread, "%s already executing", kind);
        return RESUMED_ERROR;
    }
    if (generator->state == GENERATOR_CLOSED) {
        bool throws = value_is_absent(value);
        if (generator->code->flags & CODE_COROUTINE) {
            if (throws) exception_clear(thread);
            raise_runtime_error(thread, "cannot reuse already awaited coroutine");
            return RESUMED_ERROR;
        }
        if (throws) return RESUMED_ERROR; /* the exception goes through */
        *result = VALUE_NONE;
        return RESUMED_RETURN;
    }
    if (generator->state == GENERATOR_CREATED && !value_is_absent(value) && !value_is_none(value)) {
        raise_type_error(thread, "can't send non-None value to a just-started %s", kind);
        return RESUMED_ERROR;
    }
    if (!thread->stack && !thread_make_stack(thread)) return RESUMED_ERROR;
    if ((char *)__builtin_frame_address(0) < thread->stack_limit) {
        if (value_is_absent(value)) exception_clear(thread);
        raise_recursion(thread);
        return RESUMED_ERROR;
    }
    if (!value_is_absent(value)) deliver(generator, value);
    return generator_continue(thread, generator, result);
}

bool generator_next_quickly(Thread *thread, Generator *generator, Value *result) {
    if (generator->state == GENERATOR_RUNNING || generator->state == GENERATOR_CLOSED || !thread->stack ||
        (char *)__builtin_frame_address(0) < thread->stack_limit)
        return false;
    deliver(generator, VALUE_NONE);
    *result = VALUE_ABSENT;
    if (generator_continue(thread, generator, result) == RESUMED_RETURN) *result = generator_stop(thread, *result);
    return true;
}

Resumption generator_continue(Thread *thread, Generator *generator, Value *result) {
    object_retain(generator);
    Resumption how = RESUMED_ERROR;
    if (enter_generator(thread, generator, thread->frame, 0, FRAME_ENTRY)) *result = vm_enter(thread, &generator->frame, &how);
    object_release(generator);
    return how;
}

#endif
