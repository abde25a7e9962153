//===- SyntheticBackend.h - Answers that are a function of a seed -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_SYNTHETICBACKEND_H
#define ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_SYNTHETICBACKEND_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::testing {

/// What an op lets its layouts be. All kinds of a problem have the same list of layouts, of different bytes.
enum class Behaviour : uint8_t {
  Free,    ///< any layouts (matmul, convolution, reduction)
  Agree,   ///< sharded tensors lie alike (elementwise, concatenation)
  View,    ///< the result lies as operand 0 and shares its bytes
  InPlace, ///< result 0, if there is one, shares the bytes of operand 0
  AsIs,    ///< the base alone: the op model does not know the op
};

struct ClassModel {
  Behaviour behaviour = Behaviour::Free;
  uint64_t seed = 0;
  bool freesInput = false; ///< operand 0, in L1
  bool isTimed = true;
  bool sharesInL1Alone = false; ///< a view that is a copy in DRAM
};

class SyntheticBackend : public plan::AnswerSource {
public:
  SyntheticBackend(uint64_t seed, double refusals, double refusedMoves)
      : seed(seed), refusals(refusals), refusedMoves(refusedMoves) {}

  /// What the answers depend on. `opClass` without tables; its base operands are those of layout 0.
  void describe(Bytes capacity, std::vector<plan::TensorKind> kinds) {
    this->capacity = capacity;
    this->kinds = std::move(kinds);
  }
  void addClass(const ClassModel &model, const plan::OpClass &opClass);

  std::optional<CandidateAnswer> candidate(int32_t opClass, std::span<const int32_t> operands, int32_t config,
                                           std::string &why) override;
  ConversionAnswer conversion(int32_t kind, int32_t from, int32_t to) override;

private:
  struct Entry {
    ClassModel model;
    plan::OpClass opClass;
  };
  /// The combination asked for; `draw` gives numbers that depend on it alone.
  struct Question {
    const Entry &entry;
    std::span<const int32_t> operands;
    int32_t config;
    bool isBase;
    uint64_t hash;
    uint64_t draw(uint64_t salt, uint64_t bound) const;
  };

  const plan::Layout &operandLayout(const Question &question, size_t k) const {
    return kinds[question.entry.opClass.operandKinds[k]].layouts[question.operands[k]];
  }
  const char *refusalOf(const Question &question) const;
  bool agrees(const Question &question) const;
  void fillL1(const Question &question, CandidateAnswer &answer) const;
  void fillCost(const Question &question, CandidateAnswer &answer) const;
  int64_t weightOf(const plan::Layout &layout) const;

  uint64_t seed;
  double refusals, refusedMoves;
  Bytes capacity = 0;
  std::vector<plan::TensorKind> kinds;
  std::vector<Entry> classes;
};

} // namespace alcove::testing

#endif // ALCOVE_TESTING_PLAN_FUNCTIONLAYOUT_SYNTHETICBACKEND_H
