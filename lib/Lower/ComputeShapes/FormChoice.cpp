//===- FormChoice.cpp - Which shape every row op computes ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FormChoice.h"

#include "../Evaluable.h"
#include "../Functions.h"
#include "alcove/Device/TensorLayout.h"

#include <numeric>
#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using namespace alcove::conversion::rank;

Value rank::originOf(Value value) {
  while (auto op = value.getDefiningOp<ttir::ReshapeOp>()) {
    if (isWrittenInPlace(op.getInput()))
      break;
    value = op.getInput();
  }
  return value;
}

FormChoice::FormChoice(func::FuncOp function, FormPrices &prices) : prices(prices) {
  SmallVector<Value> origins;
  function.walk([&](Operation *op) {
    bool isRow = isRowOp(op);
    if (isRow) {
      indexOf[op] = ops.size();
      ops.push_back(op);
      forms.emplace_back(shape::of(op->getResult(0)));
    }
    if (isa<ttir::ReshapeOp>(op) && originOf(op->getResult(0)) != op->getResult(0))
      return; // looked through
    // What may work on rows takes no tiles; results and indices leave in rows.
    bool inRows = isa<ttir::SliceStaticOp, ttir::ConcatOp, ttir::PadOp>(op);
    for (OpOperand &use : op->getOpOperands()) {
      bool leaves = isa<func::ReturnOp>(op), isIndex = isa<ttir::EmbeddingOp>(op) && use.getOperandNumber() == 0;
      if (!isa<RankedTensorType>(use.get().getType()))
        continue;
      Value origin = originOf(use.get());
      auto [found, isNew] = wantedOf.try_emplace(origin);
      if (isNew)
        origins.push_back(origin);
      if (isRow) {
        count(indexOf[op], use.getOperandNumber(), 1);
      } else {
        ArrayRef<int64_t> fixed = shape::of(use.get());
        Count &same = found->second[std::vector<int64_t>(fixed.begin(), fixed.end())];
        ++same.uses;
        same.asTiles += !leaves && !isIndex && !inRows;
        same.inRows += inRows;
        same.asIndices += isIndex;
      }
    }
  });
  ConstEvaluation isConst;
  for (Value origin : origins) {
    // What is made of something that is not free is not, and need not be asked.
    Operation *maker = origin.getDefiningOp();
    auto isKnownNotFree = [&](Value operand) {
      auto known = isFree.find(originOf(operand));
      return known != isFree.end() && !known->second;
    };
    isFree[origin] = !(maker && llvm::any_of(maker->getOperands(), isKnownNotFree)) && isConst(origin);
    liesInRows[origin] = isInputInRows(origin);
  }
  opPrices.resize(ops.size());
}

void FormChoice::count(size_t op, unsigned operand, int64_t by) {
  Form form = *operandForm(ops[op], operand, forms[op]);
  Wanted &wanted = wantedOf[originOf(ops[op]->getOperand(operand))];
  auto same = wanted.try_emplace(std::vector<int64_t>(form.begin(), form.end())).first;
  same->second.uses += by;
  same->second.asTiles += by;
  if (same->second.uses == 0)
    wanted.erase(same);
}

void FormChoice::install(const Group &group, ArrayRef<Form> candidate) {
  for (auto [index, form] : llvm::zip(group, candidate)) {
    if (forms[index] == form)
      continue;
    for (int64_t by : {-1, 1}) {
      for (OpOperand &use : ops[index]->getOpOperands())
        if (isa<RankedTensorType>(use.get().getType()))
          count(index, use.getOperandNumber(), by);
      forms[index] = form;
    }
  }
}

ArrayRef<int64_t> FormChoice::heldForm(Value origin) const {
  auto found = indexOf.find(origin.getDefiningOp());
  return found == indexOf.end() ? shape::of(origin) : ArrayRef<int64_t>(forms[found->second]);
}

double FormChoice::priceOfOp(size_t op) const {
  std::vector<std::pair<Form, double>> &known = opPrices[op];
  auto found = llvm::find_if(known, [&](const auto &entry) { return entry.first == forms[op]; });
  if (found != known.end())
    return found->second;
  Value result = ops[op]->getResult(0);
  auto read = isFree.find(result); // what nobody reads is asked here
  double price = prices.op(ops[op], forms[op], read != isFree.end() ? read->second : isConstEvaluable(result));
  known.emplace_back(forms[op], price);
  return price;
}

