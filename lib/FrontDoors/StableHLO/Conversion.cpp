//===- Conversion.cpp - One function of StableHLO written as TTIR ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include "alcove/Ops/Dialect/StableHLO/Sdy.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

#include <cmath>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
namespace arrays = alcove::reference::arrays;

/// A loop that would become more ops than that is no program to plan.
static constexpr int64_t mostOpsOfLoop = 1 << 20;
/// A call within a call, at most: StableHLO has no recursion.
static constexpr unsigned maxDepth = 256;

Conversion::Conversion(func::FuncOp from, func::FuncOp to, const Target &target, const ConversionOptions &options)
    : builder(to.getContext()), shardings(from->getParentOfType<ModuleOp>()), from(from), to(to), target(target),
      options(options) {}

InFlightDiagnostic Conversion::refuse(Operation *op) {
  InFlightDiagnostic error = op->emitOpError("is not converted to ");
  error << target.name << ": ";
  return error;
}

bool stablehlo::isFollowed(StringRef op) {
  return llvm::is_contained({"stablehlo.while", "stablehlo.if", "stablehlo.case", "stablehlo.composite",
                             "stablehlo.custom_call", "stablehlo.map", "stablehlo.tuple", "stablehlo.get_tuple_element",
                             "stablehlo.optimization_barrier", "stablehlo.return", "stablehlo.create_token",
                             "stablehlo.after_all"},
                            op);
}

LogicalResult Conversion::run() {
  auto isComplex = [](Type type) { return isa<ComplexType>(getElementTypeOrSelf(type)); };
  if (target.isTTIR)
    for (auto [i, type] : llvm::enumerate(from.getArgumentTypes()))
      if (isComplex(type))
        return from.emitError("is not converted to ")
               << target.name << ": argument " << i << " of @" << from.getSymName() << " is complex: " << type
               << "; take its real and its imaginary part";
  Block *block = to.addEntryBlock();
  builder.setInsertionPointToEnd(block);
  Helds arguments, results;
  for (BlockArgument argument : block->getArguments())
    arguments.push_back({argument, {}, {}, false});
  if (failed(convertBlock(from.getBody().front(), arguments, results)))
    return failure();
  SmallVector<Value> values;
  SmallVector<Type> types;
  if (options.returnExpectations) {
    results.clear();
    for (auto &[actual, type] : checked)
      values.push_back(materialize(actual, from.getLoc(), type));
  }
  for (auto [i, result] : llvm::enumerate(results)) {
    auto type = dyn_cast<RankedTensorType>(from.getResultTypes()[i]);
    // A tuple as the only result, of older versions of torch-xla, is its elements.
    if (result.isTuple) {
      for (auto [element, elementType] : llvm::zip(result.tuple, cast<TupleType>(from.getResultTypes()[i]).getTypes()))
        values.push_back(materialize(element, from.getLoc(), cast<RankedTensorType>(elementType)));
      continue;
    }
    if (target.isTTIR && type && isComplex(type))
      return from.emitError("result ") << i << " of @" << from.getSymName() << " is complex: " << type
                                       << "; return its real and its imaginary part";
    if (!type)
      return from.emitError("result ") << i << " of @" << from.getSymName()
                                       << " is no tensor: " << from.getResultTypes()[i];
    values.push_back(materialize(result, from.getLoc(), type));
  }
  for (Value value : values)
    types.push_back(value.getType());
  func::ReturnOp::create(builder, from.getBody().front().getTerminator()->getLoc(), values);
  to.setType(mlir::FunctionType::get(to.getContext(), llvm::to_vector(block->getArgumentTypes()), types));
  return success();
}

Value Conversion::materialize(Held &held, Location loc, RankedTensorType type) {
  if (!held.value)
    held.value = target.constant(builder, loc, held.known->as(type).attribute());
  return held.value;
}

//===----------------------------------------------------------------------===//
// Following the program
//===----------------------------------------------------------------------===//

