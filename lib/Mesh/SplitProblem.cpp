//===- SplitProblem.cpp - A function of TTIR as a mesh problem --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SplitProblem.h"
#include "SplitRules.h"

#include "alcove/Ops/Dialect/TTCore/ShardDims.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Queries/Queries.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;
using plan::mesh::Cost;
using plan::mesh::impossible;
using plan::mesh::partial;
using plan::mesh::Placement;
using plan::mesh::replicated;
using plan::mesh::Sharding;
using plan::mesh::Split;
using plan::mesh::Strategy;

namespace {

std::vector<int64_t> extentsOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return {type.getShape().begin(), type.getShape().end()};
}

device::DataType typeOf(Value value) {
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  if (std::optional<device::DataType> type = ttcore::dataTypeOf(element))
    return *type;
  return element.getIntOrFloatBitWidth() > 16 ? device::DataType::F32 : device::DataType::BF16;
}

/// Weights that convolutions alone read are one matrix there: a row per input channel and window position.
bool isKernel(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUses(), [](OpOperand &use) {
    StringRef name = use.getOwner()->getName().stripDialect();
    return use.getOperandNumber() == 1 && (name == "conv2d" || name == "conv3d" || name == "conv_transpose2d");
  });
}

/// Bytes in DRAM: whole tiles, where the last two dimensions fill any.
Bytes bytesOf(Value value) {
  device::TensorSpec spec{extentsOf(value), {}};
  if (isKernel(value) && spec.shape.size() > 2) {
    int64_t rows = 1;
    for (size_t dim = 1; dim < spec.shape.size(); ++dim)
      rows *= spec.shape[dim];
    spec.shape = {rows, spec.shape[0]};
  }
  spec.layout.dataType = typeOf(value);
  int64_t elements = 1;
  for (size_t dim = 0; dim < spec.shape.size(); ++dim)
    elements *= dim + 2 >= spec.shape.size() && spec.shape.size() > 1 ? roundUp(spec.shape[dim], 32) : spec.shape[dim];
  return elements / 1024 * device::tileBytes(spec.layout.dataType) +
         elements % 1024 * device::tileBytes(spec.layout.dataType) / 1024;
}

/// One choice for all axes: the shardings of operands and results.
struct Way {
  std::vector<Split> splits;
  std::vector<Sharding> inputs, outputs;
};

class ProblemBuilder {
public:
  ProblemBuilder(func::FuncOp function, const MeshMachine &machine) : function(function), machine(machine) {}

  Result<SplitProblem> run() {
    for (const MeshAxis &axis : machine.axes)
      result.problem.axes.push_back(axis.chips);
    result.problem.name = function.getName().str();
    result.problem.capacity = machine.dramBytes;
    ALCOVE_RETURN_IF_ERROR(collect());
    for (Operation *op : result.ops)
      ways.push_back(waysOf(op));
    offerShardings();
    for (size_t o = 0; o < result.ops.size(); ++o)
      addStrategies(o);
    for (auto [value, index] : result.tensors)
      addConversions(value, index);
    ALCOVE_RETURN_IF_ERROR(plan::mesh::check(result.problem));
    return std::move(result);
  }

private:
  Status collect() {
    if (function.isDeclaration() || !function.getBody().hasOneBlock())
      return Error{fmt::format("function {}: one block of ops is needed", function.getName().str())};
    for (BlockArgument argument : function.getArguments()) {
      ALCOVE_RETURN_IF_ERROR(addTensor(argument, fmt::format("arg{}", argument.getArgNumber())));
      auto kind =
          function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
      bool constant = kind && (kind.getValue() == ttcore::ArgumentType::Parameter ||
                               kind.getValue() == ttcore::ArgumentType::Constant);
      if (constant)
        decided.insert(argument);
      result.problem.tensors.back().isParameter = constant;
      readWish(argument);
    }
    for (Operation &op : function.getBody().front().without_terminator())
      ALCOVE_RETURN_IF_ERROR(collectOp(&op));
    for (Value value : function.getBody().front().getTerminator()->getOperands())
      result.problem.tensors[result.tensors[value]].isResult = true;
    countBytes();
    return {};
  }