double FormChoice::priceFromRows(Value origin, const Wanted &wanted) const {
  shape::Shape held = shape::of(origin);
  bool asItIs = wanted.count(std::vector<int64_t>(held.begin(), held.end())) > 0;
  double inRows = 0, asTiles = prices.fromRows(origin, held, held);
  for (const auto &[form, count] : wanted) {
    double direct = prices.fromRows(origin, held, form);
    inRows += direct;
    asTiles += held == ArrayRef(form) ? 0 : std::min(direct, prices.reshape(origin, held, form));
  }
  return asItIs ? asTiles : std::min(inRows, asTiles);
}

double FormChoice::priceOfReshapes(Value origin) const {
  auto found = wantedOf.find(origin);
  if (found == wantedOf.end() || isFree.lookup(origin))
    return 0;
  const Wanted &wanted = found->second;
  if (liesInRows.lookup(origin))
    return priceFromRows(origin, wanted);
  ArrayRef<int64_t> held = heldForm(origin);
  // Rows come out of tiles in about the time that they go in, once for all that work on rows.
  double leavesAsTiles = 0, leavesInRows = 0;
  bool takesRows = false, leaves = false;
  for (const auto &[form, count] : wanted) {
    takesRows |= count.inRows + count.asIndices > 0;
    if (count.leave() > 0) {
      leavesInRows += (leaves ? 0 : prices.fromRows(origin, held, held)) + prices.reshapeRows(origin, held, form);
      leavesAsTiles += isTileView(held, form) ? 0 : prices.reshape(origin, held, form);
      leaves = true;
    }
  }
  bool isInRows = leaves && (takesRows || leavesInRows < leavesAsTiles);
  double price = isInRows ? leavesInRows : leavesAsTiles;
  for (const auto &[form, count] : wanted)
    if (count.asTiles > 0)
      price += prices.reshape(origin, held, form);
    else if (count.inRows > 0 && !isInRows)
      price += prices.toMoves(origin, held, form);
  return price;
}

double FormChoice::priceOf(const Group &group) const {
  double price = 0;
  llvm::SmallSetVector<Value, 16> origins;
  for (size_t index : group) {
    Operation *op = ops[index];
    price += priceOfOp(index);
    origins.insert(op->getResult(0));
    for (Value operand : op->getOperands())
      origins.insert(originOf(operand));
  }
  for (Value origin : origins)
    price += priceOfReshapes(origin);
  return price;
}

std::vector<FormChoice::Group> FormChoice::groupsOf(Links links) {
  std::vector<size_t> parent(ops.size());
  std::iota(parent.begin(), parent.end(), 0);
  auto find = [&](size_t x) {
    while (parent[x] != x)
      x = parent[x] = parent[parent[x]];
    return x;
  };
  auto join = [&](size_t x, size_t y) {
    size_t a = find(x), b = find(y);
    parent[std::max(a, b)] = std::min(a, b);
  };
  llvm::DenseMap<Value, size_t> firstReader; // by input in rows
  for (size_t index = 0; index < ops.size(); ++index)
    for (OpOperand &use : ops[index]->getOpOperands()) {
      if (!sharesRows(ops[index], use.getOperandNumber()))
        continue;
      Value from = links == Links::Direct ? use.get() : originOf(use.get());
      if (links == Links::Readers && isElementwise(ops[index]) && liesInRows.lookup(from) &&
          volumeOf(shape::of(from)) == volumeOf(shape::of(ops[index]->getResult(0))))
        join(firstReader.try_emplace(from, index).first->second, index);
      auto found = indexOf.find(from.getDefiningOp());
      if (found != indexOf.end() && lastOf(shape::of(from)) == lastOf(shape::of(use.get())))
        join(found->second, index);
    }
  std::map<size_t, Group> groups; // by the first op
  for (size_t index = 0; index < ops.size(); ++index)
    groups[find(index)].push_back(index);
  std::vector<Group> result;
  for (auto &[first, group] : groups)
    result.push_back(std::move(group));
  return result;
}

