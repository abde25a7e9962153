//===- Epilogue.h - End of a contraction -------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_EPILOGUE_H
#define ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_EPILOGUE_H

#include "alcove/Judge/Numbers/Kernels/Contraction.h"

namespace alcove::reference {

/// Bias, activation and the one rounding to `type` of f32 `values`.
Result<Tensor> finishContraction(Shape shape, std::vector<float> values, ElementType type, const Epilogue &epilogue);

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_EPILOGUE_H
