//===- RandomFunction.cpp - Seeded layout problems of functions -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomFunction.h"

#include "SyntheticBackend.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

namespace {

/// What an op is to be, before its class is known.
struct OpShape {
  std::string op;
  OpKind kind = OpKind::Other;
  ClassModel model;
  std::vector<int32_t> operands; ///< tensors
  std::vector<int32_t> resultKinds;
  std::vector<bool> movable;
  std::vector<int32_t> writes;
  bool modelled = true, shardable = true;
  int8_t concatDim = -1;
};

class FunctionBuilder {
public:
  FunctionBuilder(Random &random, const RandomFunctionOptions &options)
      : random(random), options(options), seed(random.next()),
        backend(std::make_shared<SyntheticBackend>(seed, options.refusals, options.refusedMoves)) {
    drawLayouts();
  }

  FunctionLayout build() {
    int64_t count = random.between(options.minOps, options.maxOps);
    addKind(drawBytes());
    addTensor(0, -1);
    while (static_cast<int64_t>(problem.ops.size()) < count)
      addOp(drawShape());
    chooseReturns();
    finish();
    return std::move(problem);
  }

  FunctionLayout buildChain(int32_t length, bool withSkips) {
    addKind(4096);
    int32_t last = addTensor(0, -1), before = last;
    for (int32_t i = 0; i < length; ++i) {
      bool skip = withSkips && i % 4 == 3;
      int32_t made = addOp(elementwise(skip ? std::vector<int32_t>{last, before} : std::vector<int32_t>{last},
                                       static_cast<uint64_t>(i % 3)));
      before = last;
      last = made;
    }
    problem.returns = {last};
    finish();
    return std::move(problem);
  }

private:
  // ---- Kinds and tensors ----
  /// One list for all kinds: DRAM, L1 interleaved, then sharded ones by cores descending.
  void drawLayouts() {
    layouts = {{"dram"}, {"l1|interleaved", Space::L1, Sharding::Interleaved, 4, 4}};
    for (int64_t i = 0, count = random.between(1, options.maxShardings); i < count; ++i) {
      Layout layout{"", Space::L1, static_cast<Sharding>(random.between(1, 3)), random.between(1, 4),
                    random.between(1, 4)};
      layout.name = fmt::format(
          "l1|{}|{}x{}", std::vector{"interleaved", "height", "width", "block"}[static_cast<size_t>(layout.sharding)],
          layout.gridRows, layout.gridCols);
      auto same = [&](const Layout &other) { return other.name == layout.name; };
      if (std::none_of(layouts.begin(), layouts.end(), same))
        layouts.push_back(layout);
    }
    std::stable_sort(layouts.begin() + 2, layouts.end(),
                     [](const Layout &a, const Layout &b) { return a.cores() > b.cores(); });
  }

  int32_t addKind(Bytes totalBytes) {
    TensorKind kind{fmt::format("{} B, {}", totalBytes, problem.kinds.size()), layouts};
    for (Layout &layout : kind.layouts) {
      layout.totalBytes = totalBytes;
      layout.l1Bytes = layout.isL1() ? ceilDiv(totalBytes, layout.cores()) : 0;
    }
    problem.kinds.push_back(std::move(kind));
    return static_cast<int32_t>(problem.kinds.size()) - 1;
  }

  /// Some shares of a core are no multiples of the alignment.
  Bytes drawBytes() { return random.between(1, 40) * 2048 + random.between(0, 1) * 40; }

  Bytes totalBytesOf(int32_t tensor) const { return problem.kinds[problem.tensors[tensor].kind].layouts[0].totalBytes; }

  int32_t addTensor(int32_t kind, int32_t producer) {
    auto index = static_cast<int32_t>(problem.tensors.size());
    problem.tensors.push_back({fmt::format("%{}", index), kind, 0, producer});
    bytesOf.push_back(index);
    lastWrite.push_back(-1);
    readSince.emplace_back();
    return index;
  }

  int32_t addWeight(int32_t kind) {
    int32_t weight = addTensor(kind, -1);
    problem.tensors[weight].constant = problem.tensors[weight].resident = true;
    return weight;
  }

