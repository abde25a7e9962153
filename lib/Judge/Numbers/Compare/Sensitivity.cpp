//===- Sensitivity.cpp - Which ops a comparison looks at --- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Compare/Sensitivity.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Compare/Differential.h"
#include "alcove/Judge/Numbers/Compare/Faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace alcove::reference {

static int64_t elementsOf(const std::vector<PerChip> &values) {
  int64_t sum = 0;
  for (const PerChip &perChip : values)
    for (const Tensor &tensor : perChip)
      sum += tensor.numElements();
  return sum;
}

static int64_t elementsOf(mlir::Type type) {
  auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? tensor.getNumElements() : 0;
}

/// Elements read and written on one chip; of a contraction also the products that its sums take.
static int64_t workOf(mlir::Operation *op) {
  int64_t read = 0, made = 0;
  for (mlir::Type type : op->getOperandTypes())
    read += elementsOf(type);
  for (mlir::Type type : op->getResultTypes())
    made += elementsOf(type);
  llvm::StringRef name = op->getName().stripDialect();
  bool contraction = llvm::is_contained({"matmul", "linear", "dot_general"}, name) || name.starts_with("conv");
  if (!contraction || op->getNumOperands() < 2)
    return read + made;
  auto weight = mlir::dyn_cast<mlir::RankedTensorType>(op->getOperand(1).getType());
  if (!weight || weight.getRank() == 0)
    return read + made;
  // A window sums what one output channel weighs; a product, square weights taken for the rule, their longer side.
  auto sums = static_cast<double>(weight.getNumElements()) /
              static_cast<double>(std::max<int64_t>(
                  1, name.starts_with("conv") ? weight.getDimSize(0) : weight.getDimSize(weight.getRank() - 1)));
  return read + made + static_cast<int64_t>(static_cast<double>(made) * std::min(sums, 1e6));
}

RunSize sizeOf(mlir::func::FuncOp function) {
  RunSize size;
  Result<int64_t> chips = countElements(meshOf(function));
  if (!chips || function.isExternal())
    return size;
  auto add = [](int64_t &sum, int64_t more) { sum = more > INT64_MAX - sum ? INT64_MAX : sum + more; };
  for (mlir::Operation &op : function.getBody().front()) {
    add(size.work, workOf(&op) * *chips);
    // A reshape shares its operand's elements.
    for (mlir::Type type : op.getResultTypes())
      if (op.getName().stripDialect() != "reshape")
        add(size.bytes, 4 * elementsOf(type) * *chips);
  }
  for (mlir::Type type : function.getArgumentTypes())
    add(size.bytes, 4 * elementsOf(type) * *chips);
  return size;
}

static bool givesSomething(const OpRecord &record) { return elementsOf(record.results) > 0 || !record.written.empty(); }

/// Work of all ops that depend on op `at`.
static int64_t workBehind(const Replay &replay, size_t at, int64_t chips) {
  llvm::DenseSet<mlir::Value> changed;
  int64_t sum = 0;
  auto spread = [&](const OpRecord &record) {
    for (mlir::Value result : record.op->getResults())
      changed.insert(result);
    for (const auto &[number, perChip] : record.written)
      changed.insert(record.op->getOperand(number));
  };
  spread(replay.ops()[at]);
  for (size_t i = at + 1; i < replay.ops().size(); ++i)
    if (llvm::any_of(replay.ops()[i].op->getOperands(), [&](mlir::Value value) { return changed.count(value); })) {
      sum += workOf(replay.ops()[i].op) * chips;
      spread(replay.ops()[i]);
    }
  return sum;
}

static bool isSame(const PerChip &a, const PerChip &b) {
  for (size_t chip = 0; chip < a.size(); ++chip)
    for (int64_t i = 0; i < a[chip].numElements(); ++i)
      if (double x = a[chip].at(i), y = b[chip].at(i); x != y && !(std::isnan(x) && std::isnan(y)))
        return false;
  return true;
}

