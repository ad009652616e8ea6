/* Flexible types: text of a width, dates in a unit, records, values of the language.
 *
 * A DtypeTable makes them when they are asked for and keeps them to its end, one of a kind; the runtime has one
 * (ArrayRuntime.flexible_types). NULL is returned when memory is out, or with `error` set where there is one. */
#ifndef ARRAYLIB_CORE_FLEXIBLE_H
#define ARRAYLIB_CORE_FLEXIBLE_H

#include "arraylib/core/dtype.h"
#include "base/error.h"
#include "base/text_buffer.h"

DtypeTable *dtype_table_create(void);
void dtype_table_destroy(DtypeTable *table); /* NULL is fine */

/* 'U': str of so many characters, 'S': bytes, 'V': plain bytes. Length 0 stands for "as long as the elements need". */
const Dtype *dtype_text(DtypeTable *table, char kind, int64_t length);
int64_t dtype_text_length(const Dtype *dtype); /* characters */
/* 'M': dates, 'm': differences of dates. */
const Dtype *dtype_date(DtypeTable *table, char kind, DatetimeUnit unit, int64_t multiple);
/* A record of `item_size` bytes; names and fields are copied. */
const Dtype *dtype_record(DtypeTable *table, const DtypeField *fields, int count, int64_t item_size, bool is_aligned);
/* The type whose elements have their bytes the other way round, or the other way round again; itself where there is no order. */
const Dtype *dtype_swapped(DtypeTable *table, const Dtype *dtype);
/* An element with its bytes in the other order; `dtype` is of kind 'W'. */
void element_swap(const Dtype *dtype, void *to, const void *from);
/* What a field is that holds an array. */
const Dtype *dtype_array_of(DtypeTable *table, const Dtype *base, int dimensions, const int64_t *shape);
const DtypeField *dtype_field(const Dtype *record, const char *name, size_t length); /* NULL: none */

/* From what a user writes: "U5", "<M8[ns]", "timedelta64[3h]", "O", and all that dtype_from_name knows; "i4, 2f8" is a record.
 * `error` is set when it is none. */
const Dtype *dtype_parse(DtypeTable *table, const char *name, size_t length, Error *error);

/* "str160", "datetime64[D]", "void96", "float64": dtype.name. */
void dtype_describe_name(const Dtype *dtype, TextBuffer *text);
bool dtype_refuse(const Dtype *dtype, Error *error); /* false, with CuPy's complaint about elements that are no numbers */
/* What stands within dtype(...) in its repr, without quotes for records: "<U5", "[('a', '<i4')]". */
void dtype_describe(const Dtype *dtype, TextBuffer *text);
void dtype_describe_short(const Dtype *dtype, TextBuffer *text); /* where it is said that the record is laid out as C does */

/* ---- What dtype.h's functions hand over. */
const Dtype *flexible_promote(const Dtype *left, const Dtype *right);
bool flexible_can_cast(const Dtype *from, const Dtype *to, Casting casting);
/* Of any two types: have they a common one, be it object where one is? DTypePromotionError otherwise. */
bool dtype_check_common(const Dtype *left, const Dtype *right, Error *error);
int64_t number_text_length(const Dtype *number); /* characters that any number of the type needs: 21 for int64 */

/* ---- Units. */
const char *datetime_unit_name(DatetimeUnit unit); /* "D"; "generic" */
bool datetime_unit_from_name(const char *name, size_t length, DatetimeUnit *unit);
/* How many of the finer unit make one of the coarser; 0: it has no fixed number, or it overflows. */
int64_t datetime_unit_ratio(DatetimeUnit coarse, DatetimeUnit fine);

#endif
