/* Generators, coroutines and asynchronous generators: frames that live on the heap. */
#ifndef KERNEL_LANGUAGE_GENERATOR_H
#define KERNEL_LANGUAGE_GENERATOR_H

#include "kernel/language/run/frame.h"

typedef enum GeneratorState { GENERATOR_CREATED, GENERATOR_SUSPENDED, GENERATOR_RUNNING, GENERATOR_CLOSED } GeneratorState;

struct Generator {
    Object object;
    GeneratorState state;
    Value name, qualified_name;
    void *weak_references;
    Value handled;        /* what it is handling while suspended */
    Value origin;         /* async generators: finalizer hook state; coroutines: unused */
    bool is_closing;      /* async generator: aclose was called */
    bool is_running_async;
    Code *code;           /* owned */
    Dict *globals;        /* owned */
    Frame frame;
    Value function;       /* registers[-1] */
    Value registers[];
};

/* What a resumed generator did. */
typedef enum Resumption { RESUMED_YIELD, RESUMED_RETURN, RESUMED_ERROR } Resumption;
/* Send `value` (or, when absent, throw the exception that is set): *result owned. */
Resumption generator_resume(Thread *thread, Generator *generator, Value value, Value *result);
/* As the method send(): the value yielded, or absent with StopIteration(what was returned) set. */
Value generator_send_value(Thread *thread, Generator *generator, Value value);
/* Go on where frame.at points, with nothing to deliver. */
Resumption generator_continue(Thread *thread, Generator *generator, Value *result);
/* send() on anything: generators directly, others through their methods. */
Resumption iterator_send(Thread *thread, Value iterator, Value value, Value *result);
/* Throw what one to three arguments of throw() make into the generator, or give them as they are to what it delegates to;
 * as generator_resume. */
Resumption generator_throw_resume(Thread *thread, Generator *generator, const Value *thrown, size_t count, Value *result);
#define THROW_SIGNATURE "($self, typ, val=<unrepresentable>, tb=<unrepresentable>, /)" /* what is not given is absent */
size_t thrown_count(const Value *thrown);
Value generator_delegate(const Generator *generator); /* what it delegates to, or None; owned */
bool generator_close(Thread *thread, Generator *generator);
static inline bool value_is_generator(Value value) { return value_has_type(value, &generator_type_template); }
static inline bool value_is_coroutine(Value value) { return value_has_type(value, &coroutine_type_template); }
Value awaitable_iterator(Thread *thread, Value value); /* what `await` iterates; TypeError */

#endif
