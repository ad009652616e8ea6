/* Einstein's summation. Two operands at a time become one batched matrix product: letters of both that stay are
 * the batch, letters of both that go are summed, the others are rows and columns. */
#include "arraylib/functions/compose.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

ARRAY_FAMILY(einsum);

enum { LETTERS_MAX = 64 };

/* An operand with one letter for each axis. Axes of an ellipsis get control characters, right-aligned. */
typedef struct Term {
    Array *array;
    char letters[LETTERS_MAX];
    int count;
} Term;

#define ELLIPSIS_LETTER(i) ((char)(1 + (i))) /* the i-th axis from the right */

static bool parse_term(ArrayCall *call, const char *text, size_t length, Term *term) {
    int dimensions = term->array->dimensions, named = 0;
    bool ellipsis = false;
    for (size_t i = 0; i < length; i++) {
        if (isalpha((unsigned char)text[i]))
            named++;
        else if (text[i] == '.') {
            if (i + 2 >= length || text[i + 1] != '.' || text[i + 2] != '.' || ellipsis)
                return call_fail(call, "ValueError",
                                 "einstein sum subscripts string contains a '.' that is not part of an "
                                 "ellipsis ('...') in operand 0");
            ellipsis = true;
            i += 2;
        } else if (text[i] != ' ')
            return call_fail(
                call, "ValueError",
                "invalid subscript '%c' in einstein sum subscripts string, subscripts must be letters",
                text[i]);
    }
    if (named > dimensions || (!ellipsis && named < dimensions))
        return call_fail(call, "ValueError",
                         named > dimensions
                             ? "einstein sum subscripts string contains too many subscripts for operand 0"
                             : "operand has more dimensions than subscripts given in einstein sum, but no "
                               "'...' ellipsis provided to broadcast the extra dimensions.");
    term->count = 0;
    for (size_t i = 0; i < length; i++) {
        if (isalpha((unsigned char)text[i]))
            term->letters[term->count++] = text[i];
        else if (text[i] == '.') {
            for (int k = dimensions - named - 1; k >= 0; k--) term->letters[term->count++] = ELLIPSIS_LETTER(k);
            i += 2;
        }
    }
    return true;
}

static int letter_at(const Term *term, char letter) {
    const char *found = memchr(term->letters, letter, (size_t)term->count);
    return found ? (int)(found - term->letters) : -1;
}

/* Repeated letters: the diagonal. */
static bool take_diagonals(ArrayCall *call, Term *term) {
    for (int i = 0; i < term->count; i++)
        for (int k = i + 1; k < term->count; k++) {
            if (term->letters[i] != term->letters[k]) continue;
            Array *a = term->array;
            if (a->shape[i] != a->shape[k])
                return call_fail(call, "ValueError",
                                 "dimensions in operand 0 for collapsing index '%c' don't match (%lld != %lld)",
                                 term->letters[i], (long long)a->shape[i], (long long)a->shape[k]);
            int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX];
            int at = 0;
            for (int axis = 0; axis < a->dimensions; axis++) {
                if (axis == k) continue;
                shape[at] = a->shape[axis];
                strides[at++] = axis == i ? a->strides[i] + a->strides[k] : a->strides[axis];
            }
            term->array = call_view(call, a, at, shape, strides, 0);
            memmove(term->letters + k, term->letters + k + 1, (size_t)(term->count - k - 1));
            term->count--;
            k--;
            if (!term->array) return false;
        }
    return true;
}

/* Sum over letters that nobody else has and the output lacks. */
static bool sum_lonely(ArrayCall *call, Term *term, const Term *others, size_t other_count, const Term *output,
                       const Dtype *dtype) {
    uint64_t axes = 0;
    Term kept = {.array = NULL};
    for (int i = 0; i < term->count; i++) {
        bool wanted = letter_at(output, term->letters[i]) >= 0;
        for (size_t k = 0; k < other_count && !wanted; k++)
            wanted = letter_at(&others[k], term->letters[i]) >= 0;
        if (wanted)
            kept.letters[kept.count++] = term->letters[i];
        else
            axes |= 1ull << i;
    }
    if (!axes) return true;
    kept.array = call_reduce(call, OPERATOR(add), term->array, axes, false, dtype);
    *term = kept;
    return kept.array != NULL;
}

