//===- StoredConstants.cpp - ttnn-stored-constants ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Constants/StoreConstants.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/TTCore/CachedNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Ops/Queries/Queries.h"
#include "alcove/Optimize/Passes.h"

#include "mlir/IR/Builders.h"

#include <fmt/format.h>

namespace alcove::transforms {
#define GEN_PASS_DEF_TTNNSTOREDCONSTANTS
#include "alcove/Optimize/Passes.h.inc"
} // namespace alcove::transforms

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {

struct Wanted {
  std::string arguments;
  device::TensorSpec spec;
  bool found = false;
};

Result<std::vector<Wanted>> readWanted(const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
  std::vector<Wanted> all;
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (auto [number, line] : llvm::enumerate(lines)) {
    auto [layout, arguments] = line.split(' ');
    Result<device::TensorSpec> spec = device::parseTensorSpec(layout.str());
    if (!spec || arguments.empty() || spec->layout.bufferType != device::BufferType::DRAM)
      return Error{fmt::format("{}:{}: '{}' is no layout in DRAM and the arguments of a constant{}", path, number + 1,
                               line.str(), spec ? "" : ": " + spec.error().message)};
    all.push_back({arguments.str(), *spec});
  }
  return all;
}

struct StoredConstants : transforms::impl::TTNNStoredConstantsBase<StoredConstants> {
  using TTNNStoredConstantsBase::TTNNStoredConstantsBase;

  void runOnOperation() override {
    Result<std::vector<Wanted>> wanted = readWanted(file);
    if (!wanted) {
      emitError(getOperation()->getLoc()) << "stored-constants: " << wanted.error().message;
      return signalPassFailure();
    }
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (ttcore::isForwardFunction(function))
        storeIn(function, *wanted);
    for (const Wanted &each : *wanted)
      if (!each.found) {
        emitError(getOperation()->getLoc()) << "stored-constants: no const-eval function makes " << each.arguments
                                            << " as " << device::toString(each.spec) << " in another layout";
        return signalPassFailure();
      }
  }

  void storeIn(func::FuncOp function, std::vector<Wanted> &wanted) {
    std::optional<queries::Machine> machine = queries::machineOf(function);
    if (!machine)
      return;
    std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(function);
    auto fits = [&](RankedTensorType from, RankedTensorType to) {
      return deviceConverts(*model, *machine, ttnn::specOf(from), ttnn::specOf(to));
    };
    ConstantStore store(function);
    SmallVector<Value> constants(function.getArguments());
    function.walk([&](ttcore::LoadCachedOp load) { llvm::append_range(constants, load->getResults()); });
    for (Value constant : constants)
      for (Wanted &each : wanted)
        if (isThatConstant(constant, each)) {
          each.found = true;
          convert(constant, each.spec, *machine, store, fits);
          break;
        }
    store.finish();
  }

  /// Made of these arguments and read, with this shape, type and pages, and elsewhere or in other shards.
  static bool isThatConstant(Value constant, const Wanted &wanted) {
    ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(constant.getType());
    if (!layout || !layout.isDeviceMemory() || constant.use_empty() ||
        ttcore::argumentNamesOf(constant) != wanted.arguments)
      return false;
    device::TensorSpec spec = ttnn::specOf(cast<RankedTensorType>(constant.getType()));
    return spec.shape == wanted.spec.shape && spec.layout.dataType == wanted.spec.layout.dataType &&
           spec.layout.pageLayout == wanted.spec.layout.pageLayout && spec != wanted.spec;
  }

  static void convert(Value result, const device::TensorSpec &spec, const queries::Machine &machine,
                      ConstantStore &store, ConstantStore::Fits fits) {
    auto type = cast<RankedTensorType>(result.getType());
    auto stored = ttnn::withLayout(
        type, ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), spec.layout, machine.workerGrid));
    SmallVector<OpOperand *> readers = llvm::map_to_vector(result.getUses(), [](OpOperand &use) { return &use; });
    Value kept = store.storedAs(result, stored, fits);
    // Where the first reader stands: what is converted earlier takes its bytes for longer.
    Operation *first = readers.front()->getOwner();
    for (OpOperand *reader : readers)
      if (reader->getOwner()->isBeforeInBlock(first))
        first = reader->getOwner();
    OpBuilder builder(first);
    Value back = ttnn::ToMemoryConfigOp::create(builder, result.getLoc(), type, kept).getResult();
    for (OpOperand *reader : readers)
      reader->set(back);
  }
};

} // namespace
