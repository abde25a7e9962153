//===- IndexTrail.cpp - From integer results back to scores -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/IndexTrail.h"

#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

/// Deeper calls do not run (NUM-E6).
constexpr size_t maxCallDepth = 16;
/// Calls that call twice, sixteen deep, are more places than anybody's result has; beyond this NUM-C1 stays NUM-C1.
constexpr size_t maxPlaces = size_t(1) << 16;

static Shape shapeOf(mlir::Type type) {
  llvm::ArrayRef<int64_t> shape = mlir::cast<mlir::RankedTensorType>(type).getShape();
  return Shape(shape.begin(), shape.end());
}

/// Each element of the result is the element of the first operand at the same place, in another type at most.
static bool keepsPlaces(mlir::Operation *op) {
  return mlir::isa<ttir::TypecastOp, ttnn::TypecastOp, ttnn::ToMemoryConfigOp, ttnn::ToLayoutOp, ttnn::ToTensorSpecOp,
                   ttnn::FromDeviceOp, ttnn::ToDeviceOp>(op);
}

/// Where the elements of `value` come from, behind ops that keep their places.
static mlir::Value placed(mlir::Value value) {
  for (mlir::Operation *op = value.getDefiningOp(); op && keepsPlaces(op); op = value.getDefiningOp())
    value = op->getOperand(0);
  return value;
}

static mlir::Operation *placedBy(mlir::Value value, llvm::StringRef name) {
  mlir::Operation *op = placed(value).getDefiningOp();
  return op && op->getName().stripDialect() == name ? op : nullptr;
}

/// The maximum along the last dimension that gives `value`.
static mlir::Operation *maximumOfRows(mlir::Value value) {
  mlir::Operation *op = placedBy(value, "max");
  auto dims = op ? op->getAttrOfType<mlir::ArrayAttr>("dim_arg") : mlir::ArrayAttr();
  if (!dims || dims.size() != 1)
    return nullptr;
  Result<Shape> named = integersOf(dims);
  int64_t rank = mlir::cast<mlir::RankedTensorType>(op->getOperand(0).getType()).getRank();
  Result<int64_t> dim = named.ok() ? normalizeDim(named->front(), rank) : Result<int64_t>(named.error());
  return dim.ok() && *dim + 1 == rank ? op : nullptr;
}

/// The op that tells NaN from numbers among the scores of a choice on tiles, whose index `op` makes an integer; null for
/// anything else. That the table of a choice falls by one from its width is not looked at: the index that comes of
/// another is held to the scores all the same.
static mlir::Operation *scoresOfChoiceOnTiles(mlir::Operation *op) {
  if (!mlir::isa<ttir::TypecastOp, ttnn::TypecastOp>(op))
    return nullptr;
  mlir::Operation *first = placedBy(op->getOperand(0), "subtract");
  mlir::Operation *most = first ? maximumOfRows(first->getOperand(1)) : nullptr;
  mlir::Operation *left = most ? placedBy(most->getOperand(0), "multiply") : nullptr;
  mlir::Operation *found = left ? placedBy(left->getOperand(0), "add") : nullptr;
  mlir::Operation *equal = found ? placedBy(found->getOperand(0), "eq") : nullptr;
  mlir::Operation *isNaN = found ? placedBy(found->getOperand(1), "ne") : nullptr;
  mlir::Operation *largest = equal && isNaN ? maximumOfRows(equal->getOperand(1)) : nullptr;
  if (!largest)
    return nullptr;
  mlir::Value scores = placed(isNaN->getOperand(0));
  bool ofOne = placed(isNaN->getOperand(1)) == scores && placed(equal->getOperand(0)) == scores &&
               placed(largest->getOperand(0)) == scores;
  return ofOne ? isNaN : nullptr;
}

/// Each element of the result is an element of an operand, at a place that attributes say.
static bool movesElements(mlir::Operation *op) {
  return mlir::isa<ttir::ReshapeOp, ttnn::ReshapeOp, ttir::SqueezeOp, ttir::UnsqueezeOp, ttir::PermuteOp,
                   ttnn::PermuteOp, ttir::TransposeOp, ttnn::TransposeOp, ttir::BroadcastOp, ttir::RepeatOp,
                   ttnn::RepeatOp, ttir::RepeatInterleaveOp, ttnn::RepeatInterleaveOp, ttir::ConcatOp, ttnn::ConcatOp,
                   ttir::SliceStaticOp, ttnn::SliceStaticOp, ttir::IndexOp, ttir::SelectOp, ttir::ReverseOp,
                   ttir::AllGatherOp, ttnn::AllGatherOp, ttir::MeshPartitionOp, ttnn::MeshPartitionOp,
                   ttir::CollectivePermuteOp, ttnn::CollectivePermuteOp, ttir::PointToPointOp, ttnn::PointToPointOp,
                   ttir::MeshShardOp, ttnn::MeshShardOp, ttnn::DistributeTensorOp, ttnn::AggregateTensorOp>(op);
}