/* The term's axes in the order of `letters` (absent ones: extent 1), joined into three groups. */
static Array *arranged(ArrayCall *call, const Term *term, const char *const groups[3], const int counts[3],
                       const int64_t *extents) {
    int64_t shape[ARRAY_DIMENSIONS_MAX], strides[ARRAY_DIMENSIONS_MAX], joined[3];
    int at = 0;
    for (int g = 0; g < 3; g++) {
        joined[g] = 1;
        for (int i = 0; i < counts[g]; i++) {
            int axis = letter_at(term, groups[g][i]);
            int64_t extent = extents[(unsigned char)groups[g][i]];
            if (at >= ARRAY_DIMENSIONS_MAX) return NULL;
            shape[at] = extent;
            strides[at++] = axis < 0 || term->array->shape[axis] == 1 ? 0 : term->array->strides[axis];
            joined[g] *= extent;
        }
    }
    return call_reshape(call, call_view(call, term->array, at, shape, strides, 0), 3, joined);
}

static bool contract(ArrayCall *call, Term *left, Term *right, const Term *rest, size_t rest_count,
                     const Term *output, const int64_t *extents, Term *result) {
    char batch[LETTERS_MAX], summed[LETTERS_MAX], rows[LETTERS_MAX], columns[LETTERS_MAX];
    int batches = 0, sums = 0, row_count = 0, column_count = 0;
    for (int i = 0; i < left->count; i++) {
        char letter = left->letters[i];
        bool needed = letter_at(output, letter) >= 0;
        for (size_t k = 0; k < rest_count && !needed; k++) needed = letter_at(&rest[k], letter) >= 0;
        if (letter_at(right, letter) < 0)
            rows[row_count++] = letter;
        else if (needed)
            batch[batches++] = letter;
        else
            summed[sums++] = letter;
    }
    for (int i = 0; i < right->count; i++)
        if (letter_at(left, right->letters[i]) < 0) columns[column_count++] = right->letters[i];
    Array *a = arranged(call, left, (const char *const[]){batch, rows, summed},
                        (int[]){batches, row_count, sums}, extents);
    Array *b = arranged(call, right, (const char *const[]){batch, summed, columns},
                        (int[]){batches, sums, column_count}, extents);
    Array *product = call_matmul(call, a, b);
    int64_t shape[ARRAY_DIMENSIONS_MAX];
    result->count = 0;
    const char *groups[] = {batch, rows, columns};
    const int counts[] = {batches, row_count, column_count};
    for (int g = 0; g < 3; g++)
        for (int i = 0; i < counts[g] && result->count < ARRAY_DIMENSIONS_MAX; i++) {
            shape[result->count] = extents[(unsigned char)groups[g][i]];
            result->letters[result->count++] = groups[g][i];
        }
    result->array = call_reshape(call, product, result->count, shape);
    return result->array != NULL;
}