LogicalResult Conversion::convertBlock(Block &block, ArrayRef<Held> arguments, Helds &results) {
  for (auto [argument, given] : llvm::zip(block.getArguments(), arguments))
    held[argument] = given;
  following.push_back({&block, nullptr});
  auto leave = llvm::make_scope_exit([&] { following.pop_back(); });
  for (Operation &op : block) {
    following.back().second = &op;
    if (op.hasTrait<OpTrait::IsTerminator>()) {
      for (Value operand : op.getOperands())
        results.push_back(held.lookup(operand));
      return success();
    }
    Helds made;
    if (failed(convertOp(&op, made)))
      return failure();
    for (auto [value, given] : llvm::zip(op.getResults(), made))
      held[value] = std::move(given);
  }
  return block.getParentOp()->emitOpError("has a block without a terminator");
}

/// Nothing computes with a shape that is not known.
static LogicalResult refuseDynamic(Operation *op, const Target &target) {
  for (Type type : op->getResultTypes())
    if (auto tensor = dyn_cast<ShapedType>(type); tensor && !tensor.hasStaticShape())
      return op->emitOpError("is not converted to ")
             << target.name << ": its result " << type << " has a dynamic shape; export the model with fixed sizes";
  return success();
}

LogicalResult Conversion::convertOp(Operation *op, Helds &results) {
  Helds operands;
  for (Value operand : op->getOperands())
    operands.push_back(held.lookup(operand));
  if (failed(refuseDynamic(op, target)))
    return failure();
  if (auto call = dyn_cast<func::CallOp>(op))
    return convertCall(op, call.getCalleeAttr(), operands, results);
  if (auto composite = dyn_cast<CompositeOp>(op); composite && target.isTTIR && isLibraryCall(composite.getName()))
    return convertByLibrary(op, composite.getName(), composite.getCompositeAttributesAttr(), operands, results);
  if (auto composite = dyn_cast<CompositeOp>(op))
    return convertCall(op, composite.getDecompositionAttr(), operands, results);
  if (auto custom = dyn_cast<CustomCallOp>(op))
    return convertCustomCall(custom, operands, results);
  if (auto map = dyn_cast<MapOp>(op))
    return convertMap(map, operands, results);
  if (isa<WhileOp, tosa::WhileOp>(op))
    return convertLoop(op, operands, results);
  if (isa<IfOp, CaseOp, tosa::IfOp>(op))
    return convertBranch(op, operands[0], Helds(llvm::drop_begin(operands)), results);
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
    return target.isTTIR ? convertManual(manual, operands, results)
                         : LogicalResult(refuse(op) << "a program of several chips");
  if (auto named = dyn_cast<sdy::NamedComputationOp>(op))
    return convertBlock(named.getBody().front(), operands, results);
  if (isa<sdy::SdyDialect>(op->getDialect()) && op->getNumOperands() == op->getNumResults())
    return results.append(operands.begin(), operands.end()), success();
  if (isa<sdy::ShardingGroupOp>(op))
    return success();
  if (isa<OptimizationBarrierOp>(op))
    return results.append(operands.begin(), operands.end()), success();
  if (isa<CreateTokenOp, AfterAllOp>(op)) // order is that of the values
    return results.push_back({}), success();
  if (isa<TupleOp>(op)) {
    Held tuple;
    tuple.isTuple = true;
    tuple.tuple.assign(operands.begin(), operands.end());
    return results.push_back(tuple), success();
  }
  if (auto element = dyn_cast<GetTupleElementOp>(op))
    return results.push_back(operands[0].tuple[element.getIndex()]), success();
  if (auto constant = dyn_cast<ConstantOp>(op))
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(constant.getValue());
        resource && !resource.getRawHandle().getBlob())
      return results.push_back(addParameter(constant)), success();
  if (std::optional<Array> numbers = target.numbers ? target.numbers(op) : std::nullopt)
    return results.push_back({{}, *numbers, {}, false}), success();
  return convertPlain(op, operands, results);
}

