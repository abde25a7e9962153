//===- LayoutProof.h - Is a bound on layout costs proved? -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A second checker of layout certificates, written from docs/spec/LayoutProof.md alone. It shares no line with the
// planner or with the checker beside it: its own reader (Json.cpp, Problem.cpp), integers of 128 bits that refuse to
// overflow, the rules of the page under their numbers (Reductions.cpp, Bounds.cpp, Search.cpp, Branches.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_LAYOUT_PROOF_LAYOUTPROOF_H
#define ALCOVE_TOOLS_LAYOUT_PROOF_LAYOUTPROOF_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace layoutproof {

/// What is wrong with a file, or why a step proves nothing.
struct Rejected {
  std::string reason;
};

inline constexpr int64_t mostIndex = (int64_t(1) << 30) - 1;

/// A JSON value. Lists of integers, which is nearly everything here, are kept as such; texts are not kept.
struct Json {
  enum class Kind { Integer, Text, Integers, List, Object } kind = Kind::Integer;
  int64_t integer = 0; ///< numbers beyond 64 bits are cut to the nearest
  std::vector<int64_t> integers;
  std::vector<Json> list;         ///< items, or the members of an object
  std::vector<std::string> names; ///< of members

  const Json *find(std::string_view name) const;
  const Json &at(std::string_view name) const;
  int64_t asInteger(int64_t least, int64_t most) const;
  const std::vector<int64_t> &asIntegers(int64_t least, int64_t most) const;
  std::vector<int32_t> asIndices(int64_t least = 0) const;
  const std::vector<Json> &items() const;
};
Json parseJson(std::string_view text);

inline constexpr int64_t infiniteCost = 1'000'000'000'000'000'000;

/// docs/spec/LayoutChoice.md, rules LC-C1 to LC-C8.
struct Problem {
  struct Node {
    int64_t begin, end;
    std::vector<int64_t> cost, bytes;
  };
  struct Edge {
    int32_t a, b;
    std::vector<int64_t> cost; ///< row-major, rows are candidates of a
  };
  struct Extra {
    int32_t node, candidate;
    int64_t begin, end, bytes;
  };
  struct InPlace {
    int32_t node, candidate, donor;
  };
  int64_t capacity = 0;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<Extra> extras;
  std::vector<std::pair<int32_t, int32_t>> colocations; ///< leader, follower
  std::vector<InPlace> inPlaces;
};
Problem readProblem(std::string_view text);

enum class Kind : uint8_t {
  Arc,
  Capacity,
  Conflict,
  Dominated,
  Contract,
  Separable,
  Eliminate,
  Dual,
  Bound,
  Search,
  Branch,
  Otherwise,
  Join,
  Relax
};

struct Certificate {
  struct Step {
    Kind kind;
    int32_t i, j, t;
  };
  struct Potential {
    int32_t a, b;
    std::vector<int64_t> toA, toB;
  };
  struct Dual {
    int scaleBits = 0, shift = 0;
    std::vector<std::pair<int64_t, int64_t>> prices; ///< time, price per byte
    std::vector<Potential> potentials;
  };
  struct Behind {
    int32_t node, until;
    std::vector<int32_t> visible;
    std::vector<std::vector<int32_t>> labels;
    std::vector<int64_t> least;
  };
  struct Help {
    int64_t within = 0;
    std::vector<Behind> behind;
  };
  int64_t bound = 0, target = 0;
  std::vector<int32_t> order;
  std::vector<int64_t> targets;
  std::vector<std::vector<int32_t>> halves;
  std::vector<Help> searches;
  std::vector<Step> steps;
  std::vector<Dual> duals;
};
Certificate readCertificate(std::string_view text);

/// The greatest bound that the steps prove; infiniteCost = no assignment exists. Throws Rejected at the first step that
/// does not hold, or when searches make more than `maxStates` transitions.
int64_t provedBound(const Problem &problem, const Certificate &certificate, uint64_t maxStates = uint64_t(1) << 33);

/// The cost of a valid assignment (rules LC-V1 to LC-V5); throws Rejected when it is not one.
int64_t costOfSolution(const Problem &problem, std::string_view solution);

} // namespace layoutproof

#endif // ALCOVE_TOOLS_LAYOUT_PROOF_LAYOUTPROOF_H
