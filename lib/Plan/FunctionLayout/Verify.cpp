//===- Verify.cpp - The judge of plans for a whole function ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FL-10..FL-16 and FL-20; the memory rules stand in VerifyMemory.cpp. Includes nothing of the policies, and they
// include nothing of this file.
//
//===----------------------------------------------------------------------===//
#include "Verify.h"
#include "alcove/Plan/FunctionLayout/Forms.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;

using Broken = std::optional<PlanViolation>;

static Broken broken(const char *rule, int32_t op, std::string message) {
  return PlanViolation{rule, std::move(message), op, {}};
}

namespace {

/// Indices and legality: whatever needs no order of steps.
class ShapeVerifier {
public:
  ShapeVerifier(const FunctionLayout &problem, const FunctionPlan &plan) : problem(problem), plan(plan) {}

  Broken run() const {
    for (Broken (ShapeVerifier::*rule)() const :
         {&ShapeVerifier::order, &ShapeVerifier::candidates, &ShapeVerifier::places, &ShapeVerifier::copies,
          &ShapeVerifier::reads, &ShapeVerifier::returns})
      if (Broken violation = (this->*rule)())
        return violation;
    return std::nullopt;
  }

private:
  static bool inRange(int64_t value, size_t count) { return value >= 0 && static_cast<uint64_t>(value) < count; }

  // FL-10
  Broken order() const {
    size_t count = problem.numOps();
    if (plan.order.size() != count)
      return broken("FL-10", -1, fmt::format("the order has {} ops, the function {}", plan.order.size(), count));
    std::vector<int64_t> position(count, -1);
    for (size_t i = 0; i < count; ++i) {
      int32_t op = plan.order[i];
      if (!inRange(op, count))
        return broken("FL-10", -1, fmt::format("order[{}]: op {} does not exist (there are {})", i, op, count));
      if (position[op] >= 0)
        return broken("FL-10", op, fmt::format("order[{}]: op {} stands at {} already", i, op, position[op]));
      position[op] = static_cast<int64_t>(i);
    }
    for (size_t op = 0; op < count; ++op) {
      auto late = [&](int32_t before) { return before >= 0 && position[before] > position[op]; };
      for (int32_t operand : problem.ops[op].operands)
        if (int32_t producer = problem.tensors[operand].producer; late(producer))
          return broken("FL-10", static_cast<int32_t>(op),
                        fmt::format("{} stands at {}, ops[{}] makes its operand at {}", nameOf(op), position[op],
                                    producer, position[producer]));
      for (int32_t before : problem.ops[op].after)
        if (late(before))
          return broken("FL-10", static_cast<int32_t>(op),
                        fmt::format("{} stands at {}, ops[{}], which must run before, at {}", nameOf(op), position[op],
                                    before, position[before]));
    }
    return std::nullopt;
  }

  // FL-11
  Broken candidates() const {
    if (plan.candidate.size() != problem.numOps())
      return broken("FL-11", -1, fmt::format("{} candidates for {} ops", plan.candidate.size(), problem.numOps()));
    for (size_t op = 0; op < problem.numOps(); ++op)
      if (int32_t size = problem.classOf(static_cast<int32_t>(op)).candidates.size();
          !inRange(plan.candidate[op], static_cast<size_t>(size)))
        return broken("FL-11", static_cast<int32_t>(op),
                      fmt::format("{} takes candidate {}, its class has {}", nameOf(op), plan.candidate[op], size));
    return std::nullopt;
  }

  // FL-22
  Broken places() const {
    for (size_t op = 0; op < problem.numOps(); ++op) {
      const OpClass &opClass = problem.classOf(static_cast<int32_t>(op));
      if (!opClass.traits.keepsPlace || opClass.operandKinds.empty() || opClass.resultKinds.empty())
        continue;
      const Layout &read =
          problem.kinds[opClass.operandKinds[0]].layouts[opClass.candidates.operandsOf(plan.candidate[op])[0]];
      const Layout &made =
          problem.kinds[opClass.resultKinds[0]].layouts[opClass.candidates.resultsOf(plan.candidate[op])[0]];
      if (!samePlace(read, made))
        return broken("FL-22", static_cast<int32_t>(op),
                      fmt::format("{} changes pages alone, but reads '{}' and makes '{}': a conversion moves tensors",
                                  nameOf(op), read.name, made.name));
    }
    return std::nullopt;
  }