  /// A tensor that an op may read: one of the newest, rarely any. Never one whose bytes another name has changed.
  int32_t drawTensor() {
    auto count = static_cast<int64_t>(problem.tensors.size());
    for (int attempt = 0; attempt < 20; ++attempt) {
      int64_t low = random.chance(0.125) ? 0 : std::max<int64_t>(0, count - options.window);
      auto tensor = static_cast<int32_t>(random.between(low, count - 1));
      if (!problem.tensors[tensor].constant && isCurrent(tensor))
        return tensor;
    }
    return addTensor(0, -1);
  }

  bool isCurrent(int32_t tensor) const {
    for (size_t other = 0; other < bytesOf.size(); ++other)
      if (static_cast<int32_t>(other) != tensor && bytesOf[other] == bytesOf[tensor] && lastWrite[other] >= 0)
        return false;
    return true;
  }

  int32_t drawOfKind(int32_t kind) {
    std::vector<int32_t> matching;
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].kind == kind && !problem.tensors[t].constant && isCurrent(static_cast<int32_t>(t)))
        matching.push_back(static_cast<int32_t>(t));
    if (matching.empty() || random.chance(0.1))
      return addTensor(kind, -1);
    return matching[matching.size() - 1 -
                    random.below(std::min<uint64_t>(matching.size(), static_cast<uint64_t>(options.window)))];
  }

  // ---- Shapes of ops ----
  OpShape elementwise(std::vector<int32_t> operands, uint64_t variant) {
    OpShape shape;
    shape.op = operands.size() == 1 ? "unary" : "binary";
    shape.kind = operands.size() == 1 ? OpKind::Unary : OpKind::Binary;
    shape.model = {Behaviour::Agree, variant};
    shape.resultKinds = {problem.tensors[operands[0]].kind};
    shape.operands = std::move(operands);
    return shape;
  }

  OpShape drawShape() {
    int64_t draw = random.between(0, 99);
    if (draw < 25)
      return elementwise({drawTensor()}, random.below(2));
    if (draw < 45) {
      int32_t first = drawTensor();
      return elementwise({first, drawOfKind(problem.tensors[first].kind)}, random.below(2));
    }
    if (draw < 60)
      return drawWeighted("matmul", OpKind::Matmul);
    if (draw < 68)
      return drawWeighted("convolution", OpKind::Convolution);
    if (draw < 73)
      return drawReduction();
    if (draw < 81)
      return drawConcat();
    if (draw < 88)
      return drawView();
    if (draw < 92)
      return drawSplit();
    if (draw < 96 && options.writesInPlace)
      return drawWrite();
    return drawUnknown();
  }

  OpShape drawWeighted(const char *op, OpKind opKind) {
    OpShape shape;
    shape.op = op;
    shape.kind = opKind;
    shape.model = {Behaviour::Free, random.below(2)};
    shape.model.freesInput = opKind == OpKind::Convolution && options.freesInputs && random.chance(0.3);
    int32_t kind = random.chance(0.6) ? 0 : addKind(drawBytes());
    shape.operands = {drawTensor(), addWeight(kind)};
    shape.movable = {true, false};
    shape.resultKinds = {random.chance(0.7) ? problem.tensors[shape.operands[0]].kind : kind};
    return shape;
  }

  OpShape drawReduction() {
    OpShape shape;
    shape.op = "reduction";
    shape.kind = OpKind::Reduction;
    shape.operands = {drawTensor()};
    shape.resultKinds = {addKind(ceilDiv(totalBytesOf(shape.operands[0]), 4))};
    shape.model.isTimed = random.chance(0.8);
    return shape;
  }

  OpShape drawConcat() {
    OpShape shape;
    shape.op = "concat";
    shape.kind = OpKind::Concat;
    shape.model.behaviour = Behaviour::Agree;
    shape.concatDim = static_cast<int8_t>(random.between(0, 2));
    Bytes total = 0;
    for (int64_t k = 0, count = random.between(2, options.maxConcat); k < count; ++k) {
      shape.operands.push_back(drawTensor());
      total += totalBytesOf(shape.operands.back());
    }
    shape.resultKinds = {addKind(total)};
    return shape;
  }

  OpShape drawView() {
    OpShape shape;
    shape.op = "reshape";
    shape.kind = OpKind::Reshape;
    shape.model.behaviour = random.chance(0.7) ? Behaviour::View : Behaviour::Agree;
    shape.model.sharesInL1Alone = random.chance(0.4);
    shape.operands = {drawTensor()};
    shape.resultKinds = {addKind(totalBytesOf(shape.operands[0]))};
    shape.shardable = random.chance(0.5);
    return shape;
  }

  OpShape drawSplit() {
    OpShape shape;
    shape.op = "split";
    shape.kind = OpKind::Heads;
    shape.operands = {drawTensor()};
    int32_t parts = static_cast<int32_t>(random.between(2, 3));
    shape.resultKinds.assign(static_cast<size_t>(parts), addKind(ceilDiv(totalBytesOf(shape.operands[0]), parts)));
    return shape;
  }

  /// Writes a cache of the caller's, or a tensor that has no second name.
  OpShape drawWrite() {
    OpShape shape;
    shape.op = "write";
    shape.kind = OpKind::Cache;
    shape.model.behaviour = Behaviour::InPlace;
    int32_t target = drawTensor();
    bool isCache = random.chance(0.6);
    if (isCache || !hasOneName(target)) {
      isCache = true;
      target = addTensor(0, -1);
      problem.tensors[target].resident = random.chance(0.7);
    }
    shape.operands = {target, drawTensor()};
    shape.movable = {!isCache, true};
    shape.writes = {0};
    shape.shardable = false;
    return shape;
  }

  bool hasOneName(int32_t tensor) const {
    return std::count(bytesOf.begin(), bytesOf.end(), bytesOf[tensor]) == 1 && !problem.tensors[tensor].constant;
  }

  /// An op that the op model does not know; a creation when it has no operands.
  OpShape drawUnknown() {
    OpShape shape;
    shape.op = "unknown";
    shape.model.behaviour = Behaviour::AsIs;
    shape.modelled = shape.shardable = false;
    if (random.chance(0.5)) {
      shape.op = "creation";
      shape.kind = OpKind::Creation;
    } else {
      shape.operands = {drawTensor()};
    }
    shape.resultKinds = {random.chance(0.5) ? 0 : addKind(drawBytes())};
    return shape;
  }

  // ---- Classes and ops ----
  int32_t classFor(const OpShape &shape) {
    OpClass opClass;
    opClass.op = shape.op;
    for (int32_t tensor : shape.operands)
      opClass.operandKinds.push_back(problem.tensors[tensor].kind);
    opClass.resultKinds = shape.resultKinds;
    opClass.movable = shape.movable;
    opClass.movable.resize(shape.operands.size(), true);
    opClass.name =
        fmt::format("{} {} -> {} {}{}", shape.op, fmt::join(opClass.operandKinds, " "),
                    fmt::join(opClass.resultKinds, " "), shape.model.seed, shape.model.freesInput ? " frees" : "");
    if (shape.model.behaviour == Behaviour::View)
      opClass.name += shape.model.sharesInL1Alone ? " view in l1" : " view";
    for (size_t i = 0; i < problem.classes.size(); ++i)
      if (problem.classes[i].name == opClass.name && problem.classes[i].movable == opClass.movable &&
          problem.classes[i].traits.concatDim == shape.concatDim &&
          problem.classes[i].traits.modelled == shape.modelled)
        return static_cast<int32_t>(i);
    fillTraits(opClass, shape);
    fillConfigs(opClass, shape);
    opClass.candidates = CandidateTable(opClass.operandKinds.size(), opClass.resultKinds.size());
    ClassModel model = shape.model;
    model.seed = mix64(model.seed + problem.classes.size() * 64);
    backend->addClass(model, opClass);
    problem.classes.push_back(std::move(opClass));
    return static_cast<int32_t>(problem.classes.size()) - 1;
  }

  void fillTraits(OpClass &opClass, const OpShape &shape) {
    OpTraits &traits = opClass.traits;
    traits.kind = shape.kind;
    traits.modelled = shape.modelled;
    traits.chainShardable = shape.modelled && shape.shardable && random.chance(0.85);
    traits.startsWithReshard = shape.kind == OpKind::Convolution;
    traits.readsShards = shape.kind != OpKind::Reduction;
    traits.mayUpgrade = shape.modelled && random.chance(0.7);
    traits.isView = shape.model.behaviour == Behaviour::View && !shape.model.sharesInL1Alone;
    traits.isSink = shape.resultKinds.empty();
    traits.concatDim = shape.concatDim;
    if (shape.kind == OpKind::Matmul)
      opClass.tileProducts = random.between(1, 4096);
  }

  /// Those to choose from, then the one as it stands, unless it is among them.
  void fillConfigs(OpClass &opClass, const OpShape &shape) {
    if (shape.resultKinds.empty() || !shape.modelled) {
      opClass.configs = {{"", shape.resultKinds.empty() ? -1 : 0}};
      opClass.numLegalConfigs = shape.modelled ? 1 : 0;
      opClass.baseConfig = opClass.settledConfig = 0;
      return;
    }
    bool twoWays = shape.kind == OpKind::Matmul || shape.kind == OpKind::Convolution;
    for (int32_t layout = 0; layout < static_cast<int32_t>(layouts.size()); ++layout) {
      opClass.configs.push_back({"", layout});
      if (twoWays && random.chance(0.5))
        opClass.configs.push_back({"second", layout});
    }
    opClass.numLegalConfigs = static_cast<int32_t>(opClass.configs.size());
    if (random.chance(0.5))
      opClass.configs.push_back({"as it stands", 0});
    else if (random.chance(0.2))
      opClass.numLegalConfigs = 1; // DRAM alone
    opClass.baseConfig = opClass.configs.back().name == "as it stands" ? opClass.numLegalConfigs : 0;
    opClass.settledConfig = opClass.baseConfig;
  }

  int32_t addOp(const OpShape &shape) {
    auto index = static_cast<int32_t>(problem.ops.size());
    PlanOp op{fmt::format("op{}", index), classFor(shape), shape.operands, {}, {}, shape.writes};
    for (size_t k = 0; k < op.operands.size(); ++k) {
      bool writes = std::find(op.writes.begin(), op.writes.end(), static_cast<int32_t>(k)) != op.writes.end();
      orderAccess(op, index, op.operands[k], writes);
    }
    if (index > 0 && random.chance(0.08))
      op.after.push_back(static_cast<int32_t>(random.below(static_cast<uint64_t>(index))));
    std::sort(op.after.begin(), op.after.end());
    op.after.erase(std::unique(op.after.begin(), op.after.end()), op.after.end());
    for (int32_t kind : shape.resultKinds) {
      op.results.push_back(addTensor(kind, index));
      bool shares = shape.model.behaviour == Behaviour::View || shape.model.behaviour == Behaviour::InPlace;
      if (shares && !shape.model.sharesInL1Alone && op.results.size() == 1)
        bytesOf[op.results[0]] = bytesOf[op.operands[0]];
    }
    if (shape.kind == OpKind::Creation && random.chance(0.3))
      problem.tensors[op.results[0]].resident = true;
    problem.ops.push_back(std::move(op));
    return problem.ops.back().results.empty() ? -1 : problem.ops.back().results[0];
  }

  /// Behind the last write, and, to write, behind all that read since.
  void orderAccess(PlanOp &op, int32_t index, int32_t tensor, bool writes) {
    if (lastWrite[tensor] >= 0 && lastWrite[tensor] != index)
      op.after.push_back(lastWrite[tensor]);
    if (writes) {
      for (int32_t reader : readSince[tensor])
        if (reader != index)
          op.after.push_back(reader);
      readSince[tensor].clear();
      lastWrite[tensor] = index;
    } else {
      readSince[tensor].push_back(index);
    }
  }

  void chooseReturns() {
    std::vector<char> isRead(problem.tensors.size(), 0);
    for (const PlanOp &op : problem.ops)
      for (int32_t tensor : op.operands)
        isRead[tensor] = 1;
    for (size_t t = 0; t < problem.tensors.size(); ++t) {
      bool result = problem.tensors[t].producer >= 0;
      if (isCurrent(static_cast<int32_t>(t)) && random.chance(!result ? 0.03 : isRead[t] ? 0.07 : 0.9))
        problem.returns.push_back(static_cast<int32_t>(t));
    }
    if (!problem.returns.empty() && random.chance(0.05))
      problem.returns.push_back(problem.returns[0]);
  }

  void drawCapacity() {
    Bytes greatest = 1;
    for (const TensorKind &kind : problem.kinds)
      greatest = std::max(greatest, kind.layouts[1].l1Bytes);
    problem.l1Bytes = greatest * random.between(options.tightest, options.loosest) / 100 + 32;
    problem.capacity = random.chance(0.5) ? problem.l1Bytes : problem.l1Bytes * random.between(70, 99) / 100;
    problem.alignment = random.chance(0.8) ? 32 : Bytes(1) << random.between(0, 6);
    problem.machine = {1000, 200'000, 4, 4};
  }

  void finish() {
    problem.name = fmt::format("random {}", seed);
    drawCapacity();
    backend->describe(problem.capacity, problem.kinds);
    problem.source = backend;
    for (size_t i = 0; i < problem.classes.size(); ++i) {
      OpClass &opClass = problem.classes[i];
      std::vector<int32_t> operands(opClass.operandKinds.size(), 0);
      opClass.base = problem.find(static_cast<int32_t>(i), operands, opClass.baseConfig);
      settle(static_cast<int32_t>(i), operands);
    }
  }

  /// Convolutions settle in the first configuration in DRAM that runs; some results were placed by the user.
  void settle(int32_t index, const std::vector<int32_t> &operands) {
    OpClass &opClass = problem.classes[index];
    bool isConvolution = opClass.traits.kind == OpKind::Convolution;
    bool isFixed =
        options.userFixed && opClass.traits.modelled && opClass.resultKinds.size() == 1 && random.chance(0.04);
    for (int32_t config = 0; config < opClass.numLegalConfigs && (isConvolution || isFixed); ++config) {
      int32_t result = opClass.configs[config].result;
      if (result < 0 || problem.kinds[opClass.resultKinds[0]].layouts[result].isL1() != isFixed ||
          !runs(index, operands, config, isFixed))
        continue;
      opClass.settledConfig = config;
      opClass.userFixed = isFixed;
      return;
    }
  }

  /// What the user placed fits with room to spare, so that it is no fault of a policy when the function does not.
  bool runs(int32_t index, const std::vector<int32_t> &operands, int32_t config, bool withRoom) const {
    int32_t candidate = problem.find(index, operands, config);
    return candidate >= 0 &&
           (!withRoom || problem.classes[index].candidates[candidate].peakBytes * 2 < problem.capacity);
  }

  Random &random;
  const RandomFunctionOptions &options;
  uint64_t seed;
  std::shared_ptr<SyntheticBackend> backend;
  FunctionLayout problem;
  std::vector<Layout> layouts;
  std::vector<int32_t> bytesOf; ///< per tensor: the first with its bytes, as the program stands
  std::vector<int32_t> lastWrite;
  std::vector<std::vector<int32_t>> readSince;
};

