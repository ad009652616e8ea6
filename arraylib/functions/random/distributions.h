/* The distributions that RandomState and Generator share, one row each, and their draws.
 *
 * X(name, signature's parameters, number of them, whole numbers?, what it is) */
#ifndef ARRAYLIB_FUNCTIONS_RANDOM_DISTRIBUTIONS_H
#define ARRAYLIB_FUNCTIONS_RANDOM_DISTRIBUTIONS_H

#include "arraylib/functions/random/random.h"

#define RANDOM_DISTRIBUTIONS(X)                                                                                         \
    X(uniform, "low=0.0, high=1.0", 2, false, "Samples from the half-open interval [low, high).")                       \
    X(normal, "loc=0.0, scale=1.0", 2, false, "Samples from a normal distribution of mean loc and deviation scale.")    \
    X(exponential, "scale=1.0", 1, false, "Samples from an exponential distribution of mean scale.")                    \
    X(lognormal, "mean=0.0, sigma=1.0", 2, false, "Samples whose logarithms are normal.")                               \
    X(laplace, "loc=0.0, scale=1.0", 2, false, "Samples from the double exponential distribution.")                     \
    X(logistic, "loc=0.0, scale=1.0", 2, false, "Numbers whose distribution function is logistic.")                                \
    X(gumbel, "loc=0.0, scale=1.0", 2, false, "The largest of many numbers, in the limit.")                                    \
    X(rayleigh, "scale=1.0", 1, false, "Lengths of vectors with two normal parts.")                                         \
    X(weibull, "a", 1, false, "Samples from a one-parameter Weibull distribution.")                                     \
    X(pareto, "a", 1, false, "Samples from a Pareto II (Lomax) distribution.")                                          \
    X(power, "a", 1, false, "Numbers between 0 and 1 whose density goes as x**(a - 1).")                         \
    X(triangular, "left, mode, right", 3, false, "Samples from the triangular distribution over [left, right].")        \
    X(gamma, "shape, scale=1.0", 2, false, "Waiting times for the shape-th of events, if each takes scale.")                                        \
    X(chisquare, "df", 1, false, "Sums of df squares of normal numbers.")                                             \
    X(f, "dfnum, dfden", 2, false, "Quotients of two mean squares, as Fisher's test has them.")                                                   \
    X(standard_t, "df", 1, false, "Numbers as Student's t has them with df degrees of freedom.")                                             \
    X(beta, "a, b", 2, false, "Numbers between 0 and 1 with a beta density.")                                                      \
    X(vonmises, "mu, kappa", 2, false, "Samples in [-pi, pi] from a von Mises distribution, the normal one of the circle.") \
    X(wald, "mean, scale", 2, false, "Samples from a Wald (inverse Gaussian) distribution.")                            \
    X(noncentral_chisquare, "df, nonc", 2, false, "Sums of df squares of normal numbers whose means are not all 0.")                 \
    X(noncentral_f, "dfnum, dfden, nonc", 3, false, "Samples from a noncentral F distribution.")                        \
    X(poisson, "lam=1.0", 1, true, "How many events there are where lam are to be expected.")                                              \
    X(binomial, "n, p", 2, true, "The number of successes among n trials that succeed with probability p.")             \
    X(negative_binomial, "n, p", 2, true, "The number of failures before n successes of probability p.")                \
    X(geometric, "p", 1, true, "The number of trials up to the first success of probability p.")                        \
    X(zipf, "a", 1, true, "Samples from Zipf's law: k has a probability proportional to k**-a.")                        \
    X(logseries, "p", 1, true, "Whole numbers k with a probability that goes as p**k / k.")                                       \
    X(hypergeometric, "ngood, nbad, nsample", 3, true, "The number of good ones among nsample drawn without replacement.")

#define X(name, parameters, count, whole, what) \
    double random_##name(RandomObject *random, const double *p);
RANDOM_DISTRIBUTIONS(X)
#undef X
double random_unit(RandomObject *random, const double *p); /* [0, 1) */
double random_standard_normal(RandomObject *random, const double *p);
double random_standard_exponential(RandomObject *random, const double *p);
double random_standard_gamma(RandomObject *random, const double *p);
double random_standard_cauchy(RandomObject *random, const double *p);
double draw_binomial(RandomObject *random, int64_t n, double p);
double random_log_gamma(double x); /* as the legacy streams were made with */
/* ValueErrors of bad parameters, by the distribution's name: "scale < 0". */
bool random_check(ArrayCall *call, const char *name);

#endif