  // FL-12
  Broken copies() const {
    size_t numTensors = problem.tensors.size();
    if (plan.copies.size() < numTensors || plan.copies.size() > maxCopies)
      return broken("FL-12", -1,
                    fmt::format("{} copies: each of the {} tensors is one, at most {} may be", plan.copies.size(),
                                numTensors, maxCopies));
    for (size_t t = 0; t < numTensors; ++t)
      if (Broken violation = original(static_cast<int32_t>(t)))
        return violation;
    for (size_t c = numTensors; c < plan.copies.size(); ++c)
      if (Broken violation = converted(c))
        return violation;
    return std::nullopt;
  }

  /// FL-12: a tensor itself lies as its producer makes it, or as it enters.
  Broken original(int32_t t) const {
    const PlanTensor &tensor = problem.tensors[t];
    const Copy &copy = plan.copies[t];
    if (copy.tensor != t || copy.source != -1)
      return broken("FL-12", tensor.producer,
                    fmt::format("copies[{}] must be tensor {} itself, it is a copy of tensor {} "
                                "from copy {}",
                                t, t, copy.tensor, copy.source));
    int32_t made = tensor.base;
    if (tensor.producer >= 0) {
      const std::vector<int32_t> &results = problem.ops[tensor.producer].results;
      auto index = std::find(results.begin(), results.end(), t) - results.begin();
      made = problem.classOf(tensor.producer).candidates.resultsOf(plan.candidate[tensor.producer])[index];
    }
    if (copy.layout != made)
      return broken("FL-12", tensor.producer,
                    fmt::format("copies[{}] ('{}') is said to lie in layout {}, it {} {}", t, tensor.name, copy.layout,
                                tensor.producer < 0 ? "enters in" : "is made in", made));
    return std::nullopt;
  }

  Broken converted(size_t c) const {
    const Copy &copy = plan.copies[c];
    auto refuse = [&](std::string why) { return broken("FL-12", copy.op, fmt::format("copies[{}]: {}", c, why)); };
    if (!inRange(copy.tensor, problem.tensors.size()))
      return broken(
          "FL-12", -1,
          fmt::format("copies[{}]: tensor {} does not exist (there are {})", c, copy.tensor, problem.tensors.size()));
    if (copy.op != -1 && !inRange(copy.op, problem.numOps()))
      return broken("FL-12", -1,
                    fmt::format("copies[{}]: op {} does not exist (there are {})", c, copy.op, problem.numOps()));
    int32_t kind = problem.tensors[copy.tensor].kind;
    if (!inRange(copy.layout, problem.kinds[kind].layouts.size()))
      return refuse(
          fmt::format("layout {} does not exist (its kind has {})", copy.layout, problem.kinds[kind].layouts.size()));
    if (!inRange(copy.source, plan.copies.size()))
      return refuse(fmt::format("source {} does not exist (there are {})", copy.source, plan.copies.size()));
    const Copy &source = plan.copies[copy.source];
    if (source.tensor != copy.tensor)
      return refuse(fmt::format("is tensor {}, its source {} is tensor {}", copy.tensor, copy.source, source.tensor));
    if (!inRange(source.layout, problem.kinds[kind].layouts.size()))
      return refuse(fmt::format("its source {} has layout {}, the kind has {}", copy.source, source.layout,
                                problem.kinds[kind].layouts.size()));
    if (isMove(plan, static_cast<int32_t>(c)) && !problem.kinds[kind].layouts[copy.layout].isL1())
      return refuse(fmt::format("moves within layout {} ('{}'), which is not in L1", copy.layout,
                                problem.kinds[kind].layouts[copy.layout].name));
    if (!makerOf(problem, plan, static_cast<int32_t>(c)).legal)
      return refuse(fmt::format("kind {} has no conversion from layout {} ('{}') to {} ('{}')", kind, source.layout,
                                problem.kinds[kind].layouts[source.layout].name, copy.layout,
                                problem.kinds[kind].layouts[copy.layout].name));
    return std::nullopt;
  }

