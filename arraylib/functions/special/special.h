/* Special functions of real numbers, one number at a time; nan outside of their domains. */
#ifndef ARRAYLIB_FUNCTIONS_SPECIAL_SPECIAL_H
#define ARRAYLIB_FUNCTIONS_SPECIAL_SPECIAL_H

#include <stdbool.h>

/* Errors and the normal distribution */
double special_erfinv(double y);
double special_erfcinv(double y);
double special_erfcx(double x); /* exp(x**2) erfc(x) */
double special_ndtr(double x);
double special_log_ndtr(double x);
double special_ndtri(double p);

/* The gamma family */
double special_gamma(double x);
double special_gammaln(double x);
double special_loggamma(double x);
double special_gammasgn(double x);
double special_rgamma(double x);
double special_stirling_rest(double x); /* gammaln less Stirling's leading terms; x >= 10 */
double special_log1pmx(double x);       /* log(1 + x) - x */
double special_psi(double x);
double special_polygamma(double n, double x);
double special_zeta(double s, double q);
double special_beta(double a, double b);
double special_betaln(double a, double b);
double special_binom(double n, double k);
double special_poch(double z, double m);
double special_gammainc(double a, double x);
bool special_gamma_is_uniform(double a, double x); /* is the uniform expansion in its range? (gamma_uniform.c) */
double special_gamma_uniform(double a, double x, bool upper);
double special_gammaincc(double a, double x);
double special_gammaincinv(double a, double p);
double special_gammainccinv(double a, double q);
double special_betainc(double a, double b, double x);
double special_betaincc(double a, double b, double x);
double special_betaincinv(double a, double b, double p);
double special_expi(double x);
double special_expn(double n, double x);
double special_exp1(double x);

/* Bessel functions */
double special_jv(double order, double x);
double special_yv(double order, double x);
double special_iv(double order, double x);
double special_kv(double order, double x);
double special_ive(double order, double x); /* iv exp(-|x|) */
double special_kve(double order, double x); /* kv exp(x) */
double special_spherical_j(double n, double x);
double special_spherical_y(double n, double x);

/* Elliptic integrals of parameter m */
double special_ellipk(double m);
double special_ellipkm1(double p);
double special_ellipe(double m);

/* Hypergeometric functions */
double special_hyp2f1(double a, double b, double c, double x);
double special_hyp1f1(double a, double b, double x);
double special_hyperu(double a, double b, double x);

/* Orthogonal polynomials of whole degree */
double special_legendre(double n, double x);
double special_chebyt(double n, double x);
double special_chebyu(double n, double x);
double special_genlaguerre(double n, double a, double x);
double special_gegenbauer(double n, double a, double x);
double special_jacobi(double n, double a, double b, double x);

/* Of complex numbers */
double _Complex special_complex(double x, double y);
double _Complex special_wofz(double _Complex z);
double _Complex special_complex_erf(double _Complex z);
double _Complex special_complex_erfc(double _Complex z);
double _Complex special_complex_erfcx(double _Complex z);
double _Complex special_complex_ive(double order, double _Complex z); /* iv exp(-|Re z|) */
double special_dawsn(double x);

#endif
