//===- BuildProblem.cpp - A function's IR as a problem --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BuildProblem.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Optimize/Passes.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {

class ProblemBuilder {
public:
  ProblemBuilder(func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                 const ProblemOptions &options, std::vector<MarkedPart> parts)
      : function(function), machine(machine), options(options),
        answers(std::make_shared<ModelAnswers>(model, machine, options.capacity, options.lessCapacities,
                                               options.exhaustivePrograms)) {
    plan::FunctionLayout &problem = result.problem;
    problem.name = function.getSymName().str();
    problem.l1Bytes = machine.usableL1Bytes;
    problem.capacity = options.capacity;
    problem.alignment = machine.addressAlignmentBytes;
    problem.machine = {machine.clockMHz, machine.dramMBs, machine.workerGrid.first, machine.workerGrid.second};
    problem.source = answers;
    result.answers = answers;
    result.parts = std::move(parts);
  }

  FunctionProblem build() {
    for (BlockArgument argument : function.getArguments())
      addTensor(argument, -1, fmt::format("%arg{}", argument.getArgNumber()), isParameter(argument));
    for (Operation &op : function.getBody().front().without_terminator())
      addOp(&op);
    for (Value value : function.getBody().front().getTerminator()->getOperands())
      if (auto found = tensorOf.find(value); found != tensorOf.end())
        result.problem.returns.push_back(found->second);
    addParts();
    return std::move(result);
  }

private:
  // ---- Alternatives ----
  void addParts() {
    llvm::DenseMap<Operation *, int32_t> number;
    for (auto [index, op] : llvm::enumerate(result.ops))
      number[op] = static_cast<int32_t>(index);
    for (const MarkedPart &part : result.parts) {
      plan::PlanPart &planned = result.problem.parts.emplace_back();
      planned.name = part.name;
      for (const MarkedForm &form : part.forms) {
        plan::PlanForm &of = planned.forms.emplace_back();
        of.name = form.name;
        for (Operation *op : form.ops)
          of.ops.push_back(number.lookup(op));
        for (Value value : form.results)
          of.results.push_back(tensorOf.lookup(value));
      }
    }
  }

  /// Its mark says nothing of what the op does: equal ops of several forms are of one class.
  static DictionaryAttr attributesOf(Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.erase(formAttrName);
    return attributes.getDictionary(op->getContext());
  }

  // ---- Tensors ----
  bool isParameter(BlockArgument argument) {
    auto kind =
        function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
    return kind &&
           (kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant);
  }

  void addTensor(Value value, int32_t producer, std::string name, bool constant) {
    if (!isa<RankedTensorType>(value.getType()))
      return;
    plan::PlanTensor tensor;
    tensor.name = std::move(name);
    std::tie(tensor.kind, tensor.base) = kindOf(value);
    tensor.producer = producer;
    tensor.constant = constant;
    tensor.resident = constant && (producer < 0 || isa<ttcore::LoadCachedOp>(result.ops[producer]));
    tensorOf[value] = static_cast<int32_t>(result.tensors.size());
    result.problem.tensors.push_back(std::move(tensor));
    result.tensors.push_back(value);
  }

  /// Kind and base layout of a value. Tensors that are not on the device have kinds with one layout.
  std::pair<int32_t, int32_t> kindOf(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    std::optional<device::TensorSpec> spec = queries::specOf(value, machine);
    bool onDevice = spec && (spec->layout.isDram() || spec->layout.isL1());
    std::string element;
    llvm::raw_string_ostream(element) << type.getElementType();
    std::string name = fmt::format("{} {}", fmt::join(type.getShape(), "x"), element);
    if (!onDevice)
      name += spec ? " host " + device::toString(*spec) : " host";
    auto [found, isNew] = kinds.try_emplace(name, static_cast<int32_t>(answers->kinds.size()));
    if (!isNew) {
      addRowLayouts(found->second, spec, onDevice);
      return {found->second, onDevice ? layoutIndex(found->second, spec->layout) : 0};
    }
    ModelAnswers::Kind &kind = answers->kinds.emplace_back();
    result.problem.kinds.push_back({name, {}});
    kind.shape.assign(type.getShape().begin(), type.getShape().end());
    if (onDevice)
      for (const device::TensorLayout &layout :
           layouts::legalTensorLayouts(type.getShape(), spec->layout.dataType, machine, options.legal.rowMajorEnabled))
        addLayout(found->second, layout);
    addRowLayouts(found->second, spec, onDevice);
    if (spec)
      return {found->second, layoutIndex(found->second, spec->layout)};
    kind.layouts.emplace_back();
    result.problem.kinds.back().layouts.push_back({"host", plan::Space::Host});
    return {found->second, 0};
  }

