//===- TransformSchedule.cpp - A plan in the transform dialect ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TransformSchedule.h"

#include "alcove/SuperTiling/Apply/ApplyPlan.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/TilingInterface.h"

#include "llvm/ADT/SmallBitVector.h"

#include <fmt/format.h>

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

namespace {

constexpr const char *any = "!transform.any_op";

std::string listOf(ArrayRef<int64_t> values) {
  return fmt::format("[{}]", fmt::join(values.begin(), values.end(), ", "));
}

/// `count` types, for one operand or several results.
std::string types(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + std::string(any);
  return "(" + text + ")";
}

size_t loopsOf(ArrayRef<int64_t> sizes) {
  return llvm::count_if(sizes, [](int64_t size) { return size != 0; });
}

/// Patterns that make the sizes of tiles constants and give intermediate results their own memory.
std::string foldingOf(const std::string &handle) {
  return fmt::format("    transform.apply_patterns to {} {{\n"
                     "      transform.apply_patterns.linalg.tiling_canonicalization\n"
                     "      transform.apply_patterns.scf.for_loop_canonicalization\n"
                     "      transform.apply_patterns.tensor.fold_tensor_empty\n"
                     "      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice\n"
                     "    }} : {}\n",
                     handle, any);
}

std::string quoted(const Node &node) { return "'" + node.name + "'"; }

Error refusal(const Node &node, const std::string &why) {
  return Error{fmt::format("SUT-T1: no schedule for the group of {}: {}", quoted(node), why)};
}

} // namespace

TransformSchedule::TransformSchedule(Operation *function) : function(function) {
  // The order in which structured.match walks.
  function->walk([&](Operation *op) {
    if (isa<TilingInterface>(op))
      numbers.try_emplace(op, numbers.size());
  });
}

/// One block: what is built in which order, and its text.
struct TransformSchedule::BlockWriter {
  TransformSchedule &schedule;
  const TilingGraph &graph;
  const Plan &plan;
  const std::vector<Node> &nodes;
  /// A group, or an operation that stays outside of loops and must not follow its readers.
  struct Step {
    const PlannedGroup *group = nullptr;
    int sealed = -1;
  };
  /// A loop after the splits around it, and how many are left for the loops inside.
  struct Part {
    std::string loop;
    unsigned splits = 0;
  };
  std::vector<Step> steps;
  /// By node: the step that gives its result a loop.
  llvm::DenseMap<int, size_t> stepOf;
  std::string text;

  BlockWriter(TransformSchedule &schedule, const TilingGraph &graph, const Plan &plan)
      : schedule(schedule), graph(graph), plan(plan), nodes(graph.nodes) {}

  Status run();
  Status serves(const PlannedGroup &group) const;
  Status servesPanels(const PlannedGroup &group) const;
  bool carriesSoftmax(const PlannedGroup &group) const;
  llvm::SmallVector<int, 8> outside(const PlannedGroup &group) const;
  llvm::SmallVector<int, 8> inPanels(const PlannedGroup &group) const;
  Result<std::vector<size_t>> order() const;
  void line(const std::string &content) { text += "    " + content + "\n"; }
  std::string handle(int node) const { return fmt::format("%${}", schedule.numbers.lookup(graph.opOf(node))); }
  void seal(int node);
  void write(const PlannedGroup &group);
  void writePanels(const PlannedGroup &group, const std::string &id, const std::string &loop, unsigned splits);
  void moveIntoPanels(const PlannedGroup &group, const std::string &id, const std::string &loop, size_t panels);
  std::vector<bool> raggedRoot(const PlannedGroup &group, const RootTiling &tiling) const;
  std::vector<bool> raggedPanels(const PlannedGroup &group) const;
  std::vector<Part> peel(const std::string &loop, const std::string &name, const std::vector<bool> &ragged,
                         size_t depth, unsigned splits);
  void foldSizes(const std::string &handle) { text += foldingOf(handle); }
  void annotate(const std::string &handle, const std::string &name) {
    line(fmt::format("transform.annotate {} \"{}\" : {}", handle, name, any));
  }
};

