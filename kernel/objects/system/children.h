/* The programs and copies of this process that it started, and what they started in turn.
 *
 * Children stay in the process group of the kernel, so that whoever signals the group reaches them. A kernel, or the run of a
 * notebook, adopts what its children leave behind (children_adopt), and ends politely by ending all that is in its group and
 * descends from it (children_end): what took a group or a session of its own has been detached and is left alone. */
#ifndef KERNEL_OBJECTS_CHILDREN_H
#define KERNEL_OBJECTS_CHILDREN_H

#include "kernel/objects/core/interpreter.h"

#include <sys/types.h>

/* Every child that somebody here is going to wait for, from its start until it has been waited for. The interpreter is held. */
void children_started(Interpreter *interpreter, pid_t process);
void children_ended(Interpreter *interpreter, pid_t process);
bool children_has(Interpreter *interpreter, pid_t process);
size_t children_count(Interpreter *interpreter);
void children_forget(Interpreter *interpreter); /* in a copy: they are the parent's */

/* A child has been waited for: one that SIGINT ended may have got it together with this process, where a thread is about to tell
 * of it. Waits for that, a few milliseconds at most, so that the interrupt is not taken for a later one. */
void children_await_interrupt(Thread *thread, int status);

/* From now on, what a child leaves behind becomes a child of this process. */
void children_adopt(Interpreter *interpreter);
bool children_are_adopted(Interpreter *interpreter);
void children_reap_adopted(Interpreter *interpreter); /* those that have ended; the interpreter is held */

/* A signal for a child and all that descends from it, as far as it is in this process's group. From any thread. */
void children_signal(pid_t process, int number);
/* SIGTERM for every descendant in this process's group, and SIGKILL for what is left of them soon after. From any thread,
 * when nobody waits for a child any more. */
void children_end(void);

#endif