LogicalResult Conversion::convertPlain(Operation *op, ArrayRef<Held> operands, Helds &results) {
  if (compute(op, operands, results))
    return success();
  if (target.isTTIR)
    if (std::optional<LogicalResult> byParts = convertByParts(op, operands, results))
      return *byParts;
  return applyConverter(op, operands, results);
}

LogicalResult Conversion::convertCall(Operation *op, FlatSymbolRefAttr callee, Helds operands, Helds &results) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, callee);
  if (!function || function.isDeclaration() || !llvm::hasSingleElement(function.getBody()))
    return refuse(op) << "@" << callee.getValue() << " has no body of one block";
  if (++depth > maxDepth)
    return refuse(op) << "@" << callee.getValue() << " calls itself";
  LogicalResult good = convertBlock(function.getBody().front(), operands, results);
  --depth;
  return good;
}

/// What such a call is: its operands.
static bool isIdentity(StringRef target) {
  constexpr StringLiteral names[] = {"Sharding",
                                     "tt.mark_argument",
                                     "tt.sharding_constraint",
                                     "tt.weight_dtype_override",
                                     "annotate_device_placement",
                                     "xla.sdy.FuncResultSharding"};
  return llvm::is_contained(names, target);
}

LogicalResult Conversion::convertByLibrary(Operation *op, StringRef target, DictionaryAttr said,
                                           ArrayRef<Held> operands, Helds &results) {
  OpConversion conversion(op, operands, *this);
  if (failed(convertLibraryCall(conversion, target, said)))
    return refuse(op) << conversion.why;
  for (Value value : conversion.results)
    results.push_back({value, {}, {}, false});
  return success();
}

/// Complex numbers are two results.
void Conversion::check(const Held &actual, const Array &expectation) {
  if (!target.isTTIR || expectation.kind() != arrays::Kind::Complex) {
    checked.push_back({actual, expectation.type()});
    expected.push_back(expectation);
    return;
  }
  auto [re, im] = partsOf(actual);
  auto [wantedRe, wantedIm] = partsOf({{}, expectation, {}, false});
  check(re, *wantedRe.known);
  check(im, *wantedIm.known);
}

LogicalResult Conversion::convertCustomCall(CustomCallOp op, Helds operands, Helds &results) {
  StringRef callee = op.getCallTargetName();
  // What a test program expects is held by who executes it.
  if (callee.starts_with("check.expect")) {
    if (options.returnExpectations && operands[1].known)
      check(operands[0], *operands[1].known);
    return success();
  }
  bool sameTypes = op->getOperandTypes() == op->getResultTypes();
  if (isIdentity(callee) && sameTypes)
    return results.append(operands.begin(), operands.end()), success();
  if (std::optional<LogicalResult> cut = target.isTTIR ? convertCut(op, operands, results) : std::nullopt)
    return *cut;
  if (target.isTTIR && isLibraryCall(callee)) {
    auto said = op->getAttrOfType<DictionaryAttr>("mhlo.frontend_attributes");
    if (!said)
      said = op->getAttrOfType<DictionaryAttr>("tt.composite_attributes");
    return convertByLibrary(op, callee, said, operands, results);
  }
  // Ops of CHLO under their names in MHLO.
  StringRef name = callee;
  if (!name.consume_front("mhlo.") || !target.table.contains(("chlo." + name).str()))
    return refuse(op) << "custom call @" << callee << " is not known";
  OperationState state(op.getLoc(), ("chlo." + name).str());
  state.addTypes(op.getResultTypes());
  state.addOperands(op.getInputs());
  if (auto attributes = op->getAttrOfType<DictionaryAttr>("mhlo.attributes"))
    state.addAttributes(attributes.getValue());
  OpBuilder before(op);
  Operation *twin = before.create(state);
  LogicalResult good = applyConverter(twin, operands, results);
  twin->erase();
  return good;
}

