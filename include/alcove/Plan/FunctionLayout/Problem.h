//===- Problem.h - The layouts of a whole function --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where does each tensor of a function lie while it lives, how does each op run, and in which order? As plain values:
//
//   kinds     shape and element type; the layouts in which tensors of the kind may lie, with their bytes
//   classes   signature of an op; its candidates: layout of each operand, configuration -> layouts of the results, time,
//             L1 while it runs. Ops of one class share one table, so that equal layers of a model are asked about once.
//   tensors   a kind, the op that makes it, the layout it has in the program as it stands (its base)
//   ops       a class, operands, results, ops that must run before it for other reasons than data
//
//   capacity 100          %a   kind 0: dram, l1 60 B         %0 = relu(%a)
//                                                            %1 = add(%0, %a)
//                         return %1
//
//   relu   dram -> dram 9 ns | dram -> l1 6 ns | l1 -> l1 2 ns
//   add    dram dram -> dram 12 ns | l1 dram -> dram 8 ns
//
// The plan  relu: dram -> l1, add: l1 dram -> dram  takes 14 ns instead of 21 and 60 B of L1. The same numbers stand in
// FunctionLayoutTest.PictureOfTheHeader.
//
// Candidates and conversions that the tables do not hold yet are asked of an AnswerSource, once; a problem read from a
// file has none, and what its tables lack does not exist. Rules FL-1.. of docs/spec/FunctionLayout.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_PROBLEM_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_PROBLEM_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace alcove::plan {

/// Times are whole picoseconds: sums do not depend on their order.
using Picoseconds = int64_t;
/// Every finite sum of times stays below this (FL-1).
inline constexpr Picoseconds maxTime = 400'000'000'000'000'000;

enum class Space : uint8_t { Dram, L1, Host };
enum class Sharding : uint8_t { Interleaved, Height, Width, Block, Other };

/// One way in which the tensors of a kind may lie.
struct Layout {
  std::string name; ///< unique within its kind: `tile|bf16|l1|block_sharded|8x8`
  Space space = Space::Dram;
  Sharding sharding = Sharding::Interleaved;
  int64_t gridRows = 1, gridCols = 1; ///< shard grid; interleaved in L1: the banks that share the pages
  bool tiled = true;
  Bytes l1Bytes = 0;    ///< on the fullest core; 0 outside L1
  Bytes totalBytes = 0; ///< of the whole tensor, padding included
  bool isL1() const { return space == Space::L1; }
  bool isSharded() const { return sharding != Sharding::Interleaved; }
  int64_t cores() const { return gridRows * gridCols; }
};

/// In the same space, spread alike over the same grid.
inline bool samePlace(const Layout &a, const Layout &b) {
  return a.space == b.space && a.sharding == b.sharding && a.gridRows == b.gridRows && a.gridCols == b.gridCols;
}

struct TensorKind {
  std::string name; ///< `1x32x128 bf16`
  std::vector<Layout> layouts;
};

/// What happens to the L1 of every core while an op runs, in order. The twin of opmodel::L1Event, which says more.
struct L1Use {
  enum class Kind : uint8_t { Allocate, Release, CircularBuffers, EndProgram, InputDone, MoveUp };
  Kind kind = Kind::Allocate;
  Bytes bytes = 0;
  bool operator==(const L1Use &) const = default;
};

/// What policies tell apart: finer than the families of ops (Ops/Families.def), of which each kind but Other lies in one.
enum class OpKind : uint8_t {
  Convolution,
  Matmul,
  Unary,
  Binary,
  Ternary,
  Reduction,
  Normalization,
  Softmax,
  Concat,
  Slice,
  Reshape,
  Permute,
  Pad,
  Repeat,
  Attention,
  Rotary,
  Heads,
  Embedding,
  Cache,
  Pool,
  Conversion,
  Creation,
  Collective,
  Other
};
const char *toString(OpKind kind);
std::optional<OpKind> parseOpKind(const std::string &text);

