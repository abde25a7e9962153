//===- Items.cpp - Which tensors of several functions are one -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Items.h"

#include "alcove/Base/Support/Nearest.h"
#include "alcove/Judge/Memory/ProgramOfFunction.h"
#include "alcove/Ops/Dialect/TTCore/CachedNames.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <fmt/format.h>
#include <functional>

using namespace mlir;
using namespace alcove;
using namespace alcove::session_tool;
using plan::session::ItemKind;
using plan::session::Space;

static bool isParameter(func::FuncOp function, unsigned argument) {
  auto kind = function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument, ttcore::argumentTypeAttrName);
  return kind &&
         (kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant);
}

template <typename Printable>
static std::string textOf(Printable printable) {
  std::string text;
  llvm::raw_string_ostream(text) << printable;
  return text;
}

/// Shape and elements, whatever the layout.
static RankedTensorType plainType(Type type) {
  auto ranked = cast<RankedTensorType>(type);
  return RankedTensorType::get(ranked.getShape(), ranked.getElementType());
}

/// Ops that change where a tensor lies and nothing else.
static bool movesOnly(Operation *op) {
  return isa<ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp, ttnn::ToDeviceOp, ttnn::FromDeviceOp>(op);
}

/// Arguments that ops of the function write in place.
static llvm::DenseSet<Value> writtenArguments(func::FuncOp function) {
  llvm::DenseSet<Value> written;
  function.walk([&](MemoryEffectOpInterface op) {
    if (isa<ttnn::DeallocateOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (isa<BlockArgument>(operand) && isa<RankedTensorType>(operand.getType()) &&
          op.getEffectOnValue<MemoryEffects::Write>(operand))
        written.insert(operand);
  });
  return written;
}

Result<std::string> ItemTable::nameOf(func::FuncOp function, unsigned argument, const std::string &name) {
  auto given = function.getArgAttrOfType<StringAttr>(argument, "ttir.name");
  std::string plain = given ? given.str() : "arg" + std::to_string(argument);
  std::string own = name + ":" + plain;
  for (const auto &[first, second] : request.same)
    if (own == first || own == second)
      return "=" + first; // one name for both sides
  return given && !request.separate.count(plain) ? plain : own;
}

int32_t ItemTable::itemOf(const std::string &key, const std::string &name, ItemKind kind) {
  for (size_t i = 0; i < items.size(); ++i)
    if (items[i].key == key) {
      if (kind == ItemKind::Cache)
        items[i].item.kind = kind;
      return static_cast<int32_t>(i);
    }
  SharedItem added;
  added.key = key;
  added.item.kind = kind;
  added.item.name = name;
  auto isTaken = [&] {
    return llvm::any_of(items, [&](const SharedItem &other) { return other.item.name == added.item.name; });
  };
  for (int next = 2; isTaken(); ++next)
    added.item.name = fmt::format("{} ({})", name, next);
  items.push_back(std::move(added));
  return static_cast<int32_t>(items.size() - 1);
}

int32_t ItemTable::layoutOf(int32_t index, Type type, const judge::Tensor &tensor, Nanoseconds once,
                            const queries::Machine &machine) {
  SharedItem &shared = items[index];
  for (size_t l = 0; l < shared.types.size(); ++l)
    if (shared.types[l] == type)
      return static_cast<int32_t>(l);
  plan::session::ItemLayout layout;
  ttnn::TTNNLayoutAttr encoding = ttnn::layoutOf(type);
  layout.name = encoding ? device::toString(ttnn::specOf(cast<RankedTensorType>(type))) : textOf(type);
  for (int next = 2; llvm::any_of(shared.item.layouts, [&](const auto &other) { return other.name == layout.name; });
       ++next)
    layout.name += fmt::format(" ({})", next);
  layout.space = tensor.space == judge::Space::L1 ? Space::L1 : Space::Dram;
  layout.bytes = tensor.space == judge::Space::Host ? 0 : tensor.bytes;
  layout.once = static_cast<plan::session::Cost>(once * 1000);
  shared.item.layouts.push_back(std::move(layout));
  shared.types.push_back(type);
  return static_cast<int32_t>(shared.types.size() - 1);
}

/// What a value is made of, without where it lies. The callee of a load is followed, arguments are named.
std::string ItemTable::expressionOf(Value value, func::FuncOp function, const std::string &name) {
  llvm::DenseMap<Value, std::string> known;
  auto shorten = [&](std::string text) {
    auto [found, isNew] = expressions.try_emplace(text, "$" + std::to_string(expressions.size()));
    return text.size() > 120 ? found->second : text;
  };
  auto visit = [&](auto &&self, Value at) -> std::string {
    if (auto found = known.find(at); found != known.end())
      return found->second;
    Operation *op = at.getDefiningOp();
    std::string text;
    if (!op) {
      Result<std::string> argument = nameOf(function, cast<BlockArgument>(at).getArgNumber(), name);
      text = argument ? *argument : "";
    } else if (auto load = dyn_cast<ttcore::LoadCachedOp>(op)) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
      for (auto [inner, outer] : llvm::zip(callee.getArguments(), load->getOperands()))
        known[inner] = self(self, outer);
      text = self(self, callee.getBody().front().getTerminator()->getOperand(cast<OpResult>(at).getResultNumber()));
    } else if (movesOnly(op) && op->getNumOperands() > 0) {
      auto from = cast<RankedTensorType>(op->getOperand(0).getType()), to = cast<RankedTensorType>(at.getType());
      text = self(self, op->getOperand(0));
      ttnn::TTNNLayoutAttr before = ttnn::layoutOf(from), after = ttnn::layoutOf(to);
      if (before && after && before.getDataType() != after.getDataType())
        text = fmt::format("{}({})", textOf(ttcore::stringifyDataType(after.getDataType()).str()), text);
    } else {
      text = fmt::format("{}#{}", op->getName().stripDialect().str(), cast<OpResult>(at).getResultNumber());
      for (NamedAttribute attribute : op->getAttrs())
        if (attribute.getName() != "memory_config" && attribute.getName() != "layout" &&
            !attribute.getName().getValue().starts_with("alcove."))
          text += fmt::format(" {}={}", attribute.getName().str(), textOf(attribute.getValue()));
      text += "(";
      for (Value operand : op->getOperands())
        if (isa<RankedTensorType>(operand.getType()))
          text += self(self, operand) + ",";
      text += ")" + textOf(plainType(at.getType()));
      if (ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(at.getType()))
        text += ttcore::stringifyDataType(layout.getDataType()).str();
    }
    return known[at] = shorten(std::move(text));
  };
  return visit(visit, value);
}

