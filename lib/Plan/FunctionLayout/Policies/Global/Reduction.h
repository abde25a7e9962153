//===- Reduction.h - A function problem as a layout choice ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a given order of the ops, each op is a node whose choices are its candidates, and each tensor that can be moved a
// node whose choices say where its readers find it:
//
//   Keep l   in L1, until its last reader, where its producer makes it, or moved there behind the producer from another
//            layout than the base (only when several ops read it)
//   Base     in its base layout: as it is made there, or copied there behind the producer
//   Load l   made in its base layout, converted to l in L1 before its first reader, kept until the last (only when
//            several ops read it)
//
//   op node ──(layout made -> where it is found: a copy, or impossible)── tensor node
//   tensor node ──(where it is found -> layout wanted: a conversion before the reader)── op node of each reader
//
// Where parts of the function have alternatives, all their forms are here, and each part is a node whose choices are its
// forms:
//
//   part node ──(the form taken is the op's own: not absent; another: absent)── op node, with a last choice *absent*
//   tensors that only one form makes are *absent* with their producer; readers of a result of form 0 have an edge to
//   each tensor that stands for it, free of cost where one of the two is absent
//
// Costs are exact. Bytes: a kept tensor counts from the step behind its producer to its last reader; there, as at every
// op, the op counts its own peak, and at the last reader what it wants to read. Not counted is what lies in L1 twice
// for a moment: the source of a conversion, a second copy at a reader that is not the last, a view's bytes while its
// source lives, and from the last reader that is there in any case on, what optional ones read behind it. So the choice problem is a relaxation of the function problem within the space: its bound is a bound
// there.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REDUCTION_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REDUCTION_H

#include "../../Conflict.h"
#include "Reachability.h"
#include "alcove/Plan/FunctionLayout/Forms.h"
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"
#include "alcove/Plan/LayoutChoice/Problem.h"

namespace alcove::plan {

class Reduction {
public:
  /// OfOrder: bytes as they are live in the given order. AnyOrder: bytes that are live at an op in whichever order: of
  /// tensors that are made before it and read behind it on paths of data and `after`. What a reader wants in L1 counts
  /// at its step; what may share bytes with another tensor counts nothing.
  enum class Rows : uint8_t { OfOrder, AnyOrder };

  /// `order`: of the ops. `pinned` tensors stay as they are (pinnedTensors).
  Reduction(const FunctionLayout &problem, const SearchSpace &space, std::vector<int32_t> order,
            const std::vector<bool> &pinned, Rows rows = Rows::OfOrder);

  const LayoutChoice &choice() const { return reduced; }
  const std::vector<int32_t> &givenOrder() const { return order; }
  /// The form that a solution takes of each part.
  std::vector<int32_t> formsOf(const LayoutSolution &solution) const;
  /// Which choices a cut forbids together: those that take the same bytes as those at hand; those that take as many or
  /// more; of these only where it is a sixteenth of the capacity at least; as many or more, and of the op those that
  /// want as much free L1 or more (Candidate::wantsFreeBytes).
  enum class Cutting : uint8_t { Same, OrMore, LargeOrMore, FreeBytes };
  /// A cut: not all of these together. Returns the nodes that it speaks of; none when there is no choice in it. It
  /// holds for the plan at hand; that it holds whatever the rest of a plan does is likely and not proved, since what
  /// else is in L1 moves the places: no bound may rest on it.
  std::vector<int32_t> forbid(std::span<const ConflictMember> clash, const FunctionPlan &plan,
                              const LayoutSolution &solution, Cutting cutting);
  /// Adds what cuts made since then ask of the choices of an earlier solution.
  void extend(LayoutSolution &solution) const;
  /// A plan that did not fit by addresses: takes bytes away at the step of `op`, so that this combination and whatever
  /// is as large is too large there; twice as many each time. The bound of an earlier solution stays one, that of a
  /// later one is none.
  void exclude(int32_t op, const LayoutSolution &solution);
  /// Takes 6 % of the capacity away at every step.
  void shrinkCapacity();
  /// Of a function without alternatives.
  FunctionPlan decode(const LayoutSolution &solution) const;

private:
  class Cut;
  void forbidTogether(std::span<const int32_t> nodes, std::vector<std::vector<bool>> taken);
  /// Where the readers of a tensor find it.
  struct Found {
    int32_t layout;
    enum class How : uint8_t { Keep, Base, Load } how;
    auto operator<=>(const Found &) const = default;
  };
  struct Readers {
    std::vector<int32_t> ops;              ///< in order, each once
    int32_t first = -1, last = -1;         ///< positions; the number of ops for the return
    int32_t firstSure = -1, lastSure = -1; ///< of those that are there wherever the tensor is
  };

