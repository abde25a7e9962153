//===- ElementaryFunctions.h - exp, tanh and erf of f32 ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementary functions of f32, elements or vectors, in as few vector operations as their errors allow: rows of them are to
// run at the bandwidth of memory. Errors are in units in the last place (ulp) of the exact value, the largest of all
// arguments that were tried (every 7th or 11th f32):
//
//   function   operations                        error                                 limits
//   exp        14                                1.1 ulp; results below 1.67e-38 (the  exp(-inf) = 0, exp(x) = inf where
//                                                smallest normal one is 1.18e-38): 0   it is larger than the largest f32
//   tanh       18 and a division                 5 ulp                                 -1 and 1, reached by |x| > 9
//   erf        20 and a division                 6 ulp                                 -1 and 1, reached by |x| > 4
//
// NaN stays NaN. tanh and erf keep the sign of zero, are odd bit by bit, exact to half an ulp for denormal numbers, and
// never beyond 1. Where the processor has estimates of reciprocals, their divisions are one with a Newton step, 1 ulp more.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_CPU_ELEMENTARYFUNCTIONS_H
#define ALCOVE_SUPERTILING_CPU_ELEMENTARYFUNCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace alcove::supertiling {

/// math.exp, math.tanh and math.erf of f32 and of vectors of it with a static length, before upstream's approximations.
void populateElementaryFunctionPatterns(mlir::RewritePatternSet &patterns);

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_CPU_ELEMENTARYFUNCTIONS_H
