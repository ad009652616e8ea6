/* The door from what is written in Python (scipy.linalg) to LAPACK: one routine called by its name, with arrays as its work and
 * its results.
 *
 * A row tells what a routine takes, one word a parameter, as LAPACK's documentation lists them:
 *
 *     uplo:c       a letter                        n:i     an integer
 *     vl:r         a real number                   select  no function (NULL)
 *     a:t[lda*n]   numbers of the routine's type   s:r[n]  real numbers of its precision
 *     ipiv:i[n]    32-bit integers                 info    LAPACK's answer, which is the call's result
 *
 * In brackets stands the least number of elements, of names, numbers, +, *, < (the lesser) and > (the greater), in this order of
 * binding: *, +, then < and > from left to right. A call may not make a routine write beyond its arrays: whatever is too small is
 * refused here, before LAPACK sees it. */
#include "arraylib/functions/compose.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ARRAY_FAMILY(lapack);

enum { PARAMETERS_MAX = LIBRARY_ARGUMENTS_MAX, NAME_SIZE = 16 };

/* `types` are the letters of the types that the row holds for; `in_steps`: work in many small steps, for one thread up to a thousand rows,
 * as other work is up to a few hundred. */
typedef struct Routine {
    const char *name, *types, *parameters;
    bool in_steps;
} Routine;

#define BOTH "sdcz"
#define REAL "sd"
#define COMPLEX "cz"

