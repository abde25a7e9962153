//===- ModelAnswers.h - The op model behind a function problem --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps, beside the numbers of a problem, what they stand for: layouts of each tensor kind, attributes of each
// configuration, the query that a class asks. Answers candidates and conversions when a policy asks for them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_MODELANSWERS_H
#define ALCOVE_LIB_OPTIMIZE_MODELANSWERS_H

#include "OpRules/OpRules.h"
#include "alcove/OpModel/OpModel.h"

#include <deque>

namespace alcove::transforms {

/// Result 0 of `query` in `layout`; where the further results lie the backend says, which takes one place for all.
void askForResult(opmodel::Query &query, const device::TensorLayout &layout);

class ModelAnswers : public plan::AnswerSource {
public:
  /// `capacity`: what an op with its operands, or a conversion, may need alone.
  /// `less`: capacities whose fastest programs are kept too, falling.
  ModelAnswers(const opmodel::OpModel &model, const queries::Machine &machine, Bytes capacity,
               std::vector<Bytes> less = {}, bool exhaustive = false)
      : model(model), machine(machine), capacity(capacity), less(std::move(less)), exhaustive(exhaustive) {}

  struct Kind {
    std::vector<int64_t> shape;
    std::vector<device::TensorLayout> layouts; ///< beside plan::TensorKind::layouts
  };
  struct Class {
    std::optional<opmodel::Query> query; ///< of the program as it stands; nothing when the model is not asked
    mlir::Operation *op = nullptr;       ///< one of the class
    const OpRules *rules = nullptr;
    std::vector<bool> storable; ///< per operand: a constant that may be stored in any layout in DRAM
    std::vector<int32_t> operandKinds, resultKinds, operandBases, resultBases;
    std::vector<OpConfiguration> configurations; ///< beside plan::OpClass::configs
    int32_t baseConfig = -1;
  };
  std::vector<Kind> kinds;
  std::vector<Class> classes;

  std::optional<CandidateAnswer> candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                           std::string &why) override;
  ConversionAnswer conversion(int32_t kind, int32_t from, int32_t to) override;
  /// One thread per class at a time; none where MLIR's own threads are off, as its attributes are then made without
  /// locks.
  void prepare(std::span<const plan::ClassQuestions> questions, int threads) override;

  /// A result in L1 that the configurations of a class do not make.
  struct OtherWay {
    std::string what;            ///< `grid 8x4`, `bfp8 weights`
    int32_t result = -1;         ///< layout
    bool isOtherProgram = false; ///< of other constants: fixing the layout alone does not bring it
    plan::Candidate candidate;
    std::vector<plan::L1Use> uses;
  };
  /// Those that the backend accepts with these operands, the fastest of each kind first: grids that are not among the
  /// configurations, and constants of block floats. O(layouts of the result's kind) questions to the backend.
  std::vector<OtherWay> otherWaysIntoL1(int32_t opClass, std::span<const int32_t> operands);

  /// How many programs of an op are kept for given layouts of its operands and its result, at most: the fastest, those
  /// within less L1 than there is, the one that takes the least L1, and the fastest within some sizes between the two.
  int32_t programRanks() const { return 2 + sizesBetween + static_cast<int32_t>(less.size()); }

  /// Attributes of a candidate and where its constants lie; both empty for the program as it stands.
  OpProgram programOf(int32_t opClass, std::span<const int32_t> operands, int32_t config);

  /// The device moves a tensor from one layout to the other within its L1.
  bool converts(const device::TensorSpec &from, const device::TensorSpec &to) const;

