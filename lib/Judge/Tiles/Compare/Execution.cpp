//===- Execution.cpp - Run a function of a module in process --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Tiles/Compare/Execution.h"

#include "alcove/Base/Support/Random.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <fmt/format.h>
#include <mutex>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Bytes of one stored element, as LLVM lays it out: i1 in a byte, other integers in the next power of two.
size_t storedBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * storedBytes(complex.getElementType());
  if (!type.isIntOrFloat())
    return 8;
  size_t bytes = (type.getIntOrFloatBitWidth() + 7) / 8, power = 1;
  while (power < bytes)
    power *= 2;
  return power;
}

/// Operations for which upstream has no way to loops are decomposed first.
LogicalResult decompose(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  std::vector<Operation *> found;
  module.walk([&](Operation *op) {
    if (isa<linalg::SoftmaxOp, linalg::PackOp, linalg::UnPackOp>(op))
      found.push_back(op);
  });
  for (Operation *op : found) {
    rewriter.setInsertionPoint(op);
    if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op)) {
      FailureOr<SmallVector<Value>> parts = softmax.decomposeOperation(rewriter);
      if (failed(parts))
        return failure();
      rewriter.replaceOp(op, *parts);
    } else if (auto pack = dyn_cast<linalg::PackOp>(op)) {
      if (failed(linalg::lowerPack(rewriter, pack)))
        return failure();
    } else if (failed(linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op)))) {
      return failure();
    }
  }
  RewritePatternSet patterns(module.getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  linalg::populateDecomposeWinogradOpsPatterns(patterns);
  return applyPatternsGreedily(module, std::move(patterns));
}

struct Lowering {
  /// Tensors to loops over memory.
  static constexpr const char *toLoops =
      // Before CSE: one tensor.empty shared by two loops would be one buffer, and a copy.
      "builtin.module(func.func(convert-elementwise-to-linalg),func.func(empty-tensor-to-alloc-tensor),canonicalize,"
      "cse,"
      "one-shot-bufferize{bufferize-function-boundaries=true allow-return-allocs-from-loops=true "
      "function-boundary-type-conversion=identity-layout-map},"
      // A tile buffer of static size is allocated once, not once per tile.
      "func.func(buffer-hoisting,buffer-loop-hoisting),"
      "buffer-deallocation-pipeline,convert-bufferization-to-memref)";
  static constexpr const char *serial = "builtin.module(func.func(scf-forall-to-for,convert-linalg-to-loops),";
  static constexpr const char *parallel = "builtin.module(func.func(scf-forall-to-parallel),";
  static constexpr const char *tidyLoops = "fold-memref-alias-ops,canonicalize,cse,loop-invariant-code-motion)";
  /// scf.parallel to tasks of the thread pool of upstream's runtime; {} is the number of threads.
  static constexpr const char *toTasks =
      "builtin.module(async-parallel-for{{async-dispatch=true num-workers={} min-task-size=1}},"
      "async-to-async-runtime,func.func(async-runtime-ref-counting,async-runtime-ref-counting-opt),"
      "convert-async-to-llvm)";
  /// Loops to the LLVM dialect.
  static constexpr const char *toLlvm =
      "builtin.module(lower-affine,convert-scf-to-cf,expand-strided-metadata,lower-affine,"
      "convert-math-to-llvm,convert-math-to-libm,convert-complex-to-standard,convert-complex-to-llvm,"
      "convert-index-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,"
      "convert-ub-to-llvm,reconcile-unrealized-casts)";
};

LogicalResult runPasses(ModuleOp module, StringRef pipeline) {
  PassManager manager(module.getContext());
  return success(succeeded(parsePassPipeline(pipeline.drop_front(strlen("builtin.module(")).drop_back(1), manager)) &&
                 succeeded(manager.run(module)));
}

/// `loop` without what it carries, as scf.parallel.
void makeParallel(IRRewriter &rewriter, scf::ForOp loop) {
  rewriter.setInsertionPoint(loop);
  auto parallel = scf::ParallelOp::create(rewriter, loop.getLoc(), ValueRange{loop.getLowerBound()},
                                          ValueRange{loop.getUpperBound()}, ValueRange{loop.getStep()});
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), parallel.getBody()->getTerminator(), parallel.getInductionVars());
  rewriter.eraseOp(loop);
}

