/* The VM's frames: loop state, windows of calls, what is being handled, generators coming and going. Part of vm.c. */
#ifndef KERNEL_LANGUAGE_VM_FRAMES_H
#define KERNEL_LANGUAGE_VM_FRAMES_H

#include "kernel/language/run/profile.h"
#include "kernel/language/run/vm_fast.h"

/* An iterable into three registers of loop state:
 *   {int next, int remaining, int step} for a range; {list or tuple, int index}; {str, int offset}; {iterator}. */
static bool make_loop_state(Thread *thread, Value *state, Value source, bool owned) {
    const Builtins *builtins = thread_builtins(thread);
    if (source.tag == TAG_OBJECT) {
        const Type *type = source.object->type;
        if (type == builtins->type_range) {
            const Range *range = (const Range *)source.object;
            if (range->start.tag == TAG_INT && range->step.tag == TAG_INT && range->length.tag == TAG_INT) {
                Value start = range->start, length = range->length, step = range->step;
                put_int(&state[1], length.integer);
                put_int(&state[2], step.integer);
                if (owned) value_release(source);
                put(&state[0], start);
                return true;
            }
        } else if (type == builtins->type_list || type == builtins->type_tuple || type == builtins->type_generator ||
                   type == builtins->type_string) {
            put_int(&state[1], 0);
            put(&state[0], owned ? source : value_retain(source));
            return true;
        }
    }
    Value iterator = value_iterate(thread, source);
    if (value_is_absent(iterator)) {
        if (owned) put(&state[0], source);
        return false;
    }
    if (owned) value_release(source);
    put_int(&state[1], 0);
    put(&state[0], iterator);
    return true;
}

/* Set up a callee's frame over registers that hold `count` positional arguments and nothing else of account; the
 * function lies in front of them. NULL: an exception is set and the arguments are released. */
static inline __attribute__((always_inline)) Frame *push_frame(Thread *thread, Frame *caller, Function *function, Value *registers, size_t count,
                                Tuple *names, uint16_t result, uint8_t kind, uint8_t words) {
    Code *code = function->code;
    Frame *frame = caller->frame_top;
    size_t given = count + (names ? names->count : 0);
    if (UNLIKELY((char *)(registers + code->register_count + given + 2) > (char *)(frame - 1)) ||
        UNLIKELY(++thread->depth > thread->interpreter->recursion_limit)) {
        if ((char *)(registers + code->register_count + given + 2) <= (char *)(frame - 1)) thread->depth--;
        registers_release(registers, 0, given);
        raise_recursion(thread);
        return NULL;
    }
    if (LIKELY(code->is_simple && !names && count == code->argument_count)) {
        for (size_t i = count; i < code->local_count; i++) registers[i].tag = TAG_ABSENT; /* the others hold nothing counted */
    } else if (!function_bind(thread, function, registers, count, names)) {
        thread->depth--;
        return NULL;
    }
    frame_begin(frame, caller, function, registers, kind);
    frame->result = result;
    frame->words = words;
    thread->frame = frame;
    return frame;
}

/* Arguments of a call from a heap frame (a generator's) go to the thread's stack; the others stay where they are. */
static inline Value *place_arguments(Frame *frame, Value *base, size_t count) {
    if (LIKELY(!frame->generator)) return base + 1;
    Value *target = frame->stack_top;
    for (size_t i = 0; i <= count; i++) {
        put(&target[i], base[i]);
        base[i].tag = TAG_ABSENT;
    }
    return target + 1;
}

/* Leave a frame whose registers are empty: its function goes. */
static inline void pop_frame(Thread *thread, Frame *frame) {
    if (UNLIKELY(frame->object != NULL)) frame_detach_object(thread, frame);
    thread->frame = frame->previous;
    thread->depth--;
}

static const Handler *find_handler(const Code *code, size_t at) {
    for (size_t i = 0; i < code->handler_count; i++)
        if (at >= code->handlers[i].start && at < code->handlers[i].end) return &code->handlers[i];
    return NULL;
}

static void push_handled(Thread *thread, Frame *frame, Value *saved, Value exception) {
    Value before = thread->handled;
    if (frame->generator && frame->handled_depth == 0) { /* the resumer's: remembered in outer_handled */
        value_release(before);
        before = VALUE_ABSENT;
    }
    frame->handled_depth++;
    thread->handled = value_retain(exception);
    put_owned(saved, before);
}

static void pop_handled(Thread *thread, Frame *frame, Value *saved) {
    Value before = take(saved), current = thread->handled;
    if (frame->handled_depth) frame->handled_depth--;
    if (frame->generator && frame->handled_depth == 0) {
        value_release(before);
        before = value_retain(frame->outer_handled);
    }
    thread->handled = before;
    value_release(current);
}

/* A generator's frame stops being the running one. */
static inline __attribute__((always_inline)) void leave_generator(Thread *thread, Generator *generator) {
    Frame *frame = &generator->frame;
    if (UNLIKELY(thread->interpreter->profiler != NULL)) profiler_generator_left(thread->interpreter->profiler, frame);
    Value current = thread->handled;
    thread->handled = frame->outer_handled;
    frame->outer_handled = VALUE_ABSENT;
    if (frame->handled_depth) generator->handled = current;
    else value_release(current);
    thread->frame = frame->previous;
    thread->depth--;
}

/* A generator's frame pauses where it is, and with it those that delegate to it: the outermost of them, whose kind says who
 * waits for what was yielded. */
static inline __attribute__((always_inline)) Frame *suspend(Thread *thread, Frame *frame) {
    for (;; frame = thread->frame) {
        leave_generator(thread, frame->generator);
        frame->generator->state = GENERATOR_SUSPENDED;
        if (LIKELY(frame->kind != FRAME_DELEGATED)) return frame;
    }
}

/* It becomes the running one, `previous` below it. false: RecursionError, and the generator has ended. */
static inline __attribute__((always_inline)) bool enter_generator(Thread *thread, Generator *generator, Frame *previous, uint16_t result, uint8_t kind) {
    if (++thread->depth > thread->interpreter->recursion_limit) {
        thread->depth--;
        raise_recursion(thread);
        generator_abandon(thread, generator);
        return false;
    }
    Frame *frame = &generator->frame;
    frame->previous = previous;
    frame->stack_top = previous ? previous->stack_top : thread->stack;
    frame->frame_top = previous ? previous->frame_top : (Frame *)(thread->stack + thread->stack_size) - 1;
    frame->result = result;
    frame->kind = kind;
    frame->outer_handled = thread->handled;
    thread->handled = frame->handled_depth ? generator->handled : value_retain(frame->outer_handled);
    generator->handled = VALUE_ABSENT;
    generator->state = GENERATOR_RUNNING;
    thread->frame = frame;
    if (UNLIKELY(thread->interpreter->profiler != NULL)) profiler_generator_resumed(thread->interpreter->profiler, frame);
    return true;
}

/* Where a suspended generator takes what is sent: the instruction it stopped at. */
static inline void deliver(Generator *generator, Value value) {
    Frame *frame = &generator->frame;
    const Word *at = frame->at;
    if (generator->state == GENERATOR_CREATED) {
        frame->at = at + 1; /* START_GENERATOR */
    } else if (at->opcode == OP_YIELD) {
        put_retained(&frame->registers[at->a], value);
        frame->at = at + 1;
    } else { /* DELEGATE goes on with it */
        put_retained(&frame->registers[at->c], value);
    }
}

#endif
