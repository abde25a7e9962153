//===- NormalizeElementTypes.cpp - Only types that the device has ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Functions.h"
#include "../TTIRBuilder.h"
#include "Quantization.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_ELEMENTTYPENORMALIZATION
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

/// The element type on the device, or null.
static Type normalized(Type element) {
  MLIRContext *context = element.getContext();
  if (element.isF32() || element.isF16() || element.isBF16() || isa<ttcore::TileType>(element))
    return element;
  if (element.isF64())
    return Float32Type::get(context);
  if (isa<quant::QuantizedType>(element))
    return storageOf(element);
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return {};
  if (integer.getWidth() == 1)
    return BFloat16Type::get(context);
  if (!llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth())) // i7 has a range that no type of the device has
    return {};
  if (integer.isUnsigned())
    return integer.getWidth() < 64 ? element : Type(IntegerType::get(context, 32, IntegerType::Unsigned));
  return IntegerType::get(context, 32, IntegerType::Signed);
}

static Type normalizedTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return type;
  Type element = normalized(tensor.getElementType());
  return element ? RankedTensorType::get(tensor.getShape(), element, tensor.getEncoding()) : Type();
}

/// The end of an error about a tensor that `normalizedTensor` has no type for: what there is, and the way out.
static std::string lacking(Type type) {
  Type element = cast<RankedTensorType>(type).getElementType();
  std::string text = "no element type of the device stands for ";
  llvm::raw_string_ostream os(text);
  os << "'" << type << "': it computes in f32, bf16 and integers of 8, 16 and 32 bits; ";
  if (isa<FloatType>(element))
    os << "pass it as bf16, or, where it is a weight, as bf16 with experimental-weight-dtype=bfp_bf8 (blocks that "
          "share an exponent)";
  else if (isa<ComplexType>(element))
    os << "pass its real and its imaginary part as two tensors";
  else if (isa<quant::QuantizedType>(element))
    os << "quantized values range from -128 to 127, or from 0 to 255";
  else
    os << "pass it as an integer of the next width that there is";
  return text;
}

/// `value` with element type `to`; null when there is no such conversion.
static ElementsAttr convertElements(ElementsAttr value, Type to) {
  Type from = value.getElementType();
  if (from == to)
    return value;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    // Left out of the file (`__elided__`): the type is all there is to convert.
    const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return DenseResourceElementsAttr::get(resource.getShapedType().clone(to), resource.getRawHandle());
    bool splat = false;
    if (!DenseElementsAttr::isValidRawBuffer(resource.getShapedType(), blob->getData(), splat))
      return {};
    value = DenseElementsAttr::getFromRawBuffer(resource.getShapedType(), blob->getData());
  }
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense)
    return {};
  if (auto toFloat = dyn_cast<FloatType>(to)) {
    if (isa<FloatType>(from))
      return cast<DenseFPElementsAttr>(dense).mapValues(to, [&](const APFloat &in) {
        APFloat out = in;
        bool loses = false;
        out.convert(toFloat.getFloatSemantics(), APFloat::rmNearestTiesToEven, &loses);
        return out.bitcastToAPInt();
      });
    bool isUnsigned = from.isUnsignedInteger() || from.isInteger(1);
    return cast<DenseIntElementsAttr>(dense).mapValues(to, [&](const APInt &in) {
      APFloat out(toFloat.getFloatSemantics());
      out.convertFromAPInt(in, !isUnsigned, APFloat::rmNearestTiesToEven);
      return out.bitcastToAPInt();
    });
  }
  if (!isa<IntegerType>(from))
    return {};
  unsigned width = to.getIntOrFloatBitWidth();
  bool isUnsigned = from.isUnsignedInteger();
  return cast<DenseIntElementsAttr>(dense).mapValues(to, [&](const APInt &in) {
    // Front ends write INT64_MAX for "no bound": it must stay the largest number there is.
    return isUnsigned                 ? in.getBitWidth() > width ? in.truncUSat(width) : in.zext(width)
           : in.getBitWidth() > width ? in.truncSSat(width)
                                      : in.sext(width);
  });
}