/// A constant without data is a weight that is not known: an argument.
Held Conversion::addParameter(ConstantOp constant) {
  Held &parameter = parameters[constant];
  if (parameter.value)
    return parameter;
  Block &entry = to.getBody().front();
  parameter.value = entry.addArgument(constant.getType(), constant.getLoc());
  MLIRContext *context = to.getContext();
  unsigned index = entry.getNumArguments() - 1;
  SmallVector<Type> inputs = llvm::to_vector(entry.getArgumentTypes());
  SmallVector<DictionaryAttr> attributes;
  to.getAllArgAttrs(attributes);
  to.setType(mlir::FunctionType::get(context, inputs, to.getResultTypes()));
  attributes.push_back(DictionaryAttr::get(context));
  to.setAllArgAttrs(attributes);
  if (target.isTTIR)
    to.setArgAttr(index, "ttcore.argument_type",
                  ttcore::ArgumentTypeAttr::get(context, ttcore::ArgumentType::Parameter));
  to.setArgAttr(index, "ttir.name", builder.getStringAttr("weight_" + Twine(parameters.size() - 1)));
  return parameter;
}

std::optional<unsigned> Conversion::argumentOf(Operation *constant) const {
  auto found = parameters.find(constant);
  if (found == parameters.end())
    return std::nullopt;
  return cast<BlockArgument>(found->second.value).getArgNumber();
}

//===----------------------------------------------------------------------===//
// Loops and branches
//===----------------------------------------------------------------------===//

/// `yes` where the predicate holds. Nothing is written where it is known or both are one value.
Held Conversion::choose(Location loc, Held &pred, Held &yes, Held &no, Type type) {
  if (pred.known)
    return pred.known->isTrue(0) ? yes : no;
  if (yes.value && yes.value == no.value)
    return yes;
  if (yes.known && no.known && yes.known->attribute() == no.known->attribute())
    return yes;
  auto tensor = cast<RankedTensorType>(type);
  Held chosen;
  if (auto complex = dyn_cast<ComplexType>(tensor.getElementType())) {
    auto [yesRe, yesIm] = partsOf(yes);
    auto [noRe, noIm] = partsOf(no);
    RankedTensorType part = tensor.clone(complex.getElementType());
    chosen.tuple.push_back(choose(loc, pred, yesRe, noRe, part));
    chosen.tuple.push_back(choose(loc, pred, yesIm, noIm, part));
    return chosen;
  }
  chosen.value = target.choose(builder, loc, materialize(pred, loc, RankedTensorType::get({}, builder.getI1Type())),
                               materialize(yes, loc, tensor), materialize(no, loc, tensor));
  return chosen;
}

/// Round by round, as long as the condition is not known to be false. Where it is not known whether a round happens the
/// rounds go on as if it did, and the results are those of the last round that did:
///
///   result = alive ? state after this round : result,   alive = alive and condition(state)
LogicalResult Conversion::convertLoop(Operation *loop, Helds state, Helds &results) {
  llvm::SaveAndRestore<bool> repeated(isRepeated, true);
  Held alive;
  results = state;
  int64_t ops = 0, uncertain = 0;
  loop->walk([&](Operation *) { ++ops; });
  for (int64_t round = 0;; ++round) {
    Helds goes;
    if (failed(convertBlock(loop->getRegion(0).front(), state, goes)))
      return failure();
    if (goes[0].known && !goes[0].known->isTrue(0))
      return success();
    uncertain += !goes[0].known;
    if (uncertain > options.maxRounds)
      return refuse(loop) << "it does not end within " << options.maxRounds
                          << " rounds, which max-rounds allows; its end must be known before a run";
    if (round * ops > mostOpsOfLoop)
      return refuse(loop) << round << " rounds of " << ops << " ops are more than the " << mostOpsOfLoop
                          << " that are written out of a loop; export one round as a program";
    alive = bothHold(loop->getLoc(), alive, goes[0]);
    Helds after;
    if (failed(convertBlock(loop->getRegion(1).front(), state, after)))
      return failure();
    state = after;
    for (auto [i, type] : llvm::enumerate(loop->getOperandTypes()))
      results[i] = choose(loop->getLoc(), alive, state[i], results[i], type);
  }
}