  // FL-13
  Broken reads() const {
    if (plan.reads.size() != problem.numOps())
      return broken("FL-13", -1, fmt::format("reads of {} ops, there are {}", plan.reads.size(), problem.numOps()));
    for (size_t op = 0; op < problem.numOps(); ++op) {
      if (plan.reads[op].size() != problem.ops[op].operands.size())
        return broken("FL-13", static_cast<int32_t>(op),
                      fmt::format("{} reads {} copies, it has {} operands", nameOf(op), plan.reads[op].size(),
                                  problem.ops[op].operands.size()));
      for (size_t k = 0; k < plan.reads[op].size(); ++k)
        if (Broken violation = read(static_cast<int32_t>(op), k))
          return violation;
    }
    return std::nullopt;
  }

  /// FL-13; FL-14 where a copy may not be read at all.
  Broken read(int32_t op, size_t k) const {
    const OpClass &opClass = problem.classOf(op);
    int32_t copy = plan.reads[op][k], tensor = problem.ops[op].operands[k];
    if (!inRange(copy, plan.copies.size()))
      return broken("FL-13", op,
                    fmt::format("{}: operand {}: copy {} does not exist (there are {})", nameOf(op), k, copy,
                                plan.copies.size()));
    if (plan.copies[copy].tensor != tensor)
      return broken("FL-13", op,
                    fmt::format("{}: operand {} is tensor {}, copy {} is tensor {}", nameOf(op), k, tensor, copy,
                                plan.copies[copy].tensor));
    int32_t wanted = opClass.candidates.operandsOf(plan.candidate[op])[k];
    if (plan.copies[copy].layout != wanted)
      return broken("FL-13", op,
                    fmt::format("{}: candidate {} reads operand {} in layout {} ('{}'), copy {} lies in {} ('{}')",
                                nameOf(op), plan.candidate[op], k, wanted, problem.layoutOf(tensor, wanted).name, copy,
                                plan.copies[copy].layout, problem.layoutOf(tensor, plan.copies[copy].layout).name));
    if (!opClass.movable[k] && copy != tensor)
      return broken(
          "FL-14", op,
          fmt::format("{}: operand {} does not move, it reads copy {} of tensor {}", nameOf(op), k, copy, tensor));
    return std::nullopt;
  }

  // FL-15
  Broken returns() const {
    if (plan.returns.size() != problem.returns.size())
      return broken(
          "FL-15", -1,
          fmt::format("returns {} copies, the function {} values", plan.returns.size(), problem.returns.size()));
    for (size_t i = 0; i < plan.returns.size(); ++i) {
      int32_t copy = plan.returns[i], tensor = problem.returns[i], base = problem.tensors[tensor].base;
      if (!inRange(copy, plan.copies.size()))
        return broken("FL-15", -1,
                      fmt::format("returns[{}]: copy {} does not exist (there are {})", i, copy, plan.copies.size()));
      if (plan.copies[copy].tensor != tensor || plan.copies[copy].layout != base)
        return broken("FL-15", -1,
                      fmt::format("returns[{}]: must be tensor {} in layout {}, copy {} is tensor {} in layout {}", i,
                                  tensor, base, copy, plan.copies[copy].tensor, plan.copies[copy].layout));
    }
    return std::nullopt;
  }