/// Producers of members that are not members. Fills follow whoever reads them.
llvm::SmallVector<int, 8> TransformSchedule::BlockWriter::outside(const PlannedGroup &group) const {
  llvm::SmallVector<int, 8> found;
  for (int member : group.members)
    for (const Access &input : nodes[member].inputs)
      if (input.producer >= 0 && !nodes[input.producer].attached && isa<TilingInterface>(graph.opOf(input.producer)) &&
          !llvm::is_contained(group.members, input.producer) && !llvm::is_contained(found, input.producer))
        found.push_back(input.producer);
  return found;
}

/// Members whose tiles move with the panels of the core; the last first. What the core adds to does not.
llvm::SmallVector<int, 8> TransformSchedule::BlockWriter::inPanels(const PlannedGroup &group) const {
  llvm::SmallVector<int, 8> found;
  // By node, the loops along which its tile moves.
  llvm::DenseMap<int, llvm::SmallBitVector> moving;
  auto loopsOfNode = [&](int node) -> llvm::SmallBitVector & {
    return moving.try_emplace(node, llvm::SmallBitVector(nodes[node].extents.size())).first->second;
  };
  if (group.coreNode() < 0)
    return found;
  for (auto [loop, size] : llvm::enumerate(panelSizes(graph, group, group.coreNode())))
    loopsOfNode(group.coreNode())[loop] = size != 0;
  for (int reader : llvm::reverse(group.members)) {
    if (reader > group.coreNode() || !moving.contains(reader) || moving[reader].none())
      continue;
    if (reader != group.coreNode())
      found.push_back(reader);
    llvm::SmallBitVector loops = moving[reader];
    for (const Access &input : nodes[reader].inputs) {
      bool sums = reader == group.coreNode() && input.initOf >= 0;
      if (input.producer < 0 || sums)
        continue;
      if (nodes[input.producer].attached && reader != group.coreNode() && !llvm::is_contained(found, input.producer))
        found.push_back(input.producer);
      if (!llvm::is_contained(group.members, input.producer))
        continue;
      const Access &result = nodes[input.producer].results[input.producerResult];
      for (auto [asked, made] : llvm::zip_equal(input.dims, result.dims))
        if (llvm::any_of(asked.terms, [&](const AccessTerm &term) { return loops[term.loop]; }))
          loopsOfNode(input.producer)[made.terms[0].loop] = true;
    }
  }
  return found;
}

bool TransformSchedule::BlockWriter::carriesSoftmax(const PlannedGroup &group) const {
  if (group.coreNode() < 0 || !nodes[group.coreNode()].softmax)
    return false;
  return llvm::all_of(nodes[group.coreNode()].softmax->all(), [&](int part) {
    return llvm::is_contained(group.members, part) && !llvm::is_contained(group.yields, part);
  });
}

// SUT-T1
Status TransformSchedule::BlockWriter::serves(const PlannedGroup &group) const {
  const Node &root = nodes[group.members.back()];
  if (group.probe)
    return refusal(root, "it is tiled by trial, not by a plan");
  if (!group.yields.empty())
    return refusal(root, fmt::format("its loop also hands on the result of {}, which structured.fuse cannot ask for",
                                     quoted(nodes[group.yields[0]])));
  for (int member : group.members) {
    const Node &node = nodes[member];
    if (!node.hasModel())
      return refusal(root, fmt::format("{} has no tile, and structured.fuse stops there", quoted(node)));
    if (node.isDynamic())
      return refusal(root, fmt::format("{} has an unknown extent", quoted(node)));
    if (!schedule.numbers.contains(graph.opOf(node)))
      return refusal(root, fmt::format("{} is not an operation of the program as it came", quoted(node)));
  }
  for (int node : outside(group))
    if (!schedule.numbers.contains(graph.opOf(node)))
      return refusal(
          root, fmt::format("it reads {}, which is not an operation of the program as it came", quoted(nodes[node])));
  RootTiling tiling = rootTiling(graph, group);
  if (tiling.reduction && group.members.size() > 1)
    return refusal(root, "its reduction is split, and structured.fuse would fill the sums in every tile");
  return loopsOf(panelSizes(graph, group, group.coreNode())) > 0 ? servesPanels(group) : Status();
}