/// Nothing held yet, or what is known to hold, changes nothing.
Held Conversion::bothHold(Location loc, Held &a, Held &b) {
  auto always = [](const Held &held) { return held.known ? held.known->isTrue(0) : !held.value; };
  if (always(a) || always(b))
    return always(a) ? b : a;
  auto type = RankedTensorType::get({}, builder.getI1Type());
  Held both;
  both.value = target.both(builder, loc, materialize(a, loc, type), materialize(b, loc, type));
  return both;
}

LogicalResult Conversion::convertBranch(Operation *op, Held selector, Helds arguments, Helds &results) {
  MutableArrayRef<Region> regions = op->getRegions();
  bool isIf = isa<IfOp, tosa::IfOp>(op);
  if (selector.known) {
    int64_t count = regions.size(), index = selector.known->integer(0);
    if (isIf)
      index = index ? 0 : 1;
    return convertBlock(regions[index < 0 || index >= count ? count - 1 : index].front(), arguments, results);
  }
  if (!isIf && !target.isTTIR)
    return refuse(op) << "which branch is taken is known only at run time";
  // All branches, and of their results those of the one that is taken: of a `case` the last one for an index outside.
  llvm::SaveAndRestore<bool> repeated(isRepeated, true);
  SmallVector<Helds> made(regions.size());
  for (auto [region, each] : llvm::zip(regions, made))
    if (failed(convertBlock(region.front(), arguments, each)))
      return failure();
  results = made.back();
  for (int64_t branch = int64_t(regions.size()) - 2; branch >= 0; --branch) {
    Held isTaken = selector;
    if (!isIf) {
      auto scalar = cast<RankedTensorType>(op->getOperand(0).getType());
      auto number = DenseElementsAttr::get(scalar, builder.getI32IntegerAttr(int32_t(branch)));
      isTaken.value = ttir::EqOp::create(builder, op->getLoc(), scalar.clone(builder.getI1Type()),
                                         materialize(selector, op->getLoc(), scalar),
                                         ttir::ConstantOp::create(builder, op->getLoc(), scalar, number));
    }
    for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
      results[i] = choose(op->getLoc(), isTaken, made[branch][i], results[i], type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// What one known operand decides alone: `x and false`, `x or true`, `select` by a known predicate; or what it does not
/// change: `maximum` with -inf, `multiply` with 1.
static std::optional<unsigned> decidingOperand(Operation *op, ArrayRef<Held> operands) {
  auto isAll = [&](unsigned i, double value) {
    if (!operands[i].known || operands[i].known->size() == 0 || operands[i].known->kind() == arrays::Kind::Complex)
      return false;
    for (int64_t at = 0; at < operands[i].known->size(); ++at)
      if (operands[i].known->number(at) != value)
        return false;
    return true;
  };
  if (isa<MaxOp, MinOp, MulOp>(op) && isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    for (unsigned i : {0u, 1u})
      if (isAll(i, isa<MulOp>(op) ? 1.0 : isa<MaxOp>(op) ? -INFINITY : INFINITY))
        return 1 - i;
  if (isa<AndOp, OrOp>(op) && getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1))
    for (unsigned i : {0u, 1u}) {
      if (isAll(i, isa<OrOp>(op)))
        return i; // it decides
      if (isAll(i, isa<AndOp>(op)))
        return 1 - i; // it changes nothing
    }
  if (isa<SelectOp>(op))
    for (int64_t value : {0, 1})
      if (isAll(0, value))
        return value ? 1 : 2;
  return std::nullopt;
}

bool Conversion::compute(Operation *op, ArrayRef<Held> operands, Helds &results) {
  if (std::optional<unsigned> same = decidingOperand(op, operands))
    return results.push_back(operands[*same]), true;
  if (isa<RngOp, RngBitGeneratorOp>(op) && !op->use_empty() && isa<RngOp>(op))
    return false;
  arrays::Items items;
  for (const Held &operand : operands) {
    if (!operand.known)
      return false;
    items.push_back(*operand.known);
  }
  for (Type type : op->getResultTypes()) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    // A constant stays one, however large.
    if (!tensor || (tensor.getNumElements() > knownElements && !isa<ConstantOp>(op)))
      return false;
  }
  if (isa<ConstantOp>(op) && cast<RankedTensorType>(op->getResult(0).getType()).getNumElements() > knownElements)
    return false;
  // Regions that read values around them that are not known cannot run.
  bool closed = true;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inside) {
      for (Value operand : inside->getOperands())
        closed &= region.isAncestor(operand.getParentRegion());
    });
  if (!closed)
    return false;
  Result<arrays::Items> values = evaluator.evaluate(op, items);
  if (!values)
    return false;
  for (arrays::Item &item : *values)
    results.push_back({{}, item.array, {}, false});
  return true;
}

