//===- TrafficBound.h - Bytes that every tiling moves -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound on the traffic of any tiling and fusion of a program with a fast memory of S elements, as a certificate
// that is checked without the code that found it.
//
// One contraction with F multiplications: Smith, Lowery, Langou, van de Geijn, "A tight I/O lower bound for matrix
// multiplication" (2019). While 2 S elements are read, at most 3 S are at hand, and these allow (3 S / 3)^(3/2) steps
// (Loomis and Whitney, each loop in two of three tensors). A fresh sum counts as a read of its own. With T reads in
// all: fast memory starts empty, so the first 3 S of them allow S^(3/2) steps, each 2 S after that as many, and the y
// that are left ((S + y) / 3)^(3/2), hence
//
//   reads >= 2 F / sqrt(S w) + (1 - 2 / 3^(3/2)) S - fresh sums     w: positions of the window of a convolution, else 1
//
// where F / sqrt(w) >= (S / 3)^(3/2). Contractions that share tensors, also as the result of one and the operand of the
// next, are a star: what they read counts under one root. Of each contraction one tensor is its own in the star (its
// weights); the two others are an edge, and the edges make a simple bipartite graph. With b_i elements of the tensor of
// its own and p, q of the others, by Cauchy and Schwarz
//
//   sum sqrt(b_i p_i q_i) <= sqrt(sum b_i  sum p_i q_i) <= sqrt(B A^2 / 4) <= ((A + B) / 3)^(3/2)
//
//     x ──► w1 ──► h ──► w2 ──► y      edges x h, h y; h is fresh once for both
//
// An operand that another star computes counts as fresh too, once per element. Computing it again frees others from
// reading it, which pays only where its own reads are few: rule TL-C3 excludes that.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_TRAFFICBOUND_H
#define ALCOVE_PLAN_TILING_TRAFFICBOUND_H

#include "alcove/Base/Support/Result.h"

#include <vector>

namespace alcove::plan {

/// Tensors whose elements stand for each other one by one: what elementwise operations and views make of one tensor.
struct TrafficClass {
  /// Bytes of an input that every plan reads from slow memory; only of classes without a producer.
  double inputBytes = 0;
  /// The contraction that computes the class; -1 when it is an input of the program.
  int producer = -1;
};

struct TrafficContraction {
  /// Classes of the two operands, and elements of the result.
  int left = -1;
  int right = -1;
  double results = 0;
  /// Multiplications in all, and of each result at least. Those with a padding do not count.
  double points = 0;
  double depth = 0;
  /// Positions of the window.
  double window = 1;
  /// Bytes of the smallest element among operands and result, and on the way to them from the classes.
  double elementBytes = 1;
};

struct TrafficProblem {
  /// Bytes of fast memory.
  double memory = 0;
  std::vector<TrafficClass> classes;
  std::vector<TrafficContraction> contractions;
  double outputBytes = 0;
};

/// Elements that are read beyond 2 F / sqrt(S w), in units of S: 1 - 2 / 3^(3/2).
inline constexpr double firstReads = 0.6150998205402495;

/// A proof of a lower bound on traffic.
struct TrafficCertificate {
  /// Sets of contractions, by index; no class is read in two sets (TL-C1 of docs/spec/TrafficBound.md).
  std::vector<std::vector<int>> stars;
  double bound = 0;
};

/// TL-P1: indices exist, sizes are finite and not negative, memory and windows are positive.
Status check(const TrafficProblem &problem);
/// A certificate that `verify` accepts. O(contractions^2).
TrafficCertificate boundTraffic(const TrafficProblem &problem);
/// TL-C1 to TL-C6. Shares nothing with `boundTraffic`. O(contractions^2).
Status verify(const TrafficProblem &problem, const TrafficCertificate &certificate);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_TILING_TRAFFICBOUND_H
