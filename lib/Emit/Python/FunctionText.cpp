//===- FunctionText.cpp - A function of a module as one of Python ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionText.h"
#include "Stages.h"

#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

std::string emit::pythonName(StringRef name) { return name == "main" ? "forward_main" : name.str(); }

bool emit::isEntry(func::FuncOp function) {
  auto type = function->getAttrOfType<StringAttr>(ttcore::functionTypeAttrName);
  return function.isPublic() && (!type || type.getValue() == "forward_device");
}

std::string emit::argumentName(func::FuncOp function, unsigned index) {
  auto name = function.getArgAttrOfType<StringAttr>(index, "ttir.name");
  if (!name)
    return fmt::format("arg{}", index);
  for (unsigned other = 0; other < index; ++other)
    if (function.getArgAttrOfType<StringAttr>(other, "ttir.name") == name)
      return fmt::format("{}@{}", name.getValue().str(), index); // the model has the name twice
  return name.getValue().str();
}

/// The one user that is no deallocation; null when there are several.
static Operation *onlyUser(mlir::Value value) {
  Operation *found = nullptr;
  for (Operation *user : value.getUsers()) {
    if (isa<ttnn::DeallocateOp>(user))
      continue;
    if (found)
      return nullptr;
    found = user;
  }
  return found;
}

ttnn::ToDeviceOp emit::partOf(BlockArgument argument) {
  auto parts = dyn_cast_or_null<ttnn::DistributeTensorOp>(onlyUser(argument));
  return parts ? dyn_cast_or_null<ttnn::ToDeviceOp>(onlyUser(parts.getResult())) : ttnn::ToDeviceOp();
}

bool emit::isWeight(func::FuncOp function, unsigned index) {
  auto type = function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(index, ttcore::argumentTypeAttrName);
  return type &&
         (type.getValue() == ttcore::ArgumentType::Parameter || type.getValue() == ttcore::ArgumentType::Constant);
}

namespace {
class FunctionWriter {
public:
  FunctionWriter(func::FuncOp function, Values &values, const Surroundings &around,
                 llvm::function_ref<std::string(StringRef)> sameAs)
      : function(function), values(values), around(around), sameAs(sameAs), entry(isEntry(function)) {}

  Result<FunctionText> write() {
    nameArguments();
    for (Operation &op : function.getBody().front())
      if (Status written = writeOp(&op); !written)
        return Error{fmt::format("{} of {}{}: {}", op.getName().getStringRef().str(), function.getName().str(),
                                 opName(&op).empty() ? "" : fmt::format(" ('{}')", opName(&op)),
                                 written.error().message)};
    auto nameOf = [this](unsigned value) { return variables[value].name; };
    if (entry) {
      StagedText staged = stagedText(pythonName(function.getName()), statements, variables);
      text.stages = staged.functions;
      text.body = staged.body;
      text.staged = staged.names;
    } else {
      for (const Statement &statement : statements)
        text.body += textOf(statement, nameOf);
    }
    return std::move(text);
  }

private:
  void nameArguments() {
    text.parameters = entry ? "device, arguments, constants" : "device";
    for (BlockArgument argument : function.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (entry) {
        name(argument, fmt::format("arguments[{}]", ofString(argumentName(function, index)).text), "");
        if (ttnn::ToDeviceOp part = partOf(argument)) {
          mlir::Value parts = part.getInput();
          numbers.insert({part.getResult(), numbers[argument]});
          argumentOf.insert({part.getResult(), argument});
          outside.append({argument, parts});
          outsideOps.insert(part);
          outsideOps.insert(parts.getDefiningOp());
        }
      } else {
        name(argument, fmt::format("arg{}", index), "");
        text.parameters += fmt::format(", arg{}", index);
      }
    }
  }

  Result<Expression> nameOf(mlir::Value value) {
    if (isa<ttnn::DeviceType>(value.getType()))
      return Expression{"device", "MeshDevice"};
    auto found = numbers.find(value);
    if (found == numbers.end())
      return Error{"an operand was computed by something that is not written"};
    return Expression{reference(found->second), isa<RankedTensorType>(value.getType()) ? "Tensor" : "GlobalSemaphore"};
  }

  Status pass(ValueRange range, Statement &statement) {
    for (mlir::Value each : range) {
      ALCOVE_ASSIGN_OR_RETURN(Expression value, nameOf(each));
      statement.arguments.push_back({"", value});
    }
    return {};
  }

  void name(mlir::Value value, const std::string &text, StringRef stem) {
    numbers[value] = static_cast<unsigned>(variables.size());
    variables.push_back({text, stem.str()});
  }

