#define WIDTH 16
#include "arraylib/device/host/vector/vector_apply.h"