/// Elementwise ops and reductions that calculate; those that take truth values, bits or any element stay as they are.
static bool calculates(Operation *op) {
  if (isa<ttir::SumOp, ttir::MeanOp, ttir::MaxOp, ttir::MinOp, ttir::ProdOp>(op))
    return true;
  return isa_and_nonnull<ttir::TTIRDialect>(op->getDialect()) && op->hasTrait<ElementwiseShape>() &&
         !isa<ttir::TypecastOp, ttir::BitcastConvertOp, ttir::WhereOp, ttir::DropoutOp, ttir::IsfiniteOp,
              ttir::SignbitOp, ttir::LogicalAndOp, ttir::LogicalOrOp, ttir::LogicalXorOp, ttir::LogicalNotOp,
              ttir::BitwiseAndOp, ttir::BitwiseOrOp, ttir::BitwiseXorOp, ttir::BitwiseNotOp, ttir::LogicalLeftShiftOp,
              ttir::LogicalRightShiftOp, ttir::RightShiftOp>(op);
}

static bool isReal(Value value) { return isa<FloatType>(tensorTypeOf(value).getElementType()); }

static Value castTo(OpBuilder &builder, Value value, Type element) {
  RankedTensorType type = tensorTypeOf(value);
  return ttir::TypecastOp::create(builder, suffixed(value.getLoc(), "_typecast"),
                                  RankedTensorType::get(type.getShape(), element, type.getEncoding()), value,
                                  builder.getBoolAttr(false));
}

/// The library has it for reals alone.
static bool isOfReals(Operation *op) {
  return isa<ttir::AcosOp, ttir::AcoshOp, ttir::AsinOp, ttir::AsinhOp, ttir::AtanOp, ttir::AtanhOp, ttir::CbrtOp,
             ttir::CosOp, ttir::CoshOp, ttir::ErfOp, ttir::ErfcOp, ttir::Exp2Op, ttir::ExpOp, ttir::Expm1Op,
             ttir::GeluOp, ttir::HardsigmoidOp, ttir::HardswishOp, ttir::LogOp, ttir::Log1pOp, ttir::MishOp,
             ttir::ReciprocalOp, ttir::RsqrtOp, ttir::SigmoidOp, ttir::SiluOp, ttir::SinOp, ttir::SinhOp,
             ttir::SoftplusOp, ttir::SoftsignOp, ttir::SqrtOp, ttir::TanOp, ttir::TanhOp>(op);
}

/// The library calculates in one kind of numbers: in reals where an operand or the result is real, or the function is
/// one of reals. Integers become those, and an integer result of reals is a conversion of its own.
static void calculateInOneKind(Operation *op) {
  bool compares = isa<ttir::EqOp, ttir::NeOp, ttir::LtOp, ttir::LeOp, ttir::GtOp, ttir::GeOp>(op);
  Value result = op->getResult(0);
  auto found = llvm::find_if(op->getOperands(), isReal);
  Value real = found != op->getOperands().end() ? *found : !compares && isReal(result) ? result : Value();
  if (!real && !isOfReals(op))
    return;
  OpBuilder builder(op);
  Type element = real ? tensorTypeOf(real).getElementType() : builder.getF32Type();
  for (OpOperand &operand : op->getOpOperands())
    if (!isReal(operand.get()))
      operand.set(castTo(builder, operand.get(), element));
  RankedTensorType wanted = tensorTypeOf(result);
  if (compares || isReal(result))
    return;
  result.setType(RankedTensorType::get(wanted.getShape(), element, wanted.getEncoding()));
  builder.setInsertionPointAfter(op);
  Value cast = castTo(builder, result, wanted.getElementType());
  result.replaceAllUsesExcept(cast, cast.getDefiningOp());
}

/// Indices are integers, or bf16 as the library takes them.
static void castIndices(Operation *op) {
  Value indices = op->getOperand(0);
  OpBuilder builder(op);
  if (isReal(indices) && !tensorTypeOf(indices).getElementType().isBF16())
    op->setOperand(0, castTo(builder, indices, builder.getIntegerType(32, /*isSigned=*/false)));
}

