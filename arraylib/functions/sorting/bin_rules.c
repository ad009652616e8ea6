/* How wide the bins of a histogram should be, by the rules that np.histogram_bin_edges knows by name. */
#include "arraylib/functions/sorting/bin_rules.h"

#include <math.h>
#include <string.h>

/* Of sorted numbers, between neighbours linearly. */
static double quantile_of(const double *sorted, int64_t count, double part) {
    double place = part * (double)(count - 1);
    int64_t below = (int64_t)place, above = below + 1 < count ? below + 1 : below;
    double share = place - (double)below, step = sorted[above] - sorted[below];
    return share >= 0.5 ? sorted[above] - step * (1 - share) : sorted[below] + step * share;
}

static double mean_of(const double *sorted, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++) sum += sorted[i];
    return sum / (double)count;
}
static double deviation_of(const double *sorted, int64_t count) {
    double mean = mean_of(sorted, count), sum = 0;
    for (int64_t i = 0; i < count; i++) sum += (sorted[i] - mean) * (sorted[i] - mean);
    return sqrt(sum / (double)count);
}

/* Stone's loss of so many equal bins: what is left of the squared error, estimated by leaving each number out. */
static double stone_loss(const BinSample *sample, double span, int64_t bins) {
    double squares = 0, n = (double)sample->count, step = (sample->last - sample->first) / (double)bins;
    int64_t at = 0;
    for (int64_t bin = 1; bin <= bins; bin++) {
        double edge = bin == bins ? sample->last : sample->first + (double)bin * step;
        int64_t before = at;
        while (at < sample->count && (sample->sorted[at] < edge || (bin == bins && sample->sorted[at] <= edge))) at++;
        double share = (double)(at - before) / n;
        squares += share * share;
    }
    return (2 - (n + 1) * squares) / (span / (double)bins);
}

static double stone_width(const BinSample *sample, double span, bool *is_at_limit) {
    if (sample->count <= 1 || span == 0) return 0;
    int64_t limit = (int64_t)sqrt((double)sample->count), best = 1;
    if (limit < 100) limit = 100;
    double least = INFINITY;
    for (int64_t bins = 1; bins <= limit; bins++) {
        double loss = stone_loss(sample, span, bins);
        if (loss < least) {
            least = loss;
            best = bins;
        }
    }
    *is_at_limit = best == limit;
    return span / (double)best;
}

static double doane_width(const BinSample *sample, double span) {
    double n = (double)sample->count, deviation = sample->count > 2 ? deviation_of(sample->sorted, sample->count) : 0;
    if (!(deviation > 0)) return 0;
    double mean = mean_of(sample->sorted, sample->count), skew = 0, scatter = sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
    for (int64_t i = 0; i < sample->count; i++) {
        double part = (sample->sorted[i] - mean) / deviation;
        skew += part * part * part;
    }
    return span / (1 + log2(n) + log2(1 + fabs(skew / n) / scatter));
}

bool bin_rule_exists(const char *rule) {
    static const char *const rules[] = {"stone", "auto", "doane", "fd", "rice", "scott", "sqrt", "sturges"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(rules[i], rule)) return true;
    return false;
}

double bin_rule_width(const char *rule, const BinSample *sample, bool *is_at_limit) {
    *is_at_limit = false;
    if (!sample->count) return 0;
    double n = (double)sample->count, span = sample->sorted[sample->count - 1] - sample->sorted[0];
    if (!strcmp(rule, "stone")) return stone_width(sample, span, is_at_limit);
    if (!strcmp(rule, "doane")) return doane_width(sample, span);
    if (!strcmp(rule, "rice")) return span / (2 * pow(n, 1.0 / 3));
    if (!strcmp(rule, "sqrt")) return span / sqrt(n);
    if (!strcmp(rule, "scott")) return pow(24 * sqrt(3.14159265358979323846) / n, 1.0 / 3) * deviation_of(sample->sorted, sample->count);
    double sturges = span / (log2(n) + 1);
    if (!strcmp(rule, "sturges")) return sturges;
    double middle = quantile_of(sample->sorted, sample->count, 0.75) - quantile_of(sample->sorted, sample->count, 0.25);
    double freedman = 2 * middle * pow(n, -1.0 / 3);
    return !strcmp(rule, "fd") ? freedman : fmin(fmax(freedman, span / sqrt(n) / 2), sturges); /* auto */
}
