/* Functions of numbers applied to arrays, element by element. */
#include "arraylib/functions/special/apply.h"

#include <stdio.h>
#include <string.h>

enum { POLL_EVERY = 4096 };

/* Those of SciPy whose loops in single precision come first: short whole numbers and halves are taken by these.
 */
static const char single_first[] =
    " agm binom boxcox boxcox1p chdtr chdtrc chdtri chdtriv huber inv_boxcox inv_boxcox1p kl_div mathieu_a "
    "mathieu_b owens_t pdtr pdtrc pdtrik "
    "poch powm1 pseudo_huber rel_entr stdtr stdtridf stdtrit tklmbda airy airye betainc betaincc betainccinv "
    "betaincinv bdtrik bdtrin "
    "btdtria btdtrib chndtr chndtridf chndtrinc chndtrix fdtr fdtrc fdtri fdtridfd gdtr gdtrc gdtria gdtrib "
    "gdtrix hyperu lpmv nbdtrik "
    "nbdtrin nctdtr nctdtridf nctdtrinc nctdtrit nrdtrimn nrdtrisd obl_cv pro_cv bei beip ber berp entr "
    "erfcinv erfinv it2struve0 "
    "itmodstruve0 itstruve0 kei keip ker kerp kolmogi kolmogorov ndtri ndtri_exp round elliprc elliprd elliprf "
    "elliprg elliprj exp1 expi "
    "spence wrightomega expit log_expit logit hankel1 hankel1e hankel2 hankel2e hyp0f1 hyp1f1 it2i0k0 it2j0y0 "
    "iti0k0 itj0y0 itairy iv ive jn "
    "jv jve kv kve yv yve kelvin mathieu_cem mathieu_modcem1 mathieu_modcem2 mathieu_modsem1 mathieu_modsem2 "
    "mathieu_sem modfresnelm "
    "modfresnelp bdtr bdtrc bdtri ncfdtr ncfdtri ncfdtridfd ncfdtridfn ncfdtrinc pbdv pbvv pbwa shichi sici ";

/* Those whose first loop takes a whole number. */
static const char whole_first[] = " eval_chebyc eval_chebys eval_chebyt eval_chebyu eval_laguerre "
                                  "eval_legendre eval_sh_chebyt eval_sh_chebyu eval_sh_legendre "
                                  "eval_gegenbauer eval_genlaguerre eval_jacobi eval_sh_jacobi expn kn pdtri "
                                  "smirnov smirnovi yn nbdtr nbdtrc nbdtri ";

static bool is_among(const char *names, const ArrayFunction *function) {
    char name[64];
    snprintf(name, sizeof name, " %s ", strrchr(function->path, '.') + 1);
    return strstr(names, name) != NULL;
}

static bool is_weak(Variant value) {
    return value.kind == VARIANT_BOOL || value.kind == VARIANT_INTEGER || value.kind == VARIANT_FLOAT ||
           value.kind == VARIANT_COMPLEX;
}

/* How it is computed: in complex numbers or not, and whether the result is of single precision. False: refused.
 */
static bool choose_type(ArrayCall *call, const SpecialFunction *function, Array *const *arrays,
                        bool *is_complex, bool *is_single) {
    bool by_size = is_among(single_first, call->function),
         by_kind = by_size || is_among(whole_first, call->function), all_weak = true;
    *is_complex = !function->of_reals;
    *is_single = true;
    for (size_t i = 0; i < function->inputs; i++) {
        const Dtype *dtype = arrays[i]->dtype;
        bool is_number = !dtype_is_flexible(dtype) && strchr("biufc", dtype->kind),
             takes_complex = function->of_complex && !(function->real_inputs >> i & 1);
        if (!is_number || (dtype_is_complex(dtype) && !takes_complex))
            return operator_refuse_types(strrchr(call->function->path, '.') + 1, CASTING_SAFE, call->error);
        if (dtype_is_complex(dtype)) *is_complex = true;
        if (is_weak(call->arguments[i])) {
            *is_single = *is_single && by_kind;
            continue;
        }
        all_weak = false;
        bool is_short = (by_kind && dtype == DTYPE(FLOAT16)) ||
                        (by_size && strchr("iu", dtype->kind) && dtype->item_size < 4);
        bool becomes_complex = !function->of_reals && !(function->real_inputs >> i & 1);
        *is_single = *is_single &&
                     ((dtype == DTYPE(FLOAT32) && !becomes_complex) || dtype == DTYPE(COMPLEX64) || is_short);
    }
    *is_single = *is_single && !all_weak;
    return true;
}

static bool broadcast_inputs(ArrayCall *call, const SpecialFunction *function, Array **arrays, int *dimensions,
                             int64_t *shape) {
    size_t count = function->inputs;
    for (size_t i = 0; i < count; i++)
        if (!(arrays[i] = call_array(call, i))) return false;
    for (size_t i = 0; i < count; i++) {
        if (shape_broadcast(arrays[i]->dimensions, arrays[i]->shape, dimensions, shape)) continue;
        char text[SPECIAL_INPUTS_MAX * SHAPE_TEXT_SIZE] = "", part[SHAPE_TEXT_SIZE];
        for (size_t k = 0; k < count; k++) {
            size_t used = strlen(text);
            snprintf(text + used, sizeof text - used, "%s ",
                     shape_text_tight(arrays[k]->dimensions, arrays[k]->shape, part));
        }
        return call_fail(call, "ValueError", "operands could not be broadcast together with shapes %s", text);
    }
    return true;
}

