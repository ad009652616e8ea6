/* Functions of ir/evaluate.c that compiled code calls by address. */
#ifndef ARRAYLIB_IR_EVALUATE_H
#define ARRAYLIB_IR_EVALUATE_H

#include "arraylib/core/dtype.h"

float ir_floor_div_f32(float a, float b);
float ir_floor_rem_f32(float a, float b);
float ir_lgamma_f32(float x);
double ir_floor_div_f64(double a, double b);
double ir_floor_rem_f64(double a, double b);
double ir_lgamma_f64(double x);
void ir_divide_c64(const Complex64 *a, const Complex64 *b, Complex64 *result);
void ir_divide_c128(const Complex128 *a, const Complex128 *b, Complex128 *result);
/* `function` is an IrMath. */
void ir_math_c64(int function, const Complex64 *a, const Complex64 *b, Complex64 *result);
void ir_math_c128(int function, const Complex128 *a, const Complex128 *b, Complex128 *result);

#endif