Status TransformSchedule::BlockWriter::servesPanels(const PlannedGroup &group) const {
  const Node &root = nodes[group.members.back()];
  if (carriesSoftmax(group))
    return refusal(root, "it carries a softmax over panels, which upstream has no operation for");
  if (group.coreNode() != group.members.back() && llvm::is_contained(raggedRoot(group, rootTiling(graph, group)), true))
    return refusal(root, "its last tile is smaller, and what its panels carry there would keep an unknown size");
  llvm::SmallVector<int, 8> moved = inPanels(group);
  for (int node : moved) {
    if (nodes[node].kind == NodeKind::Pad)
      return refusal(root, fmt::format("{} runs in panels, and its tile is a branch", quoted(nodes[node])));
    // What the core adds to is read in front of the panels.
    bool beside = llvm::any_of(group.members, [&](int member) {
      return !llvm::is_contained(moved, member) && llvm::any_of(nodes[member].inputs, [&](const Access &input) {
        return input.producer == node && (member != group.coreNode() || input.initOf >= 0);
      });
    });
    if (beside)
      return refusal(root, fmt::format("{} is computed in panels and beside them", quoted(nodes[node])));
  }
  return {};
}

/// Loops before their readers; what a group computes again, and what has a loop of its own besides, after the group.
Result<std::vector<size_t>> TransformSchedule::BlockWriter::order() const {
  std::vector<std::vector<size_t>> before(steps.size());
  for (size_t step = 0; step < steps.size(); ++step) {
    if (!steps[step].group)
      continue;
    const PlannedGroup &group = *steps[step].group;
    for (int node : outside(group))
      before[step].push_back(stepOf.lookup(node));
    for (int member : ArrayRef<int>(group.members).drop_back())
      if (auto own = stepOf.find(member); own != stepOf.end())
        before[own->second].push_back(step);
  }
  std::vector<size_t> found;
  std::vector<char> done(steps.size(), 0);
  while (found.size() < steps.size()) {
    size_t next = 0;
    while (next < steps.size() &&
           (done[next] || llvm::any_of(before[next], [&](size_t other) { return !done[other]; })))
      ++next;
    if (next == steps.size()) {
      size_t stuck = std::find(done.begin(), done.end(), 0) - done.begin();
      int node = steps[stuck].group ? steps[stuck].group->members.back() : steps[stuck].sealed;
      return refusal(nodes[node], "loops compute results of each other again: no order of structured.fuse builds them");
    }
    done[next] = 1;
    found.push_back(next);
  }
  return found;
}

void TransformSchedule::BlockWriter::seal(int node) {
  RootTiling tiling = wholeTiling(nodes[node]);
  size_t count = loopsOf(tiling.sizes);
  if (count == 0) // No loop at all: nothing could follow its readers either.
    return;
  std::string id = fmt::format("s{}", schedule.groups++);
  line(fmt::format("%${}_t, %${}_l = transform.structured.tile_using_for {} tile_sizes {} : ({}) -> {}", id, id,
                   handle(node), listOf(tiling.sizes), any, types(1 + count)));
}

void TransformSchedule::BlockWriter::moveIntoPanels(const PlannedGroup &group, const std::string &id,
                                                    const std::string &loop, size_t panels) {
  for (int member : inPanels(group)) {
    std::string name = fmt::format("{}_m{}", loop, member);
    line(fmt::format("{} = transform.structured.match attributes{{alcove.{}_{}}} in {} : ({}) -> {}", name, id, member,
                     loop, any, any));
    line(fmt::format("{0}_f, {0}_p = transform.structured.fuse_into_containing_op {0} into {1}_p0 : {2} -> {2}", name,
                     loop, types(2)));
    line(fmt::format("transform.apply_cse to {}_p0 : {}", loop, any));
  }
  line(fmt::format("transform.apply_patterns to {} {{", loop));
  line("  transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice");
  line(fmt::format("}} : {}", any));
  for (size_t panel = panels; panel-- > 0;)
    line(fmt::format("transform.apply_licm to {}_p{} : {}", loop, panel, any));
}

