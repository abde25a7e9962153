//===- Budget.cpp - Local memory per kind of operation --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Budget.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallVector.h"

#include <fmt/format.h>

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

llvm::StringRef name(OpClass opClass) {
  switch (opClass) {
  case OpClass::Conv:
    return "conv";
  case OpClass::Matmul:
    return "matmul";
  case OpClass::Pool:
    return "pool";
  case OpClass::Elementwise:
    return "elementwise";
  case OpClass::Reduction:
    return "reduction";
  case OpClass::Softmax:
    return "softmax";
  case OpClass::Other:
    break;
  }
  return "other";
}

OpClass classify(Operation *op) {
  if (isa<linalg::SoftmaxOp>(op))
    return OpClass::Softmax;
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return OpClass::Other;
  if (op->getName().getStringRef().starts_with("linalg.pooling"))
    return OpClass::Pool;
  if (linalg::isaContractionOpInterface(linalgOp))
    return OpClass::Matmul;
  if (linalg::isaConvolutionOpInterface(linalgOp))
    return OpClass::Conv;
  return linalgOp.getNumReductionLoops() == 0 ? OpClass::Elementwise : OpClass::Reduction;
}

Budget Budget::atMost(Bytes most) const {
  Budget capped = *this;
  for (Bytes &own : capped.bytes)
    own = std::min(own, most);
  capped.group = std::min(group, most);
  return capped;
}

Result<Budget> Budget::parse(Bytes base, llvm::StringRef overrides) {
  Budget budget;
  budget.bytes.fill(base);
  llvm::SmallVector<llvm::StringRef> parts;
  overrides.split(parts, ',', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts) {
    auto [key, text] = part.split('=');
    Bytes value = 0;
    if (text.getAsInteger(10, value) || value <= 0)
      return Error{fmt::format("op-budgets: '{}' is not of the form class=bytes with bytes > 0", part.str())};
    bool known = key.trim() == "group";
    if (known)
      budget.group = value;
    for (size_t i = 0; i < opClassCount; ++i)
      if (name(static_cast<OpClass>(i)) == key.trim()) {
        budget.bytes[i] = value;
        known = true;
      }
    if (!known)
      return Error{fmt::format("op-budgets: '{}' is not a class of operation (conv, matmul, pool, elementwise, "
                               "reduction, softmax, other, group)",
                               key.str())};
  }
  return budget;
}

} // namespace alcove::supertiling