namespace {
/// Of equally cheap shapes the first is taken: few dimensions, then by extents.
struct FewerDimensions {
  bool operator()(const std::vector<int64_t> &a, const std::vector<int64_t> &b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};
} // namespace

/// Matrices of `volume` elements on as few tiles as there can be: the narrowest and the widest.
static std::set<std::vector<int64_t>, FewerDimensions> fewestTiles(int64_t volume) {
  std::vector<std::pair<int64_t, int64_t>> widths; // with the tiles that they take
  for (int64_t divisor = 1; divisor <= volume / divisor; ++divisor)
    if (volume % divisor == 0)
      for (int64_t width : {divisor, volume / divisor})
        widths.emplace_back(width, ceilDiv(width, device::tileWidth) * ceilDiv(volume / width, device::tileHeight));
  auto fewer = [](auto a, auto b) { return std::pair(a.second, a.first) < std::pair(b.second, b.first); };
  auto narrowest = *std::min_element(widths.begin(), widths.end(), fewer);
  int64_t widest = narrowest.first;
  for (auto [width, tiles] : widths)
    if (tiles == narrowest.second)
      widest = std::max(widest, width);
  return {{volume / narrowest.first, narrowest.first}, {volume / widest, widest}};
}

/// Forms of the group's ops, one list per candidate: rows as some neighbour has them, or as one dimension; where all
/// ops are elementwise and equally large, any shape of a neighbour.
std::vector<std::vector<Form>> FormChoice::candidatesOf(const Group &group) const {
  Operation *first = ops[group.front()];
  int64_t rows = volumeOf(leadOf(shape::of(first->getResult(0)))), volume = volumeOf(shape::of(first->getResult(0)));
  bool anyShape = llvm::all_of(group, [&](size_t index) {
    return isElementwise(ops[index]) && volumeOf(shape::of(ops[index]->getResult(0))) == volume;
  });
  std::set<std::vector<int64_t>, FewerDimensions> leads{{rows}}, shapes;
  auto look = [&](ArrayRef<int64_t> shape) {
    if (shape.size() >= 2 && volumeOf(leadOf(shape)) == rows)
      leads.emplace(leadOf(shape).begin(), leadOf(shape).end());
    if (anyShape && shape.size() >= 2 && volumeOf(shape) == volume)
      shapes.emplace(shape.begin(), shape.end());
  };
  bool readsRows = false;
  auto lookAround = [&](Value origin) {
    readsRows |= liesInRows.lookup(origin);
    look(heldForm(origin));
    if (auto found = wantedOf.find(origin); found != wantedOf.end())
      for (const auto &[form, count] : found->second)
        look(form);
  };
  for (size_t index : group) {
    lookAround(ops[index]->getResult(0));
    for (Value operand : ops[index]->getOperands())
      lookAround(originOf(operand));
  }
  if (anyShape && readsRows)
    shapes.merge(fewestTiles(volume));
  std::vector<std::vector<Form>> candidates;
  auto add = [&](llvm::function_ref<Form(size_t)> formOf) {
    std::vector<Form> candidate;
    for (size_t index : group) {
      Form form = formOf(index);
      candidate.push_back(takesForm(ops[index], form) ? form : Form(shape::of(ops[index]->getResult(0))));
    }
    candidates.push_back(std::move(candidate));
  };
  bool haveOneLead =
      llvm::all_of(group, [&](size_t index) { return volumeOf(leadOf(shape::of(ops[index]->getResult(0)))) == rows; });
  if (!haveOneLead)
    leads.clear();
  for (const std::vector<int64_t> &lead : leads)
    add([&](size_t index) {
      Form form(lead.begin(), lead.end());
      form.push_back(lastOf(shape::of(ops[index]->getResult(0))));
      return form;
    });
  for (const std::vector<int64_t> &shape : shapes)
    add([&](size_t) { return Form(shape.begin(), shape.end()); });
  return candidates;
}

static size_t dimensionsOf(ArrayRef<Form> forms) {
  size_t sum = 0;
  for (const Form &form : forms)
    sum += form.size();
  return sum;
}

bool FormChoice::improve(const Group &group) {
  constexpr double worthIt = 1 - 1e-9; // more than the rounding of sums
  std::vector<Form> best;
  for (size_t index : group)
    best.push_back(forms[index]);
  std::vector<Form> before = best;
  double price = priceOf(group), bestPrice = price * worthIt;
  for (const std::vector<Form> &candidate : candidatesOf(group)) {
    install(group, candidate);
    double other = priceOf(group);
    // Of equal shapes that with fewer dimensions, wherever the group came from.
    bool isSimpler = best == before && other <= price && dimensionsOf(candidate) < dimensionsOf(before);
    if (other < bestPrice || isSimpler) {
      bestPrice = std::min(bestPrice, other);
      best = candidate;
    }
  }
  install(group, best);
  return best != before;
}

void FormChoice::run() {
  constexpr int maxRounds = 8;
  std::vector<Group> readers = groupsOf(Links::Readers), wide = groupsOf(Links::ThroughReshapes),
                     narrow = groupsOf(Links::Direct);
  bool changed = true;
  for (int round = 0; changed && round < maxRounds; ++round) {
    changed = false;
    for (const std::vector<Group> *groups : {&readers, &wide, &narrow})
      for (const Group &group : *groups)
        changed |= improve(group);
  }
}
