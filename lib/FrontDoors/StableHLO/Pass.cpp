//===- Pass.cpp - A module of StableHLO as a module of TTIR ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BatchNorm.h"
#include "Conversion.h"
#include "Patterns/Patterns.h"
#include "Roles.h"
#include "TestProgram.h"
#include "alcove/FrontDoors/StableHLO/Passes.h"
#include "alcove/Ops/Dialect/StableHLO/MHLO.h"
#include "alcove/Ops/Dialect/TTCore/ShardDims.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace alcove::stablehlo {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOTTIR
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOLINALG
#define GEN_PASS_DEF_CONVERTTOSATOTTIR
#include "alcove/FrontDoors/StableHLO/Passes.h.inc"
} // namespace alcove::stablehlo

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

namespace {
/// Whether the module has an op of one of these dialects.
bool isOf(ModuleOp module, ArrayRef<StringRef> dialects) {
  return module
      .walk([&](Operation *op) {
        return llvm::is_contained(dialects, op->getName().getDialectNamespace()) ? WalkResult::interrupt()
                                                                                 : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isOfStableHLO(ModuleOp module) { return isOf(module, {"stablehlo", "chlo", "mhlo", "sdy"}); }

/// What programs begin with: @main, else the public functions that no other one calls.
SmallVector<func::FuncOp> entriesOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return {main};
  llvm::StringSet<> called;
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      called.insert(call.getCallee());
    else if (auto composite = dyn_cast<CompositeOp>(op))
      called.insert(composite.getDecomposition());
  });
  SmallVector<func::FuncOp> entries;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration() && !called.contains(function.getSymName()))
      entries.push_back(function);
  return entries;
}

/// The function that will be written, behind all others, with arguments of the types that the target has.
func::FuncOp emptyTwin(func::FuncOp from, const Target &target) {
  SmallVector<Type> types;
  for (Type type : from.getArgumentTypes())
    types.push_back(target.argument ? Type(target.argument(cast<RankedTensorType>(type))) : type);
  OpBuilder builder(from);
  auto to = func::FuncOp::create(builder, from.getLoc(), from.getSymName(), builder.getFunctionType(types, {}));
  to->moveBefore(from->getBlock(), from->getBlock()->end());
  for (unsigned i = 0; i < from.getNumArguments(); ++i)
    to.setArgAttrs(i, from.getArgAttrDict(i));
  return to;
}

/// `attributes` without those that only programs with the dialects of the front ends can read, such as `#sdy.sharding`:
/// they say nothing of what was written, and readers of the target know other dialects.
DictionaryAttr knownToAll(DictionaryAttr attributes) {
  SmallVector<NamedAttribute> kept;
  for (NamedAttribute each : attributes) {
    WalkResult walked = each.getValue().walk([](Attribute part) {
      bool isForeign = isa<OpaqueAttr>(part) ||
                       llvm::is_contained({"stablehlo", "chlo", "mhlo", "sdy"}, part.getDialect().getNamespace());
      return isForeign ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!walked.wasInterrupted())
      kept.push_back(each);
  }
  return DictionaryAttr::get(attributes.getContext(), kept);
}

void keepKnownToAll(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (DictionaryAttr attributes = function.getArgAttrDict(i))
      function.setArgAttrs(i, knownToAll(attributes));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (DictionaryAttr attributes = function.getResultAttrDict(i))
      function.setResultAttrs(i, knownToAll(attributes));
}

/// What nothing reads, back to front.
void removeUnused(func::FuncOp function) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
}

/// One entry as a function of the target; `finish` is told what was written, and what the program says of chips.
using Finish = llvm::function_ref<LogicalResult(func::FuncOp from, func::FuncOp to, const Shardings &)>;

