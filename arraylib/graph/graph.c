/* The graph of pending work.
 *
 * Nodes form a list in the order of their calls. A node holds its inputs' buffers; each such reference is counted in
 * `Buffer.readers` too, so that "somebody else still wants these bytes" is `references > readers in the tree`, without
 * further books: an array that a name holds, a view, or a node outside of what is being computed. Such a node becomes an
 * output of the fused work when its consumer runs; one that nobody else wants never goes to memory.
 *
 * Everything is written so that an array is correct whoever looks at it: array_data() of a pending buffer computes it,
 * and of a buffer that pending work reads runs that work first, since the caller may be about to write. */
#include "arraylib/graph/private.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    HOST_SMALL = 4096, /* elements: fewer are computed at once on the host */
    PENDING_MAX = 256, /* nodes */
    RESERVED_FROM = 1 << 20, /* bytes: larger results have an address only, until they are written */
};

GraphCounts graph_counts(const ArrayRuntime *runtime) {
    return runtime->graph ? runtime->graph->counts : (GraphCounts){0};
}

/* ---- Buffers that the graph watches */

static bool settle(Buffer *buffer, Error *error);
static void dropped(Buffer *buffer);
static const BufferWatch graph_watch = {settle, dropped};

static void watch(Buffer *buffer) { buffer->watch = buffer->node || buffer->readers ? &graph_watch : NULL; }

static void release_pending(Buffer *buffer);

/* ---- Nodes */

void graph_tell_pending(const Graph *graph) { graph->runtime->has_pending = graph->first || graph->due; }

static void unlink_node(Node *node) {
    Graph *graph = node->graph;
    *(node->previous ? &node->previous->next : &graph->first) = node->next;
    *(node->next ? &node->next->previous : &graph->last) = node->previous;
    graph->count--;
    graph->bytes -= node->buffer->size;
    graph_tell_pending(graph);
}

/* A large pending result has a place where nothing lies, and its memory goes back to the device's cache for what is written
 * now: a chain of pending work would otherwise take a block for each of its links, one after another. The place is there so
 * that the bytes' address is one even when computing them fails for want of memory. */
static void reserve(Node *node) {
    Buffer *buffer = node->buffer;
    if (buffer->device->kind == DEVICE_CUDA || buffer->size < RESERVED_FROM) return;
    void *place = mmap(NULL, buffer->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) return;
    buffer->device->operations->free(buffer->device, buffer->bytes, buffer->size);
    buffer->bytes = place;
    node->is_reserved = true;
}

static void give_up_reservation(Node *node, char *bytes) {
    if (!node->is_reserved) return;
    munmap(node->buffer->bytes, node->buffer->size);
    node->buffer->bytes = bytes;
    node->is_reserved = false;
}

/* The node's work is done (or will never be needed): the buffer is an ordinary one again. */
static void detach_node(Node *node) {
    unlink_node(node);
    give_up_reservation(node, NULL);
    node->buffer->node = NULL;
    node->buffer->release = node->release;
    watch(node->buffer);
    node->buffer = NULL;
}

static void destroy_node(Node *node) {
    ArrayHooks *hooks = &node->graph->runtime->hooks;
    for (int i = 0; i < node->operator_row->inputs; i++) {
        Buffer *buffer = node->inputs[i].buffer;
        if (!buffer) continue;
        buffer->readers--;
        watch(buffer);
        buffer_release(buffer);
    }
    if (node->place) hooks->release_place(node->graph->runtime->hook_context, node->place);
    memory_release(node);
}

/* ---- What is computed together */

static Node *pending_operand(const NodeInput *input) {
    return input->buffer && input->is_whole ? input->buffer->node : NULL;
}

static bool same_input(const Node *node, const NodeInput *a, const NodeInput *b) {
    return a->buffer && a->buffer == b->buffer && a->offset == b->offset && a->dtype == b->dtype &&
           !memcmp(a->strides, b->strides, sizeof *a->strides * (size_t)node->dimensions);
}

