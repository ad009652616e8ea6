/* What the kernel says of itself: kernel_info, connect and usage. */
#include "config.h"

#include "kernel/objects/system/language_info.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/shell/kernel.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static json_t *help_links(void) {
    static const char *const links[][2] = {
        {"Python Reference", "https://docs.python.org/3"},
        {"NumPy Reference", "https://numpy.org/doc/stable/reference/"},
        {"SciPy Reference", "https://docs.scipy.org/doc/scipy/reference/"},
        {"Matplotlib Reference", "https://matplotlib.org/stable/api/"},
        {"CuPy Reference", "https://docs.cupy.dev/en/stable/reference/"},
    };
    json_t *list = json_array();
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        json_array_append_new(list, json_pack("{s:s, s:s}", "text", links[i][0], "url", links[i][1]));
    return list;
}

void handle_kernel_info(Kernel *kernel, Request *request) {
    const MachineLibrary *library = machine_library(kernel->interpreter); /* found when the session began */
    const char *version = library ? library->version : "3";
    char information[512], banner[128];
    snprintf(information, sizeof information, LANGUAGE_INFO_JSON, version);
    snprintf(banner, sizeof banner, "Cupola " PACKAGE_VERSION ": Python %s cells with NumPy on the host and CuPy on the GPU", version);
    json_t *language = json_parse(information, strlen(information));
    json_t *content = json_pack("{s:s, s:s, s:s, s:s, s:o, s:s, s:b, s:o, s:[]}", "status", "ok", "protocol_version",
                                PROTOCOL_VERSION, "implementation", "cupola", "implementation_version",
                                PACKAGE_VERSION, "language_info", language, "banner", banner, "debugger", 0,
                                "help_links", help_links(), "supported_features");
    request_reply(kernel, request, "kernel_info_reply", content);
}

void handle_connect(Kernel *kernel, Request *request) {
    const int *ports = kernel->ports;
    request_reply(kernel, request, "connect_reply",
                  json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "status", "ok", "shell_port", ports[CHANNEL_SHELL], "iopub_port",
                            ports[CHANNEL_IOPUB], "stdin_port", ports[CHANNEL_STDIN], "control_port", ports[CHANNEL_CONTROL],
                            "hb_port", ports[CHANNEL_HEARTBEAT]));
}

/* ---- usage ------------------------------------------------------------------------------------------------ */

/* A number of kilobytes behind a name in one of /proc's files, in bytes. */
static json_int_t read_kilobytes(const char *path, const char *name) {
    FILE *file = fopen(path, "re");
    if (!file) return 0;
    char line[256];
    unsigned long long kilobytes = 0;
    size_t length = strlen(name);
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, name, length) && sscanf(line + length, "%llu", &kilobytes) == 1) break;
    fclose(file);
    return (json_int_t)(kilobytes * 1024);
}

static double process_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Per cent since the last request, 0 at the first. */
static double kernel_cpu_percent(ControlThread *control) {
    double used = process_seconds(), now = clock_seconds(), percent = 0;
    if (control->asked_at > 0 && now > control->asked_at)
        percent = 100 * (used - control->cpu_time) / (now - control->asked_at);
    control->cpu_time = used;
    control->asked_at = now;
    return percent;
}

static double host_cpu_percent(ControlThread *control) {
    unsigned long long times[8] = {0}, total = 0;
    FILE *file = fopen("/proc/stat", "re");
    if (!file) return 0;
    int count = fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &times[0], &times[1], &times[2], &times[3],
                       &times[4], &times[5], &times[6], &times[7]);
    fclose(file);
    for (int i = 0; i < count; i++) total += times[i];
    unsigned long long busy = total - times[3] - times[4];
    double percent = 0;
    if (control->host_total && total > control->host_total)
        percent = 100.0 * (double)(busy - control->host_busy) / (double)(total - control->host_total);
    control->host_busy = busy;
    control->host_total = total;
    return percent;
}

static json_t *host_memory(void) {
    json_int_t total = read_kilobytes("/proc/meminfo", "MemTotal:");
    json_int_t available = read_kilobytes("/proc/meminfo", "MemAvailable:");
    json_int_t free_bytes = read_kilobytes("/proc/meminfo", "MemFree:");
    double percent = total ? 100.0 * (double)(total - available) / (double)total : 0;
    return json_pack("{s:I, s:I, s:f, s:I, s:I}", "total", total, "available", available, "percent", percent, "used",
                     total - available, "free", free_bytes);
}

void handle_usage(Kernel *kernel, Request *request) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    ControlThread *control = &kernel->control;
    json_t *content = json_pack("{s:s, s:i, s:i, s:f, s:I, s:f, s:o}", "hostname", host, "pid", (int)getpid(),
                                "cpu_count", (int)sysconf(_SC_NPROCESSORS_ONLN), "kernel_cpu",
                                kernel_cpu_percent(control), "kernel_memory",
                                read_kilobytes("/proc/self/smaps_rollup", "Pss:"), "host_cpu_percent",
                                host_cpu_percent(control), "host_virtual_memory", host_memory());
    request_reply(kernel, request, "usage_reply", content);
}