/// What policies know about an op besides its candidates. Facts of the field, one source each: OpRules.
struct OpTraits {
  OpKind kind = OpKind::Other;
  bool modelled = false;          ///< the op model prices it; others keep their base candidate
  bool chainShardable = false;    ///< the chain policies shard it
  bool scheduleEarly = false;     ///< conversions: scheduled as soon as no chain is open
  bool startsWithReshard = false; ///< as first op of a chain it always gets its input converted (convolutions)
  bool readsShards = true;        ///< false: must not read what a chain kept in L1 (reductions, tt-metal#34951)
  bool mayUpgrade = false;        ///< takes part in the upgrade of DRAM results to L1 interleaved
  bool isView = false;            ///< its base result shares its operand's bytes
  bool isSink = false;     ///< without result; its operands' layouts drive those of their producers (cache writes)
  bool keepsPlace = false; ///< changes pages alone: result 0 lies in the space, sharding and grid of operand 0 (FL-22)
  /// Concatenation: 0 = along the last dimension, 1 = along the one before, 2 = another, -1 = no concatenation.
  int8_t concatDim = -1;
  bool operator==(const OpTraits &) const = default;
};

/// A configuration to ask for: layout of the first result and op attributes.
struct OpConfig {
  std::string name;       ///< attributes as text; empty for most ops
  int32_t result = -1;    ///< layout of result 0; -1 when the op has none
  bool isFurther = false; ///< a source refuses it wherever it refuses the one before it
  bool operator==(const OpConfig &other) const { return name == other.name && result == other.result; }
};

/// How far a time may be off: factors on it between which it lies nine times in ten, and the cell whose times err
/// together. Without a cell the time is exact.
struct PriceError {
  float low = 1, high = 1;
  int8_t cell = -1;
};

/// Down to how many free bytes Candidate::shortTime is known: seven eighths of those wanted.
constexpr Bytes leastOfWanted(Bytes wantsFreeBytes) { return wantsFreeBytes - wantsFreeBytes / 8; }

/// A way to run an op, as the backend answers. L1 bytes are per core.
struct Candidate {
  int32_t config = -1; ///< of the class
  Picoseconds time = 0;
  bool timed = true;       ///< false: the backend has no figure, 0 is counted
  Bytes peakBytes = 0;     ///< the op's own peak: circular buffers, temporaries and results together
  Bytes circularBytes = 0; ///< circular buffers at their peak
  Bytes dramBytes = 0;     ///< read plus written
  /// L1 per core that must be free of live tensors, operands included, for the backend to choose the program that is
  /// priced here (matmuls without a program configuration); 0 = it chooses the same in any case. The
  /// verifier notes what is missing (PlanFacts::shortages) and refuses nothing.
  Bytes wantsFreeBytes = 0;
  /// What the op takes where a little less is free: the time at leastOfWanted(wantsFreeBytes); 0 = not known.
  Picoseconds shortTime = 0;
  int32_t uses = -1; ///< into FunctionLayout::l1Uses; -1 = nothing
  /// Operand that the op frees itself once it has read it, when no other op reads that copy; -1 = none.
  int32_t consumes = -1;
  PriceError error; ///< of the time; problems from files have none
};

/// A conversion between two layouts of one kind, as an op of its own.
struct Conversion {
  bool legal = false;
  Picoseconds time = 0;
  Bytes peakBytes = 0; ///< its result included
  Bytes circularBytes = 0;
  Bytes dramBytes = 0;
  int32_t uses = -1;
  PriceError error;
};

/// Candidates of one class, found by what they read and ask for. Indices are stable.
class CandidateTable {
public:
  CandidateTable() = default;
  CandidateTable(size_t numOperands, size_t numResults) : numOperands(numOperands), numResults(numResults) {}

  /// Appends; `operands` and `results` are layouts (of the kinds of the class), `aliases` per result the operand whose
  /// bytes it shares or -1. Returns the index; that of the twin when one reads and asks for the same.
  int32_t add(const Candidate &candidate, std::span<const int32_t> operands, std::span<const int32_t> results,
              std::span<const int32_t> aliases);
  /// Remembers that the backend refused.
  void addRefusal(std::span<const int32_t> operands, int32_t config);
  /// Index; refusedCandidate for what was asked in vain; unknownCandidate for what was never asked. O(numOperands).
  int32_t find(std::span<const int32_t> operands, int32_t config) const;
  static constexpr int32_t refusedCandidate = -1, unknownCandidate = -2;

  void setTime(int32_t candidate, Picoseconds time) { items[candidate].time = time; }