  Status addTensor(Value value, std::string name) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return Error{fmt::format("{}: only tensors of static shapes are split over a mesh", name)};
    result.tensors[value] = static_cast<int32_t>(result.problem.tensors.size());
    plan::mesh::Tensor tensor;
    tensor.name = std::move(name);
    tensor.shape = extentsOf(value);
    result.problem.tensors.push_back(std::move(tensor));
    return {};
  }

  Status collectOp(Operation *op) {
    std::string name = fmt::format("{}#{}", op->getName().stripDialect().str(), result.ops.size());
    if (op->getName().getDialectNamespace() != "ttir" || op->getNumRegions() > 0)
      return Error{fmt::format("{}: '{}' is no plain op of TTIR", name, op->getName().getStringRef().str())};
    plan::mesh::Op entry;
    entry.name = name;
    for (Value operand : op->getOperands())
      entry.inputs.push_back(result.tensors[operand]);
    for (Value output : op->getResults()) {
      entry.outputs.push_back(static_cast<int32_t>(result.problem.tensors.size()));
      ALCOVE_RETURN_IF_ERROR(addTensor(output, fmt::format("{}.{}", name, cast<OpResult>(output).getResultNumber())));
    }
    if (changesFirstOperand(op))
      changed.insert(op->getOperand(0));
    else if (llvm::all_of(op->getOperands(), [&](Value operand) { return decided.contains(operand); }))
      for (Value output : op->getResults())
        decided.insert(output);
    result.problem.ops.push_back(std::move(entry));
    result.ops.push_back(op);
    return {};
  }

  bool isDecided(Operation *op) const { return op->getNumResults() > 0 && decided.contains(op->getResult(0)); }

  /// What only ops before the program read lies nowhere while it runs.
  void countBytes() {
    for (auto [value, index] : result.tensors) {
      plan::mesh::Tensor &tensor = result.problem.tensors[index];
      bool read = tensor.isResult;
      for (Operation *user : value.getUsers())
        read |= !isDecided(user);
      bool stays = read || !decided.contains(value);
      tensor.bytes = stays ? bytesOf(value) : 0;
      tensor.isResult |= stays && decided.contains(value) && value.getDefiningOp();
    }
  }

  /// `mesh_shard` cuts a dimension along one axis: what crosses the border of the program in parts does so at most.
  /// Parameters may be cut again behind it, before the program runs.
  bool crossesInParts(Value value) const {
    return (isa<BlockArgument>(value) && !decided.contains(value)) ||
           llvm::is_contained(function.getBody().front().getTerminator()->getOperands(), value);
  }

  /// Equal parts.
  bool fits(Value value, const Sharding &sharding) const {
    for (size_t axis = 0; axis < sharding.size(); ++axis)
      if (sharding[axis] >= 0 && llvm::is_contained(ArrayRef(sharding).take_front(axis), sharding[axis]) &&
          crossesInParts(value))
        return false;
    std::vector<int64_t> shape = extentsOf(value), parts(shape.size(), 1);
    for (size_t axis = 0; axis < sharding.size(); ++axis)
      if (sharding[axis] >= 0)
        parts[sharding[axis]] *= machine.axes[axis].chips;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (shape[dim] % parts[dim] != 0)
        return false;
    return true;
  }

  std::vector<Way> waysOf(Operation *op) {
    std::vector<Factor> factors = factorsOf(op);
    std::vector<Way> open(1);
    open[0].inputs.resize(op->getNumOperands());
    open[0].outputs.resize(op->getNumResults());
    for (const MeshAxis &axis : machine.axes) {
      std::vector<Way> next;
      for (const Way &way : open) {
        next.push_back(extended(way, nullptr));
        for (const Factor &factor : factors)
          if (axis.chips > 1)
            next.push_back(extended(way, &factor));
      }
      open = std::move(next);
    }
    std::erase_if(open, [&](const Way &way) {
      for (auto [i, operand] : llvm::enumerate(op->getOperands()))
        if (!fits(operand, way.inputs[i]))
          return true;
      for (auto [i, output] : llvm::enumerate(op->getResults()))
        if (!fits(output, way.outputs[i]))
          return true;
      return false;
    });
    return open;
  }

  static Way extended(Way way, const Factor *factor) {
    way.splits.push_back(factor ? factor->split : Split::Whole);
    for (size_t i = 0; i < way.inputs.size(); ++i)
      way.inputs[i].push_back(factor ? factor->inputs[i] : replicated);
    for (size_t i = 0; i < way.outputs.size(); ++i)
      way.outputs[i].push_back(factor ? factor->outputs[i] : replicated);
    return way;
  }

  static int32_t indexOf(plan::mesh::Tensor &tensor, const Sharding &sharding) {
    auto found = std::find(tensor.shardings.begin(), tensor.shardings.end(), sharding);
    if (found == tensor.shardings.end())
      found = tensor.shardings.insert(found, sharding);
    return static_cast<int32_t>(found - tensor.shardings.begin());
  }

  /// A tensor may be kept whole, as its producer leaves it, and as any reader wants it.
  void offerShardings() {
    std::vector<plan::mesh::Tensor> &tensors = result.problem.tensors;
    for (plan::mesh::Tensor &tensor : tensors)
      tensor.shardings.push_back(Sharding(machine.axes.size(), replicated));
    for (const auto &[value, sharding] : wishes)
      tensors[result.tensors[value]].shardings[0] = sharding;
    for (size_t o = 0; o < ways.size(); ++o) {
      std::erase_if(ways[o], [&](const Way &way) { return wantsSummandsOfNone(o, way); });
      followWishes(o);
      for (const Way &way : ways[o]) {
        for (size_t i = 0; i < way.outputs.size(); ++i)
          indexOf(tensors[result.problem.ops[o].outputs[i]], way.outputs[i]);
        for (size_t i = 0; i < way.inputs.size(); ++i)
          indexOf(tensors[result.problem.ops[o].inputs[i]], way.inputs[i]);
      }
    }
  }

  /// Who reads an argument that the front end has cut reads it so, where the op can.
  void followWishes(size_t o) {
    for (auto [i, operand] : llvm::enumerate(result.ops[o]->getOperands())) {
      auto wish = wishes.find(operand);
      if (wish == wishes.end())
        continue;
      auto follows = [&, i = i](const Way &way) { return way.inputs[i] == wish->second; };
      if (llvm::any_of(ways[o], follows))
        std::erase_if(ways[o], [&](const Way &way) { return !follows(way); });
    }
  }

  /// `alcove.shard_dims` of an argument, where the parts are equal.
  void readWish(BlockArgument argument) {
    auto dims = function.getArgAttrOfType<DenseI64ArrayAttr>(argument.getArgNumber(), ttcore::shardDimsAttrName);
    if (!dims || dims.size() != int64_t(machine.axes.size()))
      return;
    Sharding wish;
    for (auto [dim, axis] : llvm::zip(dims.asArrayRef(), machine.axes))
      wish.push_back(axis.chips > 1 ? static_cast<Placement>(dim) : replicated);
    if (fits(argument, wish))
      wishes.insert({argument, wish});
  }

  /// A reader of summands needs a producer that leaves them so: offered by earlier ops only.
  bool wantsSummandsOfNone(size_t o, const Way &way) const {
    for (size_t i = 0; i < way.inputs.size(); ++i) {
      const Sharding &wanted = way.inputs[i];
      const std::vector<Sharding> &offered = result.problem.tensors[result.problem.ops[o].inputs[i]].shardings;
      if (llvm::is_contained(wanted, partial) && !llvm::is_contained(offered, wanted))
        return true;
    }
    return false;
  }

  void addStrategies(size_t o) {
    plan::mesh::Op &entry = result.problem.ops[o];
    for (const Way &way : ways[o]) {
      Strategy strategy;
      strategy.splits = way.splits;
      for (size_t i = 0; i < way.inputs.size(); ++i)
        strategy.inputs.push_back(indexOf(result.problem.tensors[entry.inputs[i]], way.inputs[i]));
      for (size_t i = 0; i < way.outputs.size(); ++i)
        strategy.outputs.push_back(indexOf(result.problem.tensors[entry.outputs[i]], way.outputs[i]));
      strategy.cost = isDecided(result.ops[o]) ? 0 : price(result.ops[o], way);
      entry.strategies.push_back(std::move(strategy));
    }
  }

  void addConversions(Value value, int32_t index) {
    plan::mesh::Tensor &tensor = result.problem.tensors[index];
    for (const Sharding &from : tensor.shardings)
      for (const Sharding &to : tensor.shardings) {
        Cost cost = from == to ? 0 : conversion(value, from, to);
        tensor.conversions.push_back(cost);
      }
  }

  Cost conversion(Value value, const Sharding &from, const Sharding &to) {
    if (changed.contains(value))
      return impossible;
    if (decided.contains(value)) // the least that says: as the reader wants it, rather than another way
      return priceOf(machine, extentsOf(value), typeOf(value), from, to) < impossible ? 1 : impossible;
    std::string key = fmt::format("{} {} {} {}", fmt::join(extentsOf(value), "x"), static_cast<int>(typeOf(value)),
                                  plan::mesh::toString(from), plan::mesh::toString(to));
    auto [found, isNew] = prices.try_emplace(key, 0);
    if (isNew)
      found->second = priceOf(machine, extentsOf(value), typeOf(value), from, to);
    return found->second;
  }

  /// The op on one chip as a question. A product of any dimensions is one of batches, rows and columns.
  opmodel::Query queryOf(Operation *op, const Way &way) {
    opmodel::Query query;
    query.op = op->getName().stripDialect().str();
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      device::TensorLayout layout;
      layout.dataType = typeOf(operand);
      query.inputs.push_back({localShape(machine, extentsOf(operand), way.inputs[i]), layout});
    }
    for (auto [i, output] : llvm::enumerate(op->getResults())) {
      device::TensorLayout layout;
      layout.dataType = typeOf(output);
      query.outputs.push_back({localShape(machine, extentsOf(output), way.outputs[i]), layout.dataType, layout});
    }
    for (NamedAttribute attribute : op->getAttrDictionary())
      queries::addAttribute(query, attribute.getName().getValue(), attribute.getValue());
    if (query.op == "dot_general")
      asMatmul(query);
    return query;
  }

  static void asMatmul(opmodel::Query &query) {
    auto listed = [&](const char *name) {
      auto *list = std::get_if<std::vector<int64_t>>(&query.attributes[name]);
      return list ? *list : std::vector<int64_t>();
    };
    auto volume = [](const std::vector<int64_t> &shape, const std::vector<int64_t> &dims) {
      int64_t product = 1;
      for (int64_t dim : dims)
        product *= shape[dim];
      return product;
    };
    auto all = [](const std::vector<int64_t> &shape) {
      int64_t product = 1;
      for (int64_t dim : shape)
        product *= dim;
      return product;
    };
    const std::vector<int64_t> &left = query.inputs[0].shape, &right = query.inputs[1].shape;
    int64_t batch = volume(left, listed("batch_dims_lhs")), sum = volume(left, listed("contract_dims_lhs"));
    int64_t rows = all(left) / (batch * sum), columns = all(right) / (batch * sum);
    query.op = "matmul";
    query.attributes.clear();
    query.inputs[0].shape = {batch, rows, sum};
    query.inputs[1].shape = {batch, sum, columns};
    query.outputs[0].shape = {batch, rows, columns};
  }

  /// The op's answer, or what its bytes take where the model has none.
  double timeOf(const opmodel::Query &query) const {
    if (opmodel::analyticalConstraints(query, machine.chip).legal())
      if (std::optional<opmodel::Runtime> runtime = opmodel::analyticalRuntime(query, machine.chip))
        return runtime->totalNs;
    return -1;
  }

  double timeOfBytes(const opmodel::Query &query) const {
    double bytes = 0;
    auto add = [&](const std::vector<int64_t> &shape, device::DataType type) {
      double elements = 1;
      for (int64_t dim : shape)
        elements *= static_cast<double>(dim);
      bytes += elements * static_cast<double>(device::tileBytes(type)) / 1024;
    };
    for (const device::TensorSpec &input : query.inputs)
      add(input.shape, input.layout.dataType);
    for (const opmodel::OutputRequest &output : query.outputs)
      add(output.shape, output.dataType);
    constexpr double launchNs = 2000;
    return launchNs + bytes / (0.5 * machine.chip.dramPeakGBs);
  }

  Cost price(Operation *op, const Way &way) {
    opmodel::Query query = queryOf(op, way);
    std::string key = query.op;
    for (const device::TensorSpec &input : query.inputs)
      key += " " + device::toString(input);
    for (const opmodel::OutputRequest &output : query.outputs)
      key += fmt::format(" > {} {}", fmt::join(output.shape, "x"), static_cast<int>(output.dataType));
    if (DictionaryAttr attributes = op->getAttrDictionary())
      key += fmt::format(" {}", static_cast<const void *>(attributes.getAsOpaquePointer()));
    auto [found, isNew] = prices.try_emplace(key, 0);
    if (isNew)
      found->second = std::llround(1000 * bestTime(op, query));
    return found->second;
  }

  double bestTime(Operation *op, opmodel::Query query) const {
    double inDram = timeOf(query);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (!decided.contains(operand))
        query.inputs[i].layout.bufferType = device::BufferType::L1;
    for (opmodel::OutputRequest &output : query.outputs)
      output.layout->bufferType = device::BufferType::L1;
    double inL1 = timeOf(query);
    if (inDram < 0 && inL1 < 0)
      return timeOfBytes(query);
    return inDram < 0 ? inL1 : inL1 < 0 ? inDram : std::min(inDram, inL1);
  }

  mutable func::FuncOp function;
  const MeshMachine &machine;
  SplitProblem result;
  std::vector<std::vector<Way>> ways;
  llvm::DenseMap<Value, Sharding> wishes; ///< of front ends, per argument
  llvm::DenseSet<Value> decided;          ///< before the program runs
  llvm::DenseSet<Value> changed;          ///< in place, by an op
  std::map<std::string, Cost> prices;
};

} // namespace

Result<SplitProblem> meshsplit::splitProblemOf(func::FuncOp function, const MeshMachine &machine) {
  return ProblemBuilder(function, machine).run();
}