/// Whether `value` are indices that an op chose by floats.
static bool isChoice(mlir::Value value, Precision precision) {
  mlir::Operation *op = value.getDefiningOp();
  bool indices = mlir::isa<ttir::ArgMaxOp, ttnn::ArgMaxOp>(op) ||
                 (mlir::isa<ttir::TopKOp, ttnn::TopKOp, ttir::SortOp, ttnn::SortOp>(op) && value == op->getResult(1));
  auto scores = indices ? mlir::dyn_cast<mlir::RankedTensorType>(op->getOperand(0).getType()) : nullptr;
  if (!scores)
    return false;
  // Along several dimensions, but not all, no line of the scores is what it was chosen from.
  if (auto argmax = mlir::dyn_cast<ttir::ArgMaxOp>(op); argmax && argmax.getDimArg())
    if (Result<Shape> dims = integersOf(*argmax.getDimArg());
        dims.ok() && dims->size() > 1 && static_cast<int64_t>(dims->size()) < scores.getRank())
      return false;
  Result<ElementType> held = heldTypeOf(scores, precision);
  return held.ok() && isFloat(*held);
}

/// The dimension that an index op chooses along; nothing: along all, flattened.
static Result<std::optional<int64_t>> dimensionOf(mlir::Operation *op) {
  std::optional<int64_t> dim;
  if (auto argmax = mlir::dyn_cast<ttir::ArgMaxOp>(op)) {
    if (argmax.getDimArg()) {
      ALCOVE_ASSIGN_OR_RETURN(Shape dims, integersOf(*argmax.getDimArg()));
      if (dims.size() == 1)
        dim = dims[0];
    }
  } else if (auto argmax = mlir::dyn_cast<ttnn::ArgMaxOp>(op)) {
    if (argmax.getDim())
      dim = *argmax.getDim();
  } else if (auto topk = mlir::dyn_cast<ttir::TopKOp>(op)) {
    dim = topk.getDimAttr().getInt();
  } else if (auto topk = mlir::dyn_cast<ttnn::TopKOp>(op)) {
    dim = topk.getDimAttr().getInt();
  } else if (auto sort = mlir::dyn_cast<ttir::SortOp>(op)) {
    dim = sort.getDim();
  } else if (auto sort = mlir::dyn_cast<ttnn::SortOp>(op)) {
    dim = sort.getDim();
  } else {
    return Error{"no index op"};
  }
  return dim;
}

/// The coarsest type that scores were held in while nothing but their place changed.
static ElementType roundedTo(mlir::Value scores, Precision precision) {
  ElementType type = ElementType::F32;
  while (true) {
    if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(scores.getType()))
      if (Result<ElementType> held = heldTypeOf(tensor, precision); held.ok())
        type = coarser(type, *held);
    mlir::Operation *op = scores.getDefiningOp();
    if (!op || !(keepsPlaces(op) || movesElements(op)) || mlir::isa<ttir::ConcatOp, ttnn::ConcatOp>(op))
      return type;
    scores = op->getOperand(0);
  }
}

IndexTrail::IndexTrail(mlir::func::FuncOp function, const Shape &mesh, Precision precision)
    : mesh(mesh), precision(precision), calls(1) {
  if (!llvm::hasSingleElement(function.getBody()))
    return;
  for (mlir::Value value : function.getBody().front().getTerminator()->getOperands())
    results.push_back(walkFrom({outermost, value}));
}

int IndexTrail::callBy(int caller, mlir::Operation *op) const {
  auto found = caller < 0 ? callNumbers.end() : callNumbers.find({caller, op});
  return found == callNumbers.end() ? -1 : found->second;
}

IndexTrail::Step IndexTrail::describeCall(Place place, mlir::Operation *op) {
  Step step;
  auto symbol = op->getAttrOfType<mlir::FlatSymbolRefAttr>("callee");
  auto callee = symbol ? mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, symbol) : nullptr;
  if (!callee || callee.isExternal() || !llvm::hasSingleElement(callee.getBody()) ||
      calls[place.first].depth >= maxCallDepth)
    return step;
  mlir::Operation *terminator = callee.getBody().front().getTerminator();
  unsigned number = mlir::cast<mlir::OpResult>(place.second).getResultNumber();
  if (number >= terminator->getNumOperands())
    return step;
  auto [at, isNew] = callNumbers.try_emplace({place.first, op}, static_cast<int>(calls.size()));
  if (isNew)
    calls.push_back({place.first, calls[place.first].depth + 1, op});
  step.kind = Step::Same;
  step.sources = {{at->second, terminator->getOperand(number)}};
  return step;
}

