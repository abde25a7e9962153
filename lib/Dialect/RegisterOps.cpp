//===- RegisterOps.cpp - Ops that do not lose what is written -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Dialect/RegisterOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

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
        property.setValue(DenseI32ArrayAttr::get(written.getContext(), groups.asArrayRef().drop_back()));
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
