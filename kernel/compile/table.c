/* The tables of everything that is built in: one line for each file of rows. */
#include "kernel/compile/private.h"

extern const BuiltinRow *const builtin_rows, *const cuda_rows, *const list_rows, *const mathematics_rows, *const member_rows, *const numeric_rows, *const result_rows;
extern const AttributeRow *const builtin_attributes, *const cuda_attributes, *const member_attributes, *const numeric_attributes;

const BuiltinRow *const *const builtin_tables[] = {&builtin_rows, &cuda_rows, &list_rows, &mathematics_rows, &member_rows, &numeric_rows, &result_rows, NULL};
const AttributeRow *const *const attribute_tables[] = {&builtin_attributes, &cuda_attributes, &member_attributes, &numeric_attributes, NULL};
