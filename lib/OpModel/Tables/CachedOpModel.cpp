//===- CachedOpModel.cpp - Answers by signature ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Backends.h"

#include <bit>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

/// Multiply-and-rotate over 64-bit words.
class Hasher {
public:
  void add(uint64_t word) {
    state = (state ^ word) * 0x9E3779B97F4A7C15ull;
    state ^= state >> 29;
  }
  void add(const std::string &text) {
    add(text.size());
    add(std::hash<std::string>()(text));
  }
  void add(const std::vector<int64_t> &list) {
    add(list.size());
    for (int64_t value : list)
      add(static_cast<uint64_t>(value));
  }
  void add(const TensorLayout &layout) {
    add(static_cast<uint64_t>(layout.dataType) | static_cast<uint64_t>(layout.pageLayout) << 8 |
        static_cast<uint64_t>(layout.bufferType) << 16 | static_cast<uint64_t>(layout.memoryLayout) << 24 |
        static_cast<uint64_t>(layout.orientation) << 32 | static_cast<uint64_t>(layout.cores.size()) << 40);
    add(static_cast<uint64_t>(layout.gridRows) << 32 ^ static_cast<uint64_t>(layout.gridCols));
    if (layout.shardShape)
      add(static_cast<uint64_t>(layout.shardShape->first) << 32 ^ static_cast<uint64_t>(layout.shardShape->second));
    for (const device::CoreRange &range : layout.cores)
      add(static_cast<uint64_t>(range.startX ^ range.startY << 12 ^ range.endX << 24 ^ range.endY << 36));
  }
  void add(const AttributeValue &value) {
    add(value.index());
    if (auto *integer = std::get_if<int64_t>(&value))
      add(static_cast<uint64_t>(*integer));
    else if (auto *flag = std::get_if<bool>(&value))
      add(*flag);
    else if (auto *real = std::get_if<double>(&value))
      add(std::bit_cast<uint64_t>(*real));
    else if (auto *text = std::get_if<std::string>(&value))
      add(*text);
    else
      add(std::get<std::vector<int64_t>>(value));
  }
  size_t result() const { return state ^ state >> 32; }

private:
  uint64_t state = 0x243F6A8885A308D3ull;
};

} // namespace

size_t opmodel::hashOf(const Query &query) {
  Hasher hasher;
  hasher.add(query.op);
  for (const TensorSpec &tensor : query.inputs) {
    hasher.add(tensor.shape);
    hasher.add(tensor.layout);
  }
  for (const OutputRequest &request : query.outputs) {
    hasher.add(request.shape);
    hasher.add(static_cast<uint64_t>(request.dataType) | static_cast<uint64_t>(request.partial) << 8);
    if (request.layout)
      hasher.add(*request.layout);
  }
  for (const auto &[name, value] : query.attributes) {
    hasher.add(name);
    hasher.add(value);
  }
  hasher.add(static_cast<uint64_t>(query.liveL1BytesPerCore));
  return hasher.result();
}

CachedOpModel::CachedOpModel(std::shared_ptr<const OpModel> base, size_t capacity)
    : base(std::move(base)), capacityPerShard(std::max<size_t>(capacity / numShards, 1)) {}

Answer CachedOpModel::constraints(const Query &query, Explanation *why) const {
  if (why)
    return base->constraints(query, why);
  Shard &shard = shardOf(hashOf(query));
  {
    std::shared_lock lock(shard.mutex);
    auto it = shard.entries.find(query);
    if (it != shard.entries.end() && it->second.answer) {
      hitCount.fetch_add(1, std::memory_order_relaxed);
      return *it->second.answer;
    }
  }
  missCount.fetch_add(1, std::memory_order_relaxed);
  Answer answer = base->constraints(query);
  std::unique_lock lock(shard.mutex);
  if (shard.entries.size() >= capacityPerShard)
    shard.entries.clear();
  shard.entries[query].answer = answer;
  return answer;
}

std::optional<Runtime> CachedOpModel::runtime(const Query &query, Explanation *why) const {
  if (why)
    return base->runtime(query, why);
  Shard &shard = shardOf(hashOf(query));
  {
    std::shared_lock lock(shard.mutex);
    auto it = shard.entries.find(query);
    if (it != shard.entries.end() && it->second.runtime) {
      hitCount.fetch_add(1, std::memory_order_relaxed);
      return *it->second.runtime;
    }
  }
  missCount.fetch_add(1, std::memory_order_relaxed);
  std::optional<Runtime> runtime = base->runtime(query);
  std::unique_lock lock(shard.mutex);
  if (shard.entries.size() >= capacityPerShard)
    shard.entries.clear();
  shard.entries[query].runtime = runtime;
  return runtime;
}