  std::string nameOf(size_t op) const { return nameOfOp(problem, static_cast<int32_t>(op)); }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
};

/// Follows the steps: which copy is there, up to date, whose bytes it shares.
class FlowVerifier {
public:
  FlowVerifier(const FunctionLayout &problem, const FunctionPlan &plan, PlanFlow &flow)
      : problem(problem), plan(plan), flow(flow), tensorWrites(problem.tensors.size()), bytesWrites(plan.copies.size()),
        freedBy(plan.copies.size(), -1), outside(problem.tensors.size(), -1) {
    size_t count = plan.copies.size();
    flow.bytesOf.resize(count);
    std::iota(flow.bytesOf.begin(), flow.bytesOf.end(), 0);
    flow.madeAt.assign(count, PlanFlow::atNoStep);
    flow.lastRead.assign(count, PlanFlow::atNoStep);
    flow.isWritten.assign(count, 0);
    flow.isKeptOutside.assign(count, 0);
    countReads();
  }

  Broken run() {
    findOutside();
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        make(static_cast<int32_t>(t), -1);
    for (step = 0; step < static_cast<int32_t>(flow.steps.size()); ++step)
      if (Broken violation = flow.steps[step].op >= 0 ? runOp(flow.steps[step].op) : convert(flow.steps[step].copy))
        return violation;
    for (size_t i = 0; i < plan.returns.size(); ++i)
      if (Broken violation = read(plan.returns[i], -1, [&] { return fmt::format("returns[{}]", i); }))
        return violation;
    return std::nullopt;
  }

private:
  struct Write {
    int32_t step = PlanFlow::atNoStep, copy = -1;
  };

  void countReads() {
    flow.numReads.assign(plan.copies.size(), 0);
    for (const std::vector<int32_t> &reads : plan.reads)
      for (int32_t copy : reads)
        ++flow.numReads[copy];
    for (const Copy &copy : plan.copies)
      if (copy.source >= 0)
        ++flow.numReads[copy.source];
    for (int32_t copy : plan.returns)
      ++flow.numReads[copy];
  }

  /// For each tensor the argument or resident tensor whose bytes it has as the program stands: a write reaches them.
  void findOutside() {
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0 || problem.tensors[t].resident)
        outside[t] = static_cast<int32_t>(t);
    for (size_t i = 0; i < problem.numOps(); ++i) {
      const PlanOp &op = problem.ops[i];
      const OpClass &opClass = problem.classOf(static_cast<int32_t>(i));
      std::span<const int32_t> aliases = opClass.candidates.aliasesOf(opClass.base);
      for (size_t r = 0; r < op.results.size(); ++r)
        if (aliases[r] >= 0 && outside[op.operands[aliases[r]]] >= 0)
          outside[op.results[r]] = outside[op.operands[aliases[r]]];
    }
  }

  void make(int32_t copy, int32_t bytes) {
    bool isArgument = !isConversion(copy) && problem.tensors[copy].producer < 0;
    flow.madeAt[copy] = isArgument ? PlanFlow::atEntry : step;
    if (bytes >= 0)
      flow.bytesOf[copy] = bytes;
    if (!isConversion(copy) && problem.tensors[copy].resident)
      flow.isKeptOutside[flow.bytesOf[copy]] = 1;
  }
  bool isConversion(int32_t copy) const { return copy >= static_cast<int32_t>(problem.tensors.size()); }

  /// FL-14, FL-16: the copy is there, up to date, and its bytes are.
  template <typename Where>
  Broken read(int32_t copy, int32_t op, Where where) {
    auto name = [&](int32_t of) { return nameOfCopy(problem, plan, of); };
    if (flow.madeAt[copy] == PlanFlow::atNoStep)
      return broken("FL-14", op, fmt::format("{}: reads {}, which is not made yet", where(), name(copy)));
    int32_t bytes = flow.bytesOf[copy];
    if (freedBy[bytes] >= 0)
      return PlanViolation{
          "FL-16",
          fmt::format("{}: reads {}, whose bytes {} has freed", where(), name(copy), nameOfOp(problem, freedBy[bytes])),
          freedBy[bytes],
          {copy}};
    for (const Write &write : {tensorWrites[plan.copies[copy].tensor], bytesWrites[bytes]})
      if (write.step > flow.madeAt[copy] && write.copy != copy)
        return broken("FL-14", op,
                      fmt::format("{}: reads {}, made before {} was written in place by {}", where(), name(copy),
                                  name(write.copy), nameOfOp(problem, flow.steps[write.step].op)));
    flow.lastRead[copy] = step;
    return std::nullopt;
  }