  Status writeOp(Operation *op) {
    if (isOutside(op))
      return {};
    if (auto dead = dyn_cast<ttnn::DeallocateOp>(op))
      return writeFree(dead);
    flushFrees();
    if (isa<ttnn::GetDeviceOp>(op))
      return {};
    if (auto cached = dyn_cast<ttcore::LoadCachedOp>(op))
      return writeCached(cached);
    if (auto call = dyn_cast<func::CallOp>(op))
      return writeCall(call);
    if (isa<ttcore::OptimizationBarrierOp>(op)) {
      for (auto [result, operand] : llvm::zip(op->getResults(), op->getOperands()))
        numbers.insert({result, numbers.lookup(operand)});
      return {};
    }
    if (isa<func::ReturnOp>(op)) {
      statements.push_back({"", {}, "return", {}});
      return pass(op->getOperands(), statements.back());
    }
    if (auto shard = dyn_cast<ttnn::MeshShardOp>(op))
      return writeMeshShard(shard);
    if (auto joined = dyn_cast<ttnn::AggregateTensorOp>(op); joined && isGathered(joined))
      return writeGathered(joined);
    ALCOVE_ASSIGN_OR_RETURN(Call call, callOf(op, values, [this](mlir::Value value) { return nameOf(value); }));
    add(comment(op), opName(op), resultsOf(op, call.callee), call);
    ALCOVE_RETURN_IF_ERROR(moveOthers(op));
    return castIndices(op);
  }

  /// The library's indices are UINT16, UINT32 where the dimension is longer; the plan may want them otherwise.
  Status castIndices(Operation *op) {
    if (!isa<ttnn::TopKOp, ttnn::SortOp>(op) || op->getNumResults() < 2)
      return {};
    auto searched = cast<RankedTensorType>(op->getOperand(0).getType());
    auto dim = op->getAttrOfType<IntegerAttr>("dim");
    int64_t number = dim ? dim.getInt() : -1;
    int64_t extent = searched.getDimSize(number < 0 ? number + searched.getRank() : number);
    auto type = cast<RankedTensorType>(op->getResult(1).getType());
    ALCOVE_ASSIGN_OR_RETURN(Expression wanted, values.dataType(type));
    ALCOVE_ASSIGN_OR_RETURN(Expression given,
                            values.signatures().member("DataType", extent <= 65535 ? "UINT16" : "UINT32"));
    ALCOVE_ASSIGN_OR_RETURN(Expression place, values.memoryConfig(type));
    if (wanted.text == given.text)
      return {};
    Call cast{"typecast",
              {{"", {reference(numbers[op->getResult(1)]), "Tensor"}}, {"", wanted}, {"memory_config", place}}};
    ALCOVE_RETURN_IF_ERROR(values.signatures().check(cast));
    add("", opName(op), {numbers[op->getResult(1)]}, cast);
    statements.back().continues = true;
    return {};
  }

  /// Results that the plan has elsewhere than the call can put them.
  Status moveOthers(Operation *op) {
    if (op->getNumResults() < 2)
      return {};
    ALCOVE_ASSIGN_OR_RETURN(Expression place, values.memoryConfig(placingResult(op, values)));
    for (mlir::Value result : op->getResults()) {
      ALCOVE_ASSIGN_OR_RETURN(Expression own, values.memoryConfig(cast<RankedTensorType>(result.getType())));
      if (own.text == place.text)
        continue;
      Call move{"to_memory_config", {{"", {reference(numbers[result]), "Tensor"}}, {"", own}}};
      ALCOVE_RETURN_IF_ERROR(values.signatures().check(move));
      add("", opName(op), {numbers[result]}, move);
      statements.back().continues = true;
    }
    return {};
  }

  /// A whole that every chip holds is cut, or gathered from parts: one call for each axis of the mesh, of which the last
  /// puts the result where `place` says.
  Status writeParts(Operation *op, mlir::Value from, ArrayRef<int64_t> dims, bool cuts, const Expression &place,
                    const std::string &said) {
    ALCOVE_ASSIGN_OR_RETURN(Expression value, nameOf(from));
    std::vector<Call> calls;
    for (auto [axis, dim] : llvm::enumerate(dims))
      if (dim >= 0)
        calls.push_back({cuts ? "mesh_partition" : "all_gather",
                         {{"", value}, {"", ofInt(dim)}, {"cluster_axis", ofInt(static_cast<int64_t>(axis))}}});
    if (calls.empty())
      calls.push_back({"to_memory_config", {{"", value}, {"", place}}});
    else
      calls.back().arguments.push_back({"memory_config", place});
    mlir::Value result = op->getResult(0);
    for (Call &call : calls) {
      ALCOVE_RETURN_IF_ERROR(values.signatures().check(call));
      if (&call == &calls.front()) {
        add(said, opName(op), resultsOf(op, cuts ? "mesh_partition" : "all_gather"), call);
        continue;
      }
      call.arguments[0].value.text = reference(numbers[result]);
      add("", opName(op), {numbers[result]}, call);
      statements.back().continues = true;
    }
    return {};
  }