  /// Rows in L1, for kinds of which a tensor lies in rows: to_layout makes tiles of them there.
  void addRowLayouts(int32_t kind, const std::optional<device::TensorSpec> &spec, bool onDevice) {
    if (onDevice && !spec->layout.isTiled() && rowKinds.insert(kind).second)
      for (const device::TensorLayout &layout : layouts::rowLayouts(answers->kinds[kind].shape, spec->layout.dataType,
                                                                    machine, options.legal.maxLegalLayouts))
        layoutIndex(kind, layout);
  }

  int32_t addLayout(int32_t kind, const device::TensorLayout &layout) {
    answers->kinds[kind].layouts.push_back(layout);
    device::TensorSpec spec{answers->kinds[kind].shape, layout};
    plan::Layout planned;
    planned.name = device::toString(spec);
    planned.space = layout.isL1() ? plan::Space::L1 : layout.isDram() ? plan::Space::Dram : plan::Space::Host;
    planned.sharding = static_cast<plan::Sharding>(layout.memoryLayout);
    planned.gridRows = layout.gridRows;
    planned.gridCols = layout.gridCols;
    planned.tiled = layout.isTiled();
    planned.l1Bytes = device::l1BytesPerCore(spec, machine.numBanks());
    planned.totalBytes = device::totalBytes(spec);
    result.problem.kinds[kind].layouts.push_back(std::move(planned));
    return static_cast<int32_t>(answers->kinds[kind].layouts.size() - 1);
  }

  int32_t layoutIndex(int32_t kind, const device::TensorLayout &layout) {
    const std::vector<device::TensorLayout> &layouts = answers->kinds[kind].layouts;
    auto found = llvm::find(layouts, layout);
    return found != layouts.end() ? static_cast<int32_t>(found - layouts.begin()) : addLayout(kind, layout);
  }

  // ---- Ops ----
  /// Unique within the function.
  static std::string nameOf(Operation *op, int32_t self) {
    std::string name = isNamedOp(op) ? opName(op) : std::string();
    return name.empty() ? fmt::format("{}#{}", op->getName().getStringRef().str(), self) : name;
  }

  void addOp(Operation *op) {
    auto self = static_cast<int32_t>(result.ops.size());
    result.ops.push_back(op);
    plan::PlanOp planned;
    bool constant = isa<ttcore::LoadCachedOp>(op);
    planned.name = nameOf(op, self);
    std::vector<bool> movable;
    for (OpOperand *operand : queries::tensorOperands(op)) {
      planned.operands.push_back(tensorOf.lookup(operand->get()));
      // A constant lies in DRAM for good; as operand 0 it is data like any other.
      movable.push_back(planned.operands.size() == 1 || !result.problem.tensors[planned.operands.back()].constant);
    }
    for (Value value : op->getResults()) {
      addTensor(value, self,
                op->getNumResults() > 1 ? fmt::format("{}#{}", planned.name, cast<OpResult>(value).getResultNumber())
                                        : planned.name,
                constant);
      if (auto tensor = tensorOf.find(value); tensor != tensorOf.end())
        planned.results.push_back(tensor->second);
    }
    addOrder(op, self, planned);
    planned.opClass = classFor(op, planned, movable);
    result.problem.ops.push_back(std::move(planned));
  }

