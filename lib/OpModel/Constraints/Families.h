//===- Families.h - The op families ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_FAMILIES_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_FAMILIES_H

#include "Evaluation.h"

namespace alcove::opmodel {

// Elementwise.cpp
bool evaluateUnary(Evaluation &e);
bool evaluateClampTensor(Evaluation &e);
// ElementwiseBinary.cpp
bool evaluateBinary(Evaluation &e);
bool evaluateWhere(Evaluation &e);
// Quantization.cpp
bool evaluateQuantize(Evaluation &e);
// Contraction.cpp
bool evaluateMatmul(Evaluation &e);
bool evaluateLinear(Evaluation &e);
// Window.cpp
bool evaluateConv2d(Evaluation &e);
bool evaluateConv3d(Evaluation &e);
bool evaluatePrepareConv(Evaluation &e);
// WindowPool.cpp
bool evaluatePool2d(Evaluation &e);
bool evaluateGlobalAvgPool2d(Evaluation &e);
bool evaluateUpsample(Evaluation &e);
// Reduction.cpp
bool evaluateReduction(Evaluation &e);
bool evaluateProd(Evaluation &e);
bool evaluateCumSum(Evaluation &e);
bool evaluateArgMax(Evaluation &e);
// Normalization.cpp
bool evaluateSoftmax(Evaluation &e);
bool evaluateLayerNorm(Evaluation &e);
bool evaluateBatchNorm(Evaluation &e);
bool evaluateGroupNorm(Evaluation &e);
// Layout.cpp
bool evaluateToMemoryConfig(Evaluation &e);
bool evaluateToLayout(Evaluation &e);
bool evaluateToTensorSpec(Evaluation &e);
bool evaluateTransfer(Evaluation &e);
bool evaluateAssign(Evaluation &e);
bool evaluateTypecast(Evaluation &e);
// Shape.cpp
bool evaluateReshape(Evaluation &e);
bool evaluatePermute(Evaluation &e);
bool evaluateTranspose(Evaluation &e);
// ShapeAssembly.cpp
bool evaluateConcat(Evaluation &e);
bool evaluateSlice(Evaluation &e);
bool evaluatePad(Evaluation &e);
bool evaluateRepeat(Evaluation &e);
bool evaluateRepeatInterleave(Evaluation &e);
// Selection.cpp
bool evaluateEmbedding(Evaluation &e);
bool evaluateEmbeddingBackward(Evaluation &e);
bool evaluateGather(Evaluation &e);
bool evaluateScatter(Evaluation &e);
bool evaluateSort(Evaluation &e);
bool evaluateTopK(Evaluation &e);
// Creation.cpp
bool evaluateCreation(Evaluation &e);
bool evaluateRand(Evaluation &e);
// RunTime.cpp
bool evaluateDeallocate(Evaluation &e);
// Attention.cpp
bool evaluateSdpa(Evaluation &e);
bool evaluateSdpaDecode(Evaluation &e);
// Heads.cpp
bool evaluateConcatHeads(Evaluation &e);
bool evaluateConcatHeadsDecode(Evaluation &e);
bool evaluateSplitHeads(Evaluation &e);
bool evaluateCreateHeadsDecode(Evaluation &e);
bool evaluateRotary(Evaluation &e);
bool evaluateRotaryLlama(Evaluation &e);
// Cache.cpp
bool evaluateFillCache(Evaluation &e);
bool evaluateUpdateCache(Evaluation &e);
bool evaluatePagedCache(Evaluation &e);
// Collective.cpp
bool evaluateCollective(Evaluation &e);
bool evaluateMeshPartition(Evaluation &e);
bool evaluateDistributedNorm(Evaluation &e);

// Analogy.cpp
bool evaluateByAnalogy(Evaluation &e);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_FAMILIES_H
