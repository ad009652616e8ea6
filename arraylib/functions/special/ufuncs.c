/* The ufuncs of scipy.special: which types they take, in the order in which these are tried, and rows of operators made of that. */
#include "arraylib/array.h"
#include "arraylib/functions/special/apply.h"

#include <stdio.h>
#include <string.h>

extern const SpecialLoops *const __start_special_loops[];
extern const SpecialLoops *const __stop_special_loops[];

static const struct {
    bool begins_with_zero; /* the identity of reductions */
    const char *types, *names;
} groups[] = {
    {true, "ff->f dd->d",
     " agm boxcox boxcox1p chdtr chdtrc chdtri chdtriv huber inv_boxcox inv_boxcox1p kl_div owens_t "
     "pdtr pdtrc pdtrik poch powm1 pseudo_huber rel_entr stdtr stdtridf stdtrit tklmbda "},
    {false, "f->ffff d->dddd F->FFFF D->DDDD",
     " airy airye "},
    {true, "fff->f dld->d ddd->d",
     " bdtr bdtrc bdtri "},
    {true, "fff->f ddd->d",
     " bdtrik bdtrin betainc betaincc betainccinv betaincinv btdtria btdtrib chndtr chndtridf "
     "chndtrinc chndtrix fdtr fdtrc fdtri fdtridfd gdtr gdtrc gdtria gdtrib gdtrix hyperu lpmv "
     "nbdtrik nbdtrin nctdtr nctdtridf nctdtrinc nctdtrit nrdtrimn nrdtrisd "},
    {false, "f->f d->d",
     " bei beip ber berp it2struve0 itmodstruve0 itstruve0 kei keip ker kerp "},
    {false, "ddd->d fff->f",
     " besselpoly log_wright_bessel radian voigt_profile wright_bessel "},
    {false, "dd->d ff->f",
     " beta betaln ellipeinc ellipkinc gammainc gammaincc gammainccinv gammaincinv modstruve struve "},
    {false, "ff->f dd->d",
     " binom mathieu_a mathieu_b "},
    {false, "d->d f->f",
     " cbrt cosdg cosm1 cotdg ellipe ellipk ellipkm1 exp10 exp2 exprel gammaln gammasgn i0 i0e i1 i1e "
     "j0 j1 k0 k0e k1 k1e sindg tandg y0 y1 zetac "},
    {false, "d->d f->f D->D F->F",
     " dawsn erf erfc erfcx erfi expm1 log1p log_ndtr ndtr "},
    {false, "d->d D->D f->f F->F",
     " digamma gamma loggamma psi rgamma "},
    {false, "dd->dddd ff->ffff",
     " ellipj "},
    {true, "ff->f dd->d FF->F DD->D",
     " elliprc "},
    {true, "fff->f ddd->d FFF->F DDD->D",
     " elliprd elliprf elliprg "},
    {true, "ffff->f dddd->d FFFF->F DDDD->D",
     " elliprj "},
    {true, "f->f d->d",
     " entr erfcinv erfinv kolmogi kolmogorov ndtri ndtri_exp round "},
    {true, "ld->d ff->f fF->F dd->d dD->D",
     " eval_chebyc eval_chebys eval_chebyt eval_chebyu eval_laguerre eval_legendre eval_sh_chebyt "
     "eval_sh_chebyu eval_sh_legendre "},
    {true, "ldd->d fff->f ffF->F ddd->d ddD->D",
     " eval_gegenbauer eval_genlaguerre "},
    {true, "ld->d",
     " eval_hermite eval_hermitenorm "},
    {true, "lddd->d ffff->f fffF->F dddd->d dddD->D",
     " eval_jacobi eval_sh_jacobi "},
    {false, "f->f d->d F->F D->D",
     " exp1 expi "},
    {false, "d->d f->f g->g",
     " expit log_expit logit "},
    {true, "ld->d ff->f dd->d",
     " expn kn pdtri smirnov smirnovi yn "},
    {false, "d->dd f->ff D->DD F->FF",
     " fresnel "},
    {false, "fF->F dD->D",
     " hankel1 hankel1e hankel2 hankel2e "},
    {true, "ff->f fF->F dd->d dD->D",
     " hyp0f1 "},
    {true, "fff->f ffF->F ddd->d ddD->D",
     " hyp1f1 "},
    {false, "dddd->d dddD->D ffff->f fffF->F",
     " hyp2f1 "},
    {false, "f->ff d->dd",
     " it2i0k0 it2j0y0 iti0k0 itj0y0 "},
    {false, "f->ffff d->dddd",
     " itairy "},
    {false, "ff->f dd->d fF->F dD->D",
     " iv ive jn jv jve kv kve yv yve "},
    {false, "f->FFFF d->DDDD",
     " kelvin "},
    {false, "fff->ff ddd->dd",
     " mathieu_cem mathieu_modcem1 mathieu_modcem2 mathieu_modsem1 mathieu_modsem2 mathieu_sem "},
    {false, "f->FF d->DD",
     " modfresnelm modfresnelp "},
    {true, "lld->d fff->f ddd->d",
     " nbdtr nbdtrc nbdtri "},
    {true, "ffff->f dddd->d",
     " ncfdtr ncfdtri ncfdtridfd ncfdtridfn ncfdtrinc "},
    {false, "ffff->ff dddd->dd",
     " obl_ang1 obl_rad1 obl_rad2 pro_ang1 pro_rad1 pro_rad2 "},
    {false, "fffff->ff ddddd->dd",
     " obl_ang1_cv obl_rad1_cv obl_rad2_cv pro_ang1_cv pro_rad1_cv pro_rad2_cv "},
    {false, "fff->f ddd->d",
     " obl_cv pro_cv "},
    {false, "ff->ff dd->dd",
     " pbdv pbvv pbwa "},
    {true, "f->ff d->dd F->FF D->DD",
     " shichi sici "},
    {true, "f->f d->d F->F D->D",
     " spence wrightomega "},
    {false, "D->D F->F",
     " wofz "},
    {false, "dd->d ff->f DD->D FF->F",
     " xlog1py xlogy "},
};