IndexTrail::Step IndexTrail::describe(Place place) {
  Step step;
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(place.second.getType());
  Result<ElementType> held = type ? heldTypeOf(type, precision) : Result<ElementType>(Error{"no tensor"});
  if (!held.ok() || isFloat(*held) || !type.hasStaticShape())
    return step;
  if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(place.second)) {
    const Call &call = calls[place.first];
    if (place.first != outermost && argument.getArgNumber() < call.op->getNumOperands()) {
      step.kind = Step::Same;
      step.sources = {{call.caller, call.op->getOperand(argument.getArgNumber())}};
    }
    return step;
  }
  mlir::Operation *op = place.second.getDefiningOp();
  if (mlir::isa<mlir::func::CallOp, ttcore::LoadCachedOp>(op))
    return describeCall(place, op);
  if (mlir::Operation *scores = op ? scoresOfChoiceOnTiles(op) : nullptr) {
    step.kind = Step::Choice;
    choices[{place.first, op}];
    scoresOnTiles[{place.first, scores}];
  } else if (isChoice(place.second, precision)) {
    step.kind = Step::Choice;
    choices[{place.first, op}];
  } else if (keepsPlaces(op)) {
    step.kind = Step::Same;
    step.sources = {{place.first, op->getOperand(0)}};
  } else if (movesElements(op)) {
    step.kind = Step::Moved;
    for (mlir::Value operand : op->getOperands())
      if (mlir::isa<mlir::RankedTensorType>(operand.getType()))
        step.sources.push_back({place.first, operand});
  }
  return step;
}

/// Depth first with a stack of its own: chains of ops are as long as a module makes them.
int IndexTrail::walkFrom(Place root) {
  std::vector<Step> stack;
  auto enter = [&](Place place) {
    Step step = stepOf.size() < maxPlaces ? describe(place) : Step();
    step.place = place;
    stack.push_back(std::move(step));
  };
  if (auto found = stepOf.find(root); found != stepOf.end())
    return found->second;
  enter(root);
  int last = -1;
  while (!stack.empty()) {
    Step &step = stack.back();
    if (step.operands.size() < step.sources.size()) {
      Place next = step.sources[step.operands.size()];
      auto found = stepOf.find(next);
      if (found != stepOf.end())
        step.operands.push_back(found->second);
      else
        enter(next);
      continue;
    }
    bool known = step.kind == Step::Choice || llvm::any_of(step.operands, [](int operand) { return operand >= 0; });
    last = known ? static_cast<int>(steps.size()) : -1;
    stepOf[step.place] = last;
    if (known)
      steps.push_back(std::move(step));
    stack.pop_back();
  }
  return last;
}

Status IndexTrail::record(int call, mlir::Operation *op, const Tensor &operand, const Tensor &result) {
  if (auto waiting = scoresOnTiles.find({call, op}); waiting != scoresOnTiles.end()) {
    waiting->second.emplace_back(operand);
    heldBytes += waiting->second.back().bytes();
    return {};
  }
  std::vector<Selection> &selections = choices[{call, op}];
  if (mlir::Operation *onTiles = scoresOfChoiceOnTiles(op)) {
    const std::vector<PackedTensor> &waiting = scoresOnTiles[{call, onTiles}];
    const size_t chip = selections.size();
    if (chip >= waiting.size())
      return Error{"an index without scores"};
    heldBytes -= waiting[chip].bytes(); // shared with the selection
    return keep(selections, -1, onTiles->getOperand(0), waiting[chip], result);
  }
  ALCOVE_ASSIGN_OR_RETURN(std::optional<int64_t> dim, dimensionOf(op));
  return keep(selections, dim, op->getOperand(0), PackedTensor(operand), result);
}

Status IndexTrail::keep(std::vector<Selection> &selections, std::optional<int64_t> dim, mlir::Value read,
                        PackedTensor scores, const Tensor &indices) {
  Selection selection;
  selection.outer = selection.inner = 1;
  selection.size = scores.numElements();
  const Shape &shape = scores.shape();
  const auto rank = static_cast<int64_t>(shape.size());
  if (dim && rank > 0) {
    ALCOVE_ASSIGN_OR_RETURN(int64_t at, normalizeDim(*dim, rank));
    selection.size = shape[at];
    for (int64_t i = 0; i < rank; ++i)
      (i < at ? selection.outer : selection.inner) *= i == at ? 1 : shape[i];
  }
  int64_t lines = selection.outer * selection.inner;
  selection.chosen = lines == 0 ? 0 : indices.numElements() / lines;
  if (selection.chosen * lines != indices.numElements())
    return Error{fmt::format("{} indices for {} lines of scores", indices.numElements(), lines)};
  selection.roundedTo = roundedTo(read, precision);
  selection.scores = std::move(scores);
  selection.indices = PackedTensor(indices);
  heldBytes += selection.bytes();
  selections.push_back(std::move(selection));
  return {};
}

