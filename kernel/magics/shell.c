/* !command, %system, %sx, %%bash, %%sh, %%script, %ls: other programs.
 *
 * A child has its own process group, so that an interrupt meant for the session reaches it through us: SIGINT to the
 * group at once, SIGKILL when it has not gone after a second. Its output is forwarded as it comes, through pipes. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct Child {
    pid_t process;
    int input, output, errors; /* our ends; -1: closed */
    const char *text;          /* left to write to its input */
    size_t text_left;
    double interrupted_at;     /* 0: not */
} Child;

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

static bool spawn_child(Thread *thread, Child *child, const char *const *words) {
    int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
    bool good = pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0 && pipe2(errors, O_CLOEXEC) == 0;
    int status = good ? 0 : errno;
    if (good) {
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        sigset_t none, defaults;
        sigemptyset(&none);
        sigemptyset(&defaults);
        sigaddset(&defaults, SIGINT);
        sigaddset(&defaults, SIGPIPE);
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[0], 0);
        posix_spawn_file_actions_adddup2(&actions, output[1], 1);
        posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setpgroup(&attributes, 0);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setsigdefault(&attributes, &defaults);
        posix_spawnattr_setflags(&attributes,
                                 POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        status = posix_spawnp(&child->process, words[0], &actions, &attributes, (char *const *)words, environ);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        good = status == 0;
    }
    close_end(&input[0]), close_end(&output[1]), close_end(&errors[1]);
    child->input = input[1], child->output = output[0], child->errors = errors[0];
    if (good) {
        fcntl(child->input, F_SETFL, O_NONBLOCK);
        return true;
    }
    close_end(&child->input), close_end(&child->output), close_end(&child->errors);
    raise_os_error(thread, status, words[0]);
    return false;
}

/* Hand on what came: whole UTF-8 sequences only, the rest waits in `held`. */
static bool forward(Thread *thread, bool is_error, TextBuffer *held, TextBuffer *collected, bool at_end) {
    size_t whole = held->length;
    if (!at_end && whole) {
        size_t back = 1;
        while (back < 4 && back < whole && ((unsigned char)held->bytes[whole - back] & 0xC0) == 0x80) back++;
        unsigned char lead = (unsigned char)held->bytes[whole - back];
        size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        if (size > back) whole -= back;
    }
    if (whole == 0) return true;
    bool good = true;
    if (collected) text_append_bytes(collected, held->bytes, whole);
    else good = interpreter_write(thread, is_error, held->bytes, whole);
    memmove(held->bytes, held->bytes + whole, held->length - whole);
    text_truncate(held, held->length - whole);
    return good;
}

static void read_end(int *end, TextBuffer *held) {
    char block[16384];
    ssize_t count = read(*end, block, sizeof block);
    if (count > 0) text_append_bytes(held, block, (size_t)count);
    else if (count == 0 || (errno != EINTR && errno != EAGAIN)) close_end(end);
}

static void write_input(Child *child) {
    ssize_t count = child->text_left ? write(child->input, child->text, child->text_left) : 0;
    if (count > 0) {
        child->text += count;
        child->text_left -= (size_t)count;
    }
    if (child->text_left == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) close_end(&child->input);
}

/* One turn of waiting, at most 20 ms. */
static void attend(Child *child, TextBuffer *out_held, TextBuffer *error_held) {
    struct pollfd ends[3] = {{child->output, POLLIN, 0}, {child->errors, POLLIN, 0}, {child->input, POLLOUT, 0}};
    if (poll(ends, 3, 20) <= 0) return;
    if (child->output >= 0 && ends[0].revents) read_end(&child->output, out_held);
    if (child->errors >= 0 && ends[1].revents) read_end(&child->errors, error_held);
    if (child->input >= 0 && ends[2].revents) write_input(child);
}

/* Pass an interrupt on. The exception stays set in the thread. */
static void interrupt_child(Child *child) {
    double now = magic_wall_clock();
    if (child->interrupted_at == 0) {
        kill(-child->process, SIGINT);
        child->interrupted_at = now;
    } else if (now - child->interrupted_at > 1) {
        kill(-child->process, SIGKILL);
    }
}