void special_run_reals(const SpecialFunction *function, char *const *data, const int64_t *strides, int64_t count) {
    double x[SPECIAL_INPUTS_MAX], y[SPECIAL_OUTPUTS_MAX];
    size_t inputs = function->inputs;
    for (int64_t i = 0; i < count; i++) {
        for (size_t k = 0; k < inputs; k++) x[k] = *(const double *)(data[k] + i * strides[k]);
        function->of_reals(x, y);
        for (size_t k = 0; k < function->outputs; k++) *(double *)(data[inputs + k] + i * strides[inputs + k]) = y[k];
    }
}

void special_run_complexes(const SpecialFunction *function, char *const *data, const int64_t *strides, int64_t count) {
    Complex z[SPECIAL_INPUTS_MAX], w[SPECIAL_OUTPUTS_MAX];
    size_t inputs = function->inputs;
    for (int64_t i = 0; i < count; i++) {
        for (size_t k = 0; k < inputs; k++) z[k] = *(const Complex *)(data[k] + i * strides[k]);
        function->of_complex(z, w);
        for (size_t k = 0; k < function->outputs; k++) *(Complex *)(data[inputs + k] + i * strides[inputs + k]) = w[k];
    }
}

/* Takes one of the types ("dD->D") apart. False: there is no such loop here. */
static bool read_types(const SpecialFunction *function, const char *text, size_t length, uint8_t *loop) {
    bool is_complex = false;
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '-' || text[i] == '>') continue;
        const Dtype *dtype = text[i] == 'f' ? DTYPE(FLOAT32) : text[i] == 'd' ? DTYPE(FLOAT64) : text[i] == 'F' ? DTYPE(COMPLEX64)
                             : text[i] == 'D' ? DTYPE(COMPLEX128) : text[i] == 'l' ? DTYPE(INT64) : NULL;
        if (!dtype || count == OPERATOR_OPERANDS_MAX) return false;
        is_complex = is_complex || dtype_is_complex(dtype);
        loop[count++] = (uint8_t)dtype->number;
    }
    return count == function->inputs + function->outputs && (is_complex ? function->of_complex != NULL : function->of_reals != NULL);
}

static const SpecialLoops *loops_find(const char *name) {
    for (const SpecialLoops *const *loops = __start_special_loops; loops < __stop_special_loops; loops++)
        if (!strcmp((*loops)->name, name)) return *loops;
    return NULL;
}

bool special_operator(const ArrayFunction *function, SpecialOperator *made) {
    const char *name = strncmp(function->path, "special.", 8) ? "" : function->path + 8;
    const SpecialLoops *loops = loops_find(name);
    char wanted[64];
    size_t group = 0, groups_count = sizeof groups / sizeof *groups;
    snprintf(wanted, sizeof wanted, " %s ", name);
    while (loops && group < groups_count && !strstr(groups[group].names, wanted)) group++;
    if (!loops || group == groups_count) return false;
    int count = 0;
    for (const char *at = groups[group].types; *at && count < SPECIAL_LOOPS_MAX;) {
        size_t length = strcspn(at, " ");
        count += read_types(loops->function, at, length, made->loops[count]);
        at += length + (at[length] == ' ');
    }
    made->own = (OwnLoops){loops->reals, loops->complexes, groups[group].types};
    made->row = (Operator){.number = (OperatorNumber)OPERATOR_OF_OWN_LOOPS,
                           .name = loops->name,
                           .inputs = (int)loops->function->inputs,
                           .outputs = (int)loops->function->outputs,
                           .identity = groups[group].begins_with_zero ? IDENTITY_ZERO : IDENTITY_NONE,
                           .loop_count = count,
                           .loops = (const uint8_t (*)[OPERATOR_OPERANDS_MAX])made->loops,
                           .documentation = function->docstring,
                           .own = &made->own};
    return count > 0;
}