  void findReaders();
  void findSharing(int32_t op);
  void addOpNodes();
  void addTensorNodes();
  void addPartNodes();
  void noteReader(int32_t tensor, int32_t op);
  bool isAbsent(int32_t op, size_t choice) const { return choice == choices[op].size(); }
  void addTensorNode(int32_t tensor);
  std::vector<LiveInterval> liveWhen(int32_t tensor, Found::How how) const;
  std::vector<LiveInterval> liveInEveryOrder(int32_t tensor, Found::How how) const;
  void addProducerEdge(int32_t tensor);
  bool mayComeFrom(int32_t tensor, int32_t made, const Found &where) const;
  std::vector<Cost> producerCosts(int32_t tensor) const;
  void addReaderEdge(int32_t tensor, int32_t op);
  std::vector<Cost> readerCosts(int32_t tensor, int32_t op) const;
  Cost opCost(int32_t op, int32_t candidate) const;
  Cost conversionCost(int32_t tensor, int32_t from, int32_t to) const;
  bool isReadBefore(int32_t op, size_t operand, std::span<const int32_t> wanted) const;
  Cost fixedReads(int32_t op, int32_t candidate) const;
  std::vector<int32_t> operandsReadLast(int32_t op) const;
  Bytes opBytes(int32_t op, int32_t candidate, std::span<const int32_t> readLast) const;
  bool readsLast(int32_t op, int32_t tensor) const;
  bool isAlwaysReadLast(const Readers &of) const;
  int32_t madeLayout(int32_t tensor, int32_t candidate) const;

  const FunctionLayout &problem;
  const SearchSpace &space;
  std::vector<int32_t> order, position;
  const std::vector<bool> &pinned;
  Rows rows;
  FormIndex forms;
  std::vector<int32_t> partNodes;
  std::optional<Reachability> reachable;     ///< AnyOrder
  std::vector<Readers> readers;              ///< per tensor
  std::vector<bool> alwaysReadLast;          ///< AnyOrder, per tensor: its last reader is that in every order
  std::vector<int32_t> sharedUntil;          ///< per tensor: position until which its bytes may be another's; -1 = own
  std::vector<std::vector<int32_t>> choices; ///< per op: candidates; an optional op has *absent* behind them
  std::vector<int32_t> nodeOfOp, nodeOfTensor;
  std::vector<std::vector<Found>> found; ///< per tensor; empty = always in its base layout
  /// Ops and tensors that are alike share the costs of their edges: numbers of their lists, and by all that the costs
  /// depend on the first edge.
  std::map<std::vector<int32_t>, int32_t> choiceLists;
  std::map<std::vector<Found>, int32_t> foundLists;
  std::vector<int32_t> choicesOf, foundOf; ///< per op, per tensor
  std::map<std::vector<int32_t>, int32_t> edgesLike;
  LayoutChoice reduced;
  struct Joint {
    int32_t node, before, member;
    std::vector<bool> allBefore, taken; ///< per choice of `before` and of `member`
  };
  /// Nodes of cuts and of excluded bytes (`before` -1), in the order in which they were added.
  std::vector<Joint> joints;
  struct Waste {
    size_t usage; ///< into reduced.extraUsages
    Bytes step;   ///< what the next conflict takes away at least
  };
  std::map<int64_t, Waste> wasteAt; ///< by position
  void keepBasePossible(int64_t at, Bytes room);
  std::map<int64_t, std::vector<size_t>> usagesOfOp; ///< by position: the op's own in reduced.extraUsages
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_REDUCTION_H