FailureOr<func::FuncOp> written(func::FuncOp from, const Target &target, const ConversionOptions &options,
                                Finish finish) {
  auto refuse = [&] {
    InFlightDiagnostic error = from.emitError("is not converted to ");
    error << target.name << ": ";
    return error;
  };
  if (!llvm::hasSingleElement(from.getBody()))
    return refuse() << "it has more than one block", failure();
  for (Type type : from.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type); !tensor || !tensor.hasStaticShape())
      return refuse() << "argument " << type << " is no tensor of static shape; export the model with fixed sizes",
             failure();
  func::FuncOp to = emptyTwin(from, target);
  Conversion conversion(from, to, target, options);
  if (failed(conversion.run()))
    return to.erase(), failure();
  if (from.getNumResults() == to.getNumResults())
    for (unsigned i = 0; i < from.getNumResults(); ++i)
      if (DictionaryAttr attributes = from.getResultAttrDict(i))
        to.setResultAttrs(i, attributes);
  Shardings shardings = conversion.shardings;
  shardings.chips = conversion.impliedChips.value_or(shardings.chips);
  if (failed(finish(from, to, shardings)))
    return to.erase(), failure();
  keepKnownToAll(to);
  return to;
}

/// The entries of the module as functions of the target, which are then all that is left.
FailureOr<SmallVector<func::FuncOp>> writeEntries(ModuleOp module, const Target &target,
                                                  const ConversionOptions &options, Finish finish) {
  SmallVector<func::FuncOp> entries = entriesOf(module);
  if (entries.empty())
    return module.emitError("is not converted to ")
               << target.name << ": it has neither a function @main nor another public one",
           failure();
  SmallVector<func::FuncOp> all = llvm::to_vector(module.getOps<func::FuncOp>()), made;
  for (func::FuncOp from : entries) {
    FailureOr<func::FuncOp> to = written(from, target, options, finish);
    if (failed(to))
      return failure();
    made.push_back(*to);
  }
  for (func::FuncOp function : all)
    function.erase();
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isa<sdy::MeshOp>(op))
      op.erase();
  module->setDiscardableAttrs(knownToAll(module->getDiscardableAttrDictionary()));
  return made;
}

//===----------------------------------------------------------------------===//
// To TTIR
//===----------------------------------------------------------------------===//

/// A program that works with parts runs on the mesh. One that only says where parts of its arguments are to lie is a
/// program of one chip: it is split by who is asked to, and keeps what it says.
LogicalResult sayChips(ModuleOp module, func::FuncOp function, const Shardings &shardings) {
  bool hasParts = false;
  function.walk([&](Operation *op) {
    hasParts |= op->getDialect() && llvm::is_contained({"mesh_shard", "all_gather", "all_reduce", "reduce_scatter",
                                                        "all_to_all", "collective_permute", "collective_broadcast"},
                                                       op->getName().stripDialect());
  });
  auto [rows, columns] = shardings.chips;
  if (shardings.isOneChip())
    return success();
  MLIRContext *context = module.getContext();
  if (hasParts) {
    auto mesh = ttcore::MeshAttr::get(context, StringAttr::get(context, "mesh"), {rows, columns});
    module->setAttr(ttcore::meshesAttrName, ttcore::MeshesAttr::get(context, mesh));
    return success();
  }
  bool said = false;
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto dims = shardings.ofArgument(function.getArgAttrDict(i));
    if (!dims)
      continue;
    if (!*dims)
      return function.emitError("is not converted to TTIR: argument ") << i << ": " << dims->error().message;
    function.setArgAttr(i, ttcore::shardDimsAttrName, DenseI64ArrayAttr::get(context, **dims));
    said |= (**dims)[0] >= 0 || (**dims)[1] >= 0;
  }
  if (said)
    function.emitRemark("@") << function.getSymName() << " says how its arguments are cut for " << rows << "x"
                             << columns << " chips: they are with --mesh " << rows << "x" << columns
                             << ", without it this is a program of one chip";
  return success();
}

/// Of any dialect that there are converters for.
LogicalResult writeTTIR(ModuleOp module, const Target &target, int64_t maxRounds, StringRef parameters) {
  ConversionOptions options;
  options.maxRounds = maxRounds;
  auto finish = [&](func::FuncOp from, func::FuncOp to, const Shardings &shardings) -> LogicalResult {
    if (failed(sayChips(module, to, shardings)))
      return failure();
    moveMarks(from, to);
    return assignRoles(to, from.getNumArguments(), parameters);
  };
  FailureOr<SmallVector<func::FuncOp>> made = writeEntries(module, target, options, finish);
  if (failed(made))
    return failure();
  for (func::FuncOp function : *made) {
    recognizeBatchNorms(function);
    recognizePatterns(function);
    removeUnused(function);
  }
  return success();
}

