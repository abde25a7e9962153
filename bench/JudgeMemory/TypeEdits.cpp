//===- TypeEdits.cpp - Which wrong result types are refused ----- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// type-edits PLANNED.mlir... [--sample=N] [--seed=S]
//
// Gives one value of a planned module another type at a time and asks the verifiers and the memory judge. Values that a
// function returns or takes are left alone: their types stand twice, so that any edit is refused for that reason. So
// are types that an op is free to have: those of typecasts, of what is made from attributes, and those of another
// operand (f32 times bf16 is either). Exit 1: a module is refused as it is, or less than --least percent of its edits
// are.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Memory/MemoryWalk.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"

#include <fmt/format.h>
#include <map>

namespace cl = llvm::cl;
using namespace alcove;
using mlir::RankedTensorType;

namespace {

cl::list<std::string> inputs(cl::Positional, cl::desc("<planned modules>"), cl::OneOrMore);
cl::opt<unsigned> sample("sample", cl::desc("Edits of each kind drawn per module (default: all)"), cl::init(0));
cl::opt<uint64_t> seed("seed", cl::init(1));
cl::opt<double> least("least", cl::desc("Fail when less than so many percent are refused"), cl::init(0));
cl::opt<bool> list("list", cl::desc("Print what passes"));

/// A layout with another memref shape, grid or memory; null when it cannot be built.
ttnn::TTNNLayoutAttr rebuilt(ttnn::TTNNLayoutAttr layout, llvm::ArrayRef<int64_t> shard, mlir::Type element,
                             ttnn::BufferType buffer, llvm::ArrayRef<int64_t> grid) {
  auto silent = [&] { return mlir::emitError(mlir::UnknownLoc::get(layout.getContext())); };
  mlir::ScopedDiagnosticHandler quiet(layout.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  auto memref = mlir::MemRefType::get(shard, element, mlir::MemRefLayoutAttrInterface(),
                                      ttnn::BufferTypeAttr::get(layout.getContext(), buffer));
  ttnn::TensorMemoryLayoutAttr memLayout = layout.getMemLayout();
  if (buffer == ttnn::BufferType::SystemMemory)
    memLayout = {};
  else if (!memLayout)
    memLayout = ttnn::TensorMemoryLayoutAttr::get(layout.getContext(), ttnn::TensorMemoryLayout::Interleaved);
  bool sharded = memLayout && memLayout.getValue() != ttnn::TensorMemoryLayout::Interleaved;
  return ttnn::TTNNLayoutAttr::getChecked(silent, layout.getContext(), layout.getLinear(), grid, memref, memLayout,
                                          layout.getTensorMesh(), layout.getIgnorePhysicalLayout(),
                                          sharded ? layout.getCoreRangeSet() : ttnn::CoreRangeSetAttr());
}

ttnn::TTNNLayoutAttr withShard(ttnn::TTNNLayoutAttr layout, int64_t rows, int64_t columns) {
  if (rows < 1 || columns < 1)
    return {};
  return rebuilt(layout, {rows, columns}, layout.getMemref().getElementType(), layout.getBufferType(),
                 layout.getGridShape());
}

mlir::Type storedElement(ttnn::TTNNLayoutAttr layout, device::DataType type) {
  if (layout.isTiled())
    return ttcore::TileType::get(layout.getContext(), device::tileHeight, device::tileWidth, ttcore::fromDevice(type));
  return ttcore::scalarTypeOf(layout.getContext(), type);
}

ttnn::TTNNLayoutAttr withElement(ttnn::TTNNLayoutAttr layout, device::DataType type) {
  return rebuilt(layout, layout.getMemref().getShape(), storedElement(layout, type), layout.getBufferType(),
                 layout.getGridShape());
}

struct Edit {
  std::string kind;
  mlir::Value value;
  RankedTensorType type;
};

/// Makers whose element type is theirs to choose.
bool choosesElements(mlir::Operation *op) {
  return op->getName().stripDialect() == "typecast" ||
         llvm::none_of(op->getOperandTypes(), [](mlir::Type type) { return mlir::isa<RankedTensorType>(type); });
}

void addElementEdits(mlir::Value value, RankedTensorType type, ttnn::TTNNLayoutAttr layout, std::vector<Edit> &edits) {
  device::DataType held = ttcore::toDevice(layout.getDataType());
  using device::DataType;
  for (DataType other : {DataType::F32, DataType::BF16, DataType::SI32, DataType::U32}) {
    std::optional<DataType> declared = ttcore::dataTypeOf(type.getElementType());
    if (other == held || other == declared)
      continue;
    mlir::Type scalar = ttcore::scalarTypeOf(type.getContext(), other);
    edits.push_back({"element of the tensor", value, RankedTensorType::get(type.getShape(), scalar, layout)});
    ttnn::TTNNLayoutAttr changed = withElement(layout, other);
    if (!changed)
      continue;
    edits.push_back(
        {"element of the layout", value, RankedTensorType::get(type.getShape(), type.getElementType(), changed)});
    bool ofAnOperand = llvm::any_of(value.getDefiningOp()->getOperandTypes(), [&](mlir::Type operand) {
      auto tensor = mlir::dyn_cast<RankedTensorType>(operand);
      return tensor && ttcore::dataTypeOf(tensor.getElementType()) == other;
    });
    if (!choosesElements(value.getDefiningOp()) && !ofAnOperand)
      edits.push_back({"element of both", value, RankedTensorType::get(type.getShape(), scalar, changed)});
  }
}

void addLayoutEdits(mlir::Value value, RankedTensorType type, ttnn::TTNNLayoutAttr layout, std::vector<Edit> &edits) {
  int64_t rows = layout.getMemref().getShape()[0], columns = layout.getMemref().getShape()[1];
  std::string where = !layout.isDeviceMemory()                           ? "memref on the host"
                      : layout.getBufferType() == ttnn::BufferType::DRAM ? "memref in DRAM"
                      : layout.isSharded()                               ? "shard in L1"
                                                                         : "pages in L1";
  auto add = [&](const std::string &kind, ttnn::TTNNLayoutAttr changed) {
    if (changed && changed != layout)
      edits.push_back({kind, value, RankedTensorType::get(type.getShape(), type.getElementType(), changed)});
  };
  for (auto [r, c] : {std::pair(rows + 1, columns), {rows, columns + 1}, {2 * rows, columns}, {rows, 2 * columns}})
    add(where + ", larger", withShard(layout, r, c));
  for (auto [r, c] : {std::pair(rows - 1, columns), {rows, columns - 1}, {rows / 2, columns}, {rows, columns / 2}})
    add(where + ", smaller", withShard(layout, r, c));
  if (rows != columns && (layout.isSharded() || layout.getBufferType() != ttnn::BufferType::L1))
    add(where + ", turned", withShard(layout, columns, rows));
  mlir::Type element = layout.getMemref().getElementType();
  llvm::ArrayRef<int64_t> grid = layout.getGridShape(), shard = layout.getMemref().getShape();
  if (layout.isSharded() && grid.size() == 2) {
    add("grid, larger", rebuilt(layout, shard, element, layout.getBufferType(), {2 * grid[0], grid[1]}));
    add("grid, larger", rebuilt(layout, shard, element, layout.getBufferType(), {grid[0], 2 * grid[1]}));
    if (grid[0] > 1)
      add("grid, smaller", rebuilt(layout, shard, element, layout.getBufferType(), {grid[0] - 1, grid[1]}));
  }
  bool onTheMove =
      value.getDefiningOp()->getName().getStringRef().contains(".to_") || choosesElements(value.getDefiningOp());
  if (layout.getBufferType() == ttnn::BufferType::DRAM && !layout.isSharded() && !onTheMove)
    add("memory", rebuilt(layout, shard, element, ttnn::BufferType::SystemMemory, grid));
}

std::vector<Edit> editsOf(mlir::func::FuncOp function) {
  std::vector<Edit> edits;
  function.walk([&](mlir::Operation *op) {
    if (op->getName().getDialectNamespace() != "ttnn")
      return;
    for (mlir::Value value : op->getResults()) {
      ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
      if (!layout || layout.getMemref().getRank() != 2 ||
          llvm::any_of(value.getUsers(), [](mlir::Operation *user) { return mlir::isa<mlir::func::ReturnOp>(user); }))
        continue;
      auto type = mlir::cast<RankedTensorType>(value.getType());
      addElementEdits(value, type, layout, edits);
      addLayoutEdits(value, type, layout, edits);
    }
  });
  return edits;
}

/// Whether verifiers or the judge say anything of a function.
bool refused(mlir::func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine) {
  mlir::ScopedDiagnosticHandler quiet(function.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  return failed(mlir::verify(function)) ||
         !judge::walkFunction(function, model, machine, machine.usableL1Bytes, 1).violations.empty();
}

std::string typeText(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

struct Counts {
  int64_t edits = 0, refused = 0;
};

bool editModule(mlir::ModuleOp module, std::map<std::string, Counts> &counts) {
  mlir::Operation *inner = nullptr;
  module.walk([&](mlir::ModuleOp op) { inner = op->hasAttr(ttcore::systemDescAttrName) ? op.getOperation() : inner; });
  std::optional<queries::Machine> machine = inner ? queries::machineOf(inner) : std::nullopt;
  if (!machine)
    return false;
  std::unique_ptr<opmodel::OpModel> model = queries::makeOpModel(inner);
  std::map<std::string, std::vector<Edit>> byKind;
  bool clean = true;
  inner->walk([&](mlir::func::FuncOp function) {
    if (!ttcore::isForwardFunction(function) && !ttcore::isConstEvalFunction(function))
      return;
    clean &= !refused(function, *model, *machine);
    for (Edit &edit : editsOf(function))
      byKind[edit.kind].push_back(std::move(edit));
  });
  Random random(seed);
  for (auto &[kind, edits] : byKind) {
    random.shuffle(edits);
    if (sample > 0 && edits.size() > sample)
      edits.resize(sample);
    for (Edit &edit : edits) {
      mlir::Type before = edit.value.getType();
      edit.value.setType(edit.type);
      mlir::Operation *op = edit.value.getDefiningOp();
      bool caught = refused(op->getParentOfType<mlir::func::FuncOp>(), *model, *machine);
      edit.value.setType(before);
      ++counts[kind].edits;
      counts[kind].refused += caught;
      if (!caught && list)
        fmt::print("  passes: {}, '{}': {} -> {}\n", kind, op->getName().getStringRef().str(), typeText(before),
                   typeText(edit.type));
    }
  }
  return clean;
}

} // namespace

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "Which wrong result types are refused.\n");
  mlir::DialectRegistry registry;
  registry.insert<ttcore::TTCoreDialect, ttir::TTIRDialect, ttnn::TTNNDialect, mlir::func::FuncDialect,
                  mlir::tensor::TensorDialect>();
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::map<std::string, Counts> counts;
  int64_t refusedModules = 0;
  for (const std::string &input : inputs) {
    mlir::OwningOpRef<mlir::ModuleOp> module = ttir::readModule(input, &context);
    if (!module || !editModule(*module, counts)) {
      fmt::print("REFUSED as it is: {}\n", input);
      ++refusedModules;
    }
  }
  Counts all;
  for (const auto &[kind, count] : counts) {
    fmt::print("{}: {} edits, {} refused\n", kind, count.edits, count.refused);
    all.edits += count.edits, all.refused += count.refused;
  }
  double share = 100.0 * static_cast<double>(all.refused) / static_cast<double>(std::max<int64_t>(1, all.edits));
  fmt::print("{} modules, {} refused as they are; {} edits, {} refused ({:.1f} %)\n", inputs.size(), refusedModules,
             all.edits, all.refused, share);
  return refusedModules > 0 || share < least ? 1 : 0;
}
