//===- Layers.cpp - Modelled against measured whole layers ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   OpModelLayers [llm_ops.csv]
//
// 1. The hand-tuned llama 8B decode layer, batch 32, built from queries with the placements that the hand-tuned code
//    has, op by op against its profile (640 us). The profile names no chip; it is a Blackhole p150: its norms (6.7 us)
//    are Blackhole's in other sheets (6.4 us; 11.2 on Wormhole), its rotary too (2.9; 5.0), its 16-bit products follow
//    Blackhole's cycles (bfp4 at 300 GB/s exceeds Wormhole's data sheet), and 32 layers of it make the published 42
//    tokens/s of p150, not the 26 of n150. The same layer on an n150 follows for comparison.
// 2. Encoder layers of ViT-base and BERT-large, batch 8, as hand-tuned code shards them, against published times of the
//    whole models.
// 3. Single products of published comparisons: the same product DRAM-sharded, as a line of cores, without a config.
// 4. With a table of profiler rows: the ops of every source together.
//
// No constant is fitted to sums; the first list's ops are not rows of any table.
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/SystemDesc.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Score/TimeScore.h"
#include "alcove/OpModel/TimeSums.h"

#include <fmt/format.h>

#include <cmath>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Line {
  const char *name;
  int64_t count;
  double measuredUs; ///< of one; 0: only the sum is known
  std::string query;
};

struct Sums {
  TimeSums modelled; ///< us are printed, ns are kept
  double measuredUs = 0;
};

/// Prints a layer and adds it up.
bool printLayer(const char *title, const std::vector<Line> &lines, const ChipParameters &chip, Sums &sums) {
  fmt::print("\n{}\n{:<28} {:>3} {:>10} {:>10} {:>7}  {}\n", title, "op", "n", "model us", "measured", "factor",
             "90 % interval");
  for (const Line &line : lines) {
    Result<Query> query = parseQuery(line.query, chip);
    std::optional<Runtime> runtime = query ? analyticalRuntime(*query, chip) : std::nullopt;
    if (!runtime) {
      fmt::print(stderr, "OpModelLayers: no time for {}: {}\n", line.name, query ? line.query : query.error().message);
      return false;
    }
    double us = runtime->totalNs / 1e3;
    fmt::print("{:<28} {:>3} {:>10.1f} {:>10} {:>7}  {:.1f}..{:.1f}\n", line.name, line.count, us,
               line.measuredUs > 0 ? fmt::format("{:.1f}", line.measuredUs) : "",
               line.measuredUs > 0 ? fmt::format("{:.2f}", us / line.measuredUs) : "", runtime->lowNs / 1e3,
               runtime->highNs / 1e3);
    for (int64_t i = 0; i < line.count; ++i)
      sums.modelled.add(*runtime);
    sums.measuredUs += static_cast<double>(line.count) * line.measuredUs;
  }
  return true;
}

/// `repeated` such sums and something that costs `extraUs` besides.
void printSum(const char *what, const TimeSums &sums, double measuredUs, double repeated = 1, double extraUs = 0) {
  TimeWithInterval total = sums.total();
  auto us = [&](Nanoseconds ns) { return repeated * ns / 1e3 + extraUs; };
  fmt::print("{}: modelled {:.1f} us ({:.1f}..{:.1f}), measured {:.1f} us, factor {:.2f}\n", what, us(total.ns),
             us(total.lowNs), us(total.highNs), measuredUs, us(total.ns) / measuredUs);
}

/// A product with weights in shards of all DRAM banks, 12 on an n150: A on `in` cores, the result on `out` cores.
std::string dramSharded(int64_t k, int64_t n, const char *type, int64_t in, int64_t out, int64_t step,
                        const char *fidelity, int64_t banks = 12) {
  return fmt::format("matmul 32x{}|l1|width_sharded|grid=1x{} {}x{}|{}|dram|width_sharded|grid=1x{} -> "
                     "32x{}|l1|width_sharded|grid=1x{} "
                     "matmul_program_config=matmul_multi_core_reuse_multi_cast_dram_sharded_program_config "
                     "matmul_program_config.in0_block_w={} matmul_program_config.per_core_m=1 "
                     "matmul_program_config.per_core_n={} compute_config.math_fidelity={}",
                     k, in, k, n, type, banks, n, out, step, n / 32 / out, fidelity);
}

