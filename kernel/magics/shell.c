/* !command, %system, %sx: other programs. Their output is forwarded as it comes, through a terminal or pipes.
 *
 * One in a terminal has a session of its own, so an interrupt reaches it through us: SIGINT to its group at once. One behind
 * pipes stays in our group, which usually got the signal as a whole: SIGINT follows when it has not gone soon. Neither is
 * spared when it goes on. The cell goes on with how the program ended, as under IPython. */
#include "kernel/magics/magic.h"

#include "base/memory.h"
#include "base/text_buffer.h"

#include "kernel/magics/programs.h"
#include "kernel/objects/system/children.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

typedef struct Child {
    pid_t process;
    int input, output, errors; /* our ends; -1: closed */
    const char *text;          /* left to write to its input */
    size_t text_left;
    bool has_terminal, has_ended;
    double interrupted_at;     /* 0: not */
    size_t signals;            /* how many it was sent since then */
} Child;

static void close_end(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

static void set_signals(posix_spawnattr_t *attributes, short flags) {
    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGINT);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &defaults);
    posix_spawnattr_setflags(attributes, (short)(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
}

static bool raise_failed(Thread *thread, int status, const char *program) {
    raise_os_error(thread, status, program);
    return false;
}

/* Our end of a new terminal of 80 columns without echo, and the name of the other end; -1 with errno. */
static int open_terminal(char *name, size_t size) {
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (terminal < 0) return -1;
    struct winsize window = {.ws_row = 24, .ws_col = 80};
    struct termios settings;
    if (grantpt(terminal) == 0 && unlockpt(terminal) == 0 && ptsname_r(terminal, name, size) == 0 &&
        tcgetattr(terminal, &settings) == 0) {
        settings.c_lflag &= (tcflag_t)~ECHO;
        tcsetattr(terminal, TCSANOW, &settings);
        ioctl(terminal, TIOCSWINSZ, &window);
        return terminal;
    }
    close(terminal);
    return -1;
}

/* As in a terminal: programs write columns and colours, errors among the rest. Whoever reads finds the end at once. */
static bool spawn_in_terminal(Thread *thread, Child *child, const char *const *words, char *const *environment) {
    char name[64];
    int terminal = open_terminal(name, sizeof name);
    if (terminal < 0) return raise_failed(thread, errno, "/dev/ptmx");
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0); /* the leader of a session gets it as its terminal */
    posix_spawn_file_actions_adddup2(&actions, 0, 1);
    posix_spawn_file_actions_adddup2(&actions, 0, 2);
    posix_spawnattr_init(&attributes);
    set_signals(&attributes, POSIX_SPAWN_SETSID);
    int status = posix_spawnp(&child->process, words[0], &actions, &attributes, (char *const *)words, environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (status) {
        close(terminal);
        return raise_failed(thread, status, words[0]);
    }
    if (write(terminal, "\004", 1) < 0) errno = 0;
    child->input = child->errors = -1;
    child->output = terminal;
    child->has_terminal = true;
    children_started(thread->interpreter, child->process);
    return true;
}

static bool spawn_child(Thread *thread, Child *child, const char *const *words, char *const *environment) {
    int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
    bool good = pipe2(input, O_CLOEXEC) == 0 && pipe2(output, O_CLOEXEC) == 0 && pipe2(errors, O_CLOEXEC) == 0;
    int status = good ? 0 : errno;
    if (good) {
        posix_spawn_file_actions_t actions;
        posix_spawnattr_t attributes;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[0], 0);
        posix_spawn_file_actions_adddup2(&actions, output[1], 1);
        posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
        posix_spawnattr_init(&attributes);
        set_signals(&attributes, 0);
        status = posix_spawnp(&child->process, words[0], &actions, &attributes, (char *const *)words, environment);
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        good = status == 0;
    }
    close_end(&input[0]), close_end(&output[1]), close_end(&errors[1]);
    child->input = input[1], child->output = output[0], child->errors = errors[0];
    if (good) {
        fcntl(child->input, F_SETFL, O_NONBLOCK);
        children_started(thread->interpreter, child->process);
        return true;
    }
    close_end(&child->input), close_end(&child->output), close_end(&child->errors);
    return raise_failed(thread, status, words[0]);
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

/* One turn of waiting, at most 20 ms: whether something came. */
static bool attend(Child *child, TextBuffer *out_held, TextBuffer *error_held) {
    struct pollfd ends[3] = {{child->output, POLLIN, 0}, {child->errors, POLLIN, 0}, {child->input, POLLOUT, 0}};
    if (poll(ends, 3, 20) <= 0) return false;
    if (child->output >= 0 && ends[0].revents) read_end(&child->output, out_held);
    if (child->errors >= 0 && ends[1].revents) read_end(&child->errors, error_held);
    if (child->input >= 0 && ends[2].revents) write_input(child);
    return ends[0].revents || ends[1].revents;
}

static void signal_child(const Child *child, int number) {
    if (child->has_terminal) kill(-child->process, number);
    else if (!child->has_ended) children_signal(child->process, number);
}

/* An exception while the program runs. An interrupt is the program's, a second one leaves it no time; whatever else it is
 * ends it, and comes after. */
static void heed_exception(Thread *thread, Child *child, Value *failure) {
    Value exception = exception_take(thread);
    if (!value_is_instance(thread->interpreter, exception, thread_builtins(thread)->exception_KeyboardInterrupt)) {
        signal_child(child, SIGKILL);
        value_replace(failure, exception);
        return;
    }
    value_release(exception);
    if (child->interrupted_at != 0) {
        signal_child(child, SIGKILL);
        return;
    }
    child->interrupted_at = magic_wall_clock();
    if (!child->has_terminal) return;
    if (!interpreter_write(thread, false, "^C\r\n", 4)) exception_clear(thread);
    signal_child(child, SIGINT);
}

/* What an interrupted program is sent when it goes on. */
static void insist(Child *child) {
    static const struct {
        double after;
        int number;
    } steps[] = {{0.25, SIGINT}, {0.5, SIGHUP}, {0.55, SIGTERM}, {1, SIGKILL}};
    double since = magic_wall_clock() - child->interrupted_at;
    while (child->signals < sizeof steps / sizeof *steps && since >= steps[child->signals].after)
        signal_child(child, steps[child->signals++].number);
}

/* What every child gets: the environment, programs of ours in front of PATH, and what keeps pagers away. */
typedef struct Environment {
    char **items;
    TextBuffer path;
} Environment;

static bool is_replaced(const char *entry) {
    static const char *const names[] = {"PATH=", "TERM=", "PAGER=", "GIT_PAGER=", "CLICOLOR="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(entry, names[i], strlen(names[i]))) return true;
    return false;
}

static bool make_environment(Environment *environment, const char *folder) {
    static char terminal[] = "TERM=xterm-color", pager[] = "PAGER=cat", git_pager[] = "GIT_PAGER=cat", colour[] = "CLICOLOR=1";
    size_t count = 0, kept = 0;
    while (environ[count]) count++;
    *environment = (Environment){.items = memory_allocate_zeroed(count + 6, sizeof(char *))};
    const char *path = getenv("PATH");
    text_append_format(&environment->path, folder ? "PATH=%s:%s" : "PATH=%.0s%s", folder, path ? path : "/usr/local/bin:/usr/bin:/bin");
    if (!environment->items || environment->path.failed) return false;
    for (size_t i = 0; i < count; i++)
        if (!is_replaced(environ[i])) environment->items[kept++] = environ[i];
    char *const added[] = {environment->path.bytes, terminal, pager, git_pager, colour};
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) environment->items[kept++] = added[i];
    return true;
}