/// Of the loops of an operation the one that is shared by threads: the first parallel one with an iteration for each.
/// What is in a loop stays as it is: starting threads in every iteration takes longer than most iterations do, also
/// where the loop was a parallel one of one iteration, which canonicalization folds away (the last tile of a ragged
/// loop).
LogicalResult linalgToParallelLoops(ModuleOp module, unsigned threads) {
  IRRewriter rewriter(module.getContext());
  std::vector<linalg::LinalgOp> found;
  module.walk([&](linalg::LinalgOp op) { found.push_back(op); });
  for (linalg::LinalgOp op : found) {
    bool inside = op->getParentOfType<scf::ForallOp>() || op->getParentOfType<scf::ForOp>();
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToLoops(rewriter, op);
    if (failed(loops))
      return failure();
    rewriter.eraseOp(op);
    for (size_t i = 0; !inside && i < loops->size(); ++i) {
      auto loop = dyn_cast<scf::ForOp>((*loops)[i]);
      std::optional<APInt> trips = loop ? loop.getStaticTripCount() : std::nullopt;
      if (!loop || kinds[i] != utils::IteratorType::parallel || (trips && trips->ult(threads)))
        continue;
      makeParallel(rewriter, loop);
      break;
    }
  }
  return success();
}

LogicalResult loopsToThreads(ModuleOp module, unsigned threads) {
  return success(succeeded(linalgToParallelLoops(module, threads)) &&
                 succeeded(runPasses(module, std::string(Lowering::parallel) + Lowering::tidyLoops)) &&
                 succeeded(runPasses(module, fmt::format(Lowering::toTasks, threads))));
}

Status lower(ModuleOp module, const RunOptions &options) {
  if (!options.lowering.empty()) {
    PassManager manager(module.getContext());
    if (failed(parsePassPipeline(options.lowering, manager)) || failed(manager.run(module)))
      return Error{fmt::format("lowering: '{}' failed", options.lowering)};
    return {};
  }
  if (failed(decompose(module)))
    return Error{"lowering: an operation could not be decomposed into loops"};
  if (failed(runPasses(module, Lowering::toLoops)) ||
      failed(options.threads > 1 ? loopsToThreads(module, options.threads)
                                 : runPasses(module, std::string(Lowering::serial) + Lowering::tidyLoops)))
    return Error{"lowering: tensors to loops failed"};
  if (options.approximateMath) {
    RewritePatternSet patterns(module.getContext());
    populateMathPolynomialApproximationPatterns(patterns);
    if (failed(applyPatternsGreedily(module, std::move(patterns))))
      return Error{"lowering: math approximation failed"};
  }
  // Expansion also turns maxima into comparisons, which no longer vectorize: only where something needs it.
  bool expand = false;
  module.walk([&](Operation *op) {
    expand |= isa<arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
    for (TypeRange types : {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      expand |= llvm::any_of(types, [](Type type) { return getElementTypeOrSelf(type).isBF16(); });
  });
  if (expand && failed(runPasses(module, "builtin.module(arith-expand{include-bf16=true})")))
    return Error{"lowering: arithmetic could not be expanded"};
  if (failed(runPasses(module, Lowering::toLlvm)))
    return Error{"lowering: loops to LLVM failed"};
  return {};
}

/// The argument reaches an index cast, possibly through the bodies of linalg operations.
bool reachesIndex(Value value, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return true;
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      if (reachesIndex(linalgOp.getMatchingBlockArgument(&use), seen))
        return true;
    for (Value result : op->getResults())
      if (getElementTypeOrSelf(result.getType()).isIntOrIndex() && reachesIndex(result, seen))
        return true;
  }
  return false;
}

bool isRunnable(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return isRunnable(tensor.getElementType()) && !isa<TensorType>(tensor.getElementType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return isa<FloatType>(complex.getElementType());
  return type.isIndex() || isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) ||
         (type.isInteger() && type.getIntOrFloatBitWidth() <= 64);
}

uint16_t toHalfBits(double value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool lossy = false;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &lossy);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

double toDouble(const char *bytes, Type type) {
  if (type.isF64()) {
    double value = 0;
    memcpy(&value, bytes, 8);
    return value;
  }
  if (type.isF32()) {
    float value = 0;
    memcpy(&value, bytes, 4);
    return value;
  }
  uint16_t bits = 0;
  memcpy(&bits, bytes, 2);
  return APFloat(cast<FloatType>(type).getFloatSemantics(), APInt(16, bits)).convertToDouble();
}

void fill(char *bytes, Type type, Random &random, bool isIndex) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    size_t half = storedBytes(complex.getElementType());
    fill(bytes, complex.getElementType(), random, false);
    fill(bytes + half, complex.getElementType(), random, false);
    return;
  }
  if (isa<FloatType>(type)) {
    double value = random.unit() * 2 - 1;
    if (type.isF64()) {
      memcpy(bytes, &value, 8);
    } else if (type.isF32()) {
      float narrow = static_cast<float>(value);
      memcpy(bytes, &narrow, 4);
    } else {
      uint16_t bits = toHalfBits(value, cast<FloatType>(type).getFloatSemantics());
      memcpy(bytes, &bits, 2);
    }
    return;
  }
  size_t size = storedBytes(type);
  int64_t value = 0;
  if (isIndex || type.isInteger(1))
    value = static_cast<int64_t>(random.below(2));
  else if (size == 1)
    value = random.between(-128, 127);
  else
    value = random.between(-1000, 1000);
  memcpy(bytes, &value, size);
}

double nanoseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

int64_t elementCount(const TensorData &data) {
  int64_t count = 1;
  for (int64_t extent : data.shape)
    count *= extent;
  return count;
}

} // namespace

/// One set of packed arguments.
///
///   packed:  &descriptor0*  &scalar1  ...             (results behind one pointer in front of them)
///   descriptor: allocated, aligned, offset, sizes..., strides...     8 bytes each
struct Program::Call {
  std::vector<std::vector<int64_t>> descriptors;
  std::vector<void *> pointers;
  std::vector<void *> packed;
  std::vector<int64_t> results;
  void *resultPointer = nullptr;
  int64_t scalarResult = 0;
};

Program::Program() = default;
/// A result is there before the thread that made it has left the compiled code, and the runtime does not say when it
/// has: code of several threads stays until the process ends.
static void keepForThreads(std::unique_ptr<ExecutionEngine> engine) {
  static std::mutex mutex;
  static auto &kept = *new std::vector<std::unique_ptr<ExecutionEngine>>;
  std::scoped_lock<std::mutex> lock(mutex);
  kept.push_back(std::move(engine));
}

Program::~Program() {
  if (options.threads > 1 && engine)
    keepForThreads(std::move(engine));
}

void registerForExecution(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  // Buffers stay mapped between runs: page faults of fresh memory would drown what caches do.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 2000 << 20);
}

std::vector<std::string> runnableFunctions(ModuleOp module) {
  std::vector<std::string> names;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && function.getNumResults() > 0 &&
        llvm::all_of(function.getArgumentTypes(), isRunnable) && llvm::all_of(function.getResultTypes(), isRunnable))
      names.push_back(function.getSymName().str());
  return names;
}

