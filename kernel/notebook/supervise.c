#include "kernel/notebook/supervise.h"

#include "base/memory.h"
#include "kernel/objects/system/children.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Supervisor {
    const Runs *runs;
    pid_t *processes; /* 0: not started, or at its end */
    size_t started, running, failed;
    sigset_t waited, before;
    int stopped; /* by this signal; 0: not */
} Supervisor;

void die_of(int number) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
}

static void start(Supervisor *supervisor) {
    size_t index = supervisor->started++;
    const Runs *runs = supervisor->runs;
    fflush(NULL);
    pid_t parent = getpid(), process = fork();
    if (process < 0) {
        fprintf(stderr, "cupola: %s: %s\n", runs->name(runs->context, index), strerror(errno));
        supervisor->failed++;
        return;
    }
    if (process == 0) {
        sigprocmask(SIG_SETMASK, &supervisor->before, NULL);
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* what ran is saved even then */
        if (getppid() != parent) exit(1);
        exit(runs->run(runs->context, index));
    }
    supervisor->processes[index] = process;
    supervisor->running++;
}

static void reap(Supervisor *supervisor) {
    const Runs *runs = supervisor->runs;
    for (size_t i = 0; i < supervisor->started; i++) {
        int status;
        if (!supervisor->processes[i] || waitpid(supervisor->processes[i], &status, WNOHANG) != supervisor->processes[i]) continue;
        supervisor->processes[i] = 0;
        supervisor->running--;
        if (WIFSIGNALED(status))
            fprintf(stderr, "cupola: %s: killed by signal %d (%s)\n", runs->name(runs->context, i), WTERMSIG(status),
                    strsignal(WTERMSIG(status)));
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) supervisor->failed++;
    }
}

/* A terminal's interrupt has reached them already. */
static void pass_on(Supervisor *supervisor, const siginfo_t *information) {
    supervisor->stopped = information->si_signo;
    for (size_t i = 0; i < supervisor->started && information->si_code != SI_KERNEL; i++)
        if (supervisor->processes[i]) kill(supervisor->processes[i], information->si_signo);
}

static void wait_for_signals(Supervisor *supervisor) {
    static const int stopping[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(&supervisor->waited);
    sigaddset(&supervisor->waited, SIGCHLD);
    for (size_t i = 0; i < sizeof stopping / sizeof *stopping; i++) {
        struct sigaction action; /* ignored from the start, as nohup and background jobs of a script have it: it stays so */
        if (sigaction(stopping[i], NULL, &action) || action.sa_handler != SIG_IGN) sigaddset(&supervisor->waited, stopping[i]);
    }
    sigprocmask(SIG_BLOCK, &supervisor->waited, &supervisor->before);
}

size_t supervise(const Runs *runs, int *stopped) {
    Supervisor supervisor = {.runs = runs, .processes = memory_allocate_zeroed(runs->count, sizeof *supervisor.processes)};
    *stopped = 0;
    if (!supervisor.processes) return runs->count;
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    wait_for_signals(&supervisor);
    while (supervisor.running || (supervisor.started < runs->count && !supervisor.stopped)) {
        if (supervisor.started < runs->count && (long)supervisor.running < runs->jobs && !supervisor.stopped) {
            start(&supervisor);
            continue;
        }
        siginfo_t information;
        if (sigwaitinfo(&supervisor.waited, &information) < 0) continue;
        if (information.si_signo == SIGCHLD) reap(&supervisor);
        else pass_on(&supervisor, &information);
    }
    children_end(); /* what a run left that died */
    sigprocmask(SIG_SETMASK, &supervisor.before, NULL);
    memory_release(supervisor.processes);
    *stopped = supervisor.stopped;
    return supervisor.failed + (runs->count - supervisor.started);
}