  int32_t size() const { return static_cast<int32_t>(items.size()); }
  const Candidate &operator[](int32_t index) const { return items[index]; }
  std::span<const int32_t> operandsOf(int32_t index) const {
    return {operandLayouts.data() + index * numOperands, numOperands};
  }
  std::span<const int32_t> resultsOf(int32_t index) const {
    return {resultLayouts.data() + index * numResults, numResults};
  }
  std::span<const int32_t> aliasesOf(int32_t index) const {
    return {resultAliases.data() + index * numResults, numResults};
  }

private:
  /// What was asked, in that order: an index of open addressing over flat lists, which copies of a problem copy fast.
  struct Asked {
    uint32_t hash;
    int32_t config, candidate;
  };
  uint32_t hashOf(std::span<const int32_t> operands, int32_t config) const;
  /// Where it stands in `slots`, or the empty slot where it would.
  size_t slotOf(std::span<const int32_t> operands, int32_t config, uint32_t hash) const;
  /// The entry of what is asked; a new one has `unknownCandidate`.
  Asked &entryOf(std::span<const int32_t> operands, int32_t config);
  void growSlots();
  size_t numOperands = 0, numResults = 0;
  std::vector<Candidate> items;
  std::vector<int32_t> operandLayouts, resultLayouts, resultAliases;
  std::vector<Asked> asked;
  std::vector<int32_t> askedOperands; ///< numOperands of each
  std::vector<int32_t> slots;         ///< into `asked`, or -1; a power of two, at most half of them taken
};

struct OpClass {
  std::string op;   ///< `add`
  std::string name; ///< `add 64x128 bf16, 64x128 bf16`, for people
  OpTraits traits;
  std::vector<int32_t> operandKinds, resultKinds;
  /// Operands that may be moved at all; weights and other constants stay where they lie.
  std::vector<bool> movable;
  /// The first `numLegalConfigs` are those that policies choose from; then the one of the program as it stands.
  std::vector<OpConfig> configs;
  int32_t numLegalConfigs = 0;
  int32_t baseConfig = -1, base = -1; ///< configuration and candidate of the program as it stands
  /// Configuration that plans start from: the base; for convolutions the first legal one in DRAM that runs; what the
  /// user fixed. A result that is fixed in L1 is copied to its base layout, where its readers find it.
  int32_t settledConfig = -1;
  bool userFixed = false;
  CandidateTable candidates;
  /// Matmul and linear: products of 32 x 32 x 32 elements, batches included, each dimension rounded up; 0 for others.
  int64_t tileProducts = 0;
  /// Why the backend refused, by layout of operand 0: the last reason it gave. For people.
  std::map<int32_t, std::string> refusals;
};

struct PlanTensor {
  std::string name; ///< as the program prints it: `%12`
  int32_t kind = -1;
  int32_t base = -1;     ///< layout in the program as it stands; arguments keep it
  int32_t producer = -1; ///< op; -1 = an argument
  bool constant = false; ///< the same at each call: parameters, cached constants
  bool resident = false; ///< the caller keeps the tensor: it is never freed
};

struct PlanOp {
  std::string name; ///< location or as printed, for messages
  int32_t opClass = -1;
  std::vector<int32_t> operands, results; ///< tensors
  std::vector<int32_t> after;             ///< ops that must run before, for other reasons than data
  std::vector<int32_t> writes;            ///< operand numbers written in place
};

/// One sequence of ops that realises a part of the function.
struct PlanForm {
  std::string name;             ///< unique within its part: `by-tiles`
  std::vector<int32_t> ops;     ///< ascending
  std::vector<int32_t> results; ///< tensors that they make; number i stands for number i of form 0
};

/// A part of the function that is realised by one of several forms (FL-23). Form 0 is the program as it stands: the
/// rest of the function reads and returns its results, whichever form makes them.
struct PlanPart {
  std::string name;
  std::vector<PlanForm> forms;
};

/// What one class is going to be asked: `operands` of all questions one behind the other, one of `configs` each.
struct ClassQuestions {
  int32_t opClass = -1;
  std::vector<int32_t> operands, configs;
};