typedef struct Operands {
    const void *data[SPECIAL_INPUTS_MAX];
    bool is_constant[SPECIAL_INPUTS_MAX];
    void *results[SPECIAL_OUTPUTS_MAX];
    int64_t size;
} Operands;

static bool apply_reals(ArrayCall *call, const SpecialFunction *function, const Operands *operands) {
    double x[SPECIAL_INPUTS_MAX], y[SPECIAL_OUTPUTS_MAX];
    for (int64_t i = 0; i < operands->size; i++) {
        for (size_t k = 0; k < function->inputs; k++)
            x[k] = ((const double *)operands->data[k])[operands->is_constant[k] ? 0 : i];
        function->of_reals(x, y);
        for (size_t k = 0; k < function->outputs; k++) ((double *)operands->results[k])[i] = y[k];
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return false;
    }
    return true;
}

static bool apply_complex(ArrayCall *call, const SpecialFunction *function, const Operands *operands) {
    Complex z[SPECIAL_INPUTS_MAX], w[SPECIAL_OUTPUTS_MAX];
    for (int64_t i = 0; i < operands->size; i++) {
        for (size_t k = 0; k < function->inputs; k++)
            z[k] = ((const Complex *)operands->data[k])[operands->is_constant[k] ? 0 : i];
        function->of_complex(z, w);
        for (size_t k = 0; k < function->outputs; k++) ((Complex *)operands->results[k])[i] = w[k];
        if (i % POLL_EVERY == 0 && !runtime_poll(call->runtime, call->error)) return false;
    }
    return true;
}

/* Each of several results as a number or an array; copied into the arrays of out= where these are given. */
static Variant give_several(ArrayCall *call, Array **results, size_t count, Variant out) {
    Variant list = variant_list(count, true);
    for (size_t i = 0; i < count && list.kind == VARIANT_SEQUENCE; i++) {
        bool has_place =
            out.kind == VARIANT_SEQUENCE && i < out.list->count && out.list->items[i].kind == VARIANT_ARRAY;
        Variant inner_arguments[1] = {has_place ? out.list->items[i] : variant_none()};
        ArrayCall inner = call_inner_begin(call, inner_arguments, 1);
        list.list->items[i] =
            has_place ? call_give_out(&inner, results[i], 0) : call_give_item(call, results[i]);
        call_inner_end(call, &inner);
        if (list.list->items[i].kind == VARIANT_ABSENT) variant_release(&list);
    }
    return list;
}

Variant special_apply(ArrayCall *call, const SpecialFunction *function) {
    Array *arrays[SPECIAL_INPUTS_MAX], *results[SPECIAL_OUTPUTS_MAX] = {NULL};
    int dimensions = 0;
    int64_t shape[ARRAY_DIMENSIONS_MAX] = {0};
    bool is_complex, is_single;
    if (!broadcast_inputs(call, function, arrays, &dimensions, shape) ||
        !choose_type(call, function, arrays, &is_complex, &is_single))
        return variant_absent();
    const Dtype *work = is_complex ? DTYPE(COMPLEX128) : DTYPE(FLOAT64);
    Operands operands = {.size = 1};
    for (int i = 0; i < dimensions; i++) operands.size *= shape[i];
    for (size_t i = 0; i < function->inputs; i++) {
        operands.is_constant[i] = array_size(arrays[i]) == 1;
        Array *host = call_on_host(call, arrays[i]);
        if (host && !operands.is_constant[i]) host = call_broadcast(call, host, dimensions, shape);
        if (host && is_single) host = call_cast(call, host, is_complex ? DTYPE(COMPLEX64) : DTYPE(FLOAT32));
        host = host ? call_contiguous(call, host, work) : NULL;
        if (!host) return variant_absent();
        operands.data[i] = array_data(host);
    }
    for (size_t i = 0; i < function->outputs; i++) {
        results[i] = call_hold(call, array_create(call->runtime->host, work, dimensions, shape, call->error));
        if (!results[i]) return variant_absent();
        operands.results[i] = array_data(results[i]);
    }
    if (!(is_complex ? apply_complex : apply_reals)(call, function, &operands)) return variant_absent();
    for (size_t i = 0; i < function->outputs; i++) {
        const Dtype *narrow = is_complex ? DTYPE(COMPLEX64) : DTYPE(FLOAT32);
        results[i] = call_on_device(call, is_single ? call_cast(call, results[i], narrow) : results[i]);
        if (!results[i]) return variant_absent();
    }
    if (function->outputs > 1)
        return give_several(call, results, function->outputs, call->arguments[function->inputs]);
    return call_is_given(call, function->inputs) ? call_give_out(call, results[0], function->inputs)
                                                 : call_give_item(call, results[0]);
}
