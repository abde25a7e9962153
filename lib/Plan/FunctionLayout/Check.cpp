//===- Check.cpp - Rules of a function's layout problem -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FL-1..FL-9 of docs/spec/FunctionLayout.md. What passes here can be planned: the program as it stands obeys
// FL-10..FL-16 then, and every order that keeps data and `after` keeps the meaning of writes in place.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>
#include <unordered_set>

using namespace alcove;
using namespace alcove::plan;

namespace {

class FunctionLayoutChecker {
public:
  explicit FunctionLayoutChecker(const FunctionLayout &problem) : problem(problem) {}

  Status run() {
    ALCOVE_RETURN_IF_ERROR(checkSizes());
    for (size_t kind = 0; kind < problem.kinds.size(); ++kind)
      ALCOVE_RETURN_IF_ERROR(checkKind(kind));
    ALCOVE_RETURN_IF_ERROR(checkUses());
    for (size_t i = 0; i < problem.classes.size(); ++i)
      ALCOVE_RETURN_IF_ERROR(checkClass(i));
    ALCOVE_RETURN_IF_ERROR(checkTensors());
    for (size_t op = 0; op < problem.numOps(); ++op) {
      ALCOVE_RETURN_IF_ERROR(checkOp(op));
      ALCOVE_RETURN_IF_ERROR(checkOrder(op));
      ALCOVE_RETURN_IF_ERROR(checkBase(op));
    }
    ALCOVE_RETURN_IF_ERROR(checkTimes());
    ALCOVE_RETURN_IF_ERROR(checkReturns());
    ALCOVE_RETURN_IF_ERROR(checkWrites());
    ALCOVE_RETURN_IF_ERROR(checkSharedBytes());
    ALCOVE_RETURN_IF_ERROR(checkConversions());
    return checkParts();
  }

private:
  /// One buffer, one transfer: a terabyte. A million of them stay below 2^63.
  static constexpr Bytes maxBytes = Bytes(1) << 40;
  static constexpr size_t maxItems = size_t(1) << 20;

  static bool inRange(int64_t value, size_t count) { return value >= 0 && static_cast<uint64_t>(value) < count; }

  // FL-1
  Status checkSizes() const {
    if (problem.l1Bytes < 0 || problem.l1Bytes >= maxBytes)
      return Error{fmt::format("FL-1: l1Bytes is {}, must be in [0, {})", problem.l1Bytes, maxBytes)};
    if (problem.capacity < 0 || problem.capacity > problem.l1Bytes)
      return Error{
          fmt::format("FL-1: capacity is {}, must be in [0, {}], the usable L1", problem.capacity, problem.l1Bytes)};
    if (problem.alignment < 1 || problem.alignment >= maxBytes)
      return Error{fmt::format("FL-1: alignment is {}, must be in [1, {})", problem.alignment, maxBytes)};
    for (auto [name, count] : {std::pair("kinds", problem.kinds.size()), std::pair("classes", problem.classes.size()),
                               std::pair("tensors", problem.tensors.size()), std::pair("ops", problem.ops.size()),
                               std::pair("returns", problem.returns.size())})
      if (count > maxItems)
        return Error{fmt::format("FL-1: there are {} {}, at most {} may be", count, name, maxItems)};
    return {};
  }

  /// FL-1 for the bytes of anything.
  static Status checkBytes(Bytes bytes, const char *what, const std::string &place) {
    if (bytes < 0 || bytes >= maxBytes)
      return Error{fmt::format("FL-1: {}: {} is {} B, must be in [0, {})", place, what, bytes, maxBytes)};
    return {};
  }

  // FL-2
  Status checkKind(size_t index) const {
    const TensorKind &kind = problem.kinds[index];
    if (kind.layouts.empty())
      return Error{fmt::format("FL-2: kinds[{}]: has no layouts", index)};
    std::unordered_set<std::string> names;
    for (size_t i = 0; i < kind.layouts.size(); ++i) {
      const Layout &layout = kind.layouts[i];
      std::string place = fmt::format("kinds[{}].layouts[{}]", index, i);
      if (!names.insert(layout.name).second)
        return Error{fmt::format("FL-2: {}: the name '{}' is that of another layout of the kind", place, layout.name)};
      if (!layout.isL1() && layout.l1Bytes != 0)
        return Error{fmt::format("FL-2: {}: takes {} B of L1 and lies outside L1", place, layout.l1Bytes)};
      if (layout.gridRows < 1 || layout.gridCols < 1 || layout.gridRows > INT32_MAX || layout.gridCols > INT32_MAX)
        return Error{fmt::format("FL-2: {}: its grid is {}x{}, must be at least 1x1 and below 2^31", place,
                                 layout.gridRows, layout.gridCols)};
      ALCOVE_RETURN_IF_ERROR(checkBytes(layout.l1Bytes, "L1", place));
      ALCOVE_RETURN_IF_ERROR(checkBytes(layout.totalBytes, "the tensor", place));
    }
    return {};
  }