LogicalResult checkRounds(ModuleOp module, int64_t maxRounds) {
  constexpr int64_t most = 1 << 20;
  if (maxRounds >= 0 && maxRounds <= most)
    return success();
  return module.emitError("max-rounds=") << maxRounds << ": a number from 0 to " << most;
}

/// A program that is TTIR already is told which of its arguments are weights; all others keep what they say.
LogicalResult nameParameters(ModuleOp module, StringRef parameters) {
  if (parameters.empty() || !isOf(module, {"ttir"}))
    return success();
  for (func::FuncOp entry : entriesOf(module))
    if (failed(assignRoles(entry, entry.getNumArguments(), parameters)))
      return failure();
  return success();
}

struct ToTTIRPass : alcove::stablehlo::impl::ConvertStableHLOToTTIRBase<ToTTIRPass> {
  using ConvertStableHLOToTTIRBase::ConvertStableHLOToTTIRBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkRounds(module, maxRounds)))
      return signalPassFailure();
    LogicalResult done = isOfStableHLO(module)
                             ? LogicalResult::success(succeeded(mhlo::renameToStableHLO(module)) &&
                                                      succeeded(writeTTIR(module, toTTIR(), maxRounds, parameters)))
                             : nameParameters(module, parameters);
    if (failed(done))
      signalPassFailure();
  }
};

struct TosaToTTIRPass : alcove::stablehlo::impl::ConvertTosaToTTIRBase<TosaToTTIRPass> {
  using ConvertTosaToTTIRBase::ConvertTosaToTTIRBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkRounds(module, maxRounds)) ||
        failed(isOf(module, {"tosa"}) ? writeTTIR(module, tosaToTTIR(), maxRounds, parameters)
                                      : nameParameters(module, parameters)))
      signalPassFailure();
  }
};

//===----------------------------------------------------------------------===//
// To linalg
//===----------------------------------------------------------------------===//

/// A function without arguments that returns these numbers.
void addConstants(ModuleOp module, StringRef name, ArrayRef<reference::arrays::Array> arrays) {
  OpBuilder builder(module.getBodyRegion());
  builder.setInsertionPointToEnd(module.getBody());
  auto function = func::FuncOp::create(builder, module.getLoc(), name, builder.getFunctionType({}, {}));
  builder.setInsertionPointToEnd(function.addEntryBlock());
  SmallVector<Value> values;
  for (const reference::arrays::Array &array : arrays)
    values.push_back(toLinalg().constant(builder, module.getLoc(), array.attribute()));
  func::ReturnOp::create(builder, module.getLoc(), values);
  function.setType(builder.getFunctionType({}, TypeRange(ValueRange(values))));
}

struct ToLinalgPass : alcove::stablehlo::impl::ConvertStableHLOToLinalgBase<ToLinalgPass> {
  using ConvertStableHLOToLinalgBase::ConvertStableHLOToLinalgBase;

  void runOnOperation() override {
    ConversionOptions options;
    options.maxRounds = maxRounds;
    if (!isOfStableHLO(getOperation()))
      return;
    if (failed(checkRounds(getOperation(), maxRounds)) || failed(mhlo::renameToStableHLO(getOperation())) ||
        failed(testProgram ? convertTestProgram(options) : convertModule(options)))
      signalPassFailure();
  }

private:
  LogicalResult convertModule(const ConversionOptions &options) {
    auto finish = [](func::FuncOp, func::FuncOp, const Shardings &) { return success(); };
    FailureOr<SmallVector<func::FuncOp>> made = writeEntries(getOperation(), toLinalg(), options, finish);
    if (failed(made))
      return failure();
    for (func::FuncOp function : *made)
      removeUnused(function);
    return success();
  }

  LogicalResult convertTestProgram(ConversionOptions options) {
    ModuleOp module = getOperation();
    FailureOr<TestProgram> program = takeTestProgram(module);
    if (failed(program))
      return failure();
    options.returnExpectations = true;
    func::FuncOp to = emptyTwin(program->main, toLinalg());
    Conversion conversion(program->main, to, toLinalg(), options);
    if (failed(conversion.run()))
      return to.erase(), failure();
    if (conversion.expected.empty())
      return program->main.emitError("it checks nothing");
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function != to)
        function.erase();
    removeUnused(to);
    addConstants(module, "inputs", program->data);
    addConstants(module, "expected", conversion.expected);
    return success();
  }
};
} // namespace
