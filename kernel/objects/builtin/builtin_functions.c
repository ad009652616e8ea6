#include "kernel/objects/builtin/builtin_private.h"

const NativeEntry *const builtin_functions[] = {builtin_number_functions,    builtin_iteration_functions,
                                                builtin_attribute_functions, builtin_text_functions,
                                                builtin_evaluate_functions,  builtin_help_functions, NULL};
