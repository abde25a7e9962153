//===- OpModel.h - Questions to a backend, and its answers ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between compiler and machine: may this op run on these layouts, what does it need, how long does it take?
// Queries are plain values, so that a model can be tested, scored and fuzzed without MLIR; the Queries room turns an
// op of the IR into one. Backends: the analytical model, a table of measured values, a vendor library, a fake.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_OPMODEL_H
#define ALCOVE_OPMODEL_OPMODEL_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Device/TensorLayout.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace alcove::opmodel {

using device::TensorLayout;
using device::TensorSpec;

/// Attribute of an op: `transpose_a`, `dim`, `kernel_size`, `activation`, ... Enum attributes are their text.
/// Nested configurations are flattened with dots: `conv2d_config.act_block_h_override`,
/// `matmul_program_config.per_core_m`, `matmul_program_config` = the config's mnemonic, `compute_config.math_fidelity`.
using AttributeValue = std::variant<int64_t, double, bool, std::string, std::vector<int64_t>>;

/// Result of an op as asked: the shape and element type are given, the layout is a hint or left to the backend.
struct OutputRequest {
  std::vector<int64_t> shape;
  device::DataType dataType = device::DataType::BF16;
  std::optional<TensorLayout> layout;
  /// Only buffer type, memory layout and element type of `layout` count; grid and shard are the backend's choice
  /// (the layout's ignorePhysicalLayout).
  bool partial = false;
  bool operator==(const OutputRequest &) const = default;
};

/// One question: op name without dialect (`matmul`, `conv2d`, `to_memory_config`), its tensors and attributes.
struct Query {
  std::string op;
  std::vector<TensorSpec> inputs;
  std::vector<OutputRequest> outputs;
  std::map<std::string, AttributeValue, std::less<>> attributes; ///< found by name without a copy of it
  /// L1 bytes per core taken by tensors that are live but not operands: automatic program configs depend on it.
  Bytes liveL1BytesPerCore = 0;
  bool operator==(const Query &) const = default;
};

/// Why a query is not legal. `id` is stable (`matmul.in1-sharded`), `message` is for people.
struct Refusal {
  std::string id;
  std::string message;
};

/// What happens to the L1 of every core while an op runs, in order: an address-level execution replays it.
///
///   Allocate 4096            a temporary
///   CircularBuffers 8192     a program claims its buffers, from the bottom
///   EndProgram               they are gone
///   Allocate 2048            the result
///   Release 4096             the temporary goes; what is never released is the results
struct L1Event {
  enum class Kind : uint8_t {
    Allocate,        ///< a tensor of the op's own
    Release,         ///< one or several of them, `bytes` together
    CircularBuffers, ///< further buffers of the current program
    EndProgram,
    InputDone, ///< operand 0 is not read any more: an op that frees its input does so here
    MoveUp,    ///< temporaries move to the highest places that are free now
  };
  Kind kind = Kind::Allocate;
  Bytes bytes = 0;
  bool operator==(const L1Event &) const = default;
};

/// What a legal query needs per core (as tt-mlir's OpConstraints define it) and the layouts actually produced.
struct Constraints {
  Bytes cbPeakBytes = 0;     ///< sum of circular buffers not aliased to a tensor, maximum over the op's programs
  Bytes tensorPeakBytes = 0; ///< peak of L1 tensors that the op itself allocates, its output included
  Bytes totalPeakBytes = 0;  ///< peak of both together, as they live
  Bytes outputBytes = 0;     ///< L1 bytes per core of the (first) output; 0 in DRAM
  std::vector<TensorLayout> outputLayouts; ///< one per result
  /// Result i aliases operand aliases[i] (views, in-place ops); -1 = its own buffer.
  std::vector<int> aliases;
  /// How the peaks come about; empty when the backend knows only the peaks.
  std::vector<L1Event> events;
};

/// Estimated kernel time and where it goes; `totalNs` is not the sum because the parts overlap.
struct Runtime {
  Nanoseconds totalNs = 0, computeNs = 0, dramNs = 0, nocNs = 0, launchNs = 0;
  Bytes dramBytes = 0; ///< read plus written
  int64_t cores = 0;   ///< cores used
  /// 90 % interval around totalNs: of a hundred such questions, ninety take a time within theirs. Both 0 when the
  /// backend has none.
  Nanoseconds lowNs = 0, highNs = 0;
  int8_t errorCell = -1; ///< times of one cell err together (TimeSums.h); -1: the time is exact or has no interval
};

/// A line of the explanation of an answer: `in0 circular buffer = 2 x 8 tiles x 2048 B = 32768 B`.
using Explanation = std::vector<std::string>;

/// Answer to the first half of a question.
struct Answer {
  std::optional<Refusal> refusal; ///< set: illegal, `constraints` is meaningless
  Constraints constraints;
  bool legal() const { return !refusal.has_value(); }
};

/// A backend. Implementations are deterministic, thread-safe for concurrent queries, and refuse with a reason
/// whatever they do not know (`unsupported.op`).
class OpModel {
public:
  virtual ~OpModel() = default;
  virtual Answer constraints(const Query &query, Explanation *why = nullptr) const = 0;
  /// Time of a query that is legal; nothing when the backend has no figure.
  virtual std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const = 0;
};

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_OPMODEL_H
