//===- OpNames.cpp - The name of every op, from input to output -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;

/// `file:line:col`; empty for lines that stand for "nothing known": 0, and what -1 becomes.
static std::string textOf(FileLineColLoc loc) {
  if (loc.getLine() == 0 || loc.getLine() > uint32_t(INT32_MAX))
    return "";
  return fmt::format("{}:{}:{}", llvm::sys::path::filename(loc.getFilename().getValue()).str(), loc.getLine(),
                     loc.getColumn());
}

static void collectNames(Location loc, SmallVectorImpl<std::string> &names) {
  auto add = [&](std::string name) {
    if (!name.empty() && !llvm::is_contained(names, name))
      names.push_back(std::move(name));
  };
  if (auto name = dyn_cast<NameLoc>(loc)) {
    add(name.getName().str());
    collectNames(name.getChildLoc(), names);
  } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
    for (Location part : fused.getLocations())
      collectNames(part, names);
  } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
    collectNames(call.getCallee(), names);
  } else if (auto file = dyn_cast<FileLineColLoc>(loc)) {
    add(textOf(file));
  }
}

static SmallVector<std::string> namesIn(Location loc) {
  SmallVector<std::string> names;
  collectNames(loc, names);
  return names;
}

std::string alcove::opName(Operation *op) {
  // Cheap for what has been named; else the first of all names.
  if (auto name = dyn_cast<NameLoc>(op->getLoc()); name && !name.getName().empty())
    return name.getName().str();
  SmallVector<std::string> names = namesIn(op->getLoc());
  return names.empty() ? std::string() : names.front();
}

SmallVector<std::string> alcove::allNamesOf(Operation *op) { return namesIn(op->getLoc()); }

bool alcove::isNamedOp(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<ModuleOp, ttcore::DeviceModuleOp, ttcore::CPUModuleOp, FunctionOpInterface, ttnn::DeallocateOp,
              ttnn::GetDeviceOp, ttcore::DeviceOp>(op);
}

Location alcove::renamed(Location loc, StringRef name) {
  MLIRContext *context = loc.getContext();
  if (auto given = dyn_cast<NameLoc>(loc); given && given.getName().getValue() == name)
    return loc;
  return NameLoc::get(StringAttr::get(context, name), loc);
}

Location alcove::withNamesOf(Location loc, Location part) {
  SmallVector<std::string> has = namesIn(loc);
  if (llvm::all_of(namesIn(part), [&](const std::string &name) { return llvm::is_contained(has, name); }))
    return loc;
  if (auto name = dyn_cast<NameLoc>(loc))
    return NameLoc::get(name.getName(), FusedLoc::get(loc.getContext(), {name.getChildLoc(), part}));
  return FusedLoc::get(loc.getContext(), {loc, part});
}

/// The SSA name of an op's first result as the module prints it, `%62`; empty without results.
static std::string ssaName(Operation *op, AsmState &state) {
  if (op->getNumResults() == 0)
    return "";
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->getResult(0).printAsOperand(stream, state);
  return text.substr(0, text.find('#'));
}

namespace {
/// The names that the file of a module has for results: `%hn`, left of the `=` before the op. A module keeps none of them.
class WrittenNames {
public:
  explicit WrittenNames(Operation *root) {
    auto loc = dyn_cast<FileLineColLoc>(root->getLoc());
    if (!loc)
      return;
    Result<std::string> read = readFile(loc.getFilename().str(), mostBytes);
    if (!read.ok())
      return; // standard input, or full of weights
    text = std::move(*read);
    StringRef(text).split(lines, '\n');
    root->walk([&](Operation *op) {
      if (std::string name = find(op, loc.getFilename()); !name.empty()) {
        all.insert(name);
        ofOp[op] = std::move(name);
      }
    });
  }

  std::string of(Operation *op) const { return ofOp.lookup(op); }
  bool contains(StringRef name) const { return all.contains(name); }

private:
  std::string find(Operation *op, StringAttr file) const {
    auto loc = dyn_cast<FileLineColLoc>(op->getLoc());
    if (!loc || loc.getFilename() != file || loc.getLine() == 0 || loc.getLine() > lines.size())
      return "";
    StringRef left = lines[loc.getLine() - 1].take_front(loc.getColumn() - 1).trim();
    if (!left.consume_back("=") || !left.starts_with("%"))
      return "";
    return left.take_until([](char c) { return c == ',' || c == ':' || c == ' '; }).str();
  }

  static constexpr size_t mostBytes = size_t(64) << 20;
  std::string text;
  SmallVector<StringRef> lines;
  llvm::DenseMap<Operation *, std::string> ofOp;
  llvm::StringSet<> all;
};
} // namespace

using OpsByName = llvm::MapVector<StringAttr, SmallVector<Operation *, 1>>;

/// In program order.
static OpsByName opsByName(Operation *root) {
  OpsByName result;
  root->walk([&](Operation *op) {
    if (isNamedOp(op))
      result[StringAttr::get(op->getContext(), opName(op))].push_back(op);
  });
  return result;
}