/* The operands' shapes, and as they lie along the output's axes and those that are summed over. */
static void fail_to_broadcast(ArrayCall *call, const Term *terms, size_t count, const Term *output) {
    int64_t extents[256] = {0};
    for (size_t i = 0; i < count && call->namespace == CUPY; i++) /* CuPy tells the first that differs */
        for (int axis = 0; axis < terms[i].count; axis++) {
            int64_t *known = &extents[(unsigned char)terms[i].letters[axis]], extent = terms[i].array->shape[axis];
            if (*known && *known != 1 && extent != 1 && extent != *known) {
                call_fail(call, "ValueError", "Size of label '%c' for operand %zu (%lld) does not match previous terms (%lld).",
                          terms[i].letters[axis], i, (long long)extent, (long long)*known);
                return;
            }
            if (!*known || *known == 1) *known = extent;
        }
    char letters[256];
    int used = 0;
    for (int i = 0; i < output->count; i++) letters[used++] = output->letters[i];
    for (int letter = 'A'; letter <= 'z'; letter++)
        for (size_t i = 0; i < count && letter_at(output, (char)letter) < 0; i++)
            if (letter_at(&terms[i], (char)letter) >= 0) {
                letters[used++] = (char)letter;
                break;
            }
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (size_t i = 0; i < count; i++) {
        char shape[SHAPE_TEXT_SIZE];
        text_append_format(&text, "%s->(", shape_text_tight(terms[i].array->dimensions, terms[i].array->shape, shape));
        bool is_first = true;
        for (int k = 0; k < used; k++) {
            int axis = letter_at(&terms[i], letters[k]);
            if (axis < 0 && is_first) continue;
            if (axis < 0) text_append(&text, ",newaxis");
            else text_append_format(&text, is_first ? "%lld" : ",%lld", (long long)terms[i].array->shape[axis]);
            is_first = false;
        }
        text_append(&text, used == 1 ? ",) " : ") ");
    }
    call_fail(call, "ValueError", "operands could not be broadcast together with remapped shapes [original->remapped]: %s", text_string(&text));
    text_release(&text);
}

enum { OPERANDS_MAX = 63, SUBSCRIPTS_MAX = 64 * (OPERANDS_MAX + 2) };

/* A list of axes' numbers as letters: A to Z, then a to z; Ellipsis as "...". */
static bool append_axes(ArrayCall *call, Variant list, char *text, size_t *length) {
    bool is_array = list.kind == VARIANT_ARRAY && list.array->dimensions == 1 && dtype_is_integer(list.array->dtype); /* as lists of numbers come */
    if (list.kind != VARIANT_SEQUENCE && !is_array) return call_fail(call, "TypeError", "the subscripts for each operand must be a list or a tuple");
    size_t count = is_array ? (size_t)list.array->shape[0] : list.list->count;
    for (size_t i = 0; i < count; i++) {
        Variant item = is_array ? array_scalar_at(list.array, (int64_t)i, call->error) : list.list->items[i];
        int64_t number;
        if (*length + 4 >= SUBSCRIPTS_MAX) return call_fail(call, "ValueError", "subscripts list is too long");
        if (item.kind == VARIANT_ELLIPSIS) {
            memcpy(text + *length, "...", 3);
            *length += 3;
            continue;
        }
        if (!variant_to_index(item, &number, call->error)) {
            error_clear(call->error);
            return call_fail(call, "TypeError", "each subscript must be either an integer or an ellipsis");
        }
        if (number < 0 || number >= 52) return call_fail(call, "ValueError", "subscript is not within the valid range [0, 52)");
        text[(*length)++] = (char)(number < 26 ? 'A' + number : 'a' + number - 26);
    }
    return true;
}

/* einsum(a, [0, 1], b, [1, 2], [0, 2]): the operands, and the subscripts as text. */
static bool read_axes_lists(ArrayCall *call, char text[SUBSCRIPTS_MAX], Array *arrays[OPERANDS_MAX], size_t *count) {
    const VariantList *rest = call->arguments[1].list;
    size_t total = 1 + rest->count, length = 0;
    *count = 0;
    if (total == 1) return call_fail(call, "ValueError", "must provide at least an operand and a subscripts list to einsum");
    for (size_t i = 0; i + 1 < total; i += 2) {
        if (*count >= OPERANDS_MAX) return call_fail(call, "ValueError", "too many operands");
        Variant operand = i ? rest->items[i - 1] : call->arguments[0];
        if (!(arrays[*count] = call_hold(call, array_from_variant(call->runtime, operand, NULL, call->device, false, call->error)))) return false;
        if (i) text[length++] = ',';
        if (!append_axes(call, rest->items[i], text, &length)) return false;
        (*count)++;
    }
    if (total % 2) {
        text[length++] = '-';
        text[length++] = '>';
        if (!append_axes(call, rest->items[rest->count - 1], text, &length)) return false;
    }
    text[length] = 0;
    return true;
}

