//===- Backends.h - Caching, measured, fake and vendor op models ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backends stack: each answers what it knows and passes the rest down.
//
//   CachedOpModel ──► MeasuredOpModel ──► AnalyticalOpModel
//   (by signature)    (a CSV table)       (rules and physics)
//
// The seam for a vendor library is the class OpModel itself: derive from it in a library of your own that links the
// vendor's stack, translate the Query to its types, map its exceptions to Refusals (`vendor.<kind>`), and put it where
// AnalyticalOpModel stands above. docs/spec/OpModel.md lists what an implementation must promise.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_BACKENDS_H
#define ALCOVE_OPMODEL_BACKENDS_H

#include "alcove/OpModel/Analytical.h"
#include "alcove/OpModel/Csv.h"

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace alcove::opmodel {

/// Hash of a query's signature: every field counts. O(size of the query), no allocation.
size_t hashOf(const Query &query);

/// Remembers the answers of another model by signature. Thread-safe; a question with an explanation is passed on.
///
///   shard = hash % 16:  [ mutex | Query -> Answer, Runtime ]      each full shard is emptied before it grows on
class CachedOpModel : public OpModel {
public:
  /// Holds at most about `capacity` queries.
  explicit CachedOpModel(std::shared_ptr<const OpModel> base, size_t capacity = size_t(1) << 20);
  Answer constraints(const Query &query, Explanation *why = nullptr) const override;
  std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const override;
  int64_t hits() const { return hitCount; }
  int64_t misses() const { return missCount; }

private:
  struct Entry {
    std::optional<Answer> answer;
    std::optional<std::optional<Runtime>> runtime;
  };
  struct Hash {
    size_t operator()(const Query &query) const { return hashOf(query); }
  };
  struct Shard {
    mutable std::shared_mutex mutex;
    std::unordered_map<Query, Entry, Hash> entries;
  };
  static constexpr size_t numShards = 16;
  Shard &shardOf(size_t hash) const { return shards[(hash >> 7) % numShards]; }

  std::shared_ptr<const OpModel> base;
  size_t capacityPerShard;
  mutable std::array<Shard, numShards> shards;
  mutable std::atomic<int64_t> hitCount = 0, missCount = 0;
};

/// Measured values from a table override the model below, signature by signature and number by number.
///
/// Columns: `query` (one line in the syntax of QueryText.h), then any of `legal` (0 or 1), `reason`, `cb_peak_bytes`,
/// `tensor_peak_bytes`, `total_peak_bytes`, `output_bytes`, `total_ns`. An empty field keeps the value from below.
class MeasuredOpModel : public OpModel {
public:
  /// Errors name the line: an unreadable query, a negative or malformed number, a signature given twice.
  static Result<std::shared_ptr<MeasuredOpModel>> create(const CsvTable &table, const std::string &name,
                                                         const ChipParameters &chip,
                                                         std::shared_ptr<const OpModel> base);
  Answer constraints(const Query &query, Explanation *why = nullptr) const override;
  std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const override;
  size_t size() const { return rows.size(); }

private:
  struct Measured {
    std::optional<bool> legal;
    std::string reason;
    std::optional<Bytes> cbPeakBytes, tensorPeakBytes, totalPeakBytes, outputBytes;
    std::optional<Nanoseconds> totalNs;
    int64_t line = 0;
  };
  struct Hash {
    size_t operator()(const Query &query) const { return hashOf(query); }
  };
  const Measured *find(const Query &query) const;

  std::shared_ptr<const OpModel> base;
  std::string name;
  std::unordered_map<Query, Measured, Hash> rows;
};

/// Answers what a test sets: first by op, then by default. Unset questions are legal with empty constraints whose
/// output layouts are the requested ones, or the first operand's.
class FakeOpModel : public OpModel {
public:
  using Constraining = std::function<Answer(const Query &)>;
  using Timing = std::function<std::optional<Runtime>(const Query &)>;

  void setConstraints(std::string op, Constraining answer) { constraining[std::move(op)] = std::move(answer); }
  void setRuntime(std::string op, Timing answer) { timing[std::move(op)] = std::move(answer); }
  /// Every question about `op` is refused.
  void refuse(std::string op, std::string id, std::string message = "refused by the fake");
  Answer constraints(const Query &query, Explanation *why = nullptr) const override;
  std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const override;
  int64_t questions() const { return count; }
  /// The default answer.
  static Answer accept(const Query &query);

private:
  std::map<std::string, Constraining> constraining;
  std::map<std::string, Timing> timing;
  mutable std::atomic<int64_t> count = 0;
};

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_BACKENDS_H