void alcove::nameInputOps(Operation *root) {
  AsmState state(root);
  const WrittenNames written(root);
  root->walk([&](Operation *op) {
    if (!isNamedOp(op))
      return;
    std::string ssa = written.of(op), name = opName(op);
    if (ssa.empty()) {
      ssa = ssaName(op, state);
      if (written.contains(ssa))
        ssa.clear(); // another op is called so
    }
    if (name.empty())
      name = ssa.empty() ? op->getName().getStringRef().str() : ssa;
    Location alias = op->getLoc();
    if (!ssa.empty() && !llvm::is_contained(namesIn(alias), ssa) && ssa != name)
      alias = FusedLoc::get(op->getContext(), {NameLoc::get(StringAttr::get(op->getContext(), ssa)), alias});
    if (auto given = dyn_cast<NameLoc>(op->getLoc()); !given || alias != op->getLoc())
      op->setLoc(NameLoc::get(StringAttr::get(op->getContext(), name), alias));
  });
  for (auto &[name, ops] : opsByName(root))
    if (ops.size() > 1)
      for (auto [i, op] : llvm::enumerate(ops))
        op->setLoc(renamed(op->getLoc(), fmt::format("{}#{}", name.str(), i + 1)));
}

/// Brings data into the form that another op wants: a helper of that op, where both come from one op of the input.
static bool isHelper(Operation *op) {
  static const llvm::StringSet<> helpers = {"to_layout",
                                            "to_memory_config",
                                            "to_tensor_spec",
                                            "to_device",
                                            "from_device",
                                            "to_dtype",
                                            "typecast",
                                            "reshape",
                                            "permute",
                                            "transpose",
                                            "slice_static",
                                            "pad",
                                            "concat",
                                            "repeat",
                                            "full",
                                            "constant",
                                            "empty",
                                            "zeros",
                                            "ones",
                                            "load_cached",
                                            "prepare_conv2d_weights",
                                            "prepare_conv2d_bias",
                                            "get_tuple_element"};
  return helpers.contains(op->getName().stripDialect());
}

/// The op that keeps the name of those that share it: the last one that computes, else the last one.
static Operation *mainOf(ArrayRef<Operation *> ops) {
  auto computes = llvm::find_if(llvm::reverse(ops), [](Operation *op) { return !isHelper(op); });
  return computes == ops.rend() ? ops.back() : *computes;
}

void alcove::uniqueOpNames(Operation *root) {
  OpsByName shared = opsByName(root);
  llvm::StringSet<> taken;
  for (auto &[name, ops] : shared)
    taken.insert(name.getValue());
  for (auto &[name, ops] : shared) {
    Operation *main = mainOf(ops);
    bool isNameless = name.getValue().empty();
    for (Operation *op : ops) {
      if (!isNameless && op == main)
        continue;
      std::string helper = isNameless ? op->getName().getStringRef().str()
                                      : fmt::format("{}.{}", name.str(), op->getName().stripDialect().str());
      std::string unique = helper;
      for (int64_t i = 2; !taken.insert(unique).second; ++i)
        unique = fmt::format("{}.{}", helper, i);
      op->setLoc(renamed(op->getLoc(), unique));
    }
  }
}

OpIndex::OpIndex(Operation *root) {
  root->walk([&](Operation *op) {
    if (!isNamedOp(op))
      return;
    SmallVector<std::string> names = allNamesOf(op);
    for (auto [i, name] : llvm::enumerate(names))
      (i == 0 ? byName : byAlias)[name].push_back(op);
  });
}

std::string OpIndex::nearestTo(StringRef name) const {
  SmallVector<std::pair<unsigned, StringRef>> near;
  for (const auto &entry : byName)
    near.push_back({name.edit_distance(entry.getKey()), entry.getKey()});
  // Numbers are near to every short name: an alias must be one letter off, `hn` for `%hn`.
  for (const auto &entry : byAlias)
    if (unsigned distance = name.edit_distance(entry.getKey()); distance < 2)
      near.push_back({distance, entry.getKey()});
  llvm::sort(near);                           // a hash map's order must not show
  near.erase(llvm::unique(near), near.end()); // a name may be an alias as well
  std::string text;
  for (auto [distance, other] : ArrayRef(near).take_front(3))
    text += fmt::format("{}'{}'", text.empty() ? "" : ", ", other.str());
  return text;
}

/// Inside a function that runs once, ahead of all calls.
static bool isConstEval(Operation *op) {
  auto function = op->getParentOfType<func::FuncOp>();
  return function && ttcore::isConstEvalFunction(function);
}

Result<Operation *> OpIndex::find(StringRef name) const {
  for (const auto *table : {&byName, &byAlias}) {
    auto found = table->find(name);
    if (found == table->end())
      continue;
    SmallVector<Operation *> ops(found->second.begin(), found->second.end());
    // What runs at each call comes before what prepares its constants.
    if (llvm::any_of(ops, [](Operation *op) { return !isConstEval(op); }))
      llvm::erase_if(ops, isConstEval);
    // Whose own name it is comes before who inherited it, the nearer the better.
    SmallVector<int64_t> distances;
    for (Operation *op : ops) {
      SmallVector<std::string> names = allNamesOf(op);
      distances.push_back(llvm::find(names, name) - names.begin());
    }
    int64_t nearest = *llvm::min_element(distances);
    size_t kept = 0;
    for (size_t i = 0; i < ops.size(); ++i)
      if (distances[i] == nearest)
        ops[kept++] = ops[i];
    ops.truncate(kept);
    if (ops.size() == 1 || llvm::count_if(ops, [](Operation *op) { return !isHelper(op); }) == 1)
      return mainOf(ops);
    std::string text;
    for (Operation *op : ArrayRef(ops).take_front(8))
      text += fmt::format("{}'{}'", text.empty() ? "" : ", ", opName(op));
    return Error{fmt::format("'{}' names {} ops: {}{}", name.str(), ops.size(), text, ops.size() > 8 ? ", ..." : "")};
  }
  return Error{fmt::format("no op is named '{}'; nearest: {}", name.str(), nearestTo(name))};
}