static int input_number(Batch *batch, const Node *node, NodeInput *input) {
    for (int i = 0; i < batch->input_count; i++)
        if (batch->inputs[i] == input || same_input(node, input, batch->inputs[i])) return i;
    if (batch->input_count == FUSION_INPUTS_MAX) {
        batch->is_full = true;
        return 0;
    }
    batch->inputs[batch->input_count] = input;
    return batch->input_count++;
}

static void collect(Batch *batch, Node *node) {
    for (int i = 0; i < node->operator_row->inputs; i++) {
        Node *operand = pending_operand(&node->inputs[i]);
        if (operand && operand->mark < 0) collect(batch, operand);
        if (!operand) input_number(batch, node, &node->inputs[i]);
    }
    if (batch->count == FUSION_STEPS_MAX) {
        batch->is_full = true;
        return;
    }
    node->mark = batch->count;
    batch->nodes[batch->count++] = node;
}

void graph_batch_unmark(Batch *batch) {
    for (int i = 0; i < batch->count; i++) batch->nodes[i]->mark = -1;
}

void graph_batch_begin(Batch *batch, Node *root) {
    *batch = (Batch){.graph = root->graph, .root = root};
    collect(batch, root);
    for (int i = 0; i < batch->count; i++) {
        const Node *node = batch->nodes[i];
        for (int k = 0; k < node->operator_row->inputs; k++) {
            const Node *operand = pending_operand(&node->inputs[k]);
            if (operand && operand->mark >= 0) batch->used[operand->mark]++;
        }
    }
}

/* Somebody beside the batch wants this node's bytes. */
static bool is_wanted(const Batch *batch, int i) {
    return batch->nodes[i]->buffer->references > (size_t)batch->used[i];
}

/* Memory for the result: it may have been given back when only pending work was left to want it. */
static bool have_bytes(Node *node, Error *error) {
    Buffer *buffer = node->buffer;
    if (buffer->bytes && !node->is_reserved) return true;
    char *bytes = buffer->device->operations->allocate(buffer->device, buffer->size, error);
    if (!bytes) return false;
    give_up_reservation(node, bytes);
    buffer->bytes = bytes;
    return true;
}

static Operand input_operand(const NodeInput *input) {
    if (!input->buffer) return (Operand){input->dtype, (char *)input->number, input->strides, true};
    return (Operand){input->dtype, input->buffer->bytes + input->offset, input->strides, false};
}

/* One node by its operator's own loop. */
static bool run_node(Node *node, int *flags, Error *error) {
    Device *device = node->buffer->device;
    ElementwiseTask task = {.operator_row = node->operator_row,
                            .loop = node->loop,
                            .shape = {node->dimensions, node->shape},
                            .call_name = node->name};
    int count = node->operator_row->inputs;
    if (!have_bytes(node, error)) return false;
    for (int i = 0; i < count; i++) task.operands[i] = input_operand(&node->inputs[i]);
    task.operands[count] = (Operand){node->dtype, node->buffer->bytes, node->strides, false};
    return device->operations->elementwise(device, &task, flags, error);
}

bool graph_fill_task(Batch *batch, FusedTask *task, Error *error) {
    Node *root = batch->root;
    memset(task, 0, offsetof(FusedTask, inputs));
    task->shape = (Shape){root->dimensions, root->shape};
    task->input_count = batch->input_count;
    task->step_count = batch->count;
    task->order_strides = root->strides;
    task->reduction = NULL;
    for (int i = 0; i < batch->input_count; i++) task->inputs[i] = input_operand(batch->inputs[i]);
    for (int i = 0; i < batch->count; i++) {
        Node *node = batch->nodes[i];
        task->steps[i] = (FusionStep){node->operator_row, node->loop, {0, 0, 0}};
        for (int k = 0; k < node->operator_row->inputs; k++) {
            const Node *operand = pending_operand(&node->inputs[k]);
            task->steps[i].operands[k] = operand ? batch->input_count + operand->mark : input_number(batch, node, &node->inputs[k]);
        }
        if (!batch->written[i]) continue;
        if (!have_bytes(node, error)) return false;
        task->outputs[task->output_count].operand = (Operand){node->dtype, node->buffer->bytes, node->strides, false};
        task->outputs[task->output_count++].value = batch->input_count + i;
    }
    return true;
}