static int follow(Thread *thread, Child *child, TextBuffer *standard_output, TextBuffer *standard_error);

int magic_shell(Thread *thread, const char *const *words, const char *input, size_t input_length,
                TextBuffer *standard_output, TextBuffer *standard_error, bool *interrupted) {
    Child child = {.text = input, .text_left = input_length};
    Environment environment;
    char *folder = programs_folder(thread->interpreter->program);
    bool good = make_environment(&environment, folder);
    if (!good) raise_no_memory(thread);
    else good = spawn_child(thread, &child, words, environment.items);
    memory_release(environment.items), memory_release(folder);
    text_release(&environment.path);
    int status = good ? follow(thread, &child, standard_output, standard_error) : -1000;
    *interrupted = child.interrupted_at != 0;
    return status;
}

static int run_in_terminal(Thread *thread, const char *const *words) {
    Child child = {0};
    Environment environment;
    char *folder = programs_folder(thread->interpreter->program);
    bool good = make_environment(&environment, folder);
    if (!good) raise_no_memory(thread);
    else good = spawn_in_terminal(thread, &child, words, environment.items);
    memory_release(environment.items), memory_release(folder);
    text_release(&environment.path);
    return good ? follow(thread, &child, NULL, NULL) : -1000;
}

/* How it ended: its exit status, or the signal's negative number. */
static int follow(Thread *thread, Child *child, TextBuffer *standard_output, TextBuffer *standard_error) {
    TextBuffer out_held = TEXT_BUFFER_EMPTY, error_held = TEXT_BUFFER_EMPTY;
    Value failure = VALUE_ABSENT;
    int status = 0;
    while (!child->has_ended || child->output >= 0 || child->errors >= 0) {
        bool has_output = attend(child, &out_held, &error_held);
        bool good = value_is_absent(failure) ? forward(thread, false, &out_held, standard_output, child->output < 0) &&
                                                   forward(thread, true, &error_held, standard_error, child->errors < 0)
                                             : true;
        if (!good || !thread_poll(thread)) heed_exception(thread, child, &failure);
        if (child->interrupted_at != 0 && !child->has_ended) insist(child);
        if (!child->has_ended) child->has_ended = waitpid(child->process, &status, WNOHANG) == child->process;
        /* A grandchild in the background may keep the pipes: what is there now is read, then we go. */
        if (child->has_ended && !has_output && (child->interrupted_at != 0 || !value_is_absent(failure))) break;
    }
    children_ended(thread->interpreter, child->process);
    if (!child->has_terminal && child->interrupted_at == 0) {
        children_await_interrupt(thread, status);
        if (value_is_absent(failure) && !thread_poll(thread)) heed_exception(thread, child, &failure);
    }
    close_end(&child->input), close_end(&child->output), close_end(&child->errors);
    text_release(&out_held), text_release(&error_held);
    if (value_is_absent(failure)) return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    exception_restore(thread, failure);
    return -1000;
}