static const Routine routines[] = {
    /* Linear systems. */
    {"getrf", BOTH, "m:i n:i a:t[lda*n] lda:i ipiv:i[m<n] info", false},
    {"getrs", BOTH, "trans:c n:i nrhs:i a:t[lda*n] lda:i ipiv:i[n] b:t[ldb*nrhs] ldb:i info", false},
    {"getri", BOTH, "n:i a:t[lda*n] lda:i ipiv:i[n] work:t[lwork] lwork:i info", false},
    {"gecon", REAL, "norm:c n:i a:t[lda*n] lda:i anorm:r rcond:r[1] work:t[4*n] iwork:i[n] info", false},
    {"gecon", COMPLEX, "norm:c n:i a:t[lda*n] lda:i anorm:r rcond:r[1] work:t[2*n] rwork:r[2*n] info", false},
    {"potrf", BOTH, "uplo:c n:i a:t[lda*n] lda:i info", false},
    {"potrs", BOTH, "uplo:c n:i nrhs:i a:t[lda*n] lda:i b:t[ldb*nrhs] ldb:i info", false},
    {"potri", BOTH, "uplo:c n:i a:t[lda*n] lda:i info", false},
    {"pocon", REAL, "uplo:c n:i a:t[lda*n] lda:i anorm:r rcond:r[1] work:t[3*n] iwork:i[n] info", false},
    {"pocon", COMPLEX, "uplo:c n:i a:t[lda*n] lda:i anorm:r rcond:r[1] work:t[2*n] rwork:r[n] info", false},
    {"sytrf", BOTH, "uplo:c n:i a:t[lda*n] lda:i ipiv:i[n] work:t[lwork] lwork:i info", false},
    {"hetrf", COMPLEX, "uplo:c n:i a:t[lda*n] lda:i ipiv:i[n] work:t[lwork] lwork:i info", false},
    {"sytrs", BOTH, "uplo:c n:i nrhs:i a:t[lda*n] lda:i ipiv:i[n] b:t[ldb*nrhs] ldb:i info", false},
    {"hetrs", COMPLEX, "uplo:c n:i nrhs:i a:t[lda*n] lda:i ipiv:i[n] b:t[ldb*nrhs] ldb:i info", false},
    {"sycon", REAL, "uplo:c n:i a:t[lda*n] lda:i ipiv:i[n] anorm:r rcond:r[1] work:t[2*n] iwork:i[n] info", false},
    {"sycon", COMPLEX, "uplo:c n:i a:t[lda*n] lda:i ipiv:i[n] anorm:r rcond:r[1] work:t[2*n] info", false},
    {"hecon", COMPLEX, "uplo:c n:i a:t[lda*n] lda:i ipiv:i[n] anorm:r rcond:r[1] work:t[2*n] info", false},
    {"trtrs", BOTH, "uplo:c trans:c diag:c n:i nrhs:i a:t[lda*n] lda:i b:t[ldb*nrhs] ldb:i info", false},
    {"trtri", BOTH, "uplo:c diag:c n:i a:t[lda*n] lda:i info", false},
    {"trcon", REAL, "norm:c uplo:c diag:c n:i a:t[lda*n] lda:i rcond:r[1] work:t[3*n] iwork:i[n] info", false},
    {"trcon", COMPLEX, "norm:c uplo:c diag:c n:i a:t[lda*n] lda:i rcond:r[1] work:t[2*n] rwork:r[n] info", false},
    {"gbsv", BOTH, "n:i kl:i ku:i nrhs:i ab:t[ldab*n] ldab:i ipiv:i[n] b:t[ldb*nrhs] ldb:i info", false},
    {"gbtrf", BOTH, "m:i n:i kl:i ku:i ab:t[ldab*n] ldab:i ipiv:i[m<n] info", false},
    {"gbtrs", BOTH, "trans:c n:i kl:i ku:i nrhs:i ab:t[ldab*n] ldab:i ipiv:i[n] b:t[ldb*nrhs] ldb:i info", false},
    {"gbcon", REAL, "norm:c n:i kl:i ku:i ab:t[ldab*n] ldab:i ipiv:i[n] anorm:r rcond:r[1] work:t[3*n] iwork:i[n] info", false},
    {"gbcon", COMPLEX, "norm:c n:i kl:i ku:i ab:t[ldab*n] ldab:i ipiv:i[n] anorm:r rcond:r[1] work:t[2*n] rwork:r[n] info", false},
    {"gtsv", BOTH, "n:i nrhs:i dl:t[n] d:t[n] du:t[n] b:t[ldb*nrhs] ldb:i info", false},
    {"pbsv", BOTH, "uplo:c n:i kd:i nrhs:i ab:t[ldab*n] ldab:i b:t[ldb*nrhs] ldb:i info", false},
    {"pbtrf", BOTH, "uplo:c n:i kd:i ab:t[ldab*n] ldab:i info", false},
    {"pbtrs", BOTH, "uplo:c n:i kd:i nrhs:i ab:t[ldab*n] ldab:i b:t[ldb*nrhs] ldb:i info", false},
    {"ptsv", BOTH, "n:i nrhs:i d:r[n] e:t[n] b:t[ldb*nrhs] ldb:i info", false},
    {"gelsy", REAL, "m:i n:i nrhs:i a:t[lda*n] lda:i b:t[ldb*nrhs] ldb:i jpvt:i[n] rcond:r rank:i[1] work:t[lwork] lwork:i info", false},
    {"gelsy", COMPLEX, "m:i n:i nrhs:i a:t[lda*n] lda:i b:t[ldb*nrhs] ldb:i jpvt:i[n] rcond:r rank:i[1] work:t[lwork] lwork:i rwork:r[2*n] "
                       "info", false},
    /* Orthogonal factors. */
    {"geqrf", BOTH, "m:i n:i a:t[lda*n] lda:i tau:t[m<n] work:t[lwork] lwork:i info", false},
    {"geqp3", REAL, "m:i n:i a:t[lda*n] lda:i jpvt:i[n] tau:t[m<n] work:t[lwork] lwork:i info", false},
    {"geqp3", COMPLEX, "m:i n:i a:t[lda*n] lda:i jpvt:i[n] tau:t[m<n] work:t[lwork] lwork:i rwork:r[2*n] info", false},
    {"gerqf", BOTH, "m:i n:i a:t[lda*n] lda:i tau:t[m<n] work:t[lwork] lwork:i info", false},
    {"orgqr", REAL, "m:i n:i k:i a:t[lda*n] lda:i tau:t[k] work:t[lwork] lwork:i info", false},
    {"ungqr", COMPLEX, "m:i n:i k:i a:t[lda*n] lda:i tau:t[k] work:t[lwork] lwork:i info", false},
    {"orgrq", REAL, "m:i n:i k:i a:t[lda*n] lda:i tau:t[k] work:t[lwork] lwork:i info", false},
    {"ungrq", COMPLEX, "m:i n:i k:i a:t[lda*n] lda:i tau:t[k] work:t[lwork] lwork:i info", false},
    {"ormqr", REAL, "side:c trans:c m:i n:i k:i a:t[lda*k] lda:i tau:t[k] c:t[ldc*n] ldc:i work:t[lwork] lwork:i info", false},
    {"unmqr", COMPLEX, "side:c trans:c m:i n:i k:i a:t[lda*k] lda:i tau:t[k] c:t[ldc*n] ldc:i work:t[lwork] lwork:i info", false},
    {"gehrd", BOTH, "n:i ilo:i ihi:i a:t[lda*n] lda:i tau:t[n] work:t[lwork] lwork:i info", false},
    {"orghr", REAL, "n:i ilo:i ihi:i a:t[lda*n] lda:i tau:t[n] work:t[lwork] lwork:i info", false},
    {"unghr", COMPLEX, "n:i ilo:i ihi:i a:t[lda*n] lda:i tau:t[n] work:t[lwork] lwork:i info", false},
    {"gebal", BOTH, "job:c n:i a:t[lda*n] lda:i ilo:i[1] ihi:i[1] scale:r[n] info", false},
    /* Eigenvalues. */
    {"gees", REAL, "jobvs:c sort:c select n:i a:t[lda*n] lda:i sdim:i[1] wr:r[n] wi:r[n] vs:t[ldvs*n] ldvs:i work:t[lwork] lwork:i "
                   "bwork:i[n] info", true},
    {"gees", COMPLEX, "jobvs:c sort:c select n:i a:t[lda*n] lda:i sdim:i[1] w:t[n] vs:t[ldvs*n] ldvs:i work:t[lwork] lwork:i rwork:r[n] "
                      "bwork:i[n] info", true},
    {"trsen", REAL, "job:c compq:c select:i[n] n:i t:t[ldt*n] ldt:i q:t[ldq*n] ldq:i wr:r[n] wi:r[n] m:i[1] s:r[1] sep:r[1] work:t[lwork] "
                    "lwork:i iwork:i[liwork] liwork:i info", true},
    {"trsen", COMPLEX, "job:c compq:c select:i[n] n:i t:t[ldt*n] ldt:i q:t[ldq*n] ldq:i w:t[n] m:i[1] s:r[1] sep:r[1] work:t[lwork] lwork:i "
                       "info", true},
    {"gges", REAL, "jobvsl:c jobvsr:c sort:c select n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i sdim:i[1] alphar:r[n] alphai:r[n] beta:t[n] "
                   "vsl:t[ldvsl*n] ldvsl:i vsr:t[ldvsr*n] ldvsr:i work:t[lwork] lwork:i bwork:i[n] info", true},
    {"gges", COMPLEX, "jobvsl:c jobvsr:c sort:c select n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i sdim:i[1] alpha:t[n] beta:t[n] vsl:t[ldvsl*n] "
                      "ldvsl:i vsr:t[ldvsr*n] ldvsr:i work:t[lwork] lwork:i rwork:r[8*n] bwork:i[n] info", true},
    {"tgsen", REAL, "ijob:i wantq:i wantz:i select:i[n] n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i alphar:r[n] alphai:r[n] beta:t[n] q:t[ldq*n] "
                    "ldq:i z:t[ldz*n] ldz:i m:i[1] pl:r[1] pr:r[1] dif:r[2] work:t[lwork] lwork:i iwork:i[liwork] liwork:i info", true},
    {"tgsen", COMPLEX, "ijob:i wantq:i wantz:i select:i[n] n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i alpha:t[n] beta:t[n] q:t[ldq*n] ldq:i "
                       "z:t[ldz*n] ldz:i m:i[1] pl:r[1] pr:r[1] dif:r[2] work:t[lwork] lwork:i iwork:i[liwork] liwork:i info", true},
    {"geev", REAL, "jobvl:c jobvr:c n:i a:t[lda*n] lda:i wr:r[n] wi:r[n] vl:t[ldvl*n] ldvl:i vr:t[ldvr*n] ldvr:i work:t[lwork] lwork:i "
                   "info", true},
    {"geev", COMPLEX, "jobvl:c jobvr:c n:i a:t[lda*n] lda:i w:t[n] vl:t[ldvl*n] ldvl:i vr:t[ldvr*n] ldvr:i work:t[lwork] lwork:i rwork:r[2*n] "
                      "info", true},
    {"ggev", REAL, "jobvl:c jobvr:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i alphar:r[n] alphai:r[n] beta:t[n] vl:t[ldvl*n] ldvl:i "
                   "vr:t[ldvr*n] ldvr:i work:t[lwork] lwork:i info", true},
    {"ggev", COMPLEX, "jobvl:c jobvr:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i alpha:t[n] beta:t[n] vl:t[ldvl*n] ldvl:i vr:t[ldvr*n] ldvr:i "
                      "work:t[lwork] lwork:i rwork:r[8*n] info", true},
    {"syevr", REAL, "jobz:c range:c uplo:c n:i a:t[lda*n] lda:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] z:t[ldz*n] ldz:i isuppz:i[2*n] "
                    "work:t[lwork] lwork:i iwork:i[liwork] liwork:i info", true},
    {"heevr", COMPLEX, "jobz:c range:c uplo:c n:i a:t[lda*n] lda:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] z:t[ldz*n] ldz:i isuppz:i[2*n] "
                       "work:t[lwork] lwork:i rwork:r[lrwork] lrwork:i iwork:i[liwork] liwork:i info", true},
    {"syevd", REAL, "jobz:c uplo:c n:i a:t[lda*n] lda:i w:r[n] work:t[lwork] lwork:i iwork:i[liwork] liwork:i info", true},
    {"heevd", COMPLEX, "jobz:c uplo:c n:i a:t[lda*n] lda:i w:r[n] work:t[lwork] lwork:i rwork:r[lrwork] lrwork:i iwork:i[liwork] liwork:i "
                       "info", true},
    {"sygvd", REAL, "itype:i jobz:c uplo:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i w:r[n] work:t[lwork] lwork:i iwork:i[liwork] liwork:i info",
     true},
    {"hegvd", COMPLEX, "itype:i jobz:c uplo:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i w:r[n] work:t[lwork] lwork:i rwork:r[lrwork] lrwork:i "
                       "iwork:i[liwork] liwork:i info", true},
    {"sygvx", REAL, "itype:i jobz:c range:c uplo:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] "
                    "z:t[ldz*n] ldz:i work:t[lwork] lwork:i iwork:i[5*n] ifail:i[n] info", true},
    {"hegvx", COMPLEX, "itype:i jobz:c range:c uplo:c n:i a:t[lda*n] lda:i b:t[ldb*n] ldb:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] "
                       "z:t[ldz*n] ldz:i work:t[lwork] lwork:i rwork:r[7*n] iwork:i[5*n] ifail:i[n] info", true},
    {"sbevd", REAL, "jobz:c uplo:c n:i kd:i ab:t[ldab*n] ldab:i w:r[n] z:t[ldz*n] ldz:i work:t[lwork] lwork:i iwork:i[liwork] liwork:i info",
     true},
    {"hbevd", COMPLEX, "jobz:c uplo:c n:i kd:i ab:t[ldab*n] ldab:i w:r[n] z:t[ldz*n] ldz:i work:t[lwork] lwork:i rwork:r[lrwork] lrwork:i "
                       "iwork:i[liwork] liwork:i info", true},
    {"sbevx", REAL, "jobz:c range:c uplo:c n:i kd:i ab:t[ldab*n] ldab:i q:t[ldq*n] ldq:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] "
                    "z:t[ldz*n] ldz:i work:t[7*n] iwork:i[5*n] ifail:i[n] info", true},
    {"hbevx", COMPLEX, "jobz:c range:c uplo:c n:i kd:i ab:t[ldab*n] ldab:i q:t[ldq*n] ldq:i vl:r vu:r il:i iu:i abstol:r m:i[1] w:r[n] "
                       "z:t[ldz*n] ldz:i work:t[n] rwork:r[7*n] iwork:i[5*n] ifail:i[n] info", true},
    {"stemr", REAL, "jobz:c range:c n:i d:r[n] e:r[n] vl:r vu:r il:i iu:i m:i[1] w:r[n] z:t[ldz*n] ldz:i nzc:i isuppz:i[2*n] tryrac:i[1] "
                    "work:t[lwork] lwork:i iwork:i[liwork] liwork:i info", true},
    {"stebz", REAL, "range:c order:c n:i vl:r vu:r il:i iu:i abstol:r d:r[n] e:r[n] m:i[1] nsplit:i[1] w:r[n] iblock:i[n] isplit:i[n] "
                    "work:t[4*n] iwork:i[3*n] info", true},
    {"orcsd", REAL, "jobu1:c jobu2:c jobv1t:c jobv2t:c trans:c signs:c m:i p:i q:i x11:t[ldx11*q] ldx11:i x12:t[ldx12*m] ldx12:i x21:t[ldx21*q] "
                    "ldx21:i x22:t[ldx22*m] ldx22:i theta:r[m] u1:t[ldu1*p] ldu1:i u2:t[ldu2*m] ldu2:i v1t:t[ldv1t*q] ldv1t:i v2t:t[ldv2t*m] ldv2t:i "
                    "work:t[lwork] lwork:i iwork:i[m] info", true},
    {"uncsd", COMPLEX, "jobu1:c jobu2:c jobv1t:c jobv2t:c trans:c signs:c m:i p:i q:i x11:t[ldx11*q] ldx11:i x12:t[ldx12*m] ldx12:i x21:t[ldx21*q] "
                       "ldx21:i x22:t[ldx22*m] ldx22:i theta:r[m] u1:t[ldu1*p] ldu1:i u2:t[ldu2*m] ldu2:i v1t:t[ldv1t*q] ldv1t:i v2t:t[ldv2t*m] ldv2t:i "
                       "work:t[lwork] lwork:i rwork:r[lrwork] lrwork:i iwork:i[m] info", true},
    {"trsyl", BOTH, "trana:c tranb:c isgn:i m:i n:i a:t[lda*m] lda:i b:t[ldb*n] ldb:i c:t[ldc*n] ldc:i scale:r[1] info", false},
};