/* The batch's work is done. After a reduction what was not written stays pending (`keep`). */
bool graph_batch_end(Batch *batch, const int *flags, bool keep, Error *error) {
    bool going_on = true;
    for (int i = 0; i < batch->count; i++) {
        Node *node = batch->nodes[i];
        node->mark = -1;
        going_on = graph_note_warning(node, flags[i], error) && going_on;
        if (!keep || batch->written[i]) detach_node(node);
        else node->is_used = true;
    }
    for (int i = 0; i < batch->count; i++)
        if (!batch->nodes[i]->buffer) destroy_node(batch->nodes[i]);
    return going_on;
}

/* One operator after the other: for devices that do not fuse, and for what they do not. */
static bool run_one_by_one(Batch *batch, Error *error) {
    int flags[FUSION_STEPS_MAX] = {0};
    for (int i = 0; i < batch->count; i++)
        if (!run_node(batch->nodes[i], &flags[i], error)) {
            graph_batch_unmark(batch);
            return false;
        }
    batch->graph->counts.launches += (uint64_t)batch->count;
    return graph_batch_end(batch, flags, false, error);
}

/* Choose what is written; too much to write at once is computed before. False: failed, or the batch has changed. */
bool graph_choose_outputs(Batch *batch, bool root_is_wanted, bool *again, Error *error) {
    int outputs = 0;
    *again = false;
    for (int i = 0; i < batch->count; i++) {
        Node *node = batch->nodes[i];
        batch->written[i] = node == batch->root ? root_is_wanted : is_wanted(batch, i);
        outputs += batch->written[i];
        if (outputs < FUSION_OUTPUTS_MAX || node == batch->root || !batch->written[i]) continue;
        graph_batch_unmark(batch);
        *again = true;
        return graph_run(node, error);
    }
    return true;
}

/* Is a single operation done as a fused one, whose results go past the caches? Where the operands lie evenly. */
static bool is_streamed(const Node *node) {
    int inner = node->dimensions - 1, count = node->operator_row->inputs;
    if (node->buffer->device->kind == DEVICE_CUDA || node->buffer->size < STREAMED_FROM || inner < 0) return false;
    bool is_even = node->strides[inner] == node->dtype->item_size;
    for (int i = 0; i < count && is_even; i++) is_even = !node->inputs[i].buffer || node->inputs[i].strides[inner] == node->inputs[i].dtype->item_size;
    return is_even;
}

bool graph_run(Node *root, Error *error) {
    Batch batch;
    bool again;
    graph_batch_begin(&batch, root);
    if (!graph_choose_outputs(&batch, true, &again, error)) return false;
    if (again) return graph_run(root, error);
    Device *device = root->buffer->device;
    batch.graph->counts.steps += (uint64_t)batch.count;
    if ((batch.count == 1 && !is_streamed(root)) || batch.is_full || !device->operations->fused) return run_one_by_one(&batch, error);
    FusedTask task;
    if (!graph_fill_task(&batch, &task, error)) {
        graph_batch_unmark(&batch);
        return false;
    }
    if (device->operations->fused(device, &task, error)) {
        batch.graph->counts.launches++;
        return graph_batch_end(&batch, task.float_flags, false, error);
    }
    if (!error->kind || strcmp(error->kind, "NotImplementedError")) {
        graph_batch_unmark(&batch);
        return false;
    }
    error_clear(error);
    return run_one_by_one(&batch, error);
}

