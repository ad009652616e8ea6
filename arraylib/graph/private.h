/* What the files of the graph share: nodes, and what of them is computed together. */
#ifndef ARRAYLIB_GRAPH_PRIVATE_H
#define ARRAYLIB_GRAPH_PRIVATE_H

#include "arraylib/graph/graph.h"

typedef struct NodeInput {
    Buffer *buffer; /* retained, counted in its readers; NULL: a number */
    Device *device;
    const Dtype *dtype;
    int64_t offset;
    const int64_t *strides; /* over the node's shape, behind the node */
    bool is_whole; /* the buffer was pending when this was called, and this is all of it, element for element */
    _Alignas(16) unsigned char number[16];
} NodeInput;

typedef struct Node Node;
struct Node {
    Node *previous, *next;
    Graph *graph;
    const Operator *operator_row;
    int loop;
    const char *name;
    Buffer *buffer; /* of the result; it points back here */
    void (*release)(Buffer *buffer); /* the buffer's own */
    const Dtype *dtype;
    int dimensions;
    const int64_t *shape, *strides; /* behind the node */
    int64_t size;                   /* elements */
    int step_count, input_count;    /* of the tree below, counted with repetitions */
    int mark;                       /* place among the nodes that run now; -1: not there */
    bool is_used;   /* a reduction has taken the values in passing: when the array dies now, nothing is left to do */
    bool has_warned;
    bool is_reserved; /* the buffer's bytes are address space without memory */
    uint64_t sequence;
    ErrorState error_state;
    void *place;
    NodeInput inputs[3];
    int64_t storage[];
};

/* A warning to be given: the graph runs in batches, but warnings come in the order of the calls. */
typedef struct DueWarning DueWarning;
struct DueWarning {
    DueWarning *next;
    uint64_t sequence;
    const char *name;
    int flags;
    ErrorState error_state;
    void *place;
};

struct Graph {
    ArrayRuntime *runtime;
    Node *first, *last; /* in the order of the calls */
    DueWarning *due;    /* so are these */
    bool is_warning;    /* some code of the user's own may run */
    int count;
    size_t bytes, bytes_max; /* of pending results */
    uint64_t sequence;
    uint64_t told; /* nodes before this one had no memory, which was said: they wait until somebody looks */
    GraphCounts counts;
};

typedef struct Batch {
    Graph *graph;
    Node *root;
    Node *nodes[FUSION_STEPS_MAX]; /* operands before operators */
    int count;
    NodeInput *inputs[FUSION_INPUTS_MAX]; /* the distinct ones */
    int input_count;
    int used[FUSION_STEPS_MAX]; /* references from within, of each node's buffer */
    bool written[FUSION_STEPS_MAX];
    bool is_full; /* limits were met */
} Batch;

void graph_tell_pending(const Graph *graph); /* for those who only ask whether there is something to do */
/* Is the array all of what its pending node computes, element for element? */
bool graph_is_plain_result(const Array *array);
/* Compute the node and, with it, all pending work that it stands on. */
bool graph_run(Node *root, Error *error);

/* The steps of a run: what stands below a node, what of it is written, and the device's task. */
void graph_batch_begin(Batch *batch, Node *root);
bool graph_choose_outputs(Batch *batch, bool root_is_wanted, bool *again, Error *error);
bool graph_fill_task(Batch *batch, FusedTask *task, Error *error);
bool graph_batch_end(Batch *batch, const int *flags, bool keep, Error *error);
void graph_batch_unmark(Batch *batch); /* instead of the end, after a failure */

bool graph_note_warning(Node *node, int flags, Error *error);
bool graph_give_warnings(Graph *graph, Error *error);
void graph_destroy_warning(Graph *graph, DueWarning *due);

#endif