/// Cores as the hand-tuned code chooses them: the divisor of the tiles nearest 32 for the residual, the largest common
/// divisor of K and N up to 64 for the inner products, whose input and result are resharded; K step: the largest
/// divisor up to 8 of a core's tiles.
std::vector<Line> decodeLayer(int64_t banks) {
  const std::string residual = "32x4096|l1|width_sharded|grid=1x32";
  const std::string heads = "1x32x32x128|l1|height_sharded|grid=32x1", keys = "1x32x8x128|l1|height_sharded|grid=32x1";
  const std::string table = "1x32x1x128|l1|height_sharded|grid=32x1",
                    matrix = "1x1x1024x32|l1|height_sharded|grid=32x1";
  const std::string cache = "160x8x32x128|bfp_bf8"; // 32 users, 128 tokens of prompt and the page being written
  auto rotate = [&](const std::string &in) {
    return "rotary_embedding_llama " + in + " " + table + " " + table + " " + matrix + " -> " + in;
  };
  return {{"rms_norm", 2, 6.7, "rms_norm " + residual + " 128x32|row_major -> " + residual},
          {"QKV", 1, 93, dramSharded(4096, 6144, "bfp_bf8", 32, 64, 4, "HiFi2", banks)},
          {"sharded to interleaved", 1, 1.6, "to_memory_config 32x6144|l1|width_sharded|grid=1x64 -> 32x6144|l1"},
          {"create heads", 1, 17.8, "nlp_create_qkv_heads_decode 1x1x32x6144|l1 -> " + heads},
          {"rotary, queries", 1, 2.9, rotate(heads)},
          {"rotary, keys", 1, 2.9, rotate(keys)},
          {"cache update", 2, 14.5,
           "paged_update_cache " + cache + " " + keys + " 32|row_major|si32 32x5|row_major|si32 -> " + cache},
          {"attention", 1, 62,
           "paged_scaled_dot_product_attention_decode " + heads + " " + cache + " " + cache +
               " 32x5|row_major|si32 32|row_major|si32 -> 1x32x32x128"},
          {"concat heads", 1, 5.6,
           "nlp_concat_heads_decode " + heads + " -> 32x4096|l1|width_sharded|grid=1x32 num_heads=32"},
          {"WO", 1, 66, dramSharded(4096, 4096, "bfp_bf8", 32, 32, 4, "HiFi2", banks)},
          {"reshard", 1, 1.4, "to_memory_config 32x4096|l1|width_sharded|grid=1x64 -> " + residual},
          {"add", 2, 1.5, "add " + residual + " " + residual + " -> " + residual},
          {"gate and up (bfp4)", 2, 110, dramSharded(4096, 14336, "bfp_bf4", 64, 64, 2, "LoFi", banks)},
          {"multiply, silu fused", 1, 10.7,
           "multiply 32x14336|l1|width_sharded|grid=1x64 32x14336|l1|width_sharded|grid=1x64 -> "
           "32x14336|bfp_bf8|l1|width_sharded|grid=1x64 activations=silu"},
          {"down (bfp4)", 1, 115, dramSharded(14336, 4096, "bfp_bf4", 64, 64, 7, "LoFi", banks)}};
}