  /// What the device computes and the program cuts or joins.
  Status writeMeshShard(ttnn::MeshShardOp op) {
    ALCOVE_ASSIGN_OR_RETURN(Expression place, values.memoryConfig(cast<RankedTensorType>(op.getResult().getType())));
    if (place.kind == "None")
      return Error{"cuts a tensor on the host; no call of ttnn is known for that"};
    auto dims = dyn_cast<DenseI64ArrayAttr>(op.getShardDims());
    bool cut = dims && op.getShardType() == ttcore::ShardType::Devices;
    return writeParts(op, op.getInput(), cut ? dims.asArrayRef() : ArrayRef<int64_t>(),
                      op.getShardDirection() == ttcore::ShardDirection::FullToShard, place, comment(op));
  }

  /// A result of an entry whose parts the host would join: the chips gather it, each holds it, in DRAM.
  bool isGathered(ttnn::AggregateTensorOp op) {
    return entry && op.getInput().getDefiningOp<ttnn::FromDeviceOp>() &&
           llvm::all_of(op->getUsers(), [](Operation *user) { return isa<func::ReturnOp>(user); });
  }

  Status writeGathered(ttnn::AggregateTensorOp op) {
    ALCOVE_ASSIGN_OR_RETURN(Expression place, values.interleavedInDram());
    ALCOVE_ASSIGN_OR_RETURN(ttnn::Composer composer, ttnn::composerOf(op.getComposerConfig()));
    auto whole = cast<RankedTensorType>(op.getResult().getType());
    return writeParts(op, op.getInput().getDefiningOp<ttnn::FromDeviceOp>().getInput(), composer.joined(), false, place,
                      fmt::format("{}: DRAM, {} B on every chip", opName(op), device::totalBytes(ttnn::specOf(whole))));
  }

  /// What the program of an entry never sees: an argument that the host cuts comes in parts, and results are read from
  /// the chips.
  bool isOutside(Operation *op) {
    if (auto read = dyn_cast<ttnn::FromDeviceOp>(op))
      return llvm::any_of(op->getUsers(), [&](Operation *user) {
        auto joined = dyn_cast<ttnn::AggregateTensorOp>(user);
        return joined && isGathered(joined);
      });
    if (auto dead = dyn_cast<ttnn::DeallocateOp>(op))
      return llvm::is_contained(outside, dead.getInput()) ||
             (dead.getInput().getDefiningOp() && isa<ttnn::FromDeviceOp>(dead.getInput().getDefiningOp()) &&
              isOutside(dead.getInput().getDefiningOp()));
    return outsideOps.contains(op);
  }

  //===--- Memory -------------------------------------------------------------------------------------------------===//

  /// Arguments of a callee belong to its caller, weights and cached results to the next call.
  bool outlives(mlir::Value value) {
    if (value.getDefiningOp<ttcore::LoadCachedOp>())
      return true;
    auto argument = dyn_cast<BlockArgument>(argumentOf.count(value) ? argumentOf.lookup(value) : value);
    return argument && (!entry || isWeight(function, argument.getArgNumber()));
  }

  Status writeFree(ttnn::DeallocateOp op) {
    if (outlives(op.getInput()))
      return {};
    if (op.getForce() != freesForce)
      flushFrees();
    freesForce = op.getForce();
    ALCOVE_ASSIGN_OR_RETURN(Expression value, nameOf(op.getInput()));
    frees.push_back({"", value});
    return {};
  }

  void flushFrees() {
    if (frees.empty())
      return;
    if (freesForce)
      frees.push_back({"force", ofBool(true)});
    statements.push_back({"", {}, "free", {frees.begin(), frees.end()}});
    frees.clear();
  }

  //===--- Other functions ----------------------------------------------------------------------------------------===//