static bool isSame(const FunctionRun &a, const FunctionRun &b) {
  for (size_t i = 0; i < a.results.size(); ++i)
    if (!isSame(a.results[i], b.results[i]))
      return false;
  for (const auto &[number, tensors] : a.written)
    if (!isSame(tensors, b.written.at(number)))
      return false;
  return true;
}

/// Whether the results see op `at` perturbed; nothing when it cannot be.
static Result<std::optional<bool>> isObserved(const Replay &replay, size_t at, Random &random,
                                              const Tolerance &tolerance, bool &dead) {
  std::optional<bool> observed;
  dead = true;
  for (const char *kind : {"negated", "index-off-by-one", "boolean-negated"}) {
    ALCOVE_ASSIGN_OR_RETURN(std::optional<OpRecord> fault, findFaultKind(kind)->apply(replay, at, random));
    if (!fault)
      continue;
    Result<FunctionRun> run = replay.with(at, *fault);
    if (!run) { // an index outside its table: the op is seen by whoever runs it
      dead = false;
      return std::optional<bool>(true);
    }
    ALCOVE_ASSIGN_OR_RETURN(
        std::vector<ComparedValue> rows,
        compareRuns(replay.function(), replay.run(), replay.function(), *run, tolerance, tolerance));
    bool differs = llvm::any_of(rows, [](const ComparedValue &row) { return !row.comparison.equal; });
    dead &= !differs && isSame(replay.run(), *run);
    observed = observed.value_or(false) || differs;
  }
  return observed;
}

Result<Sensitivity> measureSensitivity(const Replay &replay, uint64_t seed, int64_t budget,
                                       const Tolerance &tolerance) {
  Sensitivity result;
  Random random(seed);
  std::vector<size_t> order;
  for (size_t i = 0; i < replay.ops().size(); ++i)
    if (givesSomething(replay.ops()[i]))
      order.push_back(i);
  result.ops = static_cast<int64_t>(order.size());
  random.shuffle(order);
  ALCOVE_ASSIGN_OR_RETURN(int64_t chips, countElements(meshOf(replay.function())));
  int64_t spent = 0;
  for (size_t at : order) {
    int64_t work = workBehind(replay, at, chips);
    if (result.perturbed > 0 && work > budget - spent)
      continue;
    spent += work;
    bool dead = false;
    ALCOVE_ASSIGN_OR_RETURN(std::optional<bool> observed, isObserved(replay, at, random, tolerance, dead));
    if (!observed)
      continue;
    ++result.perturbed;
    result.observed += *observed;
    if (!*observed)
      result.unobserved.push_back({replay.ops()[at].op, dead});
  }
  return result;
}

std::string toString(const Sensitivity &sensitivity) {
  double share = 100.0 * static_cast<double>(sensitivity.observed) /
                 static_cast<double>(std::max<int64_t>(1, sensitivity.perturbed));
  if (sensitivity.perturbed == sensitivity.ops)
    return fmt::format("{:.1f} % of {} ops observed", share, sensitivity.ops);
  return fmt::format("{:.1f} % of {} ops observed, a sample of {}", share, sensitivity.perturbed, sensitivity.ops);
}