/* ---- the magics ---- */

static bool keep_status(Thread *thread, const MagicCall *call, int status) {
    return dict_set_c(thread, call->namespace, "_exit_code", value_from_int(status));
}

static const char *user_shell(void) { return access("/bin/bash", X_OK) == 0 ? "/bin/bash" : "/bin/sh"; }

static bool ends_in_ampersand(const String *line) {
    size_t length = line->length;
    while (length && isspace((unsigned char)line->bytes[length - 1])) length--;
    return length && line->bytes[length - 1] == '&';
}

static Value run_system(Thread *thread, const MagicCall *call) {
    const char *words[] = {user_shell(), "-c", call->line->bytes, NULL};
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (ends_in_ampersand(call->line))
        return raise_format(thread, thread_builtins(thread)->exception_OSError, "Background processes not supported.");
    if (front_end->flush) front_end->flush(front_end->context);
    int status = run_in_terminal(thread, words);
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
    bool interrupted;
    int status = magic_shell(thread, words, NULL, 0, &output, &output, &interrupted);
    Value result = VALUE_ABSENT;
    if (interrupted && status != -1000) {
        text_truncate(&output, 0);
        if (!interpreter_write(thread, false, "^C\n", 3)) status = -1000;
    }
    if (status != -1000 && keep_status(thread, call, status)) result = lines_of(thread, text_string(&output));
    text_release(&output);
    Value module = value_is_absent(result) ? result : import_module(thread, "IPython.utils.text");
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "SList");
    Value lines = value_is_absent(type) ? type : value_call_one(thread, type, result);
    value_release(module), value_release(type), value_release(result);
    return lines;
}

const Magic magic_system_cell = {.name = "!", .is_cell = true, .run = run_sx, .documentation = "%%!\n\nThe lines that the cell prints as a shell program."};
/* What !command calls; it is no magic of its own. */
const Magic magic_shell_command = {.name = "!", .is_line = true, .run = run_system, .documentation = "Run a shell command and show its output."};
const Magic magic_system = {.name = "system", .is_line = true, .is_cell = true, .run = run_sx,
                            .documentation = "%system COMMAND, or !!COMMAND\n\nThe lines that a shell command prints."};
const Magic magic_sx = {.name = "sx", .is_line = true, .is_cell = true, .run = run_sx,
                        .documentation = "%sx COMMAND, or !!COMMAND\n\nThe lines that a shell command prints."};
