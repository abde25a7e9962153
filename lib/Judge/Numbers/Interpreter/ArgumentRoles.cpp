//===- ArgumentRoles.cpp - What a function's arguments are for --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/ArgumentRoles.h"

#include "IndexRanges.h"

#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace alcove::reference {

const char *toString(ArgumentRole role) {
  static constexpr const char *names[] = {"plain", "activation", "table",   "weight",           "norm-scale",
                                          "bias",  "positive",   "epsilon", "count-reciprocal", "mask",
                                          "one",   "index",      "fixed",   "position",         "flag"};
  return names[static_cast<size_t>(role)];
}

bool movesElementsOnly(mlir::Operation *op) {
  return llvm::is_contained({"reshape", "permute", "transpose", "broadcast", "repeat", "repeat_interleave", "squeeze",
                             "unsqueeze", "typecast", "slice_static", "index", "to_layout", "to_memory_config",
                             "to_device", "from_device", "to_tensor_spec", "mesh_partition", "to_dtype"},
                            shortName(op));
}

static mlir::func::FuncOp calleeOf(ttcore::LoadCachedOp cached) {
  auto callee = mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(cached, cached.getCalleeAttr());
  return callee && !callee.isExternal() && llvm::hasSingleElement(callee.getBody()) ? callee : nullptr;
}