namespace {

/// What does not depend on the order of the elements.
struct Fingerprint {
  explicit Fingerprint(const Tensor &tensor) : count(tensor.numElements()) {
    for (int64_t i = 0; i < count; ++i)
      if (double x = tensor.at(i); std::isfinite(x) && std::fabs(x) < 1e30) {
        sum += x;
        absolute += std::fabs(x);
        squares += x * x;
      } else {
        ++apart;
      }
  }
  bool isNear(const Fingerprint &other, double bound) const {
    auto near = [&](double x, double y, double size) { return std::fabs(x - y) <= bound * size; };
    return count == other.count && apart == other.apart && near(sum, other.sum, absolute) &&
           near(absolute, other.absolute, absolute) && near(squares, other.squares, squares);
  }
  int64_t count, apart = 0;
  double sum = 0.0, absolute = 0.0, squares = 0.0;
};

/// The values of a run by their number of elements.
class Values {
public:
  explicit Values(const Replay &replay) {
    for (const OpRecord &record : replay.ops()) {
      for (const PerChip &operand : record.operands)
        add(operand);
      for (const PerChip &result : record.results)
        add(result);
      for (const auto &[number, perChip] : record.written)
        add(perChip);
    }
  }
  bool has(const Tensor &tensor, const Tolerance &tolerance) const {
    Fingerprint print(tensor);
    auto [begin, end] = byCount.equal_range(tensor.numElements());
    bool near = false, ofItsShape = false;
    for (auto at = begin; at != end; ++at) {
      if (!at->second.second.isNear(print, 4 * tolerance.norm))
        continue;
      near = true;
      Result<Tensor> shaped = tensor.reshaped(at->second.first.shape());
      if (!shaped || shaped->isFloat() != at->second.first.isFloat())
        return true;
      ofItsShape |= withoutOnes(at->second.first.shape()) == withoutOnes(tensor.shape());
      if (compare(at->second.first, *shaped, tolerance).equal)
        return true;
    }
    return near && !ofItsShape; // the same numbers in another order, as layouts have it
  }

private:
  static Shape withoutOnes(Shape shape) {
    std::erase(shape, 1);
    return shape;
  }
  void add(const PerChip &perChip) {
    if (perChip.empty() || perChip[0].numElements() == 0)
      return;
    const Tensor &tensor = perChip[0];
    const void *elements =
        tensor.isFloat() ? static_cast<const void *>(tensor.floats().data()) : tensor.integers().data();
    if (known.insert({elements, tensor.shape()}).second)
      byCount.emplace(tensor.numElements(), std::pair(tensor, Fingerprint(tensor)));
  }
  std::set<std::pair<const void *, Shape>> known;
  std::multimap<int64_t, std::pair<Tensor, Fingerprint>> byCount;
};

} // namespace

Deviation firstDeviation(const Replay &first, const Replay &second, const Tolerance &tolerance) {
  Values values(first);
  size_t count = second.ops().size();
  std::vector<bool> matched(count), suspect(count);
  llvm::DenseMap<mlir::Value, size_t> makerOf;
  for (size_t i = 0; i < count; ++i) {
    const OpRecord &record = second.ops()[i];
    auto has = [&](const PerChip &perChip) { return perChip.empty() || values.has(perChip[0], tolerance); };
    matched[i] = llvm::all_of(record.results, has) &&
                 llvm::all_of(record.written, [&](const auto &written) { return has(written.second); });
    suspect[i] = !matched[i] && llvm::all_of(record.op->getOperands(), [&](mlir::Value operand) {
      auto maker = makerOf.find(operand);
      return maker == makerOf.end() || matched[maker->second];
    });
    for (mlir::Value result : record.op->getResults())
      makerOf[result] = i;
    for (const auto &[number, perChip] : record.written)
      makerOf[record.op->getOperand(number)] = i;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!suspect[i])
      continue;
    // A value of its own, such as a fused op's inner one, has a counterpart behind it.
    llvm::DenseSet<mlir::Value> reached;
    for (mlir::Value result : second.ops()[i].op->getResults())
      reached.insert(result);
    bool healed = false;
    for (size_t j = i + 1; j < count && !healed; ++j)
      if (llvm::any_of(second.ops()[j].op->getOperands(), [&](mlir::Value value) { return reached.count(value); })) {
        healed = matched[j];
        for (mlir::Value result : second.ops()[j].op->getResults())
          reached.insert(result);
      }
    if (!healed) {
      mlir::Operation *op = second.ops()[i].op;
      return {op, fmt::format("first deviating op: '{}' {}, number {} of {}", op->getName().getStringRef().str(),
                              locationText(op), i + 1, count)};
    }
  }
  return {};
}

} // namespace alcove::reference