  Status checkUses() const {
    for (size_t i = 0; i < problem.l1Uses.size(); ++i)
      for (size_t k = 0; k < problem.l1Uses[i].size(); ++k)
        ALCOVE_RETURN_IF_ERROR(checkBytes(problem.l1Uses[i][k].bytes, "the use", fmt::format("l1Uses[{}][{}]", i, k)));
    return {};
  }

  /// Time, bytes and uses of a candidate or conversion.
  template <typename T>
  Status checkFigures(const T &item, const char *rule, const std::string &place) const {
    if (item.time < 0 || item.time >= maxTime)
      return Error{fmt::format("{}: {}: its time is {} ps, must be in [0, {})", rule, place, item.time, maxTime)};
    ALCOVE_RETURN_IF_ERROR(checkBytes(item.peakBytes, "the peak", place));
    ALCOVE_RETURN_IF_ERROR(checkBytes(item.circularBytes, "circular buffers", place));
    ALCOVE_RETURN_IF_ERROR(checkBytes(item.dramBytes, "DRAM traffic", place));
    if (item.circularBytes > item.peakBytes)
      return Error{fmt::format("{}: {}: its circular buffers take {} B, its whole peak is {} B", rule, place,
                               item.circularBytes, item.peakBytes)};
    if (item.uses < -1 || item.uses >= static_cast<int64_t>(problem.l1Uses.size()))
      return Error{fmt::format("{}: {}: l1Uses[{}] does not exist (there are {})", rule, place, item.uses,
                               problem.l1Uses.size())};
    return {};
  }

  // FL-3 and FL-5, the part of a class.
  Status checkClass(size_t index) const {
    const OpClass &opClass = problem.classes[index];
    std::string place = fmt::format("classes[{}]", index);
    for (const auto *kinds : {&opClass.operandKinds, &opClass.resultKinds})
      for (int32_t kind : *kinds)
        if (!inRange(kind, problem.kinds.size()))
          return Error{
              fmt::format("FL-3: {}: kind {} does not exist (there are {})", place, kind, problem.kinds.size())};
    if (opClass.movable.size() != opClass.operandKinds.size())
      return Error{fmt::format("FL-3: {}: says of {} operands whether they move, there are {}", place,
                               opClass.movable.size(), opClass.operandKinds.size())};
    if (opClass.numLegalConfigs < 0 || opClass.numLegalConfigs > static_cast<int64_t>(opClass.configs.size()))
      return Error{fmt::format("FL-5: {}: {} of its {} configurations are to choose from", place,
                               opClass.numLegalConfigs, opClass.configs.size())};
    if (!inRange(opClass.baseConfig, opClass.configs.size()))
      return Error{fmt::format("FL-5: {}: base configuration {} does not exist (there are {})", place,
                               opClass.baseConfig, opClass.configs.size())};
    if (!inRange(opClass.settledConfig, opClass.configs.size()))
      return Error{fmt::format("FL-5: {}: settled configuration {} does not exist (there are {})", place,
                               opClass.settledConfig, opClass.configs.size())};
    if (!inRange(opClass.base, opClass.candidates.size()))
      return Error{fmt::format("FL-5: {}: base candidate {} does not exist (there are {})", place, opClass.base,
                               opClass.candidates.size())};
    if (opClass.candidates[opClass.base].config != opClass.baseConfig)
      return Error{fmt::format("FL-5: {}: base candidate {} has configuration {}, the base configuration is {}", place,
                               opClass.base, opClass.candidates[opClass.base].config, opClass.baseConfig)};
    ALCOVE_RETURN_IF_ERROR(checkConfigs(opClass, place));
    for (int32_t i = 0; i < opClass.candidates.size(); ++i)
      ALCOVE_RETURN_IF_ERROR(checkCandidate(opClass, i, fmt::format("{}.candidates[{}]", place, i)));
    return {};
  }

