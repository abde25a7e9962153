//===- ResultElements.cpp - Element types that a TTNN op can produce ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule for all ops, and families that it does not fit:
//
//   An op computes in the types of its operands: a result has one of them. Reals give reals, block formats scalars
//   where another operand has them. An output type that is written on the op decides.
//
// Ops of TTNN only: the lowering has made every other conversion a typecast, which TTIR leaves to the op.
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/OpRules.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace alcove;
using alcove::device::DataType;
using alcove::device::isBlockFloat;
using alcove::device::isReal;

namespace {

enum class Family : uint8_t {
  OfOperands, ///< the rule above
  Free,       ///< the op is a conversion, or makes values from attributes
  Truth,      ///< 0 or 1 in the type of an operand or as the device holds i1
  Index,      ///< every result is a position
  IndexLast,  ///< the last result is a position, the others follow the rule
  Branches,   ///< operands 1 and 2 decide
  Table,      ///< operand 1 decides
  First,      ///< operand 0 decides
  Unchanged,  ///< a move: the type of operand 0 bit for bit, block formats too
};

Family elementsFamilyOf(StringRef op) {
  return llvm::StringSwitch<Family>(op)
      .Cases({"typecast", "bitcast_convert", "quantize", "dequantize", "requantize"}, Family::Free)
      .Cases({"quantize_unrolled", "dequantize_unrolled", "requantize_unrolled"}, Family::Free)
      .Cases({"to_layout", "to_tensor_spec"}, Family::Free) // of a final module: rule MEM-17
      .Cases({"prepare_conv2d_weights", "prepare_conv2d_bias", "prepare_conv_transpose2d_weights",
              "prepare_conv_transpose2d_bias", "prepare_conv3d_weights", "prepare_moe_compute_w0_w1_weights",
              "prepare_moe_compute_w2_weights"},
             Family::Free)
      .Cases({"generic", "d2m_subgraph", "capture_or_execute_trace", "execute_trace", "begin_trace_capture"},
             Family::Free)
      .Cases({"moe_compute", "moe_gpt", "moe_expert_token_remap", "all_to_all_dispatch", "all_to_all_dispatch_metadata",
              "all_to_all_combine", "selective_reduce_combine"},
             Family::Free) // several operands of several kinds
      .Cases({"layer_norm_pre_all_gather", "rms_norm_pre_all_gather", "sdpa_fw", "sdpa_bw", "adamw", "topk_router_gpt"},
             Family::Free)
      .Cases({"eq", "ne", "lt", "le", "gt", "ge"}, Family::Truth)
      .Cases({"logical_and", "logical_or", "logical_xor", "logical_not", "isfinite", "signbit"}, Family::Truth)
      .Cases({"argmax", "argmin", "sampling"}, Family::Index)
      .Cases({"topk", "sort", "max_pool2d_with_indices"}, Family::IndexLast)
      .Case("where", Family::Branches)
      .Case("embedding", Family::Table)
      .Cases({"gather", "scatter", "slice_dynamic"}, Family::First)
      .Cases({"to_memory_config", "to_device", "from_device", "reshape", "permute", "transpose", "slice_static"},
             Family::Unchanged)
      .Default(Family::OfOperands);
}

std::optional<DataType> typeOf(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor ? ttcore::dataTypeOf(tensor.getElementType()) : std::nullopt;
}

/// Nothing when some tensor has elements that the device does not know.
std::optional<SmallVector<DataType>> typesOf(ValueRange values) {
  SmallVector<DataType> types;
  for (Value value : values) {
    if (!isa<RankedTensorType>(value.getType()))
      continue;
    std::optional<DataType> type = typeOf(value);
    if (!type)
      return std::nullopt;
    types.push_back(*type);
  }
  return types;
}

/// The operands that a family looks at.
ValueRange deciding(Operation *op, Family family) {
  ValueRange operands = op->getOperands();
  size_t count = operands.size();
  if (family == Family::Branches && count == 3)
    return operands.drop_front();
  if (family == Family::Table && count >= 2)
    return operands.slice(1, 1);
  if ((family == Family::First || family == Family::Unchanged) && count >= 1)
    return operands.take_front(1);
  return operands;
}

/// Types that result number `index` may have, of the operands' `types`; none means any.
SmallVector<DataType> allowed(ArrayRef<DataType> types, Family family, bool last) {
  if (family == Family::Index || (family == Family::IndexLast && last))
    return {DataType::U32, DataType::U16, DataType::SI32};
  if (family == Family::Unchanged)
    return SmallVector<DataType>(types);
  SmallVector<DataType> found;
  bool reals = llvm::any_of(types, isReal),
       scalars = llvm::any_of(types, [](DataType t) { return !isBlockFloat(t) && isReal(t); });
  for (DataType type : types)
    if ((!reals || isReal(type)) && (!scalars || !isBlockFloat(type)))
      found.push_back(type);
  if (reals && !scalars)
    found.push_back(DataType::BF16); // what a block format is unpacked to
  if (family == Family::Truth)
    found.append({DataType::BF16, DataType::U8, DataType::Bool});
  return found;
}

std::string listOf(ArrayRef<DataType> types) {
  SmallVector<StringRef> names;
  for (DataType type : types)
    if (StringRef name = device::toString(type); !llvm::is_contained(names, name))
      names.push_back(name);
  return llvm::join(names, " or ");
}

} // namespace

LogicalResult rules::verifyResultElements(Operation *op) {
  Family family = elementsFamilyOf(op->getName().stripDialect());
  auto written = op->getAttrOfType<ttcore::DataTypeAttr>("output_dtype");
  if (!written)
    written = op->getAttrOfType<ttcore::DataTypeAttr>("dtype");
  std::optional<SmallVector<DataType>> types = typesOf(deciding(op, family));
  if (!types)
    return success();
  for (OpResult result : op->getResults()) {
    std::optional<DataType> found = typeOf(result);
    bool last = result.getResultNumber() + 1 == op->getNumResults();
    if (!found || (family == Family::Free && !written) || (types->empty() && !written))
      continue;
    SmallVector<DataType> expected = allowed(*types, family, last);
    if (written && !(family == Family::IndexLast && last))
      expected = {ttcore::toDevice(written.getValue())};
    if (!llvm::is_contained(expected, *found))
      return op->emitOpError() << "result " << result.getResultNumber() << " has elements of type "
                               << device::toString(*found) << ", its operands make " << listOf(expected)
                               << ": another type needs a typecast";
  }
  return success();
}