/// The reduction of the core in `loop` in panels. Sizes in a part that was split off are constants by then.
void TransformSchedule::BlockWriter::writePanels(const PlannedGroup &group, const std::string &id,
                                                 const std::string &loop, unsigned splits) {
  llvm::SmallVector<int64_t, 6> sizes = panelSizes(graph, group, group.coreNode());
  size_t count = loopsOf(sizes);
  line(fmt::format("transform.apply_cse to {} : {}", loop, any));
  line(fmt::format("{0}_c = transform.structured.match attributes{{alcove.{1}_{2}}} in {0} : ({3}) -> {3}", loop, id,
                   group.coreNode(), any));
  std::string panels;
  for (size_t panel = 0; panel < count; ++panel)
    panels += fmt::format(", {}_p{}", loop, panel);
  line(fmt::format("{0}_ct{1} = transform.structured.tile_using_for {0}_c tile_sizes {2} : ({3}) -> {4}", loop, panels,
                   listOf(sizes), any, types(1 + count)));
  for (size_t panel = 1; panel < count; ++panel)
    annotate(fmt::format("{}_p{}", loop, panel), fmt::format("alcove.{}_panel{}", id, panel));
  moveIntoPanels(group, id, loop, count);
  peel(loop + "_p0", fmt::format("alcove.{}_panel", id), raggedPanels(group), 0, splits);
}

/// Loops from outermost to innermost; true: the last tile is smaller.
std::vector<bool> TransformSchedule::BlockWriter::raggedRoot(const PlannedGroup &group,
                                                             const RootTiling &tiling) const {
  std::vector<bool> found;
  for (int64_t loop : tiling.interchange)
    if (int64_t size = tiling.sizes[loop], extent = nodes[group.members.back()].extents[loop]; size != 0)
      found.push_back(extent % size != 0 && extent > size);
  return found;
}

std::vector<bool> TransformSchedule::BlockWriter::raggedPanels(const PlannedGroup &group) const {
  std::vector<bool> found;
  for (auto [loop, size] : llvm::enumerate(panelSizes(graph, group, group.coreNode())))
    if (int64_t extent = nodes[group.coreNode()].extents[loop]; size != 0)
      found.push_back(extent % size != 0 && extent > size);
  return found;
}

/// Splits off the smaller last tiles as the loops of a plan do, outer loops first. Returns the innermost loops of the
/// nest; `name`: attribute of its loops, without their depth.
std::vector<TransformSchedule::BlockWriter::Part> TransformSchedule::BlockWriter::peel(const std::string &loop,
                                                                                       const std::string &name,
                                                                                       const std::vector<bool> &ragged,
                                                                                       size_t depth, unsigned splits) {
  std::vector<std::string> parts{loop};
  if (ragged[depth] && splits > 0) {
    line(fmt::format("{0}_for = transform.cast {0} : {1} to !transform.op<\"scf.for\">", loop, any));
    line(fmt::format("{0}_main, {0}_last = transform.loop.peel {0}_for : (!transform.op<\"scf.for\">) -> {1}", loop,
                     types(2)));
    parts = {loop + "_main", loop + "_last"};
    --splits;
  }
  std::vector<Part> found;
  for (const std::string &part : parts) {
    if (depth + 1 == ragged.size()) {
      found.push_back({part, splits});
      continue;
    }
    line(fmt::format("{0}_in = transform.structured.match attributes{{{1}{2}}} in {0} : ({3}) -> {3}", part, name,
                     depth + 1, any));
    llvm::append_range(found, peel(part + "_in", name, ragged, depth + 1, splits));
  }
  return found;
}