Result<std::unique_ptr<Program>> Program::compile(ModuleOp module, const std::string &function,
                                                  const RunOptions &options) {
  std::unique_ptr<Program> program(new Program());
  program->options = options;
  program->name = function;
  program->lowered = OwningOpRef<ModuleOp>(cast<ModuleOp>(module->clone()));
  auto entry = program->lowered->lookupSymbol<func::FuncOp>(function);
  if (!entry)
    return Error{fmt::format("the module has no function '{}'", function)};
  // Functions that this one does not need must not keep it from being lowered.
  for (bool erased = true; erased;) {
    erased = false;
    for (auto other : llvm::make_early_inc_range(program->lowered->getOps<func::FuncOp>()))
      if (other != entry && SymbolTable::symbolKnownUseEmpty(other, *program->lowered)) {
        other.erase();
        erased = true;
      }
  }
  for (TypeRange types : {TypeRange(entry.getArgumentTypes()), TypeRange(entry.getResultTypes())})
    for (Type type : types)
      if (!isRunnable(type))
        return Error{
            fmt::format("'{}' has an argument or result that is neither a ranked tensor nor a scalar", function)};
  for (auto [index, argument] : llvm::enumerate(entry.getArguments())) {
    program->argumentTypes.push_back(argument.getType());
    llvm::DenseSet<Value> seen;
    Type element = getElementTypeOrSelf(argument.getType());
    program->isIndex.push_back(element.isIndex() || (element.isInteger() && reachesIndex(argument, seen)));
    if (isa<TensorType>(argument.getType()))
      entry.setArgAttr(index, bufferization::BufferizationDialect::kWritableAttrName,
                       BoolAttr::get(module.getContext(), false));
  }
  program->resultTypes.assign(entry.getResultTypes().begin(), entry.getResultTypes().end());
  entry->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(), UnitAttr::get(module.getContext()));
  ALCOVE_RETURN_IF_ERROR(lower(*program->lowered, options));
  auto machineBuilder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machineBuilder)
    return Error{llvm::toString(machineBuilder.takeError())};
  auto machine = machineBuilder->createTargetMachine();
  if (!machine)
    return Error{llvm::toString(machine.takeError())};
  auto transformer = makeOptimizingTransformer(options.optLevel, 0, machine->get());
  ExecutionEngineOptions engineOptions;
  engineOptions.transformer = transformer;
  // memrefCopy: copies between layouts.
  StringRef runnerUtils = ALCOVE_MLIR_RUNNER_UTILS;
  engineOptions.sharedLibPaths = ArrayRef<StringRef>(runnerUtils);
  // Loaded by the engine, the pool of threads would end with the first program, for all that come after it.
  std::string why;
  if (options.threads > 1 && llvm::sys::DynamicLibrary::LoadLibraryPermanently(ALCOVE_MLIR_ASYNC_RUNTIME, &why))
    return Error{"the runtime of threads cannot be loaded: " + why};
  engineOptions.jitCodeGenOptLevel = static_cast<llvm::CodeGenOptLevel>(options.optLevel);
  engineOptions.enableGDBNotificationListener = false;
  engineOptions.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(*program->lowered, engineOptions);
  if (!engine)
    return Error{llvm::toString(engine.takeError())};
  program->engine = std::move(*engine);
  return program;
}

std::vector<TensorData> Program::arguments(uint64_t seed) const {
  Random random(seed);
  std::vector<TensorData> data;
  for (auto [type, index] : llvm::zip_equal(argumentTypes, isIndex)) {
    TensorData value;
    value.elementType = getElementTypeOrSelf(type);
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      for (int64_t extent : tensor.getShape())
        value.shape.push_back(ShapedType::isDynamic(extent) ? options.dynamicExtent : extent);
    size_t size = storedBytes(value.elementType);
    int64_t count = elementCount(value);
    value.bytes.resize(count * size);
    for (int64_t i = 0; i < count; ++i)
      fill(value.bytes.data() + i * size, value.elementType, random, index);
    data.push_back(std::move(value));
  }
  return data;
}

/// Of the last run of this thread: a program may run on several at once.
static thread_local RunTime lastRun;