/* In which order the output's axes lie in memory, the fastest first: as a walk over all operands goes along them, which keeps the
 * operands' own order where they agree on one, and C's where they do not. */
static void walk_order(const Term *terms, size_t count, const Term *output, int *order) {
    char labels[2 * LETTERS_MAX];
    int label_count = 0, sorted[2 * LETTERS_MAX], kept = 0;
    for (int i = 0; i < output->count; i++) labels[label_count++] = output->letters[i];
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < terms[i].count; k++)
            if (!memchr(labels, terms[i].letters[k], (size_t)label_count) && label_count < 2 * LETTERS_MAX) labels[label_count++] = terms[i].letters[k];
    for (int i = 0; i < label_count; i++) sorted[i] = label_count - 1 - i;
    for (int i = 1; i < label_count; i++) {
        int place = i, slow = sorted[i];
        for (int j = i - 1; j >= 0; j--) {
            bool known = false, swaps = false;
            for (size_t t = 0; t < count; t++) {
                int one = letter_at(&terms[t], labels[slow]), other = letter_at(&terms[t], labels[sorted[j]]);
                if (one < 0 || other < 0 || terms[t].array->shape[one] == 1 || terms[t].array->shape[other] == 1) continue;
                int64_t step = llabs(terms[t].array->strides[one]), fast = llabs(terms[t].array->strides[other]);
                if (!step || !fast) continue;
                swaps = fast <= step ? false : known ? swaps : true;
                known = true;
            }
            if (known && !swaps) break;
            if (known) place = j;
        }
        memmove(&sorted[place + 1], &sorted[place], (size_t)(i - place) * sizeof *sorted);
        sorted[place] = slow;
    }
    for (int i = 0; i < label_count; i++)
        if (sorted[i] < output->count) order[kept++] = sorted[i];
}

/* The array with its axes in memory in this order, the fastest first. */
static Array *laid_out(ArrayCall *call, Array *a, const int *order) {
    int slow_first[ARRAY_DIMENSIONS_MAX], back[ARRAY_DIMENSIONS_MAX];
    int64_t step = a->dtype->item_size;
    bool fits = true;
    for (int i = 0; i < a->dimensions; i++) {
        fits = fits && (a->shape[order[i]] == 1 || a->strides[order[i]] == step);
        step *= a->shape[order[i]];
        slow_first[a->dimensions - 1 - i] = order[i];
        back[order[i]] = a->dimensions - 1 - i;
    }
    if (fits || !array_size(a)) return a;
    Array *turned = call_copy(call, call_transpose(call, a, slow_first), 'C');
    return turned ? call_transpose(call, turned, back) : NULL;
}

static bool read_casting(ArrayCall *call, Casting *casting) {
    const char *rule = NULL;
    if (!call_string(call, 5, &rule)) return false;
    return !rule || casting_from_name(rule, casting) ||
           call_fail(call, "ValueError", "casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '%s')", rule);
}

/* May the operands become `dtype`, and that what out= has? */
static bool check_casts(ArrayCall *call, const Term *terms, size_t count, const Dtype *dtype, Casting casting) {
    Variant out = call->arguments[2];
    if (call_is_given(call, 2) && out.kind != VARIANT_ARRAY) return call_fail(call, "TypeError", "keyword parameter out must be an array for einsum");
    for (size_t i = 0; i < count; i++)
        if (!dtype_can_cast(terms[i].array->dtype, dtype, casting))
            return call_fail(call, "TypeError", "Iterator operand %zu dtype could not be cast from dtype(%s) to dtype(%s) according to the rule '%s'", i,
                             terms[i].array->dtype->shown, dtype->shown, casting_name(casting));
    if (call_is_given(call, 2) && !dtype_can_cast(dtype, out.array->dtype, casting))
        return call_fail(call, "TypeError",
                         "Iterator requested dtype could not be cast from dtype(%s) to dtype(%s), the operand %zu dtype, according to the rule '%s'",
                         dtype->shown, out.array->dtype->shown, count, casting_name(casting));
    return true;
}