  Broken convert(int32_t copy) {
    auto where = [&] { return fmt::format("copies[{}]", copy); };
    if (Broken violation = read(plan.copies[copy].source, plan.copies[copy].op, where))
      return violation;
    make(copy, -1);
    return std::nullopt;
  }

  Broken runOp(int32_t index) {
    const PlanOp &op = problem.ops[index];
    const OpClass &opClass = problem.classOf(index);
    const std::vector<int32_t> &reads = plan.reads[index];
    for (size_t k = 0; k < reads.size(); ++k) {
      auto where = [&] { return fmt::format("{}: operand {}", nameOfOp(problem, index), k); };
      if (Broken violation = read(reads[k], index, where))
        return violation;
    }
    if (Broken violation = consume(index, flow.freedCopy(plan, index, opClass.candidates[plan.candidate[index]])))
      return violation;
    for (int32_t operand : op.writes)
      if (Broken violation = write(index, operand))
        return violation;
    std::span<const int32_t> aliases = opClass.candidates.aliasesOf(plan.candidate[index]);
    for (size_t r = 0; r < op.results.size(); ++r)
      make(op.results[r], aliases[r] < 0 ? -1 : flow.bytesOf[reads[aliases[r]]]);
    return std::nullopt;
  }

  // FL-16
  Broken consume(int32_t op, int32_t copy) {
    if (copy < 0)
      return std::nullopt;
    int32_t bytes = flow.bytesOf[copy];
    if (flow.isKeptOutside[bytes])
      return PlanViolation{"FL-16",
                           fmt::format("{}: frees {}, whose bytes are kept outside the function", nameOfOp(problem, op),
                                       nameOfCopy(problem, plan, copy)),
                           op,
                           {copy}};
    for (int32_t other : plan.reads[op])
      if (other != copy && flow.bytesOf[other] == bytes)
        return PlanViolation{"FL-16",
                             fmt::format("{}: frees {} and reads its bytes as {}", nameOfOp(problem, op),
                                         nameOfCopy(problem, plan, copy), nameOfCopy(problem, plan, other)),
                             op,
                             {copy}};
    freedBy[bytes] = op;
    return std::nullopt;
  }

  /// FL-14: what the caller sees must be written where the caller looks.
  Broken write(int32_t op, int32_t operand) {
    int32_t copy = plan.reads[op][operand], bytes = flow.bytesOf[copy], tensor = plan.copies[copy].tensor;
    if (outside[tensor] >= 0 && bytes != flow.bytesOf[outside[tensor]])
      return broken("FL-14", op,
                    fmt::format("{}: writes operand {} in place in {}; the caller looks at tensor {} ('{}') itself",
                                nameOfOp(problem, op), operand, nameOfCopy(problem, plan, copy), outside[tensor],
                                problem.tensors[outside[tensor]].name));
    tensorWrites[tensor] = bytesWrites[bytes] = {step, copy};
    flow.isWritten[copy] = 1;
    return std::nullopt;
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  PlanFlow &flow;
  int32_t step = 0;
  std::vector<Write> tensorWrites, bytesWrites; ///< the last one, by tensor and by bytes
  std::vector<int32_t> freedBy;                 ///< by bytes: the op that freed them itself
  std::vector<int32_t> outside;
};

/// Adds up what a valid plan costs; nothing when the time reaches the limit.
class FactsCounter {
public:
  FactsCounter(const FunctionLayout &problem, const FunctionPlan &plan) : problem(problem), plan(plan) {}