static Node *oldest_reader(const Graph *graph, const Buffer *buffer) {
    for (Node *node = graph->first; node; node = node->next)
        for (int i = 0; i < node->operator_row->inputs; i++)
            if (node->inputs[i].buffer == buffer) return node;
    return NULL;
}

/* The work at the end of a chain of readers: what computes everything below it together. */
static Node *outermost(Node *node) {
    while (node->buffer->readers) {
        Node *reader = oldest_reader(node->graph, node->buffer);
        if (!reader || reader->size != node->size) break;
        node = reader;
    }
    return node;
}

static bool finish_buffer(Buffer *buffer, Error *error) {
    Graph *graph = buffer->device->runtime->graph;
    if (buffer->node && !graph_run(buffer->node, error)) return false;
    while (buffer->readers && graph) { /* somebody may write now */
        Node *reader = oldest_reader(graph, buffer);
        if (!reader) break;
        if (!graph_run(outermost(reader), error)) return false;
    }
    return !graph || graph_give_warnings(graph, error);
}

/* Without a way to report: an interrupt stays set and is raised by the language at its next instruction; what a warning
 * raised is shown. */
static void report(ArrayRuntime *runtime, Error *error) {
    if (error->kind == ERROR_ALREADY_RAISED && runtime->hooks.report) runtime->hooks.report(runtime->hook_context);
    error_clear(error);
}

static bool settle(Buffer *buffer, Error *error) {
    ArrayRuntime *runtime = buffer->device->runtime;
    Error own = ERROR_NONE;
    buffer->references++;
    bool done = finish_buffer(buffer, error ? error : &own);
    buffer->references--;
    if (done || error) return done;
    if (own.kind != ERROR_ALREADY_RAISED) runtime->failure = own.kind;
    report(runtime, &own);
    return false;
}

/* Only pending work holds the buffer now: nobody will look at the bytes, and its consumers compute them on the way. */
static void dropped(Buffer *buffer) {
    if (!buffer->node || buffer->references != buffer->readers || !buffer->bytes || buffer->bytes == buffer->near) return;
    Device *device = buffer->device;
    char *bytes = buffer->bytes;
    if (((Node *)buffer->node)->is_reserved) {
        give_up_reservation(buffer->node, NULL);
        return;
    }
    buffer->bytes = NULL;
    device->operations->free(device, bytes, buffer->size);
}

/* The last reference to a pending result is gone, and nobody has used it: the work is done all the same, so that what a
 * program asks for takes the time that it takes. */
static void release_pending(Buffer *buffer) {
    ArrayRuntime *runtime = buffer->device->runtime;
    Node *node = buffer->node;
    Error error = ERROR_NONE;
    buffer->references = 1;
    if (node->is_used) {
        detach_node(node);
        destroy_node(node);
    } else if (!graph_run(node, &error) || !graph_give_warnings(runtime->graph, &error)) {
        if (buffer->node) { /* interrupted: never to be seen */
            detach_node(node);
            destroy_node(node);
        }
        report(runtime, &error);
    }
    buffer_release(buffer);
}

/* ---- The public face */

/* Of what is pending: CUPOLA_PENDING_LIMIT bytes, or a quarter of the machine's memory. */
static size_t memory_limit(void) {
    const char *wanted = getenv("CUPOLA_PENDING_LIMIT");
    char *end = NULL;
    unsigned long long bytes = wanted ? strtoull(wanted, &end, 10) : 0;
    if (end && end > wanted && !*end) return (size_t)bytes;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (size_t)pages / 4 * (size_t)size : (size_t)1 << 30;
}

