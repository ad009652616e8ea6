#define WIDTH 16
#include "arraylib/device/host/vector_apply.h"