/// What its author can do about an op that no device computes.
static StringRef remedyFor(StringRef op) {
  return op == "stablehlo.rng_bit_generator"
             ? "; the device makes no bits of a state: let the program take its random numbers as an argument"
             : "; compute it outside of the program, and let that take it as an argument";
}

LogicalResult Conversion::applyConverter(Operation *op, ArrayRef<Held> operands, Helds &results) {
  auto found = target.table.find(op->getName().getStringRef());
  if (found == target.table.end())
    return refuse(op) << "there is no converter for it" << remedyFor(op->getName().getStringRef());
  OpConversion conversion(op, operands, *this);
  if (!(target.isTTIR && updateCache(conversion)) && failed(found->second(conversion)))
    return refuse(op) << conversion.why;
  for (Value value : conversion.results)
    results.push_back({value, {}, {}, false});
  return success();
}

OpConversion::OpConversion(Operation *op, ArrayRef<Held> operands, Conversion &conversion)
    : op(op), operands(operands), conversion(conversion), builder(conversion.builder) {}

Value OpConversion::in(unsigned i) {
  return conversion.materialize(const_cast<Held &>(operands[i]), op->getOperand(i).getLoc(), inType(i));
}

std::optional<double> OpConversion::splat(unsigned i) const {
  const Array *array = known(i);
  if (!array || array->size() == 0 || array->kind() == arrays::Kind::Complex)
    return std::nullopt;
  for (int64_t at = 1; at < array->size(); ++at)
    if (!array->same(at, *array, 0))
      return std::nullopt;
  return array->number(0);
}

std::optional<Dims> OpConversion::integers(unsigned i) const {
  const Array *array = known(i);
  if (!array || array->kind() != arrays::Kind::Integer)
    return std::nullopt;
  Dims values;
  for (int64_t at = 0; at < array->size(); ++at)
    values.push_back(array->integer(at));
  return values;
}

Value OpConversion::make(StringRef name, RankedTensorType type, ValueRange values,
                         ArrayRef<NamedAttribute> attributes) {
  OperationState state(op->getLoc(), ("ttir." + name).str());
  state.addOperands(values);
  state.addTypes(type);
  state.addAttributes(attributes);
  return builder.create(state)->getResult(0);
}

NamedAttribute OpConversion::attr(StringRef name, Attribute value) { return builder.getNamedAttr(name, value); }

Value OpConversion::reshape(Value value, ArrayRef<int64_t> shape) {
  if (typeOf(value).getShape() == shape)
    return value;
  SmallVector<int32_t> dims(shape.begin(), shape.end());
  return make("reshape", typeOf(value).clone(shape), value, attr("shape", builder.getI32ArrayAttr(dims)));
}

