/* Collections that users make. */
#ifndef KERNEL_MODULES_MATPLOTLIB_COLLECTIONS_H
#define KERNEL_MODULES_MATPLOTLIB_COLLECTIONS_H

#include "kernel/modules/matplotlib/face.h"

typedef enum CollectionKind { COLLECTION_LINES, COLLECTION_POLYGONS, COLLECTION_PATCHES } CollectionKind;

Value collection_create(Thread *thread, Type *type, const Call *call, CollectionKind kind);
extern const NativeEntry collection_methods[]; /* of all artists */

#endif