  /// Ops with effects keep their order among themselves and towards every reader of what they touch.
  void addOrder(Operation *op, int32_t self, plan::PlanOp &planned) {
    if (isa<ttcore::LoadCachedOp>(op) && op->hasAttr(formAttrName))
      return; // what one form reads orders nothing outside of it
    bool effects = !isMemoryEffectFree(op);
    if (effects && lastEffect >= 0)
      planned.after.push_back(lastEffect);
    auto interface = dyn_cast<MemoryEffectOpInterface>(op);
    int32_t tensorNumber = 0;
    for (Value operand : op->getOperands()) {
      bool isTensor = isa<RankedTensorType>(operand.getType());
      if (auto made = producer.find(operand); !isTensor && made != producer.end())
        planned.after.push_back(made->second);
      if (auto writer = lastWriter.find(operand); writer != lastWriter.end())
        planned.after.push_back(writer->second);
      if (isTensor && interface && interface.getEffectOnValue<MemoryEffects::Write>(operand))
        planned.writes.push_back(tensorNumber);
      tensorNumber += isTensor;
      if (effects) {
        llvm::append_range(planned.after, readers[operand]);
        lastWriter[operand] = self;
      }
      readers[operand].push_back(self);
    }
    llvm::erase(planned.after, self);
    llvm::sort(planned.after);
    planned.after.erase(llvm::unique(planned.after), planned.after.end());
    if (effects)
      lastEffect = self;
    for (Value value : op->getResults())
      producer[value] = self;
  }

  // ---- Classes ----
  /// What ops of one class have in common. Attributes are unique by pointer within a context.
  using Signature = std::tuple<std::string, const void *, std::vector<int32_t>, std::vector<bool>, std::string>;

  int32_t classFor(Operation *op, const plan::PlanOp &planned, const std::vector<bool> &movable) {
    std::vector<int32_t> tensors;
    for (const std::vector<int32_t> *list : {&planned.operands, &planned.results})
      for (int32_t tensor : *list) {
        tensors.push_back(result.problem.tensors[tensor].kind);
        tensors.push_back(result.problem.tensors[tensor].base);
      }
    std::string fixed = opName(op);
    const layouts::Overrides &overrides = *options.overrides;
    if (!overrides.outputLayouts.count(fixed) && !overrides.conv2dConfigs.count(fixed))
      fixed.clear();
    Signature signature{op->getName().getStringRef().str(), attributesOf(op).getAsOpaquePointer(), std::move(tensors),
                        movable, fixed};
    auto [found, isNew] = classes.try_emplace(signature, static_cast<int32_t>(result.problem.classes.size()));
    if (isNew)
      addClass(op, planned, movable, !fixed.empty());
    return found->second;
  }

  void addClass(Operation *op, const plan::PlanOp &planned, const std::vector<bool> &movable, bool userFixed) {
    auto index = static_cast<int32_t>(result.problem.classes.size());
    plan::OpClass &planClass = result.problem.classes.emplace_back();
    ModelAnswers::Class &modelClass = answers->classes.emplace_back();
    modelClass.rules = &OpRules::of(op);
    modelClass.op = op;
    planClass.op = op->getName().stripDialect().str();
    planClass.name = planClass.op;
    planClass.traits = modelClass.rules->traits(op);
    planClass.movable = movable;
    planClass.userFixed = userFixed;
    for (int32_t tensor : planned.operands) {
      modelClass.operandKinds.push_back(result.problem.tensors[tensor].kind);
      modelClass.operandBases.push_back(result.problem.tensors[tensor].base);
      planClass.name += " " + result.problem.kinds[modelClass.operandKinds.back()].name;
    }
    for (int32_t tensor : planned.results) {
      modelClass.resultKinds.push_back(result.problem.tensors[tensor].kind);
      modelClass.resultBases.push_back(result.problem.tensors[tensor].base);
    }
    planClass.operandKinds = modelClass.operandKinds;
    planClass.resultKinds = modelClass.resultKinds;
    for (int32_t tensor : planned.operands)
      modelClass.storable.push_back(options.storeConstants && result.problem.tensors[tensor].constant);
    planClass.candidates = plan::CandidateTable(planned.operands.size(), planned.results.size());
    if (planClass.traits.modelled)
      modelClass.query = queries::makeQuery(op, machine);
    if (planClass.traits.kind == plan::OpKind::Matmul && modelClass.query)
      planClass.tileProducts = tileProductsOf(*modelClass.query);
    addConfigs(op, planClass, modelClass);
    chooseBase(index);
    chooseSettled(index);
  }