  // FL-6, FL-5
  Status checkConfigs(const OpClass &opClass, const std::string &place) const {
    for (size_t i = 0; i < opClass.configs.size(); ++i) {
      int32_t result = opClass.configs[i].result;
      bool exists = opClass.resultKinds.empty() ? result == -1
                                                : inRange(result, problem.kinds[opClass.resultKinds[0]].layouts.size());
      if (!exists)
        return Error{fmt::format("FL-6: {}.configs[{}]: layout {} of result 0 does not exist", place, i, result)};
    }
    return {};
  }

  // FL-6
  Status checkCandidate(const OpClass &opClass, int32_t index, const std::string &place) const {
    const Candidate &candidate = opClass.candidates[index];
    if (opClass.candidates.operandsOf(index).size() != opClass.operandKinds.size() ||
        opClass.candidates.resultsOf(index).size() != opClass.resultKinds.size())
      return Error{fmt::format("FL-6: {}: has layouts of {} operands and {} results, its class has {} and {}", place,
                               opClass.candidates.operandsOf(index).size(), opClass.candidates.resultsOf(index).size(),
                               opClass.operandKinds.size(), opClass.resultKinds.size())};
    ALCOVE_RETURN_IF_ERROR(checkFigures(candidate, "FL-6", place));
    if (!inRange(candidate.config, opClass.configs.size()))
      return Error{fmt::format("FL-6: {}: configuration {} does not exist (there are {})", place, candidate.config,
                               opClass.configs.size())};
    ALCOVE_RETURN_IF_ERROR(checkLayouts(opClass.candidates.operandsOf(index), opClass.operandKinds, "operand", place));
    ALCOVE_RETURN_IF_ERROR(checkLayouts(opClass.candidates.resultsOf(index), opClass.resultKinds, "result", place));
    ALCOVE_RETURN_IF_ERROR(checkBytes(candidate.wantsFreeBytes, "the wish for free L1", place));
    if (candidate.shortTime != 0 && candidate.shortTime < candidate.time)
      return Error{
          fmt::format("FL-6: {}: takes {} ps, and {} with less free L1", place, candidate.time, candidate.shortTime)};
    if (candidate.consumes < -1 || candidate.consumes >= static_cast<int64_t>(opClass.operandKinds.size()))
      return Error{fmt::format("FL-6: {}: consumes operand {} (there are {})", place, candidate.consumes,
                               opClass.operandKinds.size())};
    std::span<const int32_t> operands = opClass.candidates.operandsOf(index);
    std::span<const int32_t> baseOperands = opClass.candidates.operandsOf(opClass.base);
    for (size_t k = 0; k < operands.size(); ++k)
      if (!opClass.movable[k] && operands[k] != baseOperands[k])
        return Error{fmt::format("FL-6: {}: reads operand {} in layout {}; it does not move from layout {}", place, k,
                                 operands[k], baseOperands[k])};
    if (!opClass.resultKinds.empty() &&
        opClass.configs[candidate.config].result != opClass.candidates.resultsOf(index)[0])
      return Error{fmt::format("FL-6: {}: makes result 0 in layout {}, its configuration asks for {}", place,
                               opClass.candidates.resultsOf(index)[0], opClass.configs[candidate.config].result)};
    return checkResults(opClass, index, place);
  }

  Status checkLayouts(std::span<const int32_t> layouts, const std::vector<int32_t> &kinds, const char *what,
                      const std::string &place) const {
    for (size_t k = 0; k < kinds.size(); ++k)
      if (!inRange(layouts[k], problem.kinds[kinds[k]].layouts.size()))
        return Error{fmt::format("FL-6: {}: layout {} of {} {} does not exist (its kind has {})", place, layouts[k],
                                 what, k, problem.kinds[kinds[k]].layouts.size())};
    return {};
  }