typedef struct Parameter {
    char name[NAME_SIZE], kind; /* c i r: plain; T R I: arrays; n: nothing; o: info */
    const char *size;           /* of an array: what stands behind the bracket */
} Parameter;

typedef struct LapackCall {
    ArrayCall *call;
    const Routine *routine;
    Parameter parameters[PARAMETERS_MAX];
    size_t count;
    const Dtype *dtype, *real;
    void *pointers[PARAMETERS_MAX];
    int integers[PARAMETERS_MAX];
    char letters[PARAMETERS_MAX];
    double wide[PARAMETERS_MAX];
    float narrow[PARAMETERS_MAX];
    const Array *arrays[PARAMETERS_MAX];
    int largest, info; /* of the integers that are no sizes of work space */
} LapackCall;

static bool read_parameters(LapackCall *l) {
    const char *at = l->routine->parameters;
    while (*at) {
        Parameter *parameter = &l->parameters[l->count++];
        size_t length = strcspn(at, ": ");
        memcpy(parameter->name, at, length);
        parameter->name[length] = '\0';
        at += length;
        if (*at == ':') {
            parameter->kind = at[1];
            at += 2;
            if (*at == '[') {
                parameter->kind = (char)(parameter->kind - 'a' + 'A');
                parameter->size = at + 1;
            }
        } else {
            parameter->kind = strcmp(parameter->name, "info") ? 'n' : 'o';
        }
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    return l->count <= PARAMETERS_MAX;
}

/* ---- Sizes. */

/* What a name stands for: an integer among the arguments. */
static int64_t size_of_name(const LapackCall *l, const char *name, size_t length) {
    for (size_t i = 0; i < l->count; i++)
        if (l->parameters[i].kind == 'i' && strlen(l->parameters[i].name) == length && !memcmp(l->parameters[i].name, name, length))
            return l->integers[i];
    return INT64_MAX;
}

static int64_t size_factor(const LapackCall *l, const char **at) {
    if (**at >= '0' && **at <= '9') return strtoll(*at, (char **)at, 10);
    size_t length = strcspn(*at, "*+<>]");
    int64_t number = size_of_name(l, *at, length);
    *at += length;
    return number;
}

static int64_t size_sum(const LapackCall *l, const char **at) {
    int64_t sum = 0;
    for (;;) {
        int64_t product = size_factor(l, at);
        while (**at == '*') {
            (*at)++;
            if (__builtin_mul_overflow(product, size_factor(l, at), &product)) product = INT64_MAX;
        }
        if (__builtin_add_overflow(sum, product, &sum)) sum = INT64_MAX;
        if (**at != '+') return sum;
        (*at)++;
    }
}

static int64_t least_size(const LapackCall *l, const char *at) {
    int64_t size = size_sum(l, &at);
    while (*at == '<' || *at == '>') {
        bool lesser = *at++ == '<';
        int64_t other = size_sum(l, &at);
        size = lesser == (other < size) ? other : size;
    }
    return size < 1 ? 1 : size;
}

/* ---- Arguments. */

static bool take_array(LapackCall *l, size_t index, Variant argument) {
    const Parameter *parameter = &l->parameters[index];
    if (argument.kind != VARIANT_ARRAY) return call_fail(l->call, "TypeError", "%s: %s must be an array", l->routine->name, parameter->name);
    const Array *array = argument.array;
    if (!device_is_addressable(array_device(array)) || !array->writeable || (!array_is_f_contiguous(array) && !array_is_c_contiguous(array)) ||
        !array_is_aligned(array))
        return call_fail(l->call, "ValueError", "%s: %s must be writeable memory of the host in one piece", l->routine->name, parameter->name);
    const Dtype *wanted = parameter->kind == 'I' ? DTYPE(INT32) : parameter->kind == 'R' ? l->real : l->dtype;
    if (array->dtype != wanted)
        return call_fail(l->call, "TypeError", "%s: %s must be of type %s", l->routine->name, parameter->name, wanted->name);
    l->arrays[index] = array;
    if (!array_settle(array, l->call->error)) return false;
    l->pointers[index] = array_data(array);
    return true;
}

static bool take_argument(LapackCall *l, size_t index, Variant argument) {
    const Parameter *parameter = &l->parameters[index];
    int64_t number;
    switch (parameter->kind) {
    case 'c':
        if (argument.kind != VARIANT_STRING || argument.text->length != 1)
            return call_fail(l->call, "TypeError", "%s: %s must be a letter", l->routine->name, parameter->name);
        l->letters[index] = argument.text->bytes[0];
        l->pointers[index] = &l->letters[index];
        return true;
    case 'i':
        if (!variant_to_index(argument, &number, l->call->error)) return false;
        if (number < INT_MIN || number > INT_MAX)
            return call_fail(l->call, "ValueError", "%s: %s is too large for LAPACK's 32-bit integers", l->routine->name, parameter->name);
        l->integers[index] = (int)number;
        l->pointers[index] = &l->integers[index];
        if (parameter->name[0] != 'l' && l->integers[index] > l->largest) l->largest = l->integers[index];
        return true;
    case 'r':
        l->wide[index] = variant_to_complex(argument).real;
        l->narrow[index] = (float)l->wide[index];
        l->pointers[index] = l->real == DTYPE(FLOAT32) ? (void *)&l->narrow[index] : &l->wide[index];
        return true;
    default:
        return take_array(l, index, argument);
    }
}

/* The letter before a routine's name tells its type. */
static void choose_type(LapackCall *l, char letter) {
    l->dtype = letter == 's' ? DTYPE(FLOAT32) : letter == 'd' ? DTYPE(FLOAT64) : letter == 'c' ? DTYPE(COMPLEX64) : DTYPE(COMPLEX128);
    l->real = dtype_real(l->dtype);
}

static bool take_arguments(LapackCall *l, const VariantList *list) {
    size_t taken = 0;
    for (size_t i = 0; i < l->count; i++) {
        char kind = l->parameters[i].kind;
        if (kind == 'n' || kind == 'o') {
            l->pointers[i] = kind == 'o' ? &l->info : NULL;
            continue;
        }
        if (taken == list->count) return call_fail(l->call, "TypeError", "%s: too few arguments", l->routine->name);
        if (!take_argument(l, i, list->items[taken++])) return false;
    }
    if (taken < list->count) return call_fail(l->call, "TypeError", "%s: too many arguments", l->routine->name);
    for (size_t i = 0; i < l->count; i++) {
        if (!l->arrays[i]) continue;
        int64_t least = least_size(l, l->parameters[i].size);
        if (array_size(l->arrays[i]) < least)
            return call_fail(l->call, "ValueError", "%s: %s must have %lld elements", l->routine->name, l->parameters[i].name, (long long)least);
    }
    return true;
}

ARRAY_FUNCTION_AT(linalg_lapack, "linalg._lapack", SCIPY | NO_DISPATCH, "(routine, /, *arguments)",
                  "Call a routine of LAPACK: its name with the type's letter ('dgetrf'), and what its documentation lists but for `info`, which "
                  "is the result.\n\nMatrices lie column by column (order='F'); arrays are written into.\n\n"
                  ">>> a, pivots = np.array([[2., 0.], [0., 4.]], order='F'), np.zeros(2, 'i4')\n"
                  ">>> linalg._lapack('dgetrf', 2, 2, a, 2, pivots)\n0\n") {
    const char *name;
    if (!call_text(call, 0, &name)) return variant_absent();
    LapackCall l = {.call = call};
    for (size_t i = 0; i < sizeof routines / sizeof *routines && *name; i++)
        if (!strcmp(routines[i].name, name + 1) && strchr(routines[i].types, *name)) l.routine = &routines[i];
    if (!l.routine) {
        call_fail(call, "ValueError", "no routine %s", name);
        return variant_absent();
    }
    choose_type(&l, *name);
    if (!read_parameters(&l) || !take_arguments(&l, call->arguments[1].list)) return variant_absent();
    char symbol[NAME_SIZE];
    snprintf(symbol, sizeof symbol, "%s_", name);
    LibraryTask task = {.name = symbol, .arguments = l.pointers, .count = l.count, .is_small = l.largest <= (l.routine->in_steps ? 1000 : 320)};
    for (size_t i = 0; i < l.count; i++) task.letters += l.parameters[i].kind == 'c';
    Device *host = call->runtime->host;
    return host->operations->call_library(host, &task, call->error) ? variant_integer(l.info) : variant_absent();
}
