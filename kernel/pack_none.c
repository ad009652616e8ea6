/* The empty pack, of the program that makes packs. */
#include "kernel/objects/system/pack.h"

extern const PackHeader python_pack;
const PackHeader python_pack = {.magic = PACK_MAGIC};