Result<std::vector<TensorData>> Program::run(std::vector<TensorData> &arguments) {
  Call call;
  call.descriptors.reserve(arguments.size());
  call.pointers.reserve(arguments.size());
  // Result struct: descriptors and scalars in order, each at its natural alignment.
  size_t resultBytes = 0;
  std::vector<size_t> places;
  for (Type type : resultTypes) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    size_t size = tensor ? 8 * (3 + 2 * tensor.getRank()) : storedBytes(type);
    size_t alignment = tensor ? 8 : size;
    resultBytes = (resultBytes + alignment - 1) / alignment * alignment;
    places.push_back(resultBytes);
    resultBytes += size;
  }
  call.results.assign(resultBytes / 8 + 1, 0);
  call.resultPointer = call.results.data();
  bool scalar = resultTypes.size() == 1 && !isa<TensorType>(resultTypes[0]);
  if (!scalar && !resultTypes.empty())
    call.packed.push_back(&call.resultPointer);
  for (auto [data, type] : llvm::zip_equal(arguments, argumentTypes)) {
    if (!isa<TensorType>(type)) {
      call.packed.push_back(data.bytes.data());
      continue;
    }
    std::vector<int64_t> descriptor{reinterpret_cast<int64_t>(data.bytes.data()),
                                    reinterpret_cast<int64_t>(data.bytes.data()), 0};
    descriptor.insert(descriptor.end(), data.shape.begin(), data.shape.end());
    std::vector<int64_t> strides(data.shape.size(), 1);
    for (size_t d = data.shape.size(); d-- > 1;)
      strides[d - 1] = strides[d] * data.shape[d];
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
    call.descriptors.push_back(std::move(descriptor));
    call.pointers.push_back(call.descriptors.back().data());
    call.packed.push_back(&call.pointers.back());
  }
  if (scalar)
    call.packed.push_back(call.resultPointer);
  double wall = nanoseconds(CLOCK_MONOTONIC), cpu = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  if (llvm::Error error = engine->invokePacked("_mlir_ciface_" + name, call.packed))
    return Error{llvm::toString(std::move(error))};
  lastRun = {nanoseconds(CLOCK_MONOTONIC) - wall, nanoseconds(CLOCK_THREAD_CPUTIME_ID) - cpu};
  std::vector<TensorData> results;
  llvm::DenseSet<void *> owned;
  for (auto [type, place] : llvm::zip_equal(resultTypes, places)) {
    const char *base = reinterpret_cast<const char *>(call.results.data()) + place;
    TensorData value;
    value.elementType = getElementTypeOrSelf(type);
    size_t size = storedBytes(value.elementType);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor) {
      value.bytes.assign(base, base + size);
      results.push_back(std::move(value));
      continue;
    }
    const auto *words = reinterpret_cast<const int64_t *>(base);
    value.shape.assign(words + 3, words + 3 + tensor.getRank());
    const char *data = reinterpret_cast<const char *>(words[1]) + words[2] * size;
    value.bytes.assign(data, data + elementCount(value) * size);
    void *allocated = reinterpret_cast<void *>(words[0]);
    bool argument = llvm::any_of(arguments, [&](TensorData &a) { return a.bytes.data() == allocated; });
    if (!argument)
      owned.insert(allocated);
    results.push_back(std::move(value));
  }
  // Only now: two results may be one buffer.
  for (void *allocated : owned)
    free(allocated);
  return results;
}

Result<std::vector<RunTime>> Program::time(std::vector<TensorData> &arguments, int count) {
  std::vector<RunTime> times;
  for (int i = 0; i <= count; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::vector<TensorData> results, run(arguments));
    if (i > 0 || count == 0)
      times.push_back(lastRun);
  }
  return times;
}

Comparison compare(const std::vector<TensorData> &a, const std::vector<TensorData> &b, double tolerance) {
  Comparison comparison;
  for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size() || i >= b.size() || a[i].shape != b[i].shape || a[i].bytes.size() != b[i].bytes.size()) {
      ++comparison.wrong;
      comparison.firstWrong = fmt::format("result {} has another shape", i);
      return comparison;
    }
    Type type = a[i].elementType;
    if (auto complex = dyn_cast<ComplexType>(type))
      type = complex.getElementType();
    size_t size = storedBytes(type);
    for (size_t offset = 0; offset + size <= a[i].bytes.size(); offset += size) {
      ++comparison.elements;
      const char *x = a[i].bytes.data() + offset, *y = b[i].bytes.data() + offset;
      // Of an i48 in eight bytes two are never written.
      if (memcmp(x, y, type.isInteger() ? (type.getIntOrFloatBitWidth() + 7) / 8 : size) == 0)
        continue;
      bool wrong = true;
      double error = 0;
      if (isa<FloatType>(type)) {
        double p = toDouble(x, type), q = toDouble(y, type);
        if (std::isnan(p) && std::isnan(q))
          continue;
        error = std::abs(p - q) / std::max({1.0, std::abs(p), std::abs(q)});
        wrong = !(error <= tolerance) && p != q;
      }
      ++comparison.different;
      if (error > comparison.largestError)
        comparison.largestError = error;
      if (wrong && comparison.wrong++ == 0)
        comparison.firstWrong = isa<FloatType>(type) ? fmt::format("result {}, element {}: {} and {}", i, offset / size,
                                                                   toDouble(x, type), toDouble(y, type))
                                                     : fmt::format("result {}, element {}: bytes differ ({} and {})", i,
                                                                   offset / size, int(*x), int(*y));
    }
  }
  return comparison;
}

} // namespace alcove::supertiling