bool graph_attach(ArrayRuntime *runtime) {
    const char *eager = getenv("CUPOLA_EAGER");
    if (eager && *eager && strcmp(eager, "0")) return true;
    runtime->graph = memory_allocate_zeroed(1, sizeof *runtime->graph);
    if (!runtime->graph) return false;
    runtime->graph->runtime = runtime;
    runtime->graph->bytes_max = memory_limit();
    const char *lazy = getenv("CUPOLA_LAZY"); /* for tests: even a few elements are put off */
    runtime->deferred_from = lazy && *lazy && strcmp(lazy, "0") ? 2 : HOST_SMALL;
    return true;
}

static Node *first_untold(const Graph *graph) {
    Node *node = graph->first;
    while (node && node->sequence < graph->told) node = node->next;
    return node;
}

bool graph_finish(ArrayRuntime *runtime, Error *error) {
    Graph *graph = runtime->graph;
    Node *node;
    if (!graph || graph->is_warning) return true; /* what is pending then has its warnings in the same row */
    while ((node = first_untold(graph))) {
        if (graph_run(outermost(node), error)) continue;
        if (error->kind && !strcmp(error->kind, "MemoryError")) graph->told = graph->sequence; /* not again at every turn */
        return false;
    }
    return graph_give_warnings(graph, error);
}

void graph_detach(ArrayRuntime *runtime) {
    Graph *graph = runtime->graph;
    if (!graph) return;
    Error error = ERROR_NONE;
    runtime->interrupt = NULL;
    runtime->hooks.warn = NULL; /* nobody is there to be warned */
    graph->told = 0;
    graph_finish(runtime, &error);
    error_clear(&error);
    while (graph->due) {
        DueWarning *due = graph->due;
        graph->due = due->next;
        graph_destroy_warning(graph, due);
    }
    while (graph->first) { /* no memory: let go */
        Node *node = graph->first;
        detach_node(node);
        destroy_node(node);
    }
    runtime->graph = NULL;
    runtime->deferred_from = INT64_MAX;
    runtime->has_pending = false;
    memory_release(graph);
}

bool graph_observe(const Array *array, Error *error) {
    Buffer *buffer = array->buffer;
    if (!buffer->node) return true;
    buffer->references++;
    bool done = graph_run(buffer->node, error) && graph_give_warnings(buffer->device->runtime->graph, error);
    buffer_release(buffer);
    return done;
}

bool graph_may_defer(const ArrayRuntime *runtime, const Device *device, int64_t count) {
    const ErrorState *state = &runtime->error_state;
    if (!runtime->graph || runtime->composing || !count) return false;
    if (runtime->watches_memory && !device_is_host(device)) return false;
    if (device->kind == DEVICE_CUDA) return true; /* it tells of no floating-point errors */
    if (state->divide > FLOAT_ERROR_WARN || state->over > FLOAT_ERROR_WARN || state->under > FLOAT_ERROR_WARN ||
        state->invalid > FLOAT_ERROR_WARN)
        return false;
    return !runtime->hooks.warnings_raise || !runtime->hooks.warnings_raise(runtime->hook_context);
}

bool graph_is_plain_result(const Array *array) {
    const Node *node = array->buffer->node;
    if (!node || array->dtype != node->dtype || array->offset || array->dimensions != node->dimensions) return false;
    for (int i = 0; i < node->dimensions; i++)
        if (array->shape[i] != node->shape[i] || (node->shape[i] > 1 && array->strides[i] != node->strides[i])) return false;
    return true;
}

static bool same_shape(const Array *left, const Array *right) {
    return left->dimensions == right->dimensions &&
           (!left->dimensions || !memcmp(left->shape, right->shape, sizeof *left->shape * (size_t)left->dimensions));
}