/// One encoder layer: `rows` rows of tokens, block shards of bfp8 on `cores` rows by eight columns of cores, LoFi.
std::vector<Line> encoderLayer(int64_t batch, int64_t tokens, int64_t hidden, int64_t heads, int64_t inner,
                               int64_t gridRows) {
  int64_t rows = batch * tokens, depth = hidden / heads;
  auto block = [&](int64_t width) {
    return fmt::format("{}x{}|bfp_bf8|l1|block_sharded|grid={}x8", rows, width, gridRows);
  };
  auto stacked = [&](int64_t height, int64_t width) {
    return fmt::format("{}x{}x{}x{}|bfp_bf8|l1|height_sharded|grid=64x1", batch, heads, height, width);
  };
  auto dense = [&](int64_t in, int64_t out, const char *more) {
    return fmt::format("linear {} {}x{}|bfp_bf8 1x{}|bfp_bf8 -> {} compute_config.math_fidelity=LoFi{}", block(in), in,
                       out, out, block(out), more);
  };
  auto product = [&](int64_t m, int64_t k, int64_t n) {
    return fmt::format("matmul {} {}x{}x{}x{}|bfp_bf8|l1 -> {} compute_config.math_fidelity=LoFi", stacked(m, k), batch,
                       heads, k, n, stacked(m, n));
  };
  std::string norm = fmt::format("layer_norm {} 1x{} 1x{} -> {}", block(hidden), hidden, hidden, block(hidden));
  return {{"layer_norm", 2, 0, norm},
          {"QKV", 1, 0, dense(hidden, 3 * hidden, "")},
          {"split heads", 1, 0,
           fmt::format("nlp_create_heads {}x1x{}x{}|bfp_bf8|l1 -> {}x{}x{}x{}|bfp_bf8|l1", batch, tokens, 3 * hidden,
                       batch, heads, tokens, depth)},
          {"QK", 1, 0, product(tokens, depth, tokens)},
          {"softmax", 1, 0,
           fmt::format("softmax {} -> {} compute_config.math_approx_mode=true", stacked(tokens, tokens),
                       stacked(tokens, tokens))},
          {"AV", 1, 0, product(tokens, tokens, depth)},
          {"concat heads", 1, 0,
           fmt::format("nlp_concat_heads {}x{}x{}x{}|bfp_bf8|l1 -> {}x1x{}x{}|bfp_bf8|l1", batch, heads, tokens, depth,
                       batch, tokens, hidden)},
          {"output", 1, 0, dense(hidden, hidden, "")},
          {"add", 2, 0, fmt::format("add {} {} -> {}", block(hidden), block(hidden), block(hidden))},
          {"inner, gelu", 1, 0, dense(hidden, inner, " activation=gelu")},
          {"outer", 1, 0, dense(inner, hidden, "")}};
}

/// M = 32, weights bfp8 (tt-metal #42593, tt-mlir #9252 and the branches of its study).
std::vector<Line> publishedProducts() {
  auto plain = [](int64_t k, int64_t n, const char *type) {
    return fmt::format("matmul 32x{} {}x{}|{} -> 32x{} compute_config.math_fidelity=HiFi2", k, k, n, type, n);
  };
  return {{"8192x1280 DRAM-sharded", 1, 61.6, dramSharded(8192, 1280, "bfp_bf8", 8, 8, 16, "HiFi2")},
          {"8192x1280 without config", 1, 153, plain(8192, 1280, "bfp_bf8")},
          {"8192x1024 DRAM-sharded", 1, 50.7, dramSharded(8192, 1024, "bfp_bf8", 8, 8, 16, "HiFi2")},
          {"8192x1024 without config", 1, 142, plain(8192, 1024, "bfp_bf8")},
          {"4096x6144 DRAM-sharded", 1, 112, dramSharded(4096, 6144, "bfp_bf8", 8, 8, 16, "HiFi2")},
          {"4096x4096 DRAM-sharded", 1, 79, dramSharded(4096, 4096, "bfp_bf8", 8, 8, 16, "HiFi2")},
          {"14336x4096 DRAM-sharded", 1, 253, dramSharded(14336, 4096, "bfp_bf8", 8, 8, 56, "HiFi2")},
          {"4096x14336 bfp4, DRAM-sharded", 1, 143, dramSharded(4096, 14336, "bfp_bf4", 8, 8, 16, "LoFi")},
          {"1536x3072 DRAM-sharded", 1, 23, dramSharded(1536, 3072, "bfp_bf8", 8, 8, 6, "HiFi2")},
          {"16384x896 DRAM-sharded", 1, 93, dramSharded(16384, 896, "bfp_bf8", 4, 4, 16, "HiFi2")}};
}