/// Answers what the tables do not hold.
class AnswerSource {
public:
  struct CandidateAnswer {
    Candidate candidate; ///< `uses` is ignored
    std::vector<L1Use> uses;
    std::vector<int32_t> results, aliases;
  };
  struct ConversionAnswer {
    Conversion conversion; ///< `uses` is ignored
    std::vector<L1Use> uses;
  };
  virtual ~AnswerSource() = default;
  /// Nothing when the backend refuses, produces other layouts than the configuration asks for, or the op alone needs
  /// more than the capacity; `why` then says which.
  virtual std::optional<CandidateAnswer> candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                                   std::string &why) = 0;
  /// From == to: a copy to another place in L1.
  virtual ConversionAnswer conversion(int32_t kind, int32_t from, int32_t to) = 0;
  /// Works out what `candidate` will be asked, on up to `threads` threads; each class comes once. Answers stay the
  /// same.
  virtual void prepare(std::span<const ClassQuestions> questions, int threads) {}
};

/// The machine as coarse time formulas see it (TimeBeam); whole numbers, so that sums are the same everywhere. What is
/// 0 is not known, and the term that needs it counts 0.
struct PlanMachine {
  int64_t clockMHz = 0;
  int64_t dramMBs = 0;                ///< data-sheet bandwidth of all channels, 10^6 B/s
  int64_t gridRows = 0, gridCols = 0; ///< worker grid
  int64_t cores() const { return gridRows * gridCols; }
};

/// The problem. Ops stand in a valid order: every producer and every op of `after` has a smaller number.
struct FunctionLayout {
  std::string name;
  Bytes l1Bytes = 0;  ///< usable L1 per core: what a plan must never exceed
  Bytes capacity = 0; ///< of these, what policies may fill; at most l1Bytes
  Bytes alignment = 32;
  PlanMachine machine;
  std::vector<TensorKind> kinds;
  mutable std::vector<OpClass> classes; ///< tables grow when asked; all else is fixed
  std::vector<PlanTensor> tensors;
  std::vector<PlanOp> ops;
  std::vector<int32_t> returns; ///< tensors; each is returned in its base layout
  std::vector<PlanPart> parts;  ///< with alternatives; Forms.h
  mutable std::vector<std::vector<L1Use>> l1Uses;
  std::shared_ptr<AnswerSource> source; ///< null for a problem read from a file

  size_t numOps() const { return ops.size(); }
  const OpClass &classOf(int32_t op) const { return classes[ops[op].opClass]; }
  const Layout &layoutOf(int32_t tensor, int32_t layout) const { return kinds[tensors[tensor].kind].layouts[layout]; }

  /// Candidate of op's class that reads `operands` under `config`; asked when the table lacks it; -1 = not possible.
  int32_t find(int32_t opClass, std::span<const int32_t> operands, int32_t config) const;
  /// Hands `questions`, which the tables do not answer, to the source, to be answered together.
  void prepare(std::span<const ClassQuestions> questions, int threads) const;
  /// Conversion within a kind; from == to is legal and free of cost. Asked once.
  const Conversion &conversion(int32_t kind, int32_t from, int32_t to) const;
  /// A copy in the same layout at another place in L1. Asked once.
  const Conversion &move(int32_t kind, int32_t layout) const;
  /// All conversions and moves that were asked or added, by (kind, from, to); from == to is a move.
  const std::map<std::tuple<int32_t, int32_t, int32_t>, Conversion> &knownConversions() const { return conversions; }
  void addConversion(int32_t kind, int32_t from, int32_t to, const Conversion &conversion);
  /// Index of a sequence of uses; equal ones share it.
  int32_t addUses(std::vector<L1Use> uses) const;
  /// What `copy`, made of this problem and with its kinds and classes, was told since then: candidates keep their
  /// numbers. This problem must have been told nothing in between.
  void takeAnswers(FunctionLayout copy) const;

private:
  const Conversion &asked(int32_t kind, int32_t from, int32_t to) const;

  mutable std::map<std::tuple<int32_t, int32_t, int32_t>, Conversion> conversions;
  mutable std::unordered_multimap<uint64_t, int32_t> usesByHash; ///< looked up, never iterated
  mutable size_t usesHashed = 0;                                 ///< of l1Uses, the first ones
};

/// Rules FL-1..FL-9 and FL-23; the first broken one as an error with its place. O(size of the problem).
Status check(const FunctionLayout &problem);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_PROBLEM_H