  device::TensorSpec specOf(int32_t kind, int32_t layout) const {
    return {kinds[kind].shape, kinds[kind].layouts[layout]};
  }

private:
  /// What a backend that chooses its own grid is asked about: operands, attributes, kind of result.
  using KindOfQuestion = std::tuple<std::vector<int32_t>, const void *, device::BufferType, device::MemoryLayout>;
  /// Whether as it stands, names and values of a program's attributes.
  using PreparedKey = std::pair<bool, std::vector<std::pair<const void *, const void *>>>;
  struct Answered {
    std::optional<CandidateAnswer> answer;
    std::string why;
  };
  /// What is known of one class; looked up, never iterated. Several threads work on several classes.
  struct Memory {
    std::map<KindOfQuestion, opmodel::Answer> ownGrids;
    /// Programs that run, and where their result lies where that is known; by kind of question without attributes.
    std::map<KindOfQuestion, std::vector<std::pair<OpProgram, std::optional<device::TensorLayout>>>> ownPrograms;
    std::map<PreparedKey, opmodel::Query> prepared;
    static constexpr size_t maxPrepared = 512; ///< then all go: a query takes a few KiB
    /// Fastest first, each further one takes less L1; by layouts of the operands, layout of the result.
    std::map<std::pair<std::vector<int32_t>, int32_t>, std::vector<OpProgram>> programs;
    /// Answered ahead, by configuration and layouts of the operands; taken out when they are asked for.
    std::map<std::pair<int32_t, std::vector<int32_t>>, Answered> ahead;
  };
  Memory &memoryOf(int32_t opClass);
  Memory &memoryOf(const Class &opClass) { return memoryOf(static_cast<int32_t>(&opClass - classes.data())); }
  std::optional<CandidateAnswer> workOut(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                         std::string &why);

  /// Holds until the next question.
  const opmodel::Query &queryFor(const Class &opClass, std::span<const int32_t> operands, int32_t config,
                                 const OpProgram &program);
  opmodel::Query &preparedFor(const Class &opClass, bool isBase, const OpProgram &program);
  const std::vector<OpProgram> &bestPrograms(int32_t opClass, std::span<const int32_t> operands, int32_t config);
  std::vector<OpProgram> searchPrograms(int32_t opClass, std::span<const int32_t> operands, int32_t config);
  const opmodel::Answer &ask(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                             const OpProgram &program, const opmodel::Query &query, opmodel::Answer &storage);
  std::vector<OpProgram> listPrograms(int32_t opClass, std::span<const int32_t> operands, int32_t config);
  std::optional<device::TensorLayout> madeBy(const Class &opClass, const opmodel::Answer &answer) const;
  bool makesWhatIsAsked(const Class &opClass, const opmodel::Answer &answer, int32_t config) const;
  bool takeResults(const Class &opClass, const opmodel::Answer &answer, int32_t config, bool isBase,
                   CandidateAnswer &result, std::string &why) const;

  std::optional<OtherWay> otherWay(const Class &opClass, opmodel::Query query, int32_t result);
  std::optional<OtherWay> fastestOtherGrid(const Class &opClass, std::span<const int32_t> operands);
  std::optional<OtherWay> fastestWithBlockFloats(const Class &opClass, std::span<const int32_t> operands);

  static constexpr int32_t sizesBetween = 4;
  /// L1 per core that the operands take.
  Bytes operandBytes(const opmodel::Query &query) const;
  llvm::SmallVector<size_t> ranksKept(llvm::ArrayRef<Bytes> peaks, llvm::ArrayRef<Bytes> lessForPrograms) const;
  void askForFreeBytes(opmodel::Query query, const opmodel::Answer &answer, Nanoseconds time,
                       plan::Candidate &candidate) const;

  const opmodel::OpModel &model;
  const queries::Machine &machine;
  Bytes capacity;
  std::vector<Bytes> less;
  bool exhaustive;             ///< all programs, however many
  std::deque<Memory> memories; ///< per class; grows, its elements stay where they are
};

/// What an op does with its L1, as the planner's verifier replays it.
std::vector<plan::L1Use> usesOf(const opmodel::Constraints &constraints);

/// Whole picoseconds.
inline plan::Picoseconds picoseconds(Nanoseconds time) { return static_cast<plan::Picoseconds>(time * 1000 + 0.5); }

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_MODELANSWERS_H