  /// Products of 32x32x32 elements of a matmul: rows of the result, batches included, times columns times depth.
  static int64_t tileProductsOf(const opmodel::Query &query) {
    if (query.inputs.empty() || query.outputs.empty() || query.outputs[0].shape.empty())
      return 0;
    const std::vector<int64_t> &out = query.outputs[0].shape, &a = query.inputs[0].shape;
    int64_t rows = out.size() > 1 ? ceilDiv(out[out.size() - 2], 32) : 1;
    for (size_t i = 0; i + 2 < out.size(); ++i)
      rows *= out[i];
    auto transposed = query.attributes.find("transpose_a");
    bool swap = transposed != query.attributes.end() && std::get_if<bool>(&transposed->second) &&
                std::get<bool>(transposed->second) && a.size() > 1;
    return rows * ceilDiv(out.back(), 32) * ceilDiv(swap ? a[a.size() - 2] : a.back(), 32);
  }

  /// Legal configurations in search order, then that of the program as it stands.
  void addConfigs(Operation *op, plan::OpClass &planClass, ModelAnswers::Class &modelClass) {
    bool configurable = modelClass.query && !op->hasAttr(keptLayoutAttrName) && !modelClass.query->outputs.empty() &&
                        !modelClass.query->inputs.empty();
    if (configurable) {
      auto fixed = options.overrides->outputLayouts.find(opName(op));
      std::vector<device::TensorLayout> results = layouts::legalOpLayouts(
          op, machine, options.legal, fixed == options.overrides->outputLayouts.end() ? nullptr : &fixed->second);
      modelClass.configurations = modelClass.rules->configurations(op, results, machine, *options.overrides);
    }
    for (const OpConfiguration &configuration : modelClass.configurations)
      planClass.configs.push_back(
          {textOf(configuration.attributes), layoutIndex(modelClass.resultKinds[0], configuration.result)});
    planClass.numLegalConfigs = static_cast<int32_t>(planClass.configs.size());
    plan::OpConfig base{"", modelClass.resultBases.empty() ? -1 : modelClass.resultBases[0]};
    auto listed = llvm::find(planClass.configs, base);
    planClass.baseConfig = static_cast<int32_t>(listed - planClass.configs.begin());
    if (listed == planClass.configs.end()) {
      planClass.configs.push_back(base);
      modelClass.configurations.emplace_back();
      if (base.result >= 0)
        modelClass.configurations.back().result = answers->kinds[modelClass.resultKinds[0]].layouts[base.result];
    }
    modelClass.baseConfig = planClass.baseConfig;
    if (configurable && modelClass.rules->hasPrograms() && !options.overrides->conv2dConfigs.count(opName(op)))
      addPrograms(op, planClass, modelClass);
  }

  /// Behind the base: policies of the field do not choose from these, the exact planner does.
  void addPrograms(Operation *op, plan::OpClass &planClass, ModelAnswers::Class &modelClass) {
    auto fixed = options.overrides->outputLayouts.find(opName(op));
    std::vector<int32_t> asked;
    for (const device::TensorLayout &result : layouts::legalOpLayouts(
             op, machine, options.legal, fixed == options.overrides->outputLayouts.end() ? nullptr : &fixed->second))
      asked.push_back(layoutIndex(modelClass.resultKinds[0], result));
    for (int32_t layout : asked)
      for (int32_t rank = 0; rank < answers->programRanks(); ++rank) {
        planClass.configs.push_back({fmt::format("program {}", rank), layout, /*isFurther=*/rank > 0});
        modelClass.configurations.push_back({answers->kinds[modelClass.resultKinds[0]].layouts[layout], {}, rank});
      }
  }