/* Sees to it that the operation can be put off with these inputs: what is not of one shape with it is computed first. */
static bool prepare_inputs(const GraphInput *inputs, int count, const Array *output, int *steps, int *leaves) {
    bool ready = false;
    while (!ready) {
        ready = true;
        *steps = 1;
        *leaves = 0;
        for (int i = 0; i < count; i++) {
            const Array *array = inputs[i].array;
            if (array && array->buffer->is_shared) return false;
            const Node *node = array ? array->buffer->node : NULL;
            bool plain = node && graph_is_plain_result(array) && same_shape(array, output);
            *steps += plain ? node->step_count : 0;
            *leaves += plain ? node->input_count : 1;
            if ((node && !plain) || *steps > FUSION_STEPS_MAX || *leaves > FUSION_INPUTS_MAX) {
                Error error = ERROR_NONE;
                const Array *first = NULL; /* the largest tree, or the odd one */
                for (int k = 0; k <= i; k++) {
                    const Node *other = inputs[k].array ? inputs[k].array->buffer->node : NULL;
                    const Node *best = first ? first->buffer->node : NULL;
                    if (other && (!best || other->step_count > best->step_count)) first = inputs[k].array;
                }
                if (node && !plain) first = array;
                if (!first || !graph_observe(first, &error)) {
                    error_clear(&error);
                    return false;
                }
                ready = false;
                break;
            }
        }
    }
    return true;
}

bool graph_defer(ArrayRuntime *runtime, const Operator *row, int loop, const GraphInput *inputs, Array *output,
                 const char *name) {
    Graph *graph = runtime->graph;
    Buffer *buffer = output->buffer;
    int dimensions = output->dimensions, steps, leaves;
    Error error = ERROR_NONE;
    if (graph->count >= PENDING_MAX || graph->bytes + buffer->size > graph->bytes_max)
        if (!graph_finish(runtime, &error) || graph->count >= PENDING_MAX) {
            error_clear(&error);
            return false;
        }
    for (int i = 0; i < row->inputs; i++)
        if (inputs[i].array && buffer_is_away(inputs[i].array->buffer)) return false;
    if (!prepare_inputs(inputs, row->inputs, output, &steps, &leaves)) return false;
    size_t extents = (size_t)dimensions * (size_t)(2 + row->inputs);
    Node *node = memory_allocate(sizeof *node + extents * sizeof(int64_t));
    if (!node) return false;
    *node = (Node){.graph = graph, .operator_row = row, .loop = loop, .name = name, .buffer = buffer,
                   .release = buffer->release, .dtype = output->dtype, .dimensions = dimensions, .size = array_size(output),
                   .step_count = steps, .input_count = leaves, .mark = -1, .sequence = graph->sequence++,
                   .error_state = runtime->error_state};
    int64_t *storage = node->storage;
    size_t bytes = (size_t)dimensions * sizeof *storage;
    if (dimensions) {
        memcpy(storage, output->shape, bytes);
        memcpy(storage + dimensions, output->strides, bytes);
    }
    node->shape = storage;
    node->strides = storage + dimensions;
    for (int i = 0; i < row->inputs; i++) {
        NodeInput *input = &node->inputs[i];
        int64_t *strides = storage + (2 + i) * dimensions;
        if (dimensions) memcpy(strides, inputs[i].strides, bytes);
        input->strides = strides;
        input->dtype = inputs[i].dtype;
        if (!inputs[i].array) {
            memcpy(input->number, inputs[i].number, input->dtype->item_size);
            continue;
        }
        input->buffer = buffer_retain(inputs[i].array->buffer);
        input->buffer->readers++;
        input->offset = inputs[i].array->offset;
        input->is_whole = input->buffer->node != NULL;
        watch(input->buffer);
    }
    if (runtime->hooks.take_place && buffer->device->kind != DEVICE_CUDA) node->place = runtime->hooks.take_place(runtime->hook_context);
    node->previous = graph->last;
    *(graph->last ? &graph->last->next : &graph->first) = node;
    graph->last = node;
    runtime->has_pending = true;
    graph->count++;
    graph->bytes += buffer->size;
    graph->counts.deferred++;
    buffer->node = node;
    buffer->release = release_pending;
    watch(buffer);
    reserve(node);
    return true;
}
