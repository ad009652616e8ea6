#include "kernel/objects/system/children.h"

#include "base/memory.h"
#include "kernel/objects/system/threads.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- those that somebody waits for ---- */

typedef struct Children {
    pid_t *items;
    size_t count, capacity;
    bool is_incomplete; /* no memory: nobody knows whose a child is */
    bool adopts;
    time_t searched_at;
} Children;

static const char state_key;

static void release(void *context) {
    Children *children = context;
    memory_release(children->items);
    memory_release(children);
}

static Children *children_of(Interpreter *interpreter, bool makes) {
    Children *children = interpreter_state(interpreter, &state_key);
    if (children || !makes) return children;
    children = memory_allocate_zeroed(1, sizeof *children);
    if (children && interpreter_set_state(interpreter, &state_key, children, release)) return children;
    memory_release(children);
    return NULL;
}

static size_t find(const Children *children, pid_t process) {
    size_t at = 0;
    while (at < children->count && children->items[at] != process) at++;
    return at;
}

void children_started(Interpreter *interpreter, pid_t process) {
    Children *children = children_of(interpreter, true);
    if (!children) return;
    if (children->count == children->capacity) {
        size_t capacity = children->capacity ? 2 * children->capacity : 16;
        pid_t *items = memory_resize(children->items, capacity * sizeof *items);
        if (!items) {
            children->is_incomplete = true;
            return;
        }
        children->items = items;
        children->capacity = capacity;
    }
    children->items[children->count++] = process;
}

void children_ended(Interpreter *interpreter, pid_t process) {
    Children *children = children_of(interpreter, false);
    size_t at = children ? find(children, process) : 0;
    if (children && at < children->count) children->items[at] = children->items[--children->count];
}

bool children_has(Interpreter *interpreter, pid_t process) {
    const Children *children = children_of(interpreter, false);
    return children && (children->is_incomplete || find(children, process) < children->count);
}

size_t children_count(Interpreter *interpreter) {
    const Children *children = children_of(interpreter, false);
    return children ? children->count + children->is_incomplete : 0;
}

void children_forget(Interpreter *interpreter) {
    Children *children = children_of(interpreter, false);
    if (children) children->count = 0, children->adopts = children->is_incomplete = false;
}

void children_await_interrupt(Thread *thread, int status) {
    enum { MOST_MILLISECONDS = 20 };
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) thread_await_interrupt(thread, MOST_MILLISECONDS);
}

/* ---- what the system says ---- */

typedef struct Process {
    pid_t number, parent, group;
    char state;
    bool descends;
} Process;

typedef struct ProcessList {
    Process *items;
    size_t count, capacity;
} ProcessList;

/* A line of /proc/N/stat: "N (name) state parent group ...", where the name may hold anything. */
static bool read_process(const char *name, Process *process) {
    char path[64], text[512];
    int parent, group;
    snprintf(path, sizeof path, "/proc/%.20s/stat", name);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return false;
    text[count] = '\0';
    const char *end = strrchr(text, ')');
    if (!end || sscanf(end + 1, " %c %d %d", &process->state, &parent, &group) != 3) return false;
    process->number = (pid_t)atoi(name);
    process->parent = parent;
    process->group = group;
    process->descends = false;
    return true;
}

static bool append(ProcessList *list, Process process) {
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        Process *items = memory_resize(list->items, capacity * sizeof *items);
        if (!items) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = process;
    return true;
}

static ProcessList list_processes(void) {
    ProcessList list = {0};
    DIR *folder = opendir("/proc");
    if (!folder) return list;
    for (struct dirent *entry; (entry = readdir(folder));) {
        Process process;
        if (isdigit((unsigned char)entry->d_name[0]) && read_process(entry->d_name, &process) && !append(&list, process)) break;
    }
    closedir(folder);
    return list;
}

static int compare_numbers(const void *left, const void *right) {
    pid_t first = ((const Process *)left)->number, second = ((const Process *)right)->number;
    return (first > second) - (first < second);
}