  const std::string &textOf(ArrayRef<NamedAttribute> attributes) {
    static const std::string none;
    if (attributes.empty())
      return none;
    std::string &text = texts[attributes[0].getValue().getAsOpaquePointer()];
    if (text.empty())
      llvm::raw_string_ostream(text) << attributes[0].getName().getValue() << " = " << attributes[0].getValue();
    return text;
  }

  void chooseBase(int32_t index) {
    plan::OpClass &planClass = result.problem.classes[index];
    planClass.base = result.problem.find(index, answers->classes[index].operandBases, planClass.baseConfig);
    planClass.settledConfig = planClass.baseConfig;
    if (planClass.base >= 0 && !planClass.resultKinds.empty())
      planClass.traits.isView = planClass.candidates.aliasesOf(planClass.base)[0] >= 0;
  }

  /// The first configuration that runs on the operands as they stand: any for what the user fixed, else one in DRAM.
  void chooseSettled(int32_t index) {
    plan::OpClass &planClass = result.problem.classes[index];
    if (!answers->classes[index].query ||
        (!planClass.userFixed && !answers->classes[index].rules->settlesByConfiguration()))
      return;
    for (int32_t config = 0; config < planClass.numLegalConfigs; ++config) {
      const device::TensorLayout &layout = answers->classes[index].configurations[config].result;
      if (!planClass.userFixed && (!layout.isDram() || layout.isSharded()))
        continue;
      if (result.problem.find(index, answers->classes[index].operandBases, config) < 0)
        continue;
      planClass.settledConfig = config;
      return;
    }
  }

  func::FuncOp function;
  const queries::Machine &machine;
  const ProblemOptions &options;
  std::shared_ptr<ModelAnswers> answers;
  FunctionProblem result;
  llvm::DenseMap<Value, int32_t> tensorOf, producer, lastWriter;
  llvm::DenseMap<Value, SmallVector<int32_t>> readers;
  std::map<std::string, int32_t> kinds;
  std::set<int32_t> rowKinds;           ///< have rows in L1 among their layouts
  std::map<Signature, int32_t> classes; ///< looked up, never iterated: it is keyed by pointers
  llvm::DenseMap<const void *, std::string> texts;
  int32_t lastEffect = -1;
};

} // namespace

FunctionProblem transforms::buildProblem(func::FuncOp function, const opmodel::OpModel &model,
                                         const queries::Machine &machine, const ProblemOptions &options,
                                         std::vector<MarkedPart> parts) {
  return ProblemBuilder(function, model, machine, options, std::move(parts)).build();
}

FunctionProblem transforms::leftBy(const FunctionProblem &built, ArrayRef<int32_t> forms) {
  FunctionProblem left;
  left.problem = plan::formed(built.problem, std::vector<int32_t>(forms.begin(), forms.end()));
  left.answers = built.answers;
  plan::FormNumbers numbers = plan::numbersIn(built.problem, std::vector<int32_t>(forms.begin(), forms.end()));
  left.ops.resize(left.problem.numOps());
  left.tensors.resize(left.problem.tensors.size());
  for (auto [op, number] : llvm::zip(built.ops, numbers.ops))
    if (number >= 0)
      left.ops[number] = op;
  for (auto [value, number] : llvm::zip(built.tensors, numbers.tensors))
    if (number >= 0)
      left.tensors[number] = value;
  // A class is asked through an op that stays.
  for (size_t op = built.parts.empty() ? 0 : left.ops.size(); op-- > 0;)
    left.answers->classes[left.problem.ops[op].opClass].op = left.ops[op];
  return left;
}
