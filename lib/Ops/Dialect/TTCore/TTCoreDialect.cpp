//===- TTCoreDialect.cpp - Dialect of devices, grids and tiles ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace alcove::ttcore;

#include "alcove/Ops/Dialect/TTCore/TTCoreDialect.cpp.inc"

namespace {
/// Aliases are part of what users read and of their FileCheck tests: #system_desc, #dram.
struct TTCoreAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isa<SystemDescAttr>(attr)) {
      os << "system_desc";
      return AliasResult::OverridableAlias;
    }
    if (auto space = dyn_cast<MemorySpaceAttr>(attr)) {
      os << stringifyMemorySpace(space.getValue());
      return AliasResult::OverridableAlias;
    }
    return AliasResult::NoAlias;
  }
};
} // namespace

void TTCoreDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "alcove/Ops/Dialect/TTCore/TTCoreOps.cpp.inc"
      >();
  addInterfaces<TTCoreAsmInterface>();
}

std::optional<alcove::device::DataType> alcove::ttcore::dataTypeOf(Type elementType) {
  using device::DataType;
  if (auto tile = dyn_cast<TileType>(elementType))
    return toDevice(tile.getDataType());
  if (elementType.isF32())
    return DataType::F32;
  if (elementType.isF16())
    return DataType::F16;
  if (elementType.isBF16())
    return DataType::BF16;
  auto integer = dyn_cast<IntegerType>(elementType);
  if (!integer)
    return std::nullopt;
  if (integer.getWidth() == 1)
    return DataType::Bool;
  if (integer.getWidth() == 32)
    return integer.isUnsigned() ? DataType::U32 : DataType::SI32;
  if (integer.getWidth() == 16 && integer.isUnsigned())
    return DataType::U16;
  if (integer.getWidth() == 8 && integer.isUnsigned())
    return DataType::U8;
  return std::nullopt;
}

Type alcove::ttcore::scalarTypeOf(MLIRContext *context, device::DataType type) {
  using device::DataType;
  Builder builder(context);
  switch (type) {
  case DataType::F32:
    return builder.getF32Type();
  case DataType::F16:
    return builder.getF16Type();
  case DataType::U32:
    return IntegerType::get(context, 32, IntegerType::Unsigned);
  case DataType::U16:
    return IntegerType::get(context, 16, IntegerType::Unsigned);
  case DataType::U8:
    return IntegerType::get(context, 8, IntegerType::Unsigned);
  case DataType::SI32:
    return IntegerType::get(context, 32, IntegerType::Signed);
  case DataType::Bool:
    return builder.getI1Type();
  default:
    return builder.getBF16Type();
  }
}

DeviceAttr alcove::ttcore::lookupDevice(Operation *op) {
  for (Operation *module = op; module; module = module->getParentOp())
    if (module->hasTrait<OpTrait::SymbolTable>())
      if (auto device = dyn_cast_or_null<DeviceOp>(SymbolTable::lookupSymbolIn(module, defaultDeviceName)))
        return device.getDeviceAttr();
  return DeviceAttr();
}

SystemDescAttr alcove::ttcore::lookupSystemDesc(Operation *op) {
  for (Operation *module = op; module; module = module->getParentOp())
    if (auto desc = module->getAttrOfType<SystemDescAttr>(systemDescAttrName))
      return desc;
  return SystemDescAttr();
}