  /// FL-6: what shares bytes lies where they are, and the peak holds what has bytes of its own.
  Status checkResults(const OpClass &opClass, int32_t index, const std::string &place) const {
    const Candidate &candidate = opClass.candidates[index];
    Bytes own = 0;
    for (size_t r = 0; r < opClass.resultKinds.size(); ++r) {
      int32_t alias = opClass.candidates.aliasesOf(index)[r];
      const Layout &result = problem.kinds[opClass.resultKinds[r]].layouts[opClass.candidates.resultsOf(index)[r]];
      if (alias < -1 || alias >= static_cast<int64_t>(opClass.operandKinds.size()))
        return Error{fmt::format("FL-6: {}: result {} shares the bytes of operand {} (there are {})", place, r, alias,
                                 opClass.operandKinds.size())};
      if (alias < 0) {
        own += result.l1Bytes;
        continue;
      }
      const Layout &shared =
          problem.kinds[opClass.operandKinds[alias]].layouts[opClass.candidates.operandsOf(index)[alias]];
      if (shared.space != result.space)
        return Error{
            fmt::format("FL-6: {}: result {} ('{}') shares the bytes of operand {} ('{}'), which lies elsewhere", place,
                        r, result.name, alias, shared.name)};
      if (alias == candidate.consumes)
        return Error{
            fmt::format("FL-6: {}: result {} shares the bytes of operand {}, which the op frees", place, r, alias)};
    }
    if (own > candidate.peakBytes)
      return Error{fmt::format("FL-6: {}: its results take {} B of L1, its whole peak is {} B", place, own,
                               candidate.peakBytes)};
    return {};
  }

  // FL-3
  Status checkTensors() {
    for (size_t t = 0; t < problem.tensors.size(); ++t) {
      const PlanTensor &tensor = problem.tensors[t];
      std::string place = fmt::format("tensors[{}] ('{}')", t, tensor.name);
      if (!inRange(tensor.kind, problem.kinds.size()))
        return Error{
            fmt::format("FL-3: {}: kind {} does not exist (there are {})", place, tensor.kind, problem.kinds.size())};
      if (!inRange(tensor.base, problem.kinds[tensor.kind].layouts.size()))
        return Error{fmt::format("FL-3: {}: base layout {} does not exist (its kind has {})", place, tensor.base,
                                 problem.kinds[tensor.kind].layouts.size())};
      if (tensor.producer != -1 && !inRange(tensor.producer, problem.numOps()))
        return Error{fmt::format("FL-3: {}: producer {} does not exist (there are {} ops)", place, tensor.producer,
                                 problem.numOps())};
    }
    std::vector<int32_t> madeBy(problem.tensors.size(), -1);
    for (size_t op = 0; op < problem.numOps(); ++op)
      for (int32_t result : problem.ops[op].results) {
        if (!inRange(result, problem.tensors.size()))
          return Error{fmt::format("FL-3: ops[{}]: result {} does not exist (there are {} tensors)", op, result,
                                   problem.tensors.size())};
        if (madeBy[result] != -1)
          return Error{fmt::format("FL-3: ops[{}]: makes tensor {}, which ops[{}] makes", op, result, madeBy[result])};
        madeBy[result] = static_cast<int32_t>(op);
      }
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (madeBy[t] != problem.tensors[t].producer)
        return Error{fmt::format("FL-3: tensors[{}]: names op {} as its producer, op {} makes it (-1 = none)", t,
                                 problem.tensors[t].producer, madeBy[t])};
    return {};
  }

  // FL-3
  Status checkOp(size_t index) const {
    const PlanOp &op = problem.ops[index];
    std::string place = fmt::format("ops[{}] ('{}')", index, op.name);
    if (!inRange(op.opClass, problem.classes.size()))
      return Error{
          fmt::format("FL-3: {}: class {} does not exist (there are {})", place, op.opClass, problem.classes.size())};
    const OpClass &opClass = problem.classes[op.opClass];
    ALCOVE_RETURN_IF_ERROR(checkKindsOf(op.operands, opClass.operandKinds, "operand", place));
    return checkKindsOf(op.results, opClass.resultKinds, "result", place);
  }