  bool run(PlanFacts &facts) const {
    bool fits = true;
    auto add = [&](Picoseconds time, Bytes dramBytes) {
      fits = fits && time >= 0 && time < maxTime - facts.time;
      facts.time = fits ? facts.time + time : maxTime;
      if (addOverflow(facts.dramBytes, dramBytes, facts.dramBytes))
        facts.dramBytes = INT64_MAX;
    };
    for (size_t op = 0; op < problem.numOps(); ++op) {
      const Candidate &candidate = problem.classOf(static_cast<int32_t>(op)).candidates[plan.candidate[op]];
      add(candidate.time, candidate.dramBytes);
    }
    for (size_t c = problem.tensors.size(); c < plan.copies.size(); ++c) {
      const Copy &copy = plan.copies[c];
      const TensorKind &kind = problem.kinds[problem.tensors[copy.tensor].kind];
      const Layout &from = kind.layouts[plan.copies[copy.source].layout], &to = kind.layouts[copy.layout];
      const Conversion &conversion = makerOf(problem, plan, static_cast<int32_t>(c));
      add(conversion.time, conversion.dramBytes);
      facts.conversions += to.isL1();
      facts.spills += from.isL1() && to.space == Space::Dram;
    }
    return fits;
  }

private:
  const FunctionLayout &problem;
  const FunctionPlan &plan;
};

} // namespace

std::string plan::nameOfOp(const FunctionLayout &problem, int32_t op) {
  return fmt::format("ops[{}] ('{}')", op, problem.ops[op].name);
}

std::string plan::nameOfCopy(const FunctionLayout &problem, const FunctionPlan &plan, int32_t copy) {
  const std::string &tensor = problem.tensors[plan.copies[copy].tensor].name;
  return fmt::format("copy {} ('{}' in '{}')", copy, tensor,
                     problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).name);
}

// FL-21
static std::optional<PlanViolation> checkStatedBound(const FunctionLayout &problem, const FunctionPlan &plan) {
  if (!plan.bound)
    return std::nullopt;
  Picoseconds most = plan.inSpace ? plan.time : std::max(plan.time, asItStands(problem).time);
  if (*plan.bound >= 0 && *plan.bound <= most)
    return std::nullopt;
  const char *whose = plan.inSpace ? "the plan itself, which is one of them, takes"
                                   : "the slower one of the plan and of the program as it stands takes";
  return broken(
      "FL-21", -1,
      fmt::format("the plan says that no plan of its space takes less than {} ps, {} {} ps", *plan.bound, whose, most));
}

PlanVerdict plan::verify(const FunctionLayout &problem, const FunctionPlan &plan) {
  PlanVerdict verdict;
  if (Status status = checkForms(problem, plan.forms); !status.ok()) { // FL-24
    verdict.violation = broken("FL-24", -1, status.error().message);
    return verdict;
  }
  if (!problem.parts.empty()) {
    FunctionPlan ofForms = plan;
    ofForms.forms.clear();
    return verify(formed(problem, plan.forms), ofForms);
  }
  if ((verdict.violation = ShapeVerifier(problem, plan).run()))
    return verdict;
  bool timeFits = FactsCounter(problem, plan).run(verdict.facts);
  PlanFlow flow;
  flow.steps = stepsOf(problem, plan);
  if ((verdict.violation = FlowVerifier(problem, plan, flow).run()))
    return verdict;
  if ((verdict.violation = verifyMemory(problem, plan, flow, verdict.facts)))
    return verdict;
  // FL-20
  if (!timeFits)
    verdict.violation = broken("FL-20", -1, fmt::format("the plan takes {} ps or more", maxTime));
  else if (plan.time != verdict.facts.time)
    verdict.violation = broken(
        "FL-20", -1, fmt::format("the plan says that it takes {} ps, it takes {} ps", plan.time, verdict.facts.time));
  else
    verdict.violation = checkStatedBound(problem, plan);
  return verdict;
}
