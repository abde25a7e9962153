//===- RegisterOps.cpp - Ops that do not lose what is written -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/RegisterOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

/// Ops that gained groups of operands since a version that is still read: where the new ones lie, absent there.
static void addNewGroups(StringRef op, size_t segments, SmallVectorImpl<int32_t> &groups) {
  if (op == "ttnn.distributed_rms_norm" && groups.size() == 4)
    groups.insert(groups.begin() + 3, {0, 0}); // stats, semaphore
  if (op != "ttir.paged_scaled_dot_product_attention_decode" || groups.size() < 7 || groups.size() > segments)
    return;
  // query, key, value, page table, (output,) mask, positions, sink; eight groups may also be seven and a destination.
  if (groups.size() == 8 && groups[4] == 0 && groups[7] == 1)
    groups.pop_back();
  if (groups.size() == 7)
    groups.insert(groups.begin() + 4, 0);
}

DictionaryAttr alcove::knownProperties(OperationName op, DictionaryAttr written, size_t segments,
                                       llvm::function_ref<InFlightDiagnostic()> emitError) {
  constexpr StringLiteral segmentsName = "operandSegmentSizes";
  NamedAttrList kept;
  for (NamedAttribute property : written) {
    if (property.getName() == segmentsName) {
      auto groups = dyn_cast<DenseI32ArrayAttr>(property.getValue());
      if (segments == 0 && groups)
        continue;
      if (groups && groups.size() == static_cast<int64_t>(segments) + 1 && groups.asArrayRef().back() == 1)
        groups = DenseI32ArrayAttr::get(written.getContext(), groups.asArrayRef().drop_back());
      if (groups) {
        SmallVector<int32_t> sizes(groups.asArrayRef());
        addNewGroups(op.getStringRef(), segments, sizes);
        property.setValue(DenseI32ArrayAttr::get(written.getContext(), sizes));
      }
    } else if (!llvm::is_contained(op.getRegisteredInfo()->getAttributeNames(), property.getName())) {
      InFlightDiagnostic place = emitError();
      Location at = place.getUnderlyingDiagnostic()->getLocation();
      place.abandon();
      emitWarning(at) << "'" << op << "' has no property '" << property.getName().getValue() << "': it is left out";
      continue;
    }
    kept.push_back(property);
  }
  return kept.getDictionary(written.getContext());
}