  Status checkKindsOf(const std::vector<int32_t> &tensors, const std::vector<int32_t> &kinds, const char *what,
                      const std::string &place) const {
    if (tensors.size() != kinds.size())
      return Error{fmt::format("FL-3: {}: has {} {}s, its class has {}", place, tensors.size(), what, kinds.size())};
    for (size_t k = 0; k < tensors.size(); ++k) {
      if (!inRange(tensors[k], problem.tensors.size()))
        return Error{fmt::format("FL-3: {}: {} {}: tensor {} does not exist (there are {})", place, what, k, tensors[k],
                                 problem.tensors.size())};
      if (problem.tensors[tensors[k]].kind != kinds[k])
        return Error{fmt::format("FL-3: {}: {} {} is of kind {}, its class wants {}", place, what, k,
                                 problem.tensors[tensors[k]].kind, kinds[k])};
    }
    return {};
  }

  // FL-4
  Status checkOrder(size_t index) const {
    const PlanOp &op = problem.ops[index];
    for (size_t k = 0; k < op.operands.size(); ++k)
      if (int32_t producer = problem.tensors[op.operands[k]].producer; producer >= static_cast<int64_t>(index))
        return Error{
            fmt::format("FL-4: ops[{}]: operand {} is made by ops[{}], which stands no earlier", index, k, producer)};
    for (int32_t before : op.after)
      if (!inRange(before, index))
        return Error{fmt::format("FL-4: ops[{}]: runs after op {}, which stands no earlier", index, before)};
    return {};
  }

  // FL-5
  Status checkBase(size_t index) const {
    const PlanOp &op = problem.ops[index];
    const OpClass &opClass = problem.classes[op.opClass];
    auto compare = [&](const std::vector<int32_t> &tensors, std::span<const int32_t> layouts,
                       const char *what) -> Status {
      for (size_t k = 0; k < tensors.size(); ++k)
        if (problem.tensors[tensors[k]].base != layouts[k])
          return Error{
              fmt::format("FL-5: ops[{}]: the base candidate of classes[{}] has {} {} in layout {}, the base of "
                          "tensor {} is {}",
                          index, op.opClass, what, k, layouts[k], tensors[k], problem.tensors[tensors[k]].base)};
      return {};
    };
    ALCOVE_RETURN_IF_ERROR(compare(op.operands, opClass.candidates.operandsOf(opClass.base), "operand"));
    return compare(op.results, opClass.candidates.resultsOf(opClass.base), "result");
  }

  // FL-1: the slowest candidates together.
  Status checkTimes() const {
    std::vector<Picoseconds> slowest(problem.classes.size(), 0);
    for (size_t i = 0; i < problem.classes.size(); ++i)
      for (int32_t c = 0; c < problem.classes[i].candidates.size(); ++c)
        slowest[i] = std::max(slowest[i], problem.classes[i].candidates[c].time);
    Picoseconds total = 0;
    for (size_t op = 0; op < problem.numOps(); ++op) {
      total += slowest[problem.ops[op].opClass]; // both below maxTime, which is far from 2^63
      if (total >= maxTime)
        return Error{fmt::format("FL-1: ops[{}]: the slowest candidates up to here take {} ps or more", op, maxTime)};
    }
    return {};
  }

  // FL-7
  Status checkReturns() const {
    for (size_t i = 0; i < problem.returns.size(); ++i)
      if (!inRange(problem.returns[i], problem.tensors.size()))
        return Error{fmt::format("FL-7: returns[{}]: tensor {} does not exist (there are {})", i, problem.returns[i],
                                 problem.tensors.size())};
    return {};
  }

  // FL-8: operand numbers, each once, of tensors that may change; ordered against every other access.
  Status checkWrites() {
    std::vector<std::vector<int32_t>> accesses(problem.tensors.size());
    std::vector<char> written(problem.tensors.size(), 0);
    bool any = false;
    for (size_t i = 0; i < problem.numOps(); ++i) {
      const PlanOp &op = problem.ops[i];
      for (size_t w = 0; w < op.writes.size(); ++w) {
        if (!inRange(op.writes[w], op.operands.size()))
          return Error{
              fmt::format("FL-8: ops[{}]: writes operand {} (there are {})", i, op.writes[w], op.operands.size())};
        if (std::find(op.writes.begin(), op.writes.begin() + static_cast<std::ptrdiff_t>(w), op.writes[w]) !=
            op.writes.begin() + static_cast<std::ptrdiff_t>(w))
          return Error{fmt::format("FL-8: ops[{}]: names operand {} twice as written", i, op.writes[w])};
        int32_t tensor = op.operands[op.writes[w]];
        if (problem.tensors[tensor].constant)
          return Error{fmt::format("FL-8: ops[{}]: writes tensor {} ('{}'), which is constant", i, tensor,
                                   problem.tensors[tensor].name)};
        written[tensor] = any = true;
      }
    }
    if (!any)
      return {};
    for (size_t i = 0; i < problem.numOps(); ++i)
      for (int32_t tensor : problem.ops[i].operands)
        if (written[tensor] && (accesses[tensor].empty() || accesses[tensor].back() != static_cast<int32_t>(i)))
          accesses[tensor].push_back(static_cast<int32_t>(i));
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      ALCOVE_RETURN_IF_ERROR(checkAccesses(static_cast<int32_t>(t), accesses[t]));
    return {};
  }

