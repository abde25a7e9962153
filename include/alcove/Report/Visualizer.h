//===- Visualizer.h - A plan as a report of ttnn-visualizer -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The directory that ttnn-visualizer opens (`--profiler-path DIR --performance-path DIR`):
//
//   config.json                       name of the report, and that it was modelled
//   db.sqlite                         schema "2.1" with `buffer_chunks` and `tensor_lifetime`, reader v0.92 to v0.106
//   ops_perf_results_modelled.csv     a row per op that takes time, with Tracy's column names, times from the op model
//
// Nothing is measured: the memory is the judge's, the times are the op model's, and both files say so. Ids count from
// 1 in the order of the program. Addresses in L1 are those of the hardware: from the first byte of a core. Those in DRAM
// begin behind the last byte of L1, because the viewer finds a buffer's tensor by its address alone:
//
//   0      l1Base              l1Bytes                l1Bytes + n
//   |      | tensors, buffers  | byte 0 of a channel  | byte n of it
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_VISUALIZER_H
#define ALCOVE_REPORT_VISUALIZER_H

#include "alcove/Device/TensorLayout.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace alcove::report {

struct VisualizerReport {
  struct Device {
    std::string arch;                   ///< `wormhole_b0`
    int64_t gridRows = 0, gridCols = 0; ///< worker cores
    int64_t chips = 1;                  ///< alike; tensors lie at the same addresses on each
    int64_t dramChannels = 0;
    Bytes l1Bytes = 0, l1Base = 0; ///< of a core; first byte for programs' tensors and circular buffers
    int64_t numCores() const { return gridRows * gridCols; }
  };
  struct Location {
    std::string file; ///< empty: unknown
    int64_t line = 0;
  };
  struct Tensor {
    std::vector<int64_t> shape;
    std::string elementType; ///< of tensors without a layout
    std::optional<device::TensorSpec> spec;
    std::vector<device::CoreRange> cores; ///< where its pages or shards lie; empty on the host
    std::optional<Bytes> address;         ///< absolute, in each bank
    /// Ids of operations; 0 = none: given from outside, never read, never freed.
    int64_t producer = 0, lastUse = 0, deallocation = 0;
  };
  /// Live behind an operation.
  struct Buffer {
    int64_t tensor = 0;
    Bytes address = 0, bytesPerBank = 0;
  };
  /// What a step of an operation does to the memory, in order.
  struct Event {
    enum class Kind : uint8_t { Allocate, Free, CircularBuffer, EndProgram } kind = Kind::Allocate;
    int64_t tensor = 0; ///< 0: a temporary
    bool inL1 = true;
    Bytes address = 0, bytesPerBank = 0;
  };
  struct Operation {
    std::string name; ///< of its kind: `ttnn.matmul`
    double ns = 0;    ///< 0 for what takes no time of its own
    bool timed = false;
    int64_t cores = 0;
    std::vector<device::CoreRange> coreRanges; ///< where its circular buffers lie
    double rooflineNs = 0;                     ///< what it takes at least on its layouts; 0: unknown
    std::string mathFidelity;                  ///< `HiFi4`; empty for what the matrix unit does not multiply
    std::vector<std::pair<std::string, std::string>> arguments;
    std::string location; ///< as MLIR prints it
    Location source;
    std::vector<int64_t> inputs, outputs; ///< ids of tensors
    std::vector<Event> events;
    std::vector<Buffer> live;
  };
  struct Failure {
    int64_t operation = 0;
    std::string type, message;
  };

  /// The three peaks of L1 per core, over all functions in the report.
  struct Peaks {
    Bytes sums = 0;   ///< live bytes and an op's own need, added: what plans are held to
    Bytes held = 0;   ///< bytes that addresses hold at one moment: what the plot shows
    Bytes extent = 0; ///< held bytes and the gaps between them
  };

  std::string name;
  Device device;
  Peaks peaks;
  std::vector<Tensor> tensors; ///< id - 1
  std::vector<Operation> operations;
  std::vector<Failure> errors;
  std::vector<std::pair<std::string, std::string>> sources; ///< path and text
};

/// Texts of tt-metal's allocation errors, which the viewer explains.
std::string notEnoughSpaceText(const VisualizerReport::Device &device, bool inL1, Bytes bytesPerBank, Bytes bankBytes,
                               Bytes freeBytes, Bytes largestFreeBytes);
std::string circularBuffersBeyondText(const std::vector<device::CoreRange> &cores, Bytes end, Bytes l1Bytes);
std::string circularBuffersClashText(const std::vector<device::CoreRange> &cores, Bytes tensorAddress, Bytes end);

/// `{[(x=0,y=0) - (x=7,y=7)]}`.
std::string coreRangeSetText(const std::vector<device::CoreRange> &cores);
/// `MemoryConfig(memory_layout=...)` as TTNN prints it.
std::string memoryConfigText(const device::TensorSpec &spec, const std::vector<device::CoreRange> &cores);

/// db.sqlite, as bytes.
Result<std::string> visualizerDatabase(const VisualizerReport &report);
/// ops_perf_results_modelled.csv.
std::string performanceSheet(const VisualizerReport &report);
/// All files into `directory`, which is made whole or not at all (Base/Support/OutputDirectory.h).
Status writeVisualizerReport(const std::string &directory, const VisualizerReport &report);

} // namespace alcove::report

#endif // ALCOVE_REPORT_VISUALIZER_H