namespace {
struct ElementTypeNormalizationPass : conversion::impl::ElementTypeNormalizationBase<ElementTypeNormalizationPass> {
  void runOnOperation() override {
    ModuleOp module = deviceModuleOf(getOperation());
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(normalizeFunction(function)))
        return signalPassFailure();
  }

private:
  LogicalResult normalizeFunction(func::FuncOp function) {
    if (failed(unrollQuantization(function)))
      return failure();
    warnOfFloats(function);
    SmallVector<Type> inputs, results;
    auto convert = [&](ArrayRef<Type> from, SmallVector<Type> &to, const char *what) -> LogicalResult {
      for (auto [index, type] : llvm::enumerate(from)) {
        to.push_back(normalizedTensor(type));
        if (to.back())
          continue;
        bool isArgument = &to == &inputs && !function.isExternal();
        return emitError(isArgument ? function.getArgument(index).getLoc() : function.getLoc())
               << what << " " << index << ": " << lacking(type);
      }
      return success();
    };
    if (failed(convert(function.getArgumentTypes(), inputs, "argument")) ||
        failed(convert(function.getResultTypes(), results, "result")))
      return failure();
    function.setType(FunctionType::get(&getContext(), inputs, results));
    saturateBytes(function); // first: what is written below for bits of i8 is in its range
    bitwiseToLogical(function);
    numbersToTruth(function);
    resultsToTruth(function);
    if (failed(keepBits(function)))
      return failure();
    shiftLowBits(function);
    wrapShort(function);
    WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          if (Type type = normalizedTensor(argument.getType()))
            argument.setType(type);
      for (Value result : op->getResults()) {
        Type type = normalizedTensor(result.getType());
        if (!type)
          return op->emitError(lacking(result.getType()));
        result.setType(type);
      }
      if (auto constant = dyn_cast<ttir::ConstantOp>(op))
        return normalizeConstant(constant);
      return success();
    });
    if (walked.wasInterrupted())
      return failure();
    function.walk([](Operation *op) {
      if (calculates(op))
        calculateInOneKind(op);
      else if (isa<ttir::EmbeddingOp, ttir::EmbeddingBackwardOp>(op))
        castIndices(op);
    });
    // What was a conversion between i64 and i32 has become one of a type to itself.
    function.walk([](Operation *op) {
      if (!isa<ttir::TypecastOp, ttir::BitcastConvertOp>(op) ||
          op->getOperand(0).getType() != op->getResult(0).getType())
        return;
      op->replaceAllUsesWith(op->getOperands());
      op->erase();
    });
    return success();
  }

  /// The widest float of the device has less than half of the digits: what is computed is another program. Of f16 the
  /// compiler's dialects know, and the library does not.
  static void warnOfFloats(func::FuncOp function) {
    int64_t wide = 0, half = 0;
    auto count = [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      wide += tensor && tensor.getElementType().isF64();
      half += tensor && tensor.getElementType().isF16();
    };
    llvm::for_each(function.getArgumentTypes(), count);
    function.walk([&](Operation *op) { llvm::for_each(op->getResultTypes(), count); });
    if (half > 0)
      function.emitWarning() << "'" << function.getSymName() << "': " << half
                             << " tensors of f16, which `ttnn` has no type for: no program can be built of the plan; "
                                "write the model in bf16 or f32";
    if (wide > 0)
      function.emitWarning() << "'" << function.getSymName() << "': " << wide
                             << " tensors of f64 are held as f32, the widest float of the device";
  }

  /// Whose result may leave the range of its type: that of its operands, or one that does not hold theirs.
  static bool mayOverflow(Operation *op) {
    if (isa<ttir::TypecastOp>(op)) {
      auto from = dyn_cast<IntegerType>(tensorTypeOf(op->getOperand(0)).getElementType()),
           to = dyn_cast<IntegerType>(tensorTypeOf(op->getResult(0)).getElementType());
      if (!from && to) // reals beyond the numbers of i8 are its ends, those beyond others are the library's matter
        return to.isInteger(8) && !to.isUnsigned();
      return from && to && from.getWidth() + from.isUnsigned() > to.getWidth() + to.isUnsigned();
    }
    return isa<ttir::AddOp, ttir::SubtractOp, ttir::MultiplyOp, ttir::NegOp, ttir::AbsOp, ttir::PowOp, ttir::SumOp,
               ttir::ProdOp, ttir::CumSumOp, ttir::CumProdOp, ttir::MatmulOp, ttir::LogicalLeftShiftOp>(op);
  }

  /// Numbers of i8 saturate, as quantized ones do (NUM-N3); the device holds them in 32 bits, which do not. Some write i8
  /// for what is to wrap, and the type does not say so.
  static void saturateBytes(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      Type element = mayOverflow(op) ? tensorTypeOf(op->getResult(0)).getElementType() : Type();
      bool fits = isa<ttir::TypecastOp>(op) && isByteOfWord(op->getOperand(0));
      if (element && isNarrow(element) && element.isInteger(8) && !fits)
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Value result = op->getResult(0);
      RankedTensorType type = tensorTypeOf(result);
      OpBuilder builder(op);
      Type si32 = builder.getIntegerType(32, /*isSigned=*/true);
      // Half of the unsigned numbers of 32 bits would be negative ones: they are limited before.
      if (auto cast = dyn_cast<ttir::TypecastOp>(op); cast && isUnsignedWord(tensorTypeOf(cast.getInput())))
        op->setOperand(0, ttir::MinimumOp::create(builder, suffixed(op->getLoc(), "_most"), cast.getInput().getType(),
                                                  cast.getInput(), bitsLike(builder, cast.getInput(), 127)));
      builder.setInsertionPointAfter(op);
      result.setType(type.clone(si32));
      auto limit = [&](int64_t value) { return builder.getI32IntegerAttr(static_cast<int32_t>(value)); };
      Value inside = ttir::ClampScalarOp::create(builder, suffixed(op->getLoc(), "_inside"), result.getType(), result,
                                                 limit(-128), limit(127));
      result.replaceAllUsesExcept(castTo(builder, inside, type.getElementType()), inside.getDefiningOp());
    }
    if (!ops.empty())
      function.emitWarning() << "'" << function.getSymName() << "': " << ops.size()
                             << " ops give i8, which the device holds in 32 bits: what leaves -128 to 127 is saturated "
                                "by an op more, as quantized numbers are; write in i32 or i16 what is to wrap";
  }

  /// The uppermost eight bits or fewer with their sign, as the front door of StableHLO writes what wraps.
  static bool isByteOfWord(Value value) {
    auto shift = value.getDefiningOp<ttir::RightShiftOp>();
    std::optional<double> places = shift ? splatOf(shift.getRhs()) : std::nullopt;
    return places && tensorTypeOf(value).getElementType().isSignlessInteger(32) && *places >= 24 && *places < 32;
  }

  static bool isUnsignedWord(RankedTensorType type) {
    return type.getElementType().isUnsignedInteger() && type.getElementTypeBitWidth() >= 32;
  }

  /// Bits of truth values: the device holds those as reals, which have no bits to work on.
  static void bitwiseToLogical(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      bool bitwise = isa<ttir::BitwiseAndOp, ttir::BitwiseOrOp, ttir::BitwiseXorOp, ttir::BitwiseNotOp>(op);
      if (bitwise && tensorTypeOf(op->getResult(0)).getElementType().isInteger(1))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      std::string name = "ttir.logical_" + op->getName().stripDialect().drop_front(StringRef("bitwise_").size()).str();
      OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes(),
                           llvm::to_vector(op->getDiscardableAttrs()));
      Operation *logical = OpBuilder(op).create(state);
      op->replaceAllUsesWith(logical->getResults());
      op->erase();
    }
  }

  /// 0 or 1 in each element: of a type that holds nothing else, or said by the op that makes it.
  static bool isTruth(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (isa<ttir::EqOp, ttir::NeOp, ttir::LtOp, ttir::LeOp, ttir::GtOp, ttir::GeOp, ttir::LogicalAndOp,
              ttir::LogicalOrOp, ttir::LogicalXorOp, ttir::LogicalNotOp, ttir::IsfiniteOp, ttir::SignbitOp,
              ttir::ReduceAndOp, ttir::ReduceOrOp>(op))
        return true;
      if (!isa<ttir::ReshapeOp, ttir::PermuteOp, ttir::TransposeOp, ttir::BroadcastOp, ttir::SqueezeOp,
               ttir::UnsqueezeOp, ttir::TypecastOp>(op) ||
          tensorTypeOf(value).getElementType().isInteger(1))
        break;
      value = op->getOperand(0);
    }
    return tensorTypeOf(value).getElementType().isInteger(1);
  }

  /// Arithmetic whose result of truth values may be another number than 0 and 1, which is true: 1 + 1.
  static bool mayLeaveTruth(Operation *op) {
    bool isProduct = isa<ttir::MatmulOp, ttir::LinearOp, ttir::DotGeneralOp, ttir::CumSumOp>(op);
    return (isProduct || calculates(op)) && tensorTypeOf(op->getResult(0)).getElementType().isInteger(1) &&
           !isa<ttir::EqOp, ttir::NeOp, ttir::LtOp, ttir::LeOp, ttir::GtOp, ttir::GeOp, ttir::MaximumOp,
                ttir::MinimumOp, ttir::MultiplyOp, ttir::MaxOp, ttir::MinOp, ttir::ProdOp, ttir::AbsOp>(op);
  }

  /// The device holds truth values as reals: what it calculates of them is asked whether it is 0.
  static void resultsToTruth(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (op->getNumResults() == 1 && mayLeaveTruth(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Value result = op->getResult(0);
      RankedTensorType truth = tensorTypeOf(result);
      OpBuilder builder(op);
      builder.setInsertionPointAfter(op);
      result.setType(cast<RankedTensorType>(normalizedTensor(truth)));
      Value zero = full(builder, suffixed(op->getLoc(), "_zero"),
                        withShape(tensorTypeOf(result), SmallVector<int64_t>(truth.getRank(), 1)), 0.0);
      Value isNotZero = ttir::NeOp::create(builder, suffixed(op->getLoc(), "_isNotZero"), truth, result, zero);
      result.replaceAllUsesExcept(isNotZero, isNotZero.getDefiningOp());
    }
  }

  /// What asks of numbers whether they are 0 and is lowered as what keeps numbers: reduce_or and reduce_and as maximum
  /// and minimum, a typecast to truth values as one to reals.
  static void numbersToTruth(func::FuncOp function) {
    function.walk([](Operation *op) {
      bool casts = isa<ttir::TypecastOp>(op) && tensorTypeOf(op->getResult(0)).getElementType().isInteger(1);
      if ((!casts && !isa<ttir::ReduceOrOp, ttir::ReduceAndOp>(op)) || isTruth(op->getOperand(0)))
        return;
      OpBuilder builder(op);
      RankedTensorType type = tensorTypeOf(op->getOperand(0));
      SmallVector<int64_t> ones(type.getRank(), 1);
      Value zero = full(builder, suffixed(op->getLoc(), "_zero"), withShape(type, ones), 0.0);
      Location loc = casts ? op->getLoc() : suffixed(op->getLoc(), "_isNotZero");
      RankedTensorType truth = casts ? tensorTypeOf(op->getResult(0)) : type;
      Value isNotZero = ttir::NeOp::create(builder, loc, truth, op->getOperand(0), zero);
      if (!casts)
        return op->setOperand(0, isNotZero);
      op->replaceAllUsesWith(ValueRange(isNotZero));
      op->erase();
    });
  }

  /// Signed, of 8 or 16 bits: the device holds it in 32.
  static bool isNarrow(Type type) {
    return type.isInteger() && !type.isUnsignedInteger() && type.getIntOrFloatBitWidth() < 32 && !type.isInteger(1);
  }

  static Value bitsLike(OpBuilder &builder, Value value, int64_t bits) {
    RankedTensorType type = tensorTypeOf(value);
    return full(builder, suffixed(value.getLoc(), "_bits"), withShape(type, SmallVector<int64_t>(type.getRank(), 1)),
                static_cast<double>(bits));
  }

  /// Of si32: x & 0xff.
  static Value lowBits(OpBuilder &builder, Value value, unsigned width) {
    return ttir::BitwiseAndOp::create(builder, value.getLoc(), value.getType(), value,
                                      bitsLike(builder, value, (1 << width) - 1));
  }

  /// Of low bits in si32: (x ^ 0x80) - 0x80.
  static Value withSign(OpBuilder &builder, Value value, unsigned width) {
    Value sign = bitsLike(builder, value, 1 << (width - 1));
    value = ttir::BitwiseXorOp::create(builder, value.getLoc(), value.getType(), value, sign);
    return ttir::SubtractOp::create(builder, value.getLoc(), value.getType(), value, sign);
  }

  /// Zeros come in from the left of 8 or 16 bits, not of the 32 in which the device holds them.
  static void shiftLowBits(func::FuncOp function) {
    SmallVector<ttir::LogicalRightShiftOp> ops;
    function.walk([&](ttir::LogicalRightShiftOp op) {
      if (isNarrow(tensorTypeOf(op.getResult()).getElementType()))
        ops.push_back(op);
    });
    for (ttir::LogicalRightShiftOp op : ops) {
      RankedTensorType type = tensorTypeOf(op.getResult());
      unsigned width = type.getElementType().getIntOrFloatBitWidth();
      OpBuilder builder(op);
      Type si32 = builder.getIntegerType(32, /*isSigned=*/true);
      op->setOperand(0, lowBits(builder, castTo(builder, op->getOperand(0), si32), width));
      Value result = op.getResult();
      result.setType(type.clone(si32));
      builder.setInsertionPointAfter(op);
      // What is not shifted at all is negative again.
      Value low = withSign(builder, result, width);
      Operation *xorOp = low.getDefiningOp()->getOperand(0).getDefiningOp();
      result.replaceAllUsesExcept(castTo(builder, low, type.getElementType()), xorOp);
    }
  }

  /// Sums and products of 16 bits wrap there, not at the 32 bits in which the device holds them.
  static void wrapShort(func::FuncOp function) {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      Type element = mayOverflow(op) ? tensorTypeOf(op->getResult(0)).getElementType() : Type();
      if (element && isNarrow(element) && element.isInteger(16))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Value result = op->getResult(0);
      RankedTensorType type = tensorTypeOf(result);
      OpBuilder builder(op);
      builder.setInsertionPointAfter(op);
      result.setType(type.clone(builder.getIntegerType(32, /*isSigned=*/true)));
      Value low = lowBits(builder, result, 16);
      result.replaceAllUsesExcept(castTo(builder, withSign(builder, low, 16), type.getElementType()),
                                  low.getDefiningOp());
    }
  }

  /// What reads an element's bits as another type needs the bits that the program means. Signed integers of 8 and 16
  /// bits are held in 32, their low bits are a detour by the unsigned type of their width:
  ///
  ///   i16 -> bf16   bitcast(typecast_ui16(x & 0xffff))         ui8 -> i8   (typecast_si32(x) ^ 0x80) - 0x80
  ///
  /// Of f16 and of 64 bits beside floats the device holds other bits.
  static LogicalResult keepBits(func::FuncOp function) {
    SmallVector<ttir::BitcastConvertOp> ops;
    function.walk([&](ttir::BitcastConvertOp op) { ops.push_back(op); });
    for (ttir::BitcastConvertOp op : ops) {
      Type from = tensorTypeOf(op.getInput()).getElementType(), to = tensorTypeOf(op.getResult()).getElementType();
      if (normalized(from) == normalized(to))
        continue;
      for (Type type : {from, to})
        if (bool wide = type.getIntOrFloatBitWidth() == 64 && (isa<FloatType>(from) || isa<FloatType>(to));
            wide || type.isF16())
          return op.emitOpError("takes ") << from << " as the bits of " << to << ": the device holds no " << type
                                          << (wide ? " but in 32 bits" : "") << ", and its bits are others";
      unsigned width = from.getIntOrFloatBitWidth();
      if (width >= 32 || (!isNarrow(from) && !isNarrow(to)))
        continue;
      OpBuilder builder(op);
      Type si32 = builder.getIntegerType(32, /*isSigned=*/true), bits = builder.getIntegerType(width, false);
      Value value = op.getInput();
      if (isNarrow(from))
        value = castTo(builder, lowBits(builder, castTo(builder, value, si32), width), bits);
      Type next = isNarrow(to) ? bits : to;
      if (tensorTypeOf(value).getElementType() != next)
        value = ttir::BitcastConvertOp::create(builder, op.getLoc(), tensorTypeOf(value).clone(next), value);
      if (isNarrow(to))
        value = withSign(builder, castTo(builder, value, si32), width);
      op.getResult().replaceAllUsesWith(castTo(builder, value, to));
      op.erase();
    }
    return success();
  }

  LogicalResult normalizeConstant(ttir::ConstantOp constant) {
    auto type = cast<RankedTensorType>(constant.getResult().getType());
    ElementsAttr value = convertElements(constant.getValue(), type.getElementType());
    if (!value)
      return constant.emitError("cannot convert the value from ")
             << constant.getValue().getElementType() << " to " << type.getElementType();
    constant.setValueAttr(value);
    return success();
  }
};
} // namespace