ARRAY_FUNCTION(einsum, NUMPY | CUPY,
               "(subscripts, *operands, out=None, dtype=None, order='K', casting='safe', optimize=False)",
               "Einstein summation over the operands.\n\n>>> einsum('ij,j->i', array([[1, 2], [3, 4]]), "
               "array([1, 1]))\narray([3, 7])\n",
               .traits = CLASS_PLAIN | ASKS_LISTS) {
    const char *text;
    size_t count;
    char built[SUBSCRIPTS_MAX];
    Array *listed[OPERANDS_MAX], **arrays = listed;
    if (call->arguments[0].kind == VARIANT_STRING) {
        if (!call_text(call, 0, &text)) return variant_absent();
        arrays = call_array_list(call, 1, &count);
    } else {
        if (!read_axes_lists(call, built, listed, &count)) return variant_absent();
        text = built;
    }
    if (!arrays || !text) return variant_absent();
    Term terms[OPERANDS_MAX], output = {.array = NULL};
    char asked = 'K';
    if (!call_order(call, 4, &asked)) return variant_absent();
    bool fits = true;
    int64_t extents[256];
    const Dtype *dtype = NULL;
    if (count == 0 || count > OPERANDS_MAX) {
        call_fail(call, "ValueError",
                  count ? "too many operands"
                        : "must specify the einstein sum subscripts string and at least one operand");
        return variant_absent();
    }
    const char *arrow = strstr(text, "->"), *at = text, *end = arrow ? arrow : text + strlen(text);
    for (int i = 0; i < 256; i++) extents[i] = 1;
    for (size_t i = 0; i < count; i++) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        terms[i].array = arrays[i];
        if (!parse_term(call, at, (size_t)(stop - at), &terms[i])) return variant_absent();
        dtype = dtype ? dtype_promote(dtype, arrays[i]->dtype) : arrays[i]->dtype;
        if (!comma && i + 1 < count) {
            call_fail(call, "ValueError",
                      "fewer operands provided to einstein sum function than specified in the subscripts string");
            return variant_absent();
        }
        if (comma && i + 1 == count) {
            call_fail(
                call, "ValueError",
                "more operands provided to einstein sum function than specified in the subscripts string");
            return variant_absent();
        }
        at = comma ? comma + 1 : end;
        for (int k = 0; k < terms[i].count; k++) {
            int64_t *extent = &extents[(unsigned char)terms[i].letters[k]], here = arrays[i]->shape[k];
            int first = letter_at(&terms[i], terms[i].letters[k]);
            if (first < k && arrays[i]->shape[first] != here && call->namespace != CUPY) {
                call_fail(call, "ValueError", "dimensions in operand %zu for collapsing index '%c' don't match (%lld != %lld)", i, terms[i].letters[k],
                          (long long)arrays[i]->shape[first], (long long)here);
                return variant_absent();
            }
            if (*extent == 1)
                *extent = here;
            else if (here != 1 && here != *extent)
                fits = false;
        }
    }
    Casting casting = CASTING_SAFE;
    if (!call_dtype(call, 3, &dtype)) return variant_absent();
    /* The output: as written, or the letters that occur once, in alphabetical order, behind the ellipsis. */
    int ellipsis = 0;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < terms[i].count; k++)
            if (terms[i].letters[k] > ellipsis && terms[i].letters[k] < 65) ellipsis = terms[i].letters[k];
    if (arrow) {
        for (const char *c = arrow + 2; *c; c++) {
            if (isalpha((unsigned char)*c)) {
                bool known = false;
                for (size_t i = 0; i < count; i++) known = known || letter_at(&terms[i], *c) >= 0;
                if (!known || letter_at(&output, *c) >= 0) {
                    call_fail(
                        call, "ValueError",
                        known ? "einstein sum subscripts string includes output subscript '%c' multiple times"
                              : "einstein sum subscripts string included output subscript '%c' which never "
                                "appeared in an input",
                        *c);
                    return variant_absent();
                }
                output.letters[output.count++] = *c;
            } else if (*c == '.') {
                for (int k = ellipsis; k > 0; k--) output.letters[output.count++] = (char)k;
                c += strlen(c) > 2 ? 2 : strlen(c) - 1;
            } else if (*c != ' ' && call->namespace == NUMPY) {
                call_fail(call, "ValueError", "invalid subscript '%c' in einstein sum subscripts string, subscripts must be letters", *c);
                return variant_absent();
            }
        }
    } else {
        for (int k = ellipsis; k > 0; k--) output.letters[output.count++] = (char)k;
        for (int letter = 'A'; letter <= 'z'; letter++) {
            int seen = 0;
            for (size_t i = 0; i < count; i++)
                for (int k = 0; k < terms[i].count; k++) seen += terms[i].letters[k] == letter;
            if (seen == 1) output.letters[output.count++] = (char)letter;
        }
    }
    if (!fits) {
        fail_to_broadcast(call, terms, count, &output);
        return variant_absent();
    }
    bool is_whole = count == 1 && terms[0].count == output.count, chooses = call->namespace == NUMPY && !(is_whole && !call_is_given(call, 2));
    if (call->namespace == NUMPY && !read_casting(call, &casting)) return variant_absent();
    bool optimizes = false; /* then products in steps are made, which ask for less */
    if (chooses && call->arguments[6].kind == VARIANT_BOOL && !call_truth(call, 6, &optimizes)) return variant_absent();
    if (call->arguments[6].kind == VARIANT_STRING || call->arguments[6].kind == VARIANT_SEQUENCE) optimizes = true;
    if (call->namespace == NUMPY && is_whole && !call_is_given(call, 2)) dtype = terms[0].array->dtype;
    if (chooses && !optimizes && !check_casts(call, terms, count, dtype, casting)) return variant_absent();
    for (size_t i = 0; i < count; i++) {
        terms[i].array = call_cast(call, terms[i].array, dtype);
        if (!terms[i].array || !take_diagonals(call, &terms[i])) return variant_absent();
    }
    int walked[ARRAY_DIMENSIONS_MAX];
    bool is_view = count == 1 && terms[0].count == output.count, has_layout = call->namespace == NUMPY && !is_view && !call_is_given(call, 2);
    if (has_layout) {
        walk_order(terms, count, &output, walked);
        char letter = asked;
        if (letter == 'A') {
            letter = 'F';
            for (size_t i = 0; i < count; i++)
                if (!array_is_f_contiguous(arrays[i])) letter = 'C';
        }
        for (int i = 0; i < output.count && letter != 'K'; i++) walked[i] = letter == 'F' ? i : output.count - 1 - i;
    }
    Term result = terms[0];
    for (size_t i = 0; i < count; i++) {
        const Term *rest = terms + i + 1;
        size_t rest_count = count - i - 1;
        Term next = terms[i];
        if (i) { /* what stands alone in the next operand is summed before the product */
            Term others[OPERANDS_MAX + 1];
            others[0] = result;
            memcpy(others + 1, rest, rest_count * sizeof *rest);
            if (!sum_lonely(call, &next, others, rest_count + 1, &output, dtype)) return variant_absent();
            Term joined;
            if (!contract(call, &result, &next, rest, rest_count, &output, extents, &joined))
                return variant_absent();
            result = joined;
        }
        if (!sum_lonely(call, &result, rest, rest_count, &output, dtype)) return variant_absent();
    }
    int order[ARRAY_DIMENSIONS_MAX];
    for (int i = 0; i < output.count; i++) order[i] = letter_at(&result, output.letters[i]);
    Array *turned = call_transpose(call, result.array, order);
    if (turned && call->namespace == NUMPY && call->arguments[2].kind == VARIANT_ARRAY) turned = call_cast(call, turned, call->arguments[2].array->dtype);
    return call_give_out(call, turned && has_layout ? laid_out(call, turned, walked) : turned, 2);
}