/// The function for itself: its items take no bytes and lie nowhere.
static void measureAlone(WalkedFunction &walked) {
  judge::Program alone = walked.program;
  for (size_t e = 0; e < alone.entry.size(); ++e)
    if (walked.items[e] >= 0)
      alone.tensors[alone.entry[e]].space = judge::Space::Host;
  judge::Chip roomy = walked.walk.memory.chip;
  roomy.dramBytes = 0; // not checked: the session has a say
  Result<judge::Report> report = judge::execute(alone, roomy);
  if (!report.ok())
    return;
  walked.l1Bytes = report->peakExtent;
  walked.dramBytes = report->peakDramBytes;
}

void ItemTable::noteNames(func::FuncOp function, const std::string &name) {
  for (BlockArgument argument : function.getArguments()) {
    auto given = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
    std::string plain = given ? given.str() : "arg" + std::to_string(argument.getArgNumber());
    if (given)
      plainNames.insert(plain);
    ownNames.insert(name + ":" + plain);
  }
  for (Value argument : writtenArguments(function))
    caches.insert(*nameOf(function, cast<BlockArgument>(argument).getArgNumber(), name));
}

Status ItemTable::checkNames() const {
  auto known = [](const char *option, const std::set<std::string> &names, const std::string &name) -> Status {
    if (names.count(name))
      return {};
    return Error{fmt::format("--{}: there is no argument '{}'; nearest: '{}'", option, name,
                             nearestName(name, names, std::identity()))};
  };
  for (const std::string &name : request.separate)
    ALCOVE_RETURN_IF_ERROR(known("separate", plainNames, name));
  for (const auto &[first, second] : request.same) {
    ALCOVE_RETURN_IF_ERROR(known("same", ownNames, first));
    ALCOVE_RETURN_IF_ERROR(known("same", ownNames, second));
  }
  return {};
}

/// Whether an argument lives longer than a call: parameters, what some function writes, and what --same names.
Result<bool> ItemTable::declare(BlockArgument argument, const std::string &key, const std::string &name) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  bool parameter = isParameter(function, argument.getArgNumber()), asked = key.starts_with("=");
  RankedTensorType type = plainType(argument.getType());
  auto [known, isNew] = declared.try_emplace(key, Declared{name, type, parameter});
  if (!isNew && known->second.type != type) {
    // Positions and tokens have one name and a shape per function: they are brought anew for each call.
    if (!parameter && !asked && !known->second.isParameter && !caches.count(key))
      return false;
    std::string called = asked ? key.substr(1) : key;
    return Error{fmt::format("{} is {} in {} and {} in {}: arguments of one name are one tensor{}", called,
                             textOf(known->second.type), known->second.function, textOf(type), name,
                             asked ? std::string() : fmt::format("; --separate={} makes them two", called))};
  }
  return parameter || asked || caches.count(key) > 0;
}

/// What it takes to bring an argument to where it lies, once for all calls.
static Nanoseconds fromHost(Value argument, const opmodel::OpModel &model) {
  device::TensorSpec there = ttnn::specOf(cast<RankedTensorType>(argument.getType()));
  device::TensorLayout host;
  host.dataType = there.layout.dataType;
  host.pageLayout = there.layout.pageLayout;
  host.bufferType = device::BufferType::SystemMemory;
  opmodel::Query query;
  query.op = "to_device";
  query.inputs = {{there.shape, host}};
  query.outputs = {{there.shape, there.layout.dataType, there.layout}};
  std::optional<opmodel::Runtime> runtime = model.runtime(query);
  return runtime ? runtime->totalNs : 0;
}