  Status writeCached(ttcore::LoadCachedOp op) {
    std::string key = fmt::format("constants[\"{}\"]", op.getCallee().str()), arguments = "device";
    for (mlir::Value input : op.getInputs()) {
      ALCOVE_ASSIGN_OR_RETURN(Expression value, nameOf(input));
      if (!isa<BlockArgument>(input) && !input.getDefiningOp<ttcore::LoadCachedOp>())
        return Error{"what is computed once reads a value that every call computes"};
      arguments += ", " + withNames(value.text, [this](unsigned each) { return variables[each].name; });
    }
    text.prepare +=
        fmt::format("    {}{} = {}({})\n",
                    around.inSession ? fmt::format("if \"{}\" not in constants: ", op.getCallee().str()) : "", key,
                    sameAs(op.getCallee()), arguments);
    for (auto [index, result] : llvm::enumerate(op.getResults()))
      name(result, fmt::format("{}[{}]", key, index), "");
    return {};
  }

  Status writeCall(func::CallOp op) {
    std::string callee = sameAs(op.getCallee());
    Statement call{"", resultsOf(op, callee), callee, {{"", {"device", "MeshDevice"}}}};
    call.unpacks = op->getNumResults() == 1;
    ALCOVE_RETURN_IF_ERROR(pass(op.getOperands(), call));
    statements.push_back(call);
    text.ops.push_back("@" + op.getCallee().str());
    return {};
  }

  //===--- Text ---------------------------------------------------------------------------------------------------===//

  void add(const std::string &comment, const std::string &op, std::vector<unsigned> results, const Call &call) {
    statements.push_back({comment, std::move(results), "ttnn." + call.callee, call.arguments});
    text.ops.push_back(op);
  }

  /// What results are called whose callee is no name for a value.
  static StringRef shortName(StringRef callee) {
    static const llvm::StringMap<StringRef> others = {{"Tensor", "constant"},
                                                      {"split_query_key_value_and_split_heads", "heads"},
                                                      {"scaled_dot_product_attention", "attention"},
                                                      {"scaled_dot_product_attention_decode", "attention"},
                                                      {"paged_scaled_dot_product_attention_decode", "attention"}};
    auto found = others.find(callee);
    return found == others.end() ? callee : found->second;
  }

  /// `callee_3`; of several results `callee_3, callee_4`.
  std::vector<unsigned> resultsOf(Operation *op, StringRef callee) {
    StringRef stem = shortName(callee.rsplit('.').second.empty() ? callee : callee.rsplit('.').second);
    std::vector<unsigned> all;
    for (mlir::Value result : op->getResults()) {
      name(result, fmt::format("{}_{}", stem.str(), counters[stem]++), stem);
      all.push_back(numbers[result]);
    }
    return all;
  }

  /// Name in the model, place, bytes, modelled time.
  std::string comment(Operation *op) {
    std::string name = opName(op), words = name.empty() ? op->getName().stripDialect().str() : name;
    if (auto type = op->getNumResults() ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType())
      words += ": " + place(type);
    if (auto known = around.nanoseconds.find(name); known != around.nanoseconds.end())
      words += fmt::format(", {:.1f} us", known->second / 1000);
    return words;
  }

  std::string place(RankedTensorType type) {
    if (!ttnn::layoutOf(type))
      return "n-dimensional shards";
    device::TensorSpec spec = ttnn::specOf(type);
    const device::TensorLayout &layout = spec.layout;
    if (layout.bufferType == device::BufferType::SystemMemory)
      return fmt::format("host, {} B", device::totalBytes(spec));
    if (!layout.isL1())
      return fmt::format("DRAM, {} B", device::totalBytes(spec));
    std::string cores = layout.isSharded() ? fmt::format(" on {} cores", layout.numCores()) : "";
    return fmt::format("L1 {}{}, {} B a core", device::toString(layout.memoryLayout), cores,
                       device::l1BytesPerCore(spec, around.l1Banks));
  }

  func::FuncOp function;
  Values &values;
  const Surroundings &around;
  llvm::function_ref<std::string(StringRef)> sameAs;
  bool entry;
  FunctionText text;
  std::vector<Variable> variables;
  std::vector<Statement> statements;
  llvm::DenseMap<mlir::Value, unsigned> numbers; ///< of variables
  llvm::StringMap<int> counters;
  llvm::DenseMap<mlir::Value, mlir::Value> argumentOf; ///< of the part of it that a chip has
  SmallVector<mlir::Value> outside;
  llvm::SmallPtrSet<Operation *, 8> outsideOps;
  SmallVector<Argument> frees;
  bool freesForce = false;
};
} // namespace

Result<FunctionText> emit::functionText(func::FuncOp function, Values &values, const Surroundings &around,
                                        llvm::function_ref<std::string(StringRef)> sameAs) {
  return FunctionWriter(function, values, around, sameAs).write();
}
