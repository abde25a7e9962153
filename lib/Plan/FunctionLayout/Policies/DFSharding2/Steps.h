//===- Steps.h - The steps of DFSharding2 behind the chain solver -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order; each takes what the earlier ones left in DRAM. Rules DS2-1.. of docs/spec/DFSharding2.md.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_STEPS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_STEPS_H

#include "Reservations.h"

namespace alcove::plan {

/// Per op the chain that holds it, or -1; whatever the state of the chain.
std::vector<int32_t> chainsByOp(const ChainPlan &plan);

/// Sharding that a concatenation's inputs must have; nothing where it does not shard.
std::optional<Sharding> shardingOfInputs(const OpTraits &concat);

/// Per chain the sharding that the concatenation behind its end asks of it, before any chain is solved (DS2-6).
std::vector<std::optional<Sharding>> concatPreferences(const ChainPlan &plan, const Exclusions &exclusions);

/// Lets a concatenation read its inputs from L1, where their chains left them (DS2-7, DS2-8), and completes its chain;
/// else says why not, and changes nothing. `preferred` is the sharding that a concatenation behind it asks for.
std::optional<Refusal> resolveConcat(Reservations &reservations, Chain &chain, std::optional<Sharding> preferred);

/// Reshapes and other views behind a chain (DS2-9, DS2-10).
void reserveViews(Reservations &reservations);

/// Results with several uses (DS2-11).
void reserveForks(Reservations &reservations);

/// Results with one reader, whatever it is (DS2-17).
void keepSingleReaders(Reservations &reservations);

/// Chain A into chain B, and three ways at an op with two chain inputs (DS2-12..DS2-14).
void mergeChains(Reservations &reservations);

/// Gives up runs that take longer in L1 than in DRAM (DS2-15). `solved` are the decisions behind the chain solver,
/// before any reservation.
void dropLosingRuns(Reservations &reservations, const std::vector<OpDecision> &solved);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_STEPS_H