/// Calls `visit` with every combination of layouts of `kinds`.
template <typename Visit>
void forEachCombination(const FunctionLayout &problem, const std::vector<int32_t> &kinds, Visit visit) {
  std::vector<int32_t> layouts(kinds.size(), 0);
  for (;;) {
    visit(layouts);
    size_t k = 0;
    while (k < kinds.size() && ++layouts[k] == static_cast<int32_t>(problem.kinds[kinds[k]].layouts.size()))
      layouts[k++] = 0;
    if (k == kinds.size())
      return;
  }
}

} // namespace

FunctionLayout testing::randomFunction(Random &random, const RandomFunctionOptions &options) {
  return FunctionBuilder(random, options).build();
}

FunctionLayout testing::linearFunction(int32_t length, bool withSkips, uint64_t seed) {
  Random random(seed);
  RandomFunctionOptions options;
  options.userFixed = false;
  return FunctionBuilder(random, options).buildChain(length, withSkips);
}

bool testing::materialize(FunctionLayout &problem, int64_t maxQuestions) {
  int64_t questions = 0;
  for (const OpClass &opClass : problem.classes) {
    int64_t combinations = static_cast<int64_t>(opClass.configs.size());
    for (int32_t kind : opClass.operandKinds)
      if (mulOverflow(combinations, static_cast<int64_t>(problem.kinds[kind].layouts.size()), combinations) ||
          combinations > maxQuestions)
        return false;
    questions += combinations;
  }
  if (questions > maxQuestions)
    return false;
  for (size_t i = 0; i < problem.classes.size(); ++i)
    forEachCombination(problem, problem.classes[i].operandKinds, [&](const std::vector<int32_t> &operands) {
      for (size_t config = 0; config < problem.classes[i].configs.size(); ++config)
        problem.find(static_cast<int32_t>(i), operands, static_cast<int32_t>(config));
    });
  for (size_t kind = 0; kind < problem.kinds.size(); ++kind)
    for (size_t from = 0; from < problem.kinds[kind].layouts.size(); ++from)
      for (size_t to = 0; to < problem.kinds[kind].layouts.size(); ++to)
        problem.conversion(static_cast<int32_t>(kind), static_cast<int32_t>(from), static_cast<int32_t>(to));
  problem.source.reset();
  return true;
}