  bool writesTensor(int32_t op, int32_t tensor) const {
    for (int32_t operand : problem.ops[op].writes)
      if (problem.ops[op].operands[operand] == tensor)
        return true;
    return false;
  }

  /// FL-8: between two accesses of which one is a write there is a path of data and `after`.
  Status checkAccesses(int32_t tensor, const std::vector<int32_t> &accesses) {
    int32_t lastWrite = -1;
    std::vector<int32_t> since; // accesses since then
    for (int32_t op : accesses) {
      bool writes = writesTensor(op, tensor);
      std::vector<int32_t> wanted;
      if (lastWrite >= 0)
        wanted.push_back(lastWrite);
      if (writes)
        wanted.insert(wanted.end(), since.begin(), since.end());
      if (int32_t missing = firstUnreached(op, wanted); missing >= 0)
        return Error{
            fmt::format("FL-8: ops[{}]: must run after ops[{}], as tensor {} ('{}') is written in place by one "
                        "of them; neither data nor `after` says so",
                        op, missing, tensor, problem.tensors[tensor].name)};
      if (writes) {
        lastWrite = op;
        since.clear();
      } else {
        since.push_back(op);
      }
    }
    return {};
  }

  /// The first of `wanted` from which no path leads to `op`; -1 when there is none.
  int32_t firstUnreached(int32_t op, const std::vector<int32_t> &wanted) {
    if (wanted.empty())
      return -1;
    int32_t lowest = *std::min_element(wanted.begin(), wanted.end());
    std::vector<char> seen(static_cast<size_t>(op - lowest + 1), 0);
    std::vector<int32_t> open{op};
    auto visit = [&](int32_t before) {
      if (before >= lowest && !seen[before - lowest]) {
        seen[before - lowest] = 1;
        open.push_back(before);
      }
    };
    while (!open.empty()) {
      int32_t at = open.back();
      open.pop_back();
      for (int32_t operand : problem.ops[at].operands)
        visit(problem.tensors[operand].producer);
      for (int32_t before : problem.ops[at].after)
        visit(before);
    }
    auto missing = std::find_if(wanted.begin(), wanted.end(), [&](int32_t other) { return !seen[other - lowest]; });
    return missing == wanted.end() ? -1 : *missing;
  }

  /// FL-8: in the program as it stands nobody reads bytes that were written through another name, or freed by an op.
  Status checkSharedBytes() const {
    std::vector<int32_t> buffer(problem.tensors.size()), writer(problem.tensors.size(), -1);
    std::vector<int32_t> writtenAt(problem.tensors.size(), -1), freedAt(problem.tensors.size(), -1);
    std::iota(buffer.begin(), buffer.end(), 0);
    std::vector<int32_t> numReads = countReads();
    for (size_t i = 0; i <= problem.numOps(); ++i) {
      bool isReturn = i == problem.numOps();
      const std::vector<int32_t> &reads = isReturn ? problem.returns : problem.ops[i].operands;
      std::string place = isReturn ? "the return" : fmt::format("ops[{}]", i);
      for (int32_t tensor : reads) {
        int32_t bytes = buffer[tensor];
        if (freedAt[bytes] >= 0)
          return Error{fmt::format("FL-8: {}: reads tensor {} ('{}'), whose bytes ops[{}] freed as it stands", place,
                                   tensor, problem.tensors[tensor].name, freedAt[bytes])};
        if (writtenAt[bytes] > problem.tensors[tensor].producer && writer[bytes] != tensor)
          return Error{
              fmt::format("FL-8: {}: reads tensor {} ('{}'), whose bytes ops[{}] wrote in place through tensor {}",
                          place, tensor, problem.tensors[tensor].name, writtenAt[bytes], writer[bytes])};
      }
      if (isReturn)
        break;
      const PlanOp &op = problem.ops[i];
      const OpClass &opClass = problem.classes[op.opClass];
      std::span<const int32_t> aliases = opClass.candidates.aliasesOf(opClass.base);
      for (size_t r = 0; r < op.results.size(); ++r)
        if (aliases[r] >= 0)
          buffer[op.results[r]] = buffer[op.operands[aliases[r]]];
      for (int32_t operand : op.writes) {
        writer[buffer[op.operands[operand]]] = op.operands[operand];
        writtenAt[buffer[op.operands[operand]]] = static_cast<int32_t>(i);
      }
      ALCOVE_RETURN_IF_ERROR(consumeAsItStands(i, buffer, numReads, freedAt));
    }
    return {};
  }