static bool is_marked(const ProcessList *list, pid_t number) {
    const Process wanted = {.number = number};
    const Process *found = bsearch(&wanted, list->items, list->count, sizeof *list->items, compare_numbers);
    return found && found->descends;
}

static void mark_descendants(ProcessList *list, pid_t root) {
    if (list->count) qsort(list->items, list->count, sizeof *list->items, compare_numbers);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < list->count; i++) {
            Process *process = &list->items[i];
            if (process->descends || (process->parent != root && !is_marked(list, process->parent))) continue;
            process->descends = changed = true;
        }
    }
}

static bool has_ended(const Process *process) { return process->state == 'Z' || process->state == 'X'; }

/* How many descendants of `root` live in this group; each gets the signal, unless it is 0. */
static size_t signal_descendants(pid_t root, int number) {
    ProcessList list = list_processes();
    pid_t own = getpid(), group = getpgrp();
    size_t count = 0;
    mark_descendants(&list, root);
    for (size_t i = 0; i < list.count; i++) {
        const Process *process = &list.items[i];
        if (!process->descends || process->number == own || process->group != group) continue;
        if (has_ended(process)) {
            if (root == own && process->parent == own) waitpid(process->number, NULL, WNOHANG);
            continue;
        }
        count++;
        if (number) kill(process->number, number);
    }
    memory_release(list.items);
    return count;
}

void children_signal(pid_t process, int number) {
    signal_descendants(process, number); /* first: without their parent they would not be found */
    kill(process, number);
}

/* ---- the orphans ---- */

void children_adopt(Interpreter *interpreter) {
    Children *children = children_of(interpreter, true);
    if (children && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0) children->adopts = true;
}

bool children_are_adopted(Interpreter *interpreter) {
    const Children *children = children_of(interpreter, false);
    return children && children->adopts;
}

/* Behind one of our own that has ended and that nobody has waited for yet the system does not show the others: they are looked
 * for, now and then. */
static void search_adopted(Interpreter *interpreter, Children *children) {
    enum { SEARCH_SECONDS = 1 };
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (children->searched_at && now.tv_sec - children->searched_at < SEARCH_SECONDS) return;
    children->searched_at = now.tv_sec;
    ProcessList list = list_processes();
    pid_t own = getpid();
    for (size_t i = 0; i < list.count; i++)
        if (list.items[i].parent == own && has_ended(&list.items[i]) && !children_has(interpreter, list.items[i].number))
            waitpid(list.items[i].number, NULL, WNOHANG);
    memory_release(list.items);
}

void children_reap_adopted(Interpreter *interpreter) {
    Children *children = children_of(interpreter, false);
    if (!children || !children->adopts || children->is_incomplete) return;
    for (;;) {
        siginfo_t information = {0};
        if (waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) < 0 || !information.si_pid) return;
        if (children_has(interpreter, information.si_pid)) {
            search_adopted(interpreter, children);
            return;
        }
        if (waitpid(information.si_pid, NULL, WNOHANG) <= 0) return;
    }
}

/* ---- the end ---- */

/* Whether all have gone in time. */
static bool end_by(int number, int milliseconds) {
    enum { STEP = 20 };
    pid_t own = getpid();
    for (int waited = 0;; waited += STEP) {
        bool signals = waited == 0 || number == SIGKILL; /* a second SIGTERM may cut a tidy end short */
        if (!signal_descendants(own, signals ? number : 0)) return true;
        if (waited == 0) signal_descendants(own, SIGCONT); /* what is stopped would not hear the other */
        if (waited >= milliseconds) return false;
        struct timespec step = {0, STEP * 1000000L};
        nanosleep(&step, NULL);
    }
}

void children_end(void) {
    if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD) return;
    if (!end_by(SIGTERM, 400)) end_by(SIGKILL, 400);
}
