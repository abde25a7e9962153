//===- CertificateForger.h - Certificates that lie --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opponent of every checker of layout certificates: takes an honest one and changes it so that it claims more than
// it shows. Whatever the change, a checker may accept no bound above the optimum.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_CERTIFICATEFORGER_H
#define ALCOVE_TESTING_PLAN_CERTIFICATEFORGER_H

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"

#include <string_view>

namespace alcove::plan {

enum class Forgery : uint8_t {
  Claim,      ///< another target and bound, the steps as they are
  DropStep,   ///< some steps are missing
  MoveStep,   ///< some steps stand elsewhere
  RepeatStep, ///< some steps are played twice
  StepIndex,  ///< a step speaks about another node or candidate
  StepKind,   ///< a step says something else about its nodes
  Price,      ///< multipliers changed, also to the limits of 64 bits
  Potential,  ///< potentials changed, also to the limits of 64 bits
  Scale,      ///< scale_bits and potential_shift changed
  SearchHelp, ///< bounds behind nodes raised, or about other nodes
  Order,      ///< order of the search and halves of the branches changed
  Interlude,  ///< a step that removes a node stands between a dual and what uses it
};
inline constexpr size_t forgeries = static_cast<size_t>(Forgery::Interlude) + 1;
std::string_view nameOf(Forgery forgery);

/// A copy with one such change that claims the bound `aim`; `nodes` and `candidates` bound the indices that it invents.
/// O(size of the certificate).
LayoutCertificate forge(const LayoutCertificate &honest, Forgery forgery, Cost aim, int32_t nodes, int32_t candidates,
                        Random &random);

} // namespace alcove::plan

#endif // ALCOVE_TESTING_PLAN_CERTIFICATEFORGER_H
