//===- Raisers.cpp - What every raiser does -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Raisers.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Lower/PlannedConfig.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// Properties that say where and how a kernel runs, and what the layout of the result says again.
static constexpr StringLiteral plannedProperties[] = {
    "memory_config", "program_config", "conv2d_slice_config",  "use_multicore",          "sub_device_id",
    "num_links",     "topology",       "applied_shard_scheme", "reallocate_halo_output", "config_tensors_in_dram"};

RankedTensorType conversion::withoutLayout(RankedTensorType type) {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  Type element = type.getElementType();
  if (layout) {
    device::DataType dataType = ttcore::toDevice(layout.getDataType());
    if (device::isBlockFloat(dataType))
      element = ttcore::TileType::get(type.getContext(), 32, 32, layout.getDataType());
    else if (ttcore::dataTypeOf(element) != dataType)
      element = ttcore::scalarTypeOf(type.getContext(), dataType);
  }
  return RankedTensorType::get(type.getShape(), element);
}

RankedTensorType Raising::type(unsigned result) const {
  return withoutLayout(cast<RankedTensorType>(op->getResult(result).getType()));
}

FailureOr<SmallVector<NamedAttribute>> Raising::properties(ArrayRef<StringRef> read) {
  SmallVector<NamedAttribute> result;
  auto all = dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!all)
    return result;
  for (NamedAttribute property : all) {
    StringRef name = property.getName();
    if (name == "compute_config") {
      auto config = dyn_cast<ttnn::DeviceComputeKernelConfigAttr>(property.getValue());
      if (keepComputeConfigs != "false" && (!config || !isDefaultComputeConfig(config)))
        return fail("its compute_config is kept");
    } else if (!llvm::is_contained(plannedProperties, name) && !llvm::is_contained(read, name)) {
      result.push_back(property);
    }
  }
  return result;
}

/// The number of groups of operands goes down by the device, which is the last one.
static Attribute withoutDevice(Operation *op, Attribute groups) {
  auto sizes = dyn_cast<DenseI32ArrayAttr>(groups);
  bool device = llvm::any_of(op->getOperandTypes(), [](Type type) { return isa<ttnn::DeviceType>(type); });
  if (!sizes || !device || sizes.empty())
    return groups;
  return DenseI32ArrayAttr::get(op->getContext(), sizes.asArrayRef().drop_back());
}

LogicalResult Raising::build(StringRef name, ArrayRef<NamedAttribute> attributes, TypeRange types) {
  std::string whole = ("ttir." + name).str();
  std::optional<RegisteredOperationName> known = RegisteredOperationName::lookup(whole, op->getContext());
  if (!known)
    return fail("there is no '" + whole + "'");
  OperationState state(loc(), *known);
  for (Value operand : operands) {
    if (!operand)
      return fail("an operand is no tensor of TTIR");
    state.addOperands(operand);
  }
  state.addTypes(types);
  for (NamedAttribute attribute : attributes) {
    bool groups = attribute.getName() == "operandSegmentSizes";
    if (!llvm::is_contained(known->getAttributeNames(), attribute.getName()))
      return fail("'" + whole + "' has no place for its " + attribute.getName().strref());
    state.addAttribute(attribute.getName(), groups ? withoutDevice(op, attribute.getValue()) : attribute.getValue());
  }
  std::string diagnostics;
  ScopedDiagnosticHandler quiet(op->getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostics.empty())
      diagnostics = diagnostic.str();
    return success();
  });
  Operation *raised = Operation::create(state);
  if (!raised || failed(mlir::verify(raised, /*verifyRecursively=*/false))) {
    if (raised)
      raised->destroy();
    return fail("'" + whole + "' refuses it: " + diagnostics);
  }
  builder.insert(raised);
  results.assign(raised->result_begin(), raised->result_end());
  return success();
}

LogicalResult Raising::build(StringRef name, ArrayRef<NamedAttribute> attributes) {
  SmallVector<Type> types;
  for (unsigned index = 0; index < op->getNumResults(); ++index)
    types.push_back(type(index));
  return build(name, attributes, types);
}

LogicalResult Raising::activate(StringRef activation) {
  if (!llvm::is_contained({"relu", "relu6", "silu", "gelu", "sigmoid", "tanh"}, activation))
    return fail("its activation '" + activation + "' is not known");
  operands.assign(results.begin(), results.end());
  return build(activation, {}, results.front().getType());
}