  std::vector<int32_t> countReads() const {
    std::vector<int32_t> numReads(problem.tensors.size(), 0);
    for (const PlanOp &op : problem.ops)
      for (int32_t tensor : op.operands)
        ++numReads[tensor];
    for (int32_t tensor : problem.returns)
      ++numReads[tensor];
    return numReads;
  }

  /// An op frees its operand only when nobody else reads it.
  Status consumeAsItStands(size_t index, const std::vector<int32_t> &buffer, const std::vector<int32_t> &numReads,
                           std::vector<int32_t> &freedAt) const {
    const PlanOp &op = problem.ops[index];
    const OpClass &opClass = problem.classes[op.opClass];
    int32_t consumed = opClass.candidates[opClass.base].consumes;
    if (consumed < 0 || numReads[op.operands[consumed]] != 1)
      return {};
    int32_t bytes = buffer[op.operands[consumed]];
    if (problem.tensors[bytes].resident)
      return Error{fmt::format("FL-8: ops[{}]: frees operand {} as it stands, whose bytes are kept outside: tensor {}",
                               index, consumed, bytes)};
    for (int32_t other : op.operands)
      if (buffer[other] == bytes && other != op.operands[consumed])
        return Error{fmt::format("FL-8: ops[{}]: frees operand {} as it stands and reads its bytes through tensor {}",
                                 index, consumed, other)};
    freedAt[bytes] = static_cast<int32_t>(index);
    return {};
  }

  // FL-9
  Status checkConversions() const {
    for (const auto &[key, conversion] : problem.knownConversions()) {
      auto [kind, from, to] = key;
      std::string place = fmt::format("conversion of kind {} from {} to {}", kind, from, to);
      if (!inRange(kind, problem.kinds.size()))
        return Error{fmt::format("FL-9: {}: there are {} kinds", place, problem.kinds.size())};
      const std::vector<Layout> &layouts = problem.kinds[kind].layouts;
      if (!inRange(from, layouts.size()) || !inRange(to, layouts.size()))
        return Error{fmt::format("FL-9: {}: the kind has {} layouts", place, layouts.size())};
      ALCOVE_RETURN_IF_ERROR(checkFigures(conversion, "FL-9", place));
      if (from == to && !layouts[to].isL1())
        return Error{fmt::format("FL-9: {}: a move within a layout that is not in L1 ('{}')", place, layouts[to].name)};
      if (conversion.legal && conversion.peakBytes < layouts[to].l1Bytes)
        return Error{fmt::format("FL-9: {}: its result takes {} B of L1, its whole peak is {} B", place,
                                 layouts[to].l1Bytes, conversion.peakBytes)};
    }
    return {};
  }

  // FL-23
  Status checkParts() const {
    std::vector<const PlanForm *> formOf(problem.numOps(), nullptr);
    for (size_t p = 0; p < problem.parts.size(); ++p) {
      const PlanPart &part = problem.parts[p];
      if (part.forms.size() < 2)
        return Error{
            fmt::format("FL-23: parts[{}] ('{}'): {} forms; a part has two or more", p, part.name, part.forms.size())};
      std::set<std::string> names;
      for (size_t f = 0; f < part.forms.size(); ++f) {
        std::string place = fmt::format("parts[{}].forms[{}] ('{}')", p, f, part.forms[f].name);
        if (!names.insert(part.forms[f].name).second)
          return Error{fmt::format("FL-23: {}: an earlier form of the part has this name", place)};
        ALCOVE_RETURN_IF_ERROR(checkForm(part, part.forms[f], place, formOf));
      }
    }
    return problem.parts.empty() ? Status() : checkInside(formOf);
  }