Value OpConversion::permute(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq<int64_t>(0, permutation.size())))
    return value;
  Dims shape;
  for (int64_t dim : permutation)
    shape.push_back(typeOf(value).getDimSize(dim));
  return make("permute", typeOf(value).clone(shape), value,
              attr("permutation", builder.getDenseI64ArrayAttr(permutation)));
}

Value OpConversion::broadcast(Value value, ArrayRef<int64_t> shape) {
  Dims from(shape.size() - typeOf(value).getRank(), 1), repeats;
  llvm::append_range(from, typeOf(value).getShape());
  value = reshape(value, from);
  for (auto [have, want] : llvm::zip(from, shape))
    repeats.push_back(have == 0 ? 1 : want / have);
  if (llvm::all_of(repeats, [](int64_t count) { return count == 1; }))
    return value;
  return make("broadcast", typeOf(value).clone(shape), value,
              attr("broadcast_dimensions", builder.getDenseI64ArrayAttr(repeats)));
}

Value OpConversion::typecast(Value value, Type element) {
  if (typeOf(value).getElementType() == element)
    return value;
  return make("typecast", typeOf(value).clone(element), value);
}

Value OpConversion::wrapped(Value value, Type element) {
  if (isByte(element) && !isByte(value.getType())) {
    value = typecast(value, builder.getI32Type());
    Value places = constant(typeOf(value), 24);
    value = binary("right_shift", binary("logical_left_shift", value, places), places);
  }
  return typecast(value, element);
}

Value OpConversion::slice(Value value, ArrayRef<int64_t> begins, ArrayRef<int64_t> ends, ArrayRef<int64_t> steps) {
  Dims shape, strides;
  for (auto [begin, end, step] : llvm::zip(begins, ends, steps)) {
    // A step over all of it takes the first element, whatever its size: TTIR's attributes have 32 bits.
    strides.push_back(std::min(step, std::max<int64_t>(end - begin, 1)));
    shape.push_back(llvm::divideCeil(std::max<int64_t>(end - begin, 0), strides.back()));
  }
  if (typeOf(value).getShape() == ArrayRef<int64_t>(shape))
    return value;
  auto list = [&](ArrayRef<int64_t> values) {
    return builder.getI32ArrayAttr(SmallVector<int32_t>(values.begin(), values.end()));
  };
  return make("slice_static", typeOf(value).clone(shape), value,
              {attr("begins", list(begins)), attr("ends", list(ends)), attr("step", list(strides))});
}

Value OpConversion::concat(ValueRange values, int64_t dim) {
  SmallVector<Value> parts;
  for (Value value : values)
    if (typeOf(value).getNumElements() > 0)
      parts.push_back(value);
  if (parts.size() == 1)
    return parts[0];
  Dims shape(typeOf(parts[0]).getShape());
  for (Value part : ArrayRef(parts).drop_front())
    shape[dim] += typeOf(part).getDimSize(dim);
  auto si32 = IntegerType::get(builder.getContext(), 32, IntegerType::Signed);
  return make("concat", typeOf(parts[0]).clone(shape), parts, attr("dim", IntegerAttr::get(si32, dim)));
}

Value OpConversion::constant(RankedTensorType type, double value) {
  Array array = Array::zeros(RankedTensorType::get({}, type.getElementType()));
  if (array.kind() == arrays::Kind::Integer)
    array.setInteger(0, int64_t(value));
  else
    array.setReal(0, value);
  auto scalar = array.attribute();
  Attribute element = *scalar.value_begin<Attribute>();
  return make("constant", type, {}, attr("value", DenseElementsAttr::get(type, element)));
}

Value OpConversion::binary(StringRef name, Value lhs, Value rhs) { return make(name, typeOf(lhs), {lhs, rhs}); }

LogicalResult OpConversion::refuse(const Twine &reason) { return why = reason.str(), failure(); }

LogicalResult OpConversion::done(ArrayRef<Value> values) {
  results.assign(values.begin(), values.end());
  return success();
}