/// Runs an op that moves elements on the numbers of indices instead; 0 stands for what is no index.
Result<PerChip> IndexTrail::move(const Step &step, const std::vector<PerChip> &numbers) const {
  mlir::Operation *op = step.place.second.getDefiningOp();
  const OpTable::Entry *entry = OpTable::get().find(op->getName().getStringRef());
  if (!entry)
    return Error{"NUM-E1: no kernel executes this op"};
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(mesh));
  std::vector<PerChip> operands;
  size_t source = 0;
  for (mlir::Value operand : op->getOperands()) {
    operands.emplace_back();
    if (!mlir::isa<mlir::RankedTensorType>(operand.getType()))
      continue;
    int known = step.operands[source++];
    ALCOVE_ASSIGN_OR_RETURN(Tensor none, Tensor::zeros(ElementType::I64, shapeOf(operand.getType())));
    operands.back() = known >= 0 ? numbers[known] : PerChip(chips, none);
  }
  if (entry->overMesh) {
    MeshCall call{op, precision, mesh, std::move(operands)};
    ALCOVE_ASSIGN_OR_RETURN(std::vector<PerChip> results, entry->overMesh(call));
    return std::move(results.front());
  }
  PerChip moved;
  for (int64_t chip = 0; chip < chips; ++chip) {
    OpCall call;
    call.op = op;
    call.precision = precision;
    call.chip = chip;
    std::vector<const Tensor *> joined;
    for (PerChip &operand : operands) {
      call.operands.push_back(operand.empty() ? nullptr : &operand[chip]);
      joined.push_back(call.operands.back());
    }
    // The handler of a concatenation makes its operands what the result holds, which may be too narrow for numbers.
    std::optional<int64_t> dim;
    if (auto concat = mlir::dyn_cast<ttir::ConcatOp>(op))
      dim = concat.getDim();
    else if (auto concat = mlir::dyn_cast<ttnn::ConcatOp>(op))
      dim = concat.getDim();
    if (dim) {
      ALCOVE_ASSIGN_OR_RETURN(Tensor whole, concat(joined, *dim));
      moved.push_back(std::move(whole));
      continue;
    }
    ALCOVE_ASSIGN_OR_RETURN(std::vector<Tensor> values, entry->perChip(call));
    moved.push_back(std::move(values.front()));
  }
  return moved;
}

Result<PerChip> IndexTrail::numbersOf(const Step &step, const std::vector<PerChip> &numbers,
                                      IndexOrigins &origins) const {
  if (step.kind == Step::Moved)
    return move(step, numbers);
  if (step.kind == Step::Same)
    return numbers[step.operands[0]];
  PerChip result;
  auto chosen = choices.find({step.place.first, step.place.second.getDefiningOp()});
  for (const Selection &selection : chosen->second) {
    int64_t first = 1;
    if (!origins.selections.empty()) {
      const Selection &before = *origins.selections.back();
      first = origins.firstNumbers.back() + before.outer * before.chosen * before.inner;
    }
    ALCOVE_ASSIGN_OR_RETURN(Tensor numbered, Tensor::zeros(ElementType::I64, selection.indices.shape()));
    std::span<int64_t> elements = numbered.mutableIntegers();
    for (size_t i = 0; i < elements.size(); ++i)
      elements[i] = first + static_cast<int64_t>(i);
    origins.selections.push_back(&selection);
    origins.firstNumbers.push_back(first);
    result.push_back(std::move(numbered));
  }
  return result;
}

Result<const std::vector<IndexOrigins> *> IndexTrail::originsOf(size_t result) {
  if (auto found = known.find(result); found != known.end())
    return &found->second;
  std::vector<IndexOrigins> perChip;
  if (result < results.size() && results[result] >= 0) {
    std::vector<bool> needed(results[result] + 1);
    needed.back() = true;
    for (int i = results[result]; i >= 0; --i)
      for (int operand : steps[i].operands)
        if (needed[i] && operand >= 0)
          needed[operand] = true;
    std::vector<PerChip> numbers(needed.size());
    IndexOrigins origins;
    for (size_t i = 0; i < needed.size(); ++i)
      if (needed[i]) {
        ALCOVE_ASSIGN_OR_RETURN(numbers[i], numbersOf(steps[i], numbers, origins));
      }
    for (Tensor &onChip : numbers.back()) {
      perChip.push_back(origins);
      perChip.back().numbers = std::move(onChip);
    }
  }
  return &(known[result] = std::move(perChip));
}

} // namespace alcove::reference