bool printEncoder(const char *title, const std::vector<Line> &layer, int64_t layers, double publishedUs,
                  const ChipParameters &chip) {
  Sums sums;
  if (!printLayer(title, layer, chip, sums))
    return false;
  printSum(fmt::format("{} layers", layers).c_str(), sums.modelled, publishedUs, static_cast<double>(layers));
  return true;
}

/// Ops of every source of a table of profiler rows, each question once.
int printSources(const char *path) {
  Result<CsvTable> table = readCsv(path);
  Result<TimeCases> cases = table ? readTimeCases(*table) : Result<TimeCases>(table.error());
  if (!cases) {
    fmt::print(stderr, "OpModelLayers: {}: {}\n", path, cases.error().message);
    return 1;
  }
  std::map<std::string, std::pair<Sums, int64_t>> sources;
  for (const TimeCase &c : cases->cases) {
    if (c.queries.size() != 1)
      continue;
    std::optional<Runtime> runtime = analyticalRuntime(c.queries.front(), c.chip);
    auto &[sums, ops] = sources[c.source];
    if (runtime)
      sums.modelled.add(*runtime);
    sums.measuredUs += c.measuredNs / 1e3;
    ++ops;
  }
  fmt::print("\nops of a source together\n{:<42} {:>4} {:>12} {:>12} {:>7}  {}\n", "source", "ops", "model us",
             "measured", "factor", "90 % interval");
  size_t inside = 0;
  for (const auto &[source, entry] : sources) {
    const auto &[sums, ops] = entry;
    TimeWithInterval total = sums.modelled.total();
    inside += total.lowNs / 1e3 <= sums.measuredUs && sums.measuredUs <= total.highNs / 1e3;
    fmt::print("{:<42} {:>4} {:>12.1f} {:>12.1f} {:>7.2f}  {:.1f}..{:.1f}\n", source, ops, total.ns / 1e3,
               sums.measuredUs, total.ns / 1e3 / sums.measuredUs, total.lowNs / 1e3, total.highNs / 1e3);
  }
  fmt::print("{} of {} sums lie in their intervals\n", inside, sources.size());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  auto preset = [](const char *name) { return ChipParameters::from(device::findPreset(name)->chip(0)); };
  ChipParameters chip = preset("wormhole-n150");
  constexpr double hostGapsUs = 0.6 * 18; // between the layer's 18 programs
  for (const char *name : {"blackhole-p150", "wormhole-n150"}) {
    ChipParameters own = preset(name);
    Sums decode;
    if (!printLayer(fmt::format("llama 8B decode layer, hand-tuned, batch 32, {}", name).c_str(),
                    decodeLayer(own.dramBanks), own, decode))
      return 1;
    printSum("layer without gaps", decode.modelled, decode.measuredUs);
    printSum("layer of 640 us, gaps of 0.6 us added", decode.modelled, 640, 1, hostGapsUs);
  }
  Sums products;
  if (!printLayer("single products, n150", publishedProducts(), chip, products))
    return 1;
  // ViT-base: 197 tokens padded to 224, 5.1 ms for batch 8. BERT-large: 384 tokens, 252 to 371 samples/s on the device.
  if (!printEncoder("ViT-base encoder layer, batch 8, n150", encoderLayer(8, 224, 768, 12, 3072, 8), 12, 5100, chip) ||
      !printEncoder("BERT-large encoder layer, batch 8, n150", encoderLayer(8, 384, 1024, 16, 4096, 8), 24, 8e6 / 311,
                    chip))
    return 1;
  return argc > 1 ? printSources(argv[1]) : 0;
}