Result<WalkedFunction> ItemTable::add(func::FuncOp function, const std::string &name, const opmodel::OpModel &model,
                                      const queries::Machine &machine) {
  WalkedFunction walked;
  walked.function = function;
  judge::WalkedProgram executed = judge::walkProgram(function, model, machine, machine.usableL1Bytes);
  walked.walk = std::move(executed.walk);
  walked.program = std::move(executed.program);
  opmodel::TimeSums sums;
  for (const judge::Step &step : walked.walk.steps)
    if (step.timed)
      sums.add(step.runtime);
  walked.time = sums.total();
  llvm::DenseSet<Value> written = writtenArguments(function);
  for (judge::TensorId id : walked.program.entry) {
    Value value = walked.walk.values[id];
    std::string key = expressionOf(value, function, name), called;
    ItemKind kind = ItemKind::Weight;
    Nanoseconds once = 0;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument) {
      Result<bool> persists = declare(argument, key, name);
      if (!persists)
        return persists.error();
      if (!*persists || walked.program.tensors[id].space == judge::Space::Host) {
        walked.items.push_back(-1);
        continue;
      }
      kind = caches.count(key)                                ? ItemKind::Cache
             : isParameter(function, argument.getArgNumber()) ? ItemKind::Weight
                                                              : ItemKind::Value;
      called = key.starts_with("=") ? key.substr(1) : key;
      once = kind == ItemKind::Weight ? fromHost(value, model) : 0;
    } else {
      auto load = value.getDefiningOp<ttcore::LoadCachedOp>();
      called = ttcore::argumentNamesOf(value);
      called = called.empty() ? "constant" : called;
      // What is stored otherwise and nothing else is the argument itself, in another layout.
      BlockArgument stored = argumentOfKey(load, key, name);
      if (!stored)
        key = "const " + key;
      else if (Result<bool> persists = declare(stored, key, name); !persists)
        return persists.error();
      auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr());
      once = judge::walkFunction(callee, model, machine, machine.usableL1Bytes).memory.totalNs;
    }
    int32_t item = itemOf(key, called, kind);
    // A way takes an item in one layout: what it reads in several is as many items.
    while (llvm::any_of(walked.uses, [&](const auto &use) { return use.item == item; })) {
      key = "again " + key;
      item = itemOf(key, called, kind);
    }
    int32_t layout = layoutOf(item, value.getType(), walked.program.tensors[id], once, machine);
    if (items[item].readers.empty() || items[item].readers.back() != name)
      items[item].readers.push_back(name);
    walked.items.push_back(item);
    walked.uses.push_back({item, layout, argument && written.contains(value)});
  }
  llvm::sort(walked.uses, [](const auto &a, const auto &b) { return a.item < b.item; });
  measureAlone(walked);
  warnOfCopies(function, name, written);
  return walked;
}

/// The argument of a load that has this key by itself, or none.
BlockArgument ItemTable::argumentOfKey(ttcore::LoadCachedOp load, const std::string &key, const std::string &name) {
  auto function = load->getParentOfType<func::FuncOp>();
  for (Value operand : load->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(operand))
      if (Result<std::string> own = nameOf(function, argument.getArgNumber(), name); own.ok() && *own == key)
        return argument;
  return {};
}

/// An input of which the function returns an update that is no longer its buffer.
void ItemTable::warnOfCopies(func::FuncOp function, const std::string &name, const llvm::DenseSet<Value> &written) {
  Operation *terminator = function.getBody().front().getTerminator();
  for (BlockArgument argument : function.getArguments()) {
    unsigned number = argument.getArgNumber();
    if (isParameter(function, number) || written.contains(argument) || !isa<RankedTensorType>(argument.getType()))
      continue;
    llvm::SetVector<Value> reached;
    reached.insert(argument);
    for (size_t i = 0; i < reached.size(); ++i)
      for (Operation *user : reached[i].getUsers())
        if (movesOnly(user) || isa<ttnn::SliceStaticOp, ttnn::ConcatOp, ttnn::WhereOp, ttnn::ReshapeOp>(user))
          reached.insert(user->result_begin(), user->result_end());
    for (Value result : terminator->getOperands())
      if (result != argument && reached.contains(result) &&
          plainType(result.getType()) == plainType(argument.getType())) {
        auto given = function.getArgAttrOfType<StringAttr>(number, "ttir.name");
        std::string called = given ? given.str() : "arg" + std::to_string(number);
        std::string line =
            fmt::format("{} copies its cache {} at every call, {} elements; --caches-in-place={} writes one "
                        "row instead, where the caller gives up the old cache",
                        name, called, plainType(argument.getType()).getNumElements(), called);
        if (!llvm::is_contained(warnings, line))
          warnings.push_back(line);
        break;
      }
  }
}