  Status checkForm(const PlanPart &part, const PlanForm &form, const std::string &place,
                   std::vector<const PlanForm *> &formOf) const {
    for (int32_t op : form.ops) {
      if (!inRange(op, problem.numOps()) || formOf[op])
        return Error{fmt::format("FL-23: {}: op {} does not exist or is named before", place, op)};
      formOf[op] = &form;
    }
    const std::vector<int32_t> &firsts = part.forms[0].results;
    if (form.ops.empty() || form.results.size() != firsts.size())
      return Error{fmt::format("FL-23: {}: {} ops and {} results; form 0 has {} results, no form is empty", place,
                               form.ops.size(), form.results.size(), firsts.size())};
    std::set<int32_t> seen;
    for (size_t i = 0; i < form.results.size(); ++i) {
      int32_t result = form.results[i];
      if (!inRange(result, problem.tensors.size()) || !seen.insert(result).second ||
          problem.tensors[result].producer < 0 || formOf[problem.tensors[result].producer] != &form)
        return Error{fmt::format("FL-23: {}: results[{}]: tensor {} is not made by an op of the form, or stands there "
                                 "before",
                                 place, i, result)};
      const PlanTensor &made = problem.tensors[result], &first = problem.tensors[firsts[i]];
      if (made.kind != first.kind || made.base != first.base)
        return Error{fmt::format("FL-23: {}: results[{}]: tensor {} has kind {} and base {}, what it stands for has "
                                 "kind {} and base {}",
                                 place, i, result, made.kind, made.base, first.kind, first.base)};
    }
    return {};
  }

  /// FL-23: nothing but the results of form 0 leaves a form, and each choice leaves a function that is valid.
  Status checkInside(const std::vector<const PlanForm *> &formOf) const {
    std::vector<bool> leaves(problem.tensors.size(), false), standsIn(problem.tensors.size(), false);
    for (const PlanPart &part : problem.parts)
      for (const PlanForm &form : part.forms)
        for (int32_t tensor : form.results)
          (&form == &part.forms[0] ? leaves : standsIn)[tensor] = true;
    auto mayRead = [&](int32_t tensor, const PlanForm *reader) {
      int32_t producer = problem.tensors[tensor].producer;
      const PlanForm *maker = producer < 0 ? nullptr : formOf[producer];
      return !standsIn[tensor] && (leaves[tensor] || !maker || maker == reader);
    };
    auto refusal = [&](const std::string &place, int32_t tensor) {
      return Error{fmt::format("FL-23: {}: reads tensor {} ('{}'), which only one form makes; read what form 0 makes",
                               place, tensor, problem.tensors[tensor].name)};
    };
    for (size_t op = 0; op < problem.numOps(); ++op) {
      for (int32_t tensor : problem.ops[op].operands)
        if (!mayRead(tensor, formOf[op]))
          return refusal(fmt::format("ops[{}]", op), tensor);
      for (int32_t other : problem.ops[op].after)
        if (formOf[other] && formOf[other] != formOf[op])
          return Error{fmt::format("FL-23: ops[{}]: must run after ops[{}], which only one form has", op, other)};
    }
    for (int32_t tensor : problem.returns)
      if (!mayRead(tensor, nullptr))
        return refusal("the return", tensor);
    std::vector<int32_t> choice(problem.parts.size(), 0);
    for (size_t p = 0; p < problem.parts.size(); ++p) {
      for (size_t f = p == 0 ? 0 : 1; f < problem.parts[p].forms.size(); ++f) {
        choice[p] = static_cast<int32_t>(f);
        if (Status status = check(formed(problem, choice)); !status.ok())
          return Error{fmt::format("FL-23: forms [{}] leave no valid function: {}", fmt::join(choice, ", "),
                                   status.error().message)};
      }
      choice[p] = 0;
    }
    return {};
  }

  const FunctionLayout &problem;
};

} // namespace

Status plan::check(const FunctionLayout &problem) { return FunctionLayoutChecker(problem).run(); }
