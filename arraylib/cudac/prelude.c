#include "arraylib/cudac/private.h"

#include "arraylib/cudac/prelude_text.h"
