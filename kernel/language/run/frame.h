/* Frames: the activations of code, and what natives ask of the innermost one.
 *
 * A thread's stack is one block: registers grow from its beginning, Frame structures from its end downward. A call
 * places the new window over the arguments, which lie at the end of the caller's window: nothing is copied. The
 * register in front of a window (registers[-1]) owns the function. Generators keep their Frame and registers on
 * the heap. */
#ifndef KERNEL_LANGUAGE_FRAME_H
#define KERNEL_LANGUAGE_FRAME_H

#include "kernel/language/compile/code.h"
#include "kernel/language/run/function.h"

typedef struct FrameObject FrameObject;
typedef struct Generator Generator;

enum FrameKind {
    FRAME_CALL,        /* called by the frame before it: the result goes into its register `result` */
    FRAME_ENTRY,       /* called from C: the VM returns */
    FRAME_CONSTRUCTOR, /* as FRAME_CALL, of __init__: the result is the instance, kept in registers[-2] */
    FRAME_RESUMED,     /* a generator resumed by FOR_NEXT of the frame before it */
    FRAME_DELEGATED,   /* a generator or coroutine resumed by DELEGATE of the frame before it */
};

struct Frame {
    Frame *previous;
    Code *code;         /* borrowed, as everything down to `builtins` */
    const Word *at;     /* the instruction under way when the frame is not the running one */
    Value *registers;
    Value *stack_top;   /* first register that a call from C may use */
    Frame *frame_top;   /* the frame that a call may use */
    Function *function; /* NULL for modules */
    Dict *globals;
    Value names;        /* namespace of a class or module block (a mapping); absent in functions */
    FrameObject *object; /* owned; made when first asked for */
    Generator *generator; /* borrowed; NULL: none */
    Value outer_handled;  /* generators: what the resumer was handling */
    uint16_t handled_depth;
    uint16_t result;
    uint8_t kind;
    uint8_t words;        /* of the instruction in the frame before it that waits for the result: what RETURN goes past */
};

/* The frame of a function that begins, without the members that only some kinds have. They are set one by one: clearing the
 * whole frame first takes longer than all the rest. */
static inline void frame_begin(Frame *frame, Frame *previous, Function *function, Value *registers, uint8_t kind) {
    Code *code = function->code;
    frame->previous = previous;
    frame->code = code;
    frame->at = code->words;
    frame->registers = registers;
    frame->stack_top = registers + code->register_count;
    frame->frame_top = frame - 1;
    frame->function = function;
    frame->globals = function->globals;
    frame->names.tag = TAG_ABSENT;
    frame->object = NULL;
    frame->generator = NULL;
    frame->handled_depth = 0;
    frame->kind = kind;
}

enum { FRAME_FEW = 4 };

/* What Python code sees of a frame. While the frame runs `frame` points to it; then its variables move here. */
struct FrameObject {
    Object object;
    Frame *frame;        /* NULL once it has ended */
    Code *code;          /* owned, as all that follows */
    Dict *globals;
    Value names;         /* as the frame's */
    Value *variables;    /* the named registers, after the end: in `few` when there are no more */
    Value few[FRAME_FEW];
    Tuple *closure;
    FrameObject *back;   /* after the end, when it is known */
    const Word *at;
    Value locals;        /* f_locals as last handed out */
    struct Profiler *profiler; /* to be told of the end; NULL: none */
    Value trace;           /* f_trace, or absent */
    const Word *traced_at; /* the instruction before, while lines are told */
    int traced_line;
    bool is_traced, is_suspended, tells_no_lines, begins;
};

/* The object of a frame; owned, NULL with MemoryError. */
FrameObject *frame_get_object(Thread *thread, Frame *frame);
void frame_detach_object(Thread *thread, Frame *frame); /* the frame ends; of a generator's `thread` may be NULL */
Value frame_object_locals(Thread *thread, FrameObject *frame); /* dict; owned */
/* What a tracer put into f_locals goes into the frame's variables; none is unset. */
void frame_object_take_locals(FrameObject *frame);
int frame_object_line(const FrameObject *frame);

/* The innermost Python frame's; borrowed, NULL outside any. */
Dict *thread_globals(Thread *thread);
unsigned thread_futures(const Thread *thread); /* FUTURE_...: what the code that runs has imported from __future__ */
/* What code with these globals has for builtins: the __builtins__ among them, a module's being its dict; borrowed. It is a
 * dict unless the program put something else there. */
Value globals_builtins(Thread *thread, Dict *globals);
Value globals_builtin(Thread *thread, Dict *globals, String *name); /* owned; absent without an exception when it is not there */
Value thread_locals(Thread *thread);   /* locals(): owned; the namespace itself in a module or class block */
int thread_line(Thread *thread);       /* 0: unknown */
Value thread_file(Thread *thread);     /* borrowed str, or absent */
Frame *thread_frame(Thread *thread, int depth); /* sys._getframe(depth): NULL when there are not so many */
/* The two arguments that super() without arguments means; borrowed. false: RuntimeError as CPython's. */
bool thread_super_arguments(Thread *thread, Value *class_value, Value *self);

#endif
