/* Warnings of pending work: noted while it runs, given in the order in which it was called. */
#include "arraylib/graph/private.h"

#include "base/memory.h"

/* The node's warning is noted: it is given when nothing that was called before is pending any more. */
bool graph_note_warning(Node *node, int flags, Error *error) {
    const ErrorState *state = &node->error_state;
    if (state->divide == FLOAT_ERROR_IGNORE) flags &= ~FLOAT_DIVIDE;
    if (state->over == FLOAT_ERROR_IGNORE) flags &= ~FLOAT_OVERFLOW;
    if (state->under == FLOAT_ERROR_IGNORE) flags &= ~FLOAT_UNDERFLOW;
    if (state->invalid == FLOAT_ERROR_IGNORE) flags &= ~FLOAT_INVALID;
    if (!flags || node->has_warned) return true;
    node->has_warned = true;
    DueWarning *due = memory_allocate(sizeof *due), **at = &node->graph->due;
    if (!due) return error_no_memory(error);
    while (*at && (*at)->sequence < node->sequence) at = &(*at)->next;
    *due = (DueWarning){*at, node->sequence, node->name, flags, *state, node->place};
    node->place = NULL;
    *at = due;
    return true;
}

void graph_destroy_warning(Graph *graph, DueWarning *due) {
    if (due->place) graph->runtime->hooks.release_place(graph->runtime->hook_context, due->place);
    memory_release(due);
}

static bool give_warning(ArrayRuntime *runtime, DueWarning *due, Error *error) {
    ErrorState state = runtime->error_state;
    FloatGathering *gathering = runtime->gathering; /* of an operation that is at work now: none of its own */
    runtime->error_state = due->error_state;
    runtime->gathering = NULL;
    if (due->place) runtime->hooks.at_place(runtime->hook_context, due->place);
    bool going_on = runtime_float_errors(runtime, due->name, due->flags, error);
    if (due->place) runtime->hooks.at_place(runtime->hook_context, NULL);
    runtime->error_state = state;
    runtime->gathering = gathering;
    return going_on;
}

/* What there is to warn of, in the order of the calls: older work that is pending is done before. */
bool graph_give_warnings(Graph *graph, Error *error) {
    bool going_on = true;
    if (graph->is_warning) return true;
    graph->is_warning = true;
    while (graph->due && going_on) {
        Node *node = graph->first;
        while (node && node->is_used) node = node->next;
        if (node && node->sequence < graph->due->sequence) {
            going_on = graph_run(node, error);
            continue;
        }
        DueWarning *due = graph->due;
        graph->due = due->next;
        going_on = give_warning(graph->runtime, due, error);
        graph_destroy_warning(graph, due);
    }
    graph->is_warning = false;
    graph_tell_pending(graph);
    return going_on;
}
