//===- Distribution.cpp - Parts of tensors on the chips of a mesh ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a front end writes with parts lies between a cut and its inverse:
//
//   sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {}]>] ..       %0 = ttir.mesh_shard %x, full_to_shard
//   @SPMDFullToShardShape(@Sharding(%x)) .. @SPMDShardToFullShape(..)       the ops between them
//   @xla.sdy.GlobalToLocalShape(%x) .. @xla.sdy.LocalToGlobalShape(..)      %9 = ttir.mesh_shard %8, shard_to_full
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

/// Which chips hold what is said by `dims`: whether sizes agree.
static LogicalResult checkParts(Operation *op, ArrayRef<int64_t> whole, ArrayRef<int64_t> part, const ShardDims &dims,
                                std::array<int64_t, 2> chips) {
  Dims expected(whole);
  for (unsigned axis : {0u, 1u})
    if (dims[axis] >= 0) {
      if (dims[axis] >= int64_t(whole.size()))
        return op->emitOpError("is not converted to TTIR: its sharding cuts dimension ")
               << dims[axis] << " of a tensor of rank " << whole.size();
      expected[dims[axis]] /= chips[axis];
    }
  if (ArrayRef<int64_t>(expected) == part)
    return success();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "is not converted to TTIR: by its sharding parts are ";
  llvm::interleave(expected, os, "x");
  os << ", their type says ";
  llvm::interleave(part, os, "x");
  return op->emitOpError(text);
}

FailureOr<Value> Conversion::meshShard(Operation *op, Value value, RankedTensorType type, Result<ShardDims> dims,
                                       bool toParts) {
  if (!dims) {
    op->emitOpError("is not converted to TTIR: ") << dims.error().message;
    return failure();
  }
  auto from = cast<RankedTensorType>(value.getType());
  std::array<int64_t, 2> chips = shardings.chips;
  if (from == type && shardings.isOneChip())
    return value;
  if (failed(checkParts(op, (toParts ? from : type).getShape(), (toParts ? type : from).getShape(), *dims, chips)))
    return failure();
  bool copies = (*dims)[0] < 0 && (*dims)[1] < 0;
  Dims counts(from.getRank(), 1), axes((*dims).begin(), (*dims).end());
  for (unsigned axis : {0u, 1u})
    if ((*dims)[axis] >= 0)
      counts[(*dims)[axis]] *= chips[axis];
  if (copies) {
    counts = {1};
    axes = {-1};
  }
  MLIRContext *context = to.getContext();
  OperationState state(op->getLoc(), "ttir.mesh_shard");
  state.addOperands(value);
  state.addTypes(type);
  state.addAttribute("shard_type", ttcore::ShardTypeAttr::get(context, copies ? ttcore::ShardType::Replicate
                                                                              : ttcore::ShardType::Devices));
  state.addAttribute("shard_direction",
                     ttcore::ShardDirectionAttr::get(context, toParts ? ttcore::ShardDirection::FullToShard
                                                                      : ttcore::ShardDirection::ShardToFull));
  state.addAttribute("shard_shape", builder.getDenseI64ArrayAttr(counts));
  state.addAttribute("shard_dims", builder.getDenseI64ArrayAttr(axes));
  return builder.create(state)->getResult(0);
}

/// Each of `values` by its sharding of the list `text`.
LogicalResult Conversion::cutAll(Operation *op, MutableArrayRef<Held> values, TypeRange from, TypeRange types,
                                 StringRef text, StringRef manual, bool toParts, Helds &results) {
  SmallVector<StringRef> each = Shardings::each(text);
  if (each.size() != values.size())
    return op->emitOpError("is not converted to TTIR: it has ")
           << values.size() << (toParts ? " operands and " : " results and ") << each.size() << " shardings of them";
  for (auto [i, value] : llvm::enumerate(values)) {
    auto type = cast<RankedTensorType>(types[i]);
    if (value.known && from[i] == types[i]) { // a number is everywhere
      results.push_back(value);
      continue;
    }
    FailureOr<Value> part = meshShard(op, materialize(value, op->getLoc(), cast<RankedTensorType>(from[i])), type,
                                      shardings.ofSdy(each[i], manual), toParts);
    if (failed(part))
      return failure();
    results.push_back({*part, {}, {}, false});
  }
  return success();
}

LogicalResult Conversion::convertManual(sdy::ManualComputationOp op, Helds operands, Helds &results) {
  auto text = [](Attribute attribute) {
    auto opaque = dyn_cast<OpaqueAttr>(attribute);
    return opaque ? opaque.getAttrData() : StringRef();
  };
  Block &body = op.getBody().front();
  Helds parts, made;
  if (failed(cutAll(op, operands, op->getOperandTypes(), body.getArgumentTypes(), text(op.getInShardings()),
                    text(op.getManualAxes()), /*toParts=*/true, parts)) ||
      failed(convertBlock(body, parts, made)))
    return failure();
  return cutAll(op, made, body.getTerminator()->getOperandTypes(), op->getResultTypes(), text(op.getOutShardings()),
                text(op.getManualAxes()), /*toParts=*/false, results);
}

/// Custom calls between whole tensors and their parts; nothing for other calls.
std::optional<LogicalResult> Conversion::convertCut(CustomCallOp op, Helds operands, Helds &results) {
  StringRef target = op.getCallTargetName();
  bool toParts = target == "SPMDFullToShardShape" || target == "xla.sdy.GlobalToLocalShape";
  if (!toParts && target != "SPMDShardToFullShape" && target != "xla.sdy.LocalToGlobalShape")
    return std::nullopt;
  if (target.starts_with("xla.sdy.")) {
    auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes");
    auto list = attributes ? attributes.getAs<StringAttr>(toParts ? "xla.sdy.in_shardings" : "xla.sdy.out_shardings")
                           : StringAttr();
    auto axes = attributes ? attributes.getAs<StringAttr>("xla.sdy.manual_axes") : StringAttr();
    if (!list)
      return op->emitOpError("is not converted to TTIR: @") << target << " says no shardings";
    return cutAll(op, operands, op->getOperandTypes(), op->getResultTypes(), list.getValue(),
                  axes ? axes.getValue() : "", toParts, results);
  }
  // Of GSPMD: the sharding of the whole tensor is that of @Sharding in front, or of the call itself.
  Operation *says = toParts ? op.getOperand(0).getDefiningOp() : op.getOperation();
  auto text = says ? says->getAttrOfType<StringAttr>("mhlo.sharding") : StringAttr();
  auto from = dyn_cast<RankedTensorType>(op.getOperand(0).getType());
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  if (!text || !from || !type)
    return op->emitOpError("is not converted to TTIR: @") << target << " says no sharding";
  FailureOr<Value> part =
      meshShard(op, materialize(operands[0], op->getLoc(), from), type, shardings.ofDevices(text.getValue()), toParts);
  if (failed(part))
    return failure();
  results.push_back({*part, {}, {}, false});
  return success();
}
