//===- Merge.cpp - Functions of several modules in one --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Merge.h"

#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include "mlir/IR/IRMapping.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::session_tool;

namespace {

class Merger {
public:
  Merger(const Inputs &inputs, const ItemTable &table, const plan::session::Plan &plan)
      : inputs(inputs), table(table), plan(plan) {}

  OwningOpRef<ModuleOp> run() {
    const WalkedFunction &first = inputs.functions[0].ways[plan.ways[0]].walked;
    Operation *outer = first.function;
    while (outer->getParentOp())
      outer = outer->getParentOp();
    IRMapping mapping;
    OwningOpRef<ModuleOp> module(cast<ModuleOp>(outer->clone(mapping)));
    // The copy of the module around the first function: with its device, without its functions.
    Operation *device = mapping.lookupOrNull(first.function->getParentOp());
    target = device ? cast<ModuleOp>(device) : *module;
    target.walk([](Operation *op) { op->removeAttr("alcove.plan"); });
    (*module)->removeAttr("alcove.plan");
    for (func::FuncOp function : llvm::make_early_inc_range(target.getOps<func::FuncOp>()))
      function.erase();
    for (size_t f = 0; f < inputs.functions.size(); ++f)
      add(inputs.functions[f].name, inputs.functions[f].ways[plan.ways[f]].walked);
    return module;
  }

private:
  /// The item of each value that is one when the function begins.
  static llvm::DenseMap<Value, int32_t> itemsOf(const WalkedFunction &walked) {
    llvm::DenseMap<Value, int32_t> items;
    for (size_t e = 0; e < walked.program.entry.size(); ++e)
      items[walked.walk.values[walked.program.entry[e]]] = walked.items[e];
    return items;
  }

  void add(const std::string &name, const WalkedFunction &walked) {
    func::FuncOp function = walked.function;
    llvm::DenseMap<Value, int32_t> items = itemsOf(walked);
    llvm::DenseMap<Operation *, std::string> callees;
    function.walk([&](ttcore::LoadCachedOp load) {
      std::string key;
      for (Value result : load->getResults()) {
        std::string type;
        llvm::raw_string_ostream(type) << result.getType();
        key += fmt::format("{} {};", items.lookup(result), type);
      }
      // Arguments are given in an order of its own: a function of the same item may want another one.
      for (Value operand : load->getOperands())
        key += argumentName(operand, name) + ",";
      auto [found, isNew] = made.try_emplace(key, fmt::format("session_const_eval_{}", made.size()));
      callees[load] = found->second;
      if (isNew)
        append(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(load, load.getCalleeAttr()), found->second);
    });
    IRMapping mapping;
    func::FuncOp copy = cast<func::FuncOp>(function->clone(mapping));
    copy.setSymName(name);
    target.getBody()->push_back(copy);
    for (auto &[load, callee] : callees)
      cast<ttcore::LoadCachedOp>(mapping.lookup(load)).setCalleeAttr(FlatSymbolRefAttr::get(copy.getContext(), callee));
    for (BlockArgument argument : function.getArguments())
      if (auto item = items.find(argument); item != items.end() && item->second >= 0)
        copy.setArgAttr(argument.getArgNumber(), "alcove.item",
                        StringAttr::get(copy.getContext(), table.items[item->second].item.name));
  }

  /// Who is read from the host is no item; its name and its function tell it.
  static std::string argumentName(Value value, const std::string &name) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      return "?";
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto given = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "ttir.name");
    return given ? given.str() : fmt::format("{}:{}", name, argument.getArgNumber());
  }

  void append(func::FuncOp function, const std::string &name) {
    auto copy = cast<func::FuncOp>(function->clone());
    copy.setSymName(name);
    target.getBody()->push_back(copy);
  }

  const Inputs &inputs;
  const ItemTable &table;
  const plan::session::Plan &plan;
  ModuleOp target;
  std::map<std::string, std::string> made; ///< const-eval functions by what they make
};

} // namespace

OwningOpRef<ModuleOp> session_tool::mergedModule(const Inputs &inputs, const ItemTable &table,
                                                 const plan::session::Plan &plan) {
  return Merger(inputs, table, plan).run();
}

void session_tool::noteSession(ModuleOp merged, const SessionFigures &figures) {
  const plan::session::Problem &problem = figures.problem;
  func::FuncOp first;
  merged->walk([&](func::FuncOp function) {
    first = function;
    return WalkResult::interrupt();
  });
  Builder builder(merged.getContext());
  NamedAttrList session;
  SmallVector<Attribute> names;
  SmallVector<int64_t> times;
  for (const plan::session::Step &step : problem.order) {
    names.push_back(builder.getStringAttr(problem.functions[step.function].name));
    times.push_back(step.times);
  }
  session.set("order", builder.getArrayAttr(names));
  session.set("times", builder.getDenseI64ArrayAttr(times));
  for (const plan::session::Reserve &reserve : problem.reserves) {
    std::string name = reserve.name;
    llvm::replace(name, ' ', '_');
    session.set(name, builder.getI64IntegerAttr(reserve.bytes));
  }
  session.set("summary", builder.getStringAttr(summaryText(figures) + itemsText(figures)));
  first->getParentOfType<ModuleOp>()->setAttr("alcove.session", session.getDictionary(merged.getContext()));
}