void TransformSchedule::BlockWriter::write(const PlannedGroup &group) {
  std::string id = fmt::format("g{}", schedule.groups++);
  RootTiling tiling = rootTiling(graph, group);
  size_t count = loopsOf(tiling.sizes);
  bool panelled = loopsOf(panelSizes(graph, group, group.coreNode())) > 0;
  llvm::SmallVector<int, 8> named = inPanels(group);
  if (panelled)
    named.push_back(group.coreNode());
  for (int node : named)
    annotate(handle(node), fmt::format("alcove.{}_{}", id, node));
  std::string loops;
  for (size_t loop = 0; loop < count; ++loop)
    loops += fmt::format(", %${}_l{}", id, loop);
  // Under a split reduction the destination comes filled from outside (SUT-H2).
  std::string how = tiling.reduction ? "tile_using_for" : "fuse", equals = tiling.reduction ? " =" : "";
  line(fmt::format("%${}_t{} = transform.structured.{} {} tile_sizes {} interchange{} {} : ({}) -> {}", id, loops, how,
                   handle(group.members.back()), listOf(tiling.sizes), equals, listOf(tiling.interchange), any,
                   types(1 + count)));
  std::string name = fmt::format("alcove.{}_loop", id);
  for (size_t loop = 1; loop < count; ++loop)
    annotate(fmt::format("%${}_l{}", id, loop), name + std::to_string(loop));
  std::vector<bool> ragged = raggedRoot(group, tiling);
  bool split = llvm::is_contained(ragged, true);
  for (const Part &part : peel(fmt::format("%${}_l0", id), name, ragged, 0, maxPeels)) {
    if (!panelled)
      continue;
    if (split)
      foldSizes(part.loop);
    writePanels(group, id, part.loop, part.splits);
  }
}

Status TransformSchedule::BlockWriter::run() {
  for (const PlannedGroup &group : plan.groups) {
    ALCOVE_RETURN_IF_ERROR(serves(group));
    stepOf[group.members.back()] = steps.size();
    steps.push_back({&group, -1});
  }
  for (const PlannedGroup &group : plan.groups)
    for (int node : outside(group))
      if (stepOf.try_emplace(node, steps.size()).second)
        steps.push_back({nullptr, node});
  ALCOVE_ASSIGN_OR_RETURN(std::vector<size_t> sequence, order());
  for (size_t step : sequence) {
    if (steps[step].group)
      write(*steps[step].group);
    else
      seal(steps[step].sealed);
  }
  return {};
}

Status TransformSchedule::add(const TilingGraph &graph, const Plan &plan) {
  BlockWriter writer(*this, graph, plan);
  ALCOVE_RETURN_IF_ERROR(writer.run());
  lines += writer.text;
  return {};
}

Status TransformSchedule::addFill(const TilingGraph &graph, const PlannedGroup &group) {
  Plan none;
  BlockWriter writer(*this, graph, none);
  ALCOVE_RETURN_IF_ERROR(writer.serves(group));
  writer.write(group);
  lastLines += writer.text;
  return {};
}

std::string TransformSchedule::text(const std::string &prefix) const {
  if (lines.empty() && lastLines.empty())
    return "";
  std::string handles;
  for (size_t number = 0; number < numbers.size(); ++number)
    handles += fmt::format("{}%${}", number ? ", " : "", number);
  std::string all =
      fmt::format("    %$f = transform.structured.match ops{{[\"{}\"]}} attributes{{sym_name = \"{}\"}} in "
                  "%module : ({}) -> {}\n",
                  function->getName().getStringRef().str(), SymbolTable::getSymbolName(function).str(), any, any);
  all += fmt::format("    %$all = transform.structured.match interface{{TilingInterface}} in %$f : ({}) -> {}\n", any,
                     any);
  all += fmt::format("    {} = transform.split_handle %$all : ({}) -> {}\n", handles, any, types(numbers.size()));
  all += lines + lastLines;
  // Loops of one iteration go last: what they carry is not to be folded as what tiles fill.
  all += foldingOf("%$f");
  all += fmt::format("    transform.apply_patterns to %$f {{\n"
                     "      transform.apply_patterns.canonicalization\n"
                     "      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice\n"
                     "    }} : {}\n"
                     "    transform.apply_cse to %$f : {}\n",
                     any, any);
  std::string named;
  for (char letter : all)
    named += letter == '$' ? prefix : std::string(1, letter);
  return named;
}

std::string scheduleModule(ArrayRef<std::string> functions) {
  std::string text = "module attributes {transform.with_named_sequence} {\n"
                     "  transform.named_sequence @__transform_main(%module: !transform.any_op) {\n";
  for (const std::string &function : functions)
    text += function;
  return text + "    transform.yield\n  }\n}\n";
}

} // namespace alcove::supertiling
