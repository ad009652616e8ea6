/* Races between the threads of a block, while the interpreter runs it (CUPOLA_CHECK_KERNELS=1). */
#ifndef ARRAYLIB_IR_RACES_H
#define ARRAYLIB_IR_RACES_H

#include "arraylib/ir/private.h"

typedef enum TouchKind { TOUCH_READ, TOUCH_WRITE, TOUCH_ATOMIC } TouchKind;

/* One thread's access, as it is reported. */
typedef struct Touch {
    TouchKind kind;
    int32_t thread; /* in its block; -1: nobody */
    int32_t line;
    uint32_t warp_turn;
    uint32_t value; /* that a write left there */
    uint8_t bytes;  /* a bit for each of the four */
} Touch;

typedef struct Races Races;

Races *races_create(void); /* NULL: no memory */
void races_destroy(Races *races);
void races_start_block(Races *races);
void races_barrier(Races *races);
void races_warp(Races *races, int32_t first_thread); /* the lanes of a warp have waited for each other */
/* False: no memory (other->thread is -1), or somebody else touched that since the last barrier, and one of both wrote: `other`.
 * `value`: what a write leaves there, NULL of others. */
bool races_touch(Races *races, TouchKind kind, int32_t thread, int32_t line, uintptr_t address, size_t size, const void *value, Touch *other, uintptr_t *where);

/* What a report needs to name things. */
typedef struct RaceScene {
    const IrFunction *kernel;
    void *const *arguments;
    const IrMemory *memory;
    const char *shared; /* static memory, then dynamic */
    size_t shared_bytes, dynamic_bytes;
    const IrValue *places[64]; /* SHARED and DYNAMIC_SHARED */
    int64_t offsets[64];       /* where they begin */
    int place_count;
    const uint32_t *block_size;
    const int32_t *block;
} RaceScene;

/* Sets a RuntimeError; false. */
bool races_report(const RaceScene *scene, const Touch *now, const Touch *other, uintptr_t where, Error *error);
/* One thread waits for the others at a barrier, and another waits elsewhere, or (line 0) has ended. */
bool races_report_barrier(const RaceScene *scene, int32_t thread, int32_t line, int32_t other, int32_t other_line, Error *error);

#endif