std::optional<unsigned> argumentBehind(mlir::Value value) {
  constexpr int mostSteps = 1000;
  for (int step = 0; step < mostSteps; ++step) {
    if (auto argument = mlir::dyn_cast<mlir::BlockArgument>(value))
      return argument.getArgNumber();
    mlir::Operation *op = value.getDefiningOp();
    if (auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(op)) {
      mlir::func::FuncOp callee = calleeOf(cached);
      unsigned number = mlir::cast<mlir::OpResult>(value).getResultNumber();
      if (!callee || number >= callee.getBody().front().getTerminator()->getNumOperands())
        return std::nullopt;
      std::optional<unsigned> inner = argumentBehind(callee.getBody().front().getTerminator()->getOperand(number));
      if (!inner || *inner >= cached->getNumOperands())
        return std::nullopt;
      value = cached->getOperand(*inner);
      continue;
    }
    if (!movesElementsOnly(op) || op->getNumOperands() == 0)
      return std::nullopt;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

namespace {

constexpr size_t mostVisited = 2000;

/// Visits the uses of all values derived from `start`; `follow(use)` says whether to go on through an op. Through a
/// const-eval call it always goes, and looks inside.
template <typename Visit, typename Follow>
void forEachUse(mlir::Value start, Visit visit, Follow follow) {
  llvm::SmallVector<mlir::Value> queue = {start};
  llvm::DenseSet<mlir::Value> seen = {start};
  auto add = [&](mlir::Value value) {
    if (seen.insert(value).second)
      queue.push_back(value);
  };
  for (size_t i = 0; i < queue.size() && i < mostVisited; ++i)
    for (mlir::OpOperand &use : queue[i].getUses()) {
      auto cached = mlir::dyn_cast<ttcore::LoadCachedOp>(use.getOwner());
      if (mlir::func::FuncOp callee = cached ? calleeOf(cached) : nullptr;
          callee && use.getOperandNumber() < callee.getNumArguments()) {
        add(callee.getArgument(use.getOperandNumber()));
        for (mlir::Value result : cached.getResults())
          add(result);
        continue;
      }
      visit(use);
      if (follow(use))
        for (mlir::Value result : use.getOwner()->getResults())
          add(result);
    }
}

int64_t dimOf(mlir::Value value, int64_t fromEnd) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.getRank() >= fromEnd ? type.getDimSize(type.getRank() - fromEnd) : 1;
}

mlir::Type elementTypeOf(mlir::Value value) {
  auto type = mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type ? type.getElementType() : mlir::Type();
}

/// The op behind movements that made a value, null at an argument.
mlir::Operation *makerOf(mlir::Value value) {
  mlir::Operation *op = value.getDefiningOp();
  while (op && movesElementsOnly(op) && op->getNumOperands() > 0)
    op = op->getOperand(0).getDefiningOp();
  return op;
}

bool isRoot(mlir::Operation *op) { return llvm::is_contained({"sqrt", "rsqrt"}, shortName(op)); }
bool isSoftmax(mlir::Operation *op) { return llvm::is_contained({"softmax", "exp"}, shortName(op)); }
bool isSum(mlir::Operation *op) { return llvm::is_contained({"sum", "reduce_sum"}, shortName(op)); }

/// Whether `value` comes to an op that `is` accepts, through movements and at most `steps` of the elementwise ops of an
/// open-coded softmax.
template <typename Is>
bool comesTo(mlir::Value value, Is is, int steps) {
  bool found = false;
  llvm::SmallVector<std::pair<mlir::Value, int>> queue = {{value, steps}};
  for (size_t i = 0; i < queue.size() && i < 200 && !found; ++i)
    for (mlir::Operation *user : queue[i].first.getUsers()) {
      found |= is(user);
      bool moves = movesElementsOnly(user);
      if (moves ||
          (queue[i].second > 0 && llvm::is_contained({"add", "subtract", "maximum", "where", "max"}, shortName(user))))
        for (mlir::Value result : user->getResults())
          queue.push_back({result, queue[i].second - !moves});
    }
  return found;
}

/// Elements that one output of a product sums.
int64_t contracted(mlir::Operation *op) {
  if (auto dot = mlir::dyn_cast<ttir::DotGeneralOp>(op)) {
    int64_t product = 1;
    auto type = mlir::cast<mlir::RankedTensorType>(dot.getLhs().getType());
    for (int64_t dim : dot.getContractDimsLhs())
      if (dim >= 0 && dim < type.getRank())
        product *= type.getDimSize(dim);
    return product;
  }
  auto transposed = op->getAttrOfType<mlir::BoolAttr>("transpose_a");
  return dimOf(op->getOperand(0), transposed && transposed.getValue() ? 2 : 1);
}

/// What the uses of one float argument say of it.
class Evidence {
public:
  Evidence(mlir::func::FuncOp function, mlir::BlockArgument argument) : argument(argument) {
    auto kind =
        function.getArgAttrOfType<ttcore::ArgumentTypeAttr>(argument.getArgNumber(), ttcore::argumentTypeAttrName);
    if (kind)
      parameter =
          kind.getValue() == ttcore::ArgumentType::Parameter || kind.getValue() == ttcore::ArgumentType::Constant;
    input = kind && kind.getValue() == ttcore::ArgumentType::Input;
    auto type = mlir::cast<mlir::RankedTensorType>(argument.getType());
    elements = type.getNumElements();
    wideDims = llvm::count_if(type.getShape(), [](int64_t size) { return size > 1; });
    forEachUse(
        argument, [&](mlir::OpOperand &use) { look(use); },
        [](mlir::OpOperand &use) { return use.getOperandNumber() == 0 && movesElementsOnly(use.getOwner()); });
  }

  RoleOfArgument role() const {
    for (auto [told, role] : {std::pair(positive, ArgumentRole::Positive), std::pair(epsilon, ArgumentRole::Epsilon)})
      if (told)
        return {role};
    if (count > 0)
      return {ArgumentRole::CountReciprocal, count};
    if (one)
      return {ArgumentRole::One};
    if (mask)
      return {ArgumentRole::Mask};
    if (summed > 0 && !input)
      return {ArgumentRole::Weight, summed};
    if (table)
      return {ArgumentRole::Table};
    if (scale)
      return {ArgumentRole::NormScale};
    if (bias)
      return {ArgumentRole::Bias};
    return {activation || input ? ArgumentRole::Activation : ArgumentRole::Plain};
  }

private:
  void look(mlir::OpOperand &use);
  void lookAtNorm(mlir::OpOperand &use);
  void lookAtProduct(mlir::OpOperand &use);
  void lookAtSum(mlir::OpOperand &use);
  void lookAtContraction(mlir::OpOperand &use);
  bool perChannel() const { return wideDims <= 1; }

  mlir::BlockArgument argument;
  bool parameter = false, input = false;
  int64_t elements = 0;
  int64_t wideDims = 0;
  bool positive = false, epsilon = false, one = false, mask = false, table = false, scale = false, bias = false,
       activation = false;
  int64_t count = 0, summed = 0;
};

/// The operand beside `use` of an op of two.
mlir::Value otherOperand(mlir::OpOperand &use) { return use.getOwner()->getOperand(1 - use.getOperandNumber()); }

void Evidence::look(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  llvm::StringRef name = shortName(op);
  unsigned number = use.getOperandNumber();
  if (llvm::is_contained({"sqrt", "rsqrt", "log", "log1p", "reciprocal"}, name))
    positive = true;
  else if (llvm::is_contained({"div", "divide"}, name))
    (number == 1 ? positive : activation) = true;
  else if (llvm::is_contained({"rms_norm", "layer_norm", "group_norm", "batch_norm_inference", "batch_norm_training",
                               "distributed_rms_norm"},
                              name))
    lookAtNorm(use);
  else if (name == "multiply")
    lookAtProduct(use);
  else if (llvm::is_contained({"add", "subtract"}, name))
    lookAtSum(use);
  else if (name == "embedding")
    table |= number == 1;
  else
    lookAtContraction(use);
}

void Evidence::lookAtNorm(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  auto is = [&](mlir::Value value) { return value && value == use.get(); };
  llvm::TypeSwitch<mlir::Operation *>(op)
      .Case<ttir::BatchNormInferenceOp>([&](auto norm) {
        positive |= is(norm.getVariance());
        scale |= is(norm.getScale());
        bias |= is(norm.getOffset()) || is(norm.getMean());
      })
      .Case<ttir::BatchNormTrainingOp>([&](auto norm) {
        positive |= is(norm.getRunningVariance());
        scale |= is(norm.getScale());
        bias |= is(norm.getOffset()) || is(norm.getRunningMean());
      })
      .Case<ttnn::BatchNormInferenceOp, ttnn::BatchNormTrainingOp>([&](auto norm) {
        positive |= is(norm.getRunningVar());
        scale |= is(norm.getWeight());
        bias |= is(norm.getBias()) || is(norm.getRunningMean());
      })
      .Case<ttir::RMSNormOp, ttnn::RMSNormOp, ttir::LayerNormOp, ttnn::LayerNormOp, ttir::GroupNormOp,
            ttnn::GroupNormOp>([&](auto norm) {
        scale |= is(norm.getWeight());
        bias |= is(norm.getBias());
      });
  activation |= use.getOperandNumber() == 0;
}

void Evidence::lookAtProduct(mlir::OpOperand &use) {
  mlir::Operation *maker = makerOf(otherOperand(use));
  // 1 / n of an open-coded mean.
  if (maker && isSum(maker) && !argumentBehind(otherOperand(use))) {
    auto from = mlir::cast<mlir::RankedTensorType>(maker->getOperand(0).getType());
    auto to = mlir::cast<mlir::RankedTensorType>(maker->getResult(0).getType());
    count = from.getNumElements() / std::max<int64_t>(1, to.getNumElements());
  } else if (perChannel() && !input && !argumentBehind(otherOperand(use))) {
    scale = true;
  }
}

void Evidence::lookAtSum(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  mlir::Value other = otherOperand(use), result = op->getResult(0);
  std::optional<unsigned> otherArgument = argumentBehind(other);
  bool toRoot = comesTo(result, isRoot, 0);
  if (toRoot) {
    // Of two arguments the single number is the epsilon, the other the variance.
    bool variance = otherArgument && elements > 1;
    (variance ? positive : epsilon) = true;
  } else if (shortName(op) == "subtract" && use.getOperandNumber() == 0 && elements == 1 && otherArgument &&
             holdsIntegers(argument.getOwner()->getArgument(*otherArgument))) {
    one = true;
  } else if (!otherArgument && shortName(op) == "add" && elements > 1 &&
             comesTo(result, isSoftmax, perChannel() ? 0 : 1)) { // a bias may come before a mask
    mask = true;
  } else if (perChannel() && !input) {
    bias = true;
  }
}

void Evidence::lookAtContraction(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  llvm::StringRef name = shortName(op);
  unsigned number = use.getOperandNumber();
  bool matmul = llvm::is_contained({"matmul", "linear", "dot_general"}, name);
  bool window = name.starts_with("conv");
  if (!matmul && !window)
    return;
  if (number >= 2) {
    bias = true;
    return;
  }
  // The weight of a window is operand 1; of a product the parameter, else the later argument of two.
  std::optional<unsigned> other = argumentBehind(op->getOperand(1 - number));
  bool weight = window ? number == 1 : parameter || number == 1 || !other;
  if (!weight || (number == 0 && other && !parameter)) {
    activation = true;
    return;
  }
  auto type = mlir::cast<mlir::RankedTensorType>(use.get().getType());
  if (window)
    summed = type.getNumElements() / std::max<int64_t>(1, type.getRank() > 0 ? type.getDimSize(0) : 1);
  else
    summed = std::max<int64_t>(1, contracted(op));
}

} // namespace

/// Whether `use` is compared with something else than a constant: a position with that of another element, as masks do.
static bool isComparedWithComputed(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  if (!llvm::is_contained({"le", "lt", "ge", "gt", "eq", "ne"}, shortName(op)) || op->getNumOperands() < 2)
    return false;
  mlir::Operation *other = makerOf(otherOperand(use));
  return !other || other->getNumOperands() > 0; // an argument or a computed value
}

RoleOfArgument roleOf(mlir::func::FuncOp function, mlir::BlockArgument argument) {
  if (std::vector<int64_t> elements = fixedElementsOf(argument); !elements.empty())
    return {ArgumentRole::Fixed, 1, 0, std::move(elements)};
  if (std::optional<IntegerRange> range = indexRangeOf(argument))
    return {ArgumentRole::Index, range->high - range->low + 1, range->low};
  if (!holdsIntegers(argument))
    return Evidence(function, argument).role();
  bool flag = elementTypeOf(argument).isInteger(1), position = false;
  forEachUse(
      argument,
      [&](mlir::OpOperand &use) {
        position |= isComparedWithComputed(use);
        flag |= llvm::is_contained({"logical_not", "logical_and", "where"}, shortName(use.getOwner())) ||
                (shortName(use.getOwner()) == "subtract" && use.getOperandNumber() == 1);
      },
      [](mlir::OpOperand &use) { return movesElementsOnly(use.getOwner()); });
  return {flag ? ArgumentRole::Flag : position ? ArgumentRole::Position : ArgumentRole::Plain};
}

/// Whether `use` is what an op takes the squares of: the input of a norm, or of an open-coded one.
static bool isSquared(mlir::OpOperand &use) {
  mlir::Operation *op = use.getOwner();
  if (use.getOperandNumber() == 0 && (op->hasAttr("epsilon") || shortName(op) == "pow"))
    return true;
  return shortName(op) == "multiply" && op->getOperand(0) == op->getOperand(1);
}

bool feedsNorms(mlir::func::FuncOp function, mlir::BlockArgument argument) {
  if (holdsIntegers(argument))
    return false;
  ArgumentRole role = roleOf(function, argument).role;
  if (role == ArgumentRole::Activation || role == ArgumentRole::Table)
    return true;
  if (role != ArgumentRole::Weight && role != ArgumentRole::Bias)
    return false;
  bool feeds = false;
  forEachUse(
      argument,
      [&](mlir::OpOperand &use) {
        mlir::Operation *op = use.getOwner();
        bool computed = makerOf(use.get()) != nullptr;
        feeds |= computed && isSquared(use);
        feeds |= computed && shortName(op) == "add" && op->getNumOperands() == 2 && makerOf(otherOperand(use));
      },
      [&](mlir::OpOperand &use) {
        mlir::Operation *op = use.getOwner();
        llvm::StringRef name = shortName(op);
        bool product = llvm::is_contained({"matmul", "linear", "dot_general"}, name) || name.starts_with("conv");
        bool withArgument = name == "add" && op->getNumOperands() == 2 &&
                            (argumentBehind(otherOperand(use)) || argumentBehind(use.get()));
        return movesElementsOnly(op) || withArgument ||
               (product && use.getOperandNumber() > 0 && argumentBehind(use.get()));
      });
  return feeds;
}

bool hasEpsilon(mlir::func::FuncOp function) {
  bool found = false;
  function.walk([&](mlir::Operation *op) { found |= op->hasAttr("epsilon") || isRoot(op); });
  return found;
}

/// The number that all elements of a constant are, 0 of what is none.
static double splatOf(mlir::Value value) {
  mlir::Operation *maker = makerOf(value);
  if (!maker || maker->getNumOperands() > 0)
    return 0.0;
  for (const char *name : {"value", "fill_value"}) {
    mlir::Attribute attribute = maker->getAttr(name);
    if (auto number = mlir::dyn_cast_or_null<mlir::FloatAttr>(attribute))
      return number.getValueAsDouble();
    if (auto dense = mlir::dyn_cast_or_null<mlir::DenseFPElementsAttr>(attribute); dense && dense.isSplat())
      return dense.getSplatValue<llvm::APFloat>().convertToDouble();
  }
  return 0.0;
}

double smallestEpsilon(mlir::func::FuncOp function) {
  double smallest = 0.0;
  auto add = [&](double epsilon) {
    if (epsilon > 0.0 && (smallest == 0.0 || epsilon < smallest))
      smallest = epsilon;
  };
  function.walk([&](mlir::Operation *op) {
    if (auto epsilon = op->getAttrOfType<mlir::FloatAttr>("epsilon"))
      add(epsilon.getValueAsDouble());
    mlir::Operation *sum = isRoot(op) ? makerOf(op->getOperand(0)) : nullptr;
    if (sum && shortName(sum) == "add")
      for (mlir::Value operand : sum->getOperands())
        add(splatOf(operand));
  });
  return smallest;
}

} // namespace alcove::reference