int magic_shell(Thread *thread, const char *const *words, const char *input, size_t input_length,
                TextBuffer *standard_output, TextBuffer *standard_error) {
    Child child = {.text = input, .text_left = input_length};
    TextBuffer out_held = TEXT_BUFFER_EMPTY, error_held = TEXT_BUFFER_EMPTY;
    if (!spawn_child(thread, &child, words)) return -1000;
    int status = 0;
    bool ended = false, good = true;
    while (!ended || child.output >= 0 || child.errors >= 0) {
        attend(&child, &out_held, &error_held);
        if (good)
            good = forward(thread, false, &out_held, standard_output, child.output < 0) &&
                   forward(thread, true, &error_held, standard_error, child.errors < 0);
        if (good) good = thread_poll(thread);
        if (!good) interrupt_child(&child);
        if (!ended && waitpid(child.process, &status, WNOHANG) == child.process) ended = true;
        /* A grandchild in the background may keep the pipes: what is there now is read, then we go. */
        if (ended && !good) break;
    }
    close_end(&child.input), close_end(&child.output), close_end(&child.errors);
    text_release(&out_held), text_release(&error_held);
    if (!good) return -1000;
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/* ---- the magics ---- */

static bool keep_status(Thread *thread, const MagicCall *call, int status) {
    return dict_set_c(thread, call->namespace, "_exit_code", value_from_int(status));
}

static const char *user_shell(void) { return access("/bin/bash", X_OK) == 0 ? "/bin/bash" : "/bin/sh"; }

static Value run_system(Thread *thread, const MagicCall *call) {
    const char *words[] = {user_shell(), "-c", call->line->bytes, NULL};
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (front_end->flush) front_end->flush(front_end->context);
    int status = magic_shell(thread, words, NULL, 0, NULL, NULL);
    if (status == -1000 || !keep_status(thread, call, status)) return VALUE_ABSENT;
    return VALUE_NONE;
}

/* The lines of a text, as IPython's SList prints: a list of str. */
static Value lines_of(Thread *thread, const char *text) {
    Value list = list_new(thread);
    while (!value_is_absent(list) && *text) {
        size_t length = strcspn(text, "\n");
        size_t shown = length && text[length - 1] == '\r' ? length - 1 : length;
        if (!list_append_owned(thread, value_list(list), string_new(thread, text, shown))) {
            value_release(list);
            return VALUE_ABSENT;
        }
        text += length + (text[length] == '\n');
    }
    return list;
}

static Value run_sx(Thread *thread, const MagicCall *call) {
    const String *source = call->cell ? call->cell : call->line;
    const char *words[] = {user_shell(), "-c", source->bytes, NULL};
    TextBuffer output = TEXT_BUFFER_EMPTY;
    int status = magic_shell(thread, words, NULL, 0, &output, &output);
    Value result = VALUE_ABSENT;
    if (status != -1000 && keep_status(thread, call, status)) result = lines_of(thread, text_string(&output));
    text_release(&output);
    return result;
}

static Value run_program(Thread *thread, const MagicCall *call, const char *const *words) {
    int status = magic_shell(thread, words, call->cell->bytes, call->cell->length, NULL, NULL);
    if (status == -1000) return VALUE_ABSENT;
    if (!keep_status(thread, call, status)) return VALUE_ABSENT;
    if (status == 0) return VALUE_NONE;
    Value subprocess = import_module(thread, "subprocess");
    if (value_is_absent(subprocess)) exception_clear(thread);
    Value type = value_is_absent(subprocess) ? subprocess
                                             : value_get_attribute_c(thread, subprocess, "CalledProcessError");
    value_release(subprocess);
    if (value_is_absent(type)) exception_clear(thread);
    Value command = string_from_c(thread, words[0]);
    Value instance = value_is_absent(type) ? VALUE_ABSENT : value_call_two(thread, type, value_from_int(status), command);
    if (!value_is_absent(instance)) raise_instance(thread, instance);
    else if (!exception_is_set(thread))
        raise_runtime_error(thread, "Command '%s' returned non-zero exit status %d.", words[0], status);
    value_release(type), value_release(command), value_release(instance);
    return VALUE_ABSENT;
}

static Value run_bash(Thread *thread, const MagicCall *call) {
    const char *words[] = {"bash", NULL};
    return run_program(thread, call, words);
}

static Value run_sh(Thread *thread, const MagicCall *call) {
    const char *words[] = {"sh", NULL};
    return run_program(thread, call, words);
}

static Value run_script(Thread *thread, const MagicCall *call) {
    enum { MOST = 31 };
    const char *words[MOST + 1];
    size_t count = 0;
    char *copy = memory_copy_bytes(call->line->bytes, call->line->length), *state = NULL;
    if (!copy) return raise_no_memory(thread);
    for (char *word = strtok_r(copy, " \t", &state); word && count < MOST; word = strtok_r(NULL, " \t", &state))
        words[count++] = word;
    words[count] = NULL;
    Value result = count ? run_program(thread, call, words) : magic_usage_error(thread, "%%%%script wants a program");
    memory_release(copy);
    return result;
}

static Value run_ls(Thread *thread, const MagicCall *call) {
    TextBuffer command = TEXT_BUFFER_EMPTY;
    text_append_format(&command, "ls -F %s", call->line->bytes);
    const char *words[] = {user_shell(), "-c", text_string(&command), NULL};
    int status = command.failed ? -1000 : magic_shell(thread, words, NULL, 0, NULL, NULL);
    text_release(&command);
    return status == -1000 ? VALUE_ABSENT : VALUE_NONE;
}

const Magic magic_system = {.name = "system", .is_line = true, .run = run_system,
                            .documentation = "%system COMMAND, or !COMMAND\n\nRun a shell command and show its output."};
const Magic magic_sx = {.name = "sx", .is_line = true, .is_cell = true, .run = run_sx,
                        .documentation = "%sx COMMAND, or !!COMMAND\n\nThe lines that a shell command prints."};
const Magic magic_bash = {.name = "bash", .is_cell = true, .run = run_bash,
                          .documentation = "%%bash\n\nRun the cell with bash."};
const Magic magic_sh = {.name = "sh", .is_cell = true, .run = run_sh,
                        .documentation = "%%sh\n\nRun the cell with sh."};
const Magic magic_script = {.name = "script", .is_cell = true, .run = run_script,
                            .documentation = "%%script PROGRAM [WORDS]\n\nRun the cell with a program, as its input."};
const Magic magic_ls = {.name = "ls", .is_line = true, .run = run_ls,
                        .documentation = "%ls [WORDS]\n\nList a folder."};
