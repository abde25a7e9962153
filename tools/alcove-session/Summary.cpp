//===- Summary.cpp - What a session takes, as text, JSON and a page -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Summary.h"

#include "alcove/Base/Json/Json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace alcove;
using namespace alcove::session_tool;
using namespace alcove::plan::session;

namespace {

double microseconds(Cost picoseconds) { return static_cast<double>(picoseconds) / 1e6; }

/// Bytes of a bank that kept layouts of one kind take at the step where they take most: a buffer that comes back at every
/// run of its function is an item for each.
Bytes bytesOf(const SessionFigures &figures, ItemKind kind, Space space) {
  Bytes most = 0;
  for (size_t s = 0; s < figures.problem.order.size(); ++s) {
    Bytes sum = 0;
    for (size_t i = 0; i < figures.problem.items.size(); ++i)
      for (const Kept &kept : figures.plan.items[i]) {
        const Item &item = figures.problem.items[i];
        const ItemLayout &layout = item.layouts[kept.layout];
        if (item.kind == kind && layout.space == space && item.life.contains(static_cast<int32_t>(s)))
          sum += roundUp(layout.bytes, figures.problem.memory(space).alignment);
      }
    most = std::max(most, sum);
  }
  return most;
}

/// The function that is called most often makes tokens, the others come before the first one.
size_t decodingFunction(const Problem &problem) {
  size_t most = 0;
  for (size_t f = 0; f < problem.functions.size(); ++f)
    if (problem.functions[f].rate > problem.functions[most].rate)
      most = f;
  return most;
}

std::string orderText(const Problem &problem) {
  std::string text;
  for (const Step &step : problem.order)
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", problem.functions[step.function].name,
                        step.times > 1 ? fmt::format(" x {}", step.times) : "");
  return text;
}

std::string timeText(const opmodel::TimeWithInterval &time) {
  return fmt::format("{:.1f} us ({:.1f} to {:.1f})", time.ns / 1e3, time.lowNs / 1e3, time.highNs / 1e3);
}

opmodel::TimeWithInterval firstToken(const SessionFigures &figures) {
  opmodel::TimeWithInterval sum;
  size_t decoding = decodingFunction(figures.problem);
  for (size_t f = 0; f < figures.functions.size(); ++f)
    if (f != decoding || figures.functions.size() == 1) {
      const opmodel::TimeWithInterval &time = figures.functions[f]->time;
      sum = {sum.ns + time.ns, sum.lowNs + time.lowNs, sum.highNs + time.highNs};
    }
  return sum;
}

std::string boundText(const SessionFigures &figures) {
  if (figures.result.proved)
    return "proved least of these ways";
  return figures.result.bound <= -impossible ? "without a bound"
                                             : fmt::format("at least {:.1f}", microseconds(figures.result.bound));
}

std::string judgeText(const SessionFigures &figures) {
  if (!figures.replayed.survives())
    return fmt::format("fails: {}: {}", figures.replayed.violations[0].rule, figures.replayed.violations[0].message);
  std::string text = fmt::format("survives {} on an empty device", orderText(figures.problem));
  if (figures.leftoverStates > 0)
    text += fmt::format(", and {} of {} devices with leftovers of earlier programs{}", figures.survived,
                        figures.leftoverStates,
                        figures.firstFailure.empty() ? "" : fmt::format(" (first failure: {})", figures.firstFailure));
  return text;
}

} // namespace

Apart session_tool::apartOf(const Problem &problem) {
  Apart apart;
  for (const Function &function : problem.functions) {
    auto least = std::min_element(function.ways.begin(), function.ways.end(),
                                  [](const Way &a, const Way &b) { return a.cost < b.cost; });
    apart.cost += least->cost >= impossible ? 0 : least->cost * function.rate;
    for (const Use &use : least->uses) {
      const ItemLayout &layout = problem.items[use.item].layouts[use.layout];
      apart.cost += layout.once;
      // A cache has one owner even then, and is handed over.
      bool counted = problem.items[use.item].kind == ItemKind::Cache && &function != problem.functions.data();
      if (layout.space == Space::Dram && !counted)
        apart.dramBytes += roundUp(layout.bytes, problem.dram.alignment);
    }
  }
  for (const Item &item : problem.items)
    if (item.kind == ItemKind::Buffer && item.layouts[0].space == Space::Dram)
      apart.dramBytes += item.layouts[0].bytes;
  return apart;
}

std::string session_tool::summaryText(const SessionFigures &figures) {
  const Problem &problem = figures.problem;
  std::string text = fmt::format("session: {}\n", orderText(problem));
  for (size_t f = 0; f < problem.functions.size(); ++f) {
    const Function &function = problem.functions[f];
    const Way &way = function.ways[figures.plan.ways[f]];
    text += fmt::format("  {} x {}: {}, way {} of {} ({}), {} B of L1 and {} B of DRAM in each bank for itself\n",
                        function.name, function.rate, timeText(figures.functions[f]->time), figures.plan.ways[f] + 1,
                        function.ways.size(), way.name, way.l1Bytes, way.dramBytes);
  }
  size_t decoding = decodingFunction(problem);
  const opmodel::TimeWithInterval &step = figures.functions[decoding]->time;
  text += fmt::format("  time to first token {}, {:.1f} tokens/s for each user ({:.1f} to {:.1f}), as modelled\n",
                      timeText(firstToken(figures)), 1e9 / step.ns, 1e9 / step.highNs, 1e9 / step.lowNs);
  Bytes functions = 0;
  for (size_t f = 0; f < problem.functions.size(); ++f)
    functions = std::max(functions, problem.functions[f].ways[figures.plan.ways[f]].dramBytes);
  text +=
      fmt::format("  DRAM of a bank: weights {}, caches {}, values {}, buffers {}, largest function {}: {} of {} B\n",
                  bytesOf(figures, ItemKind::Weight, Space::Dram), bytesOf(figures, ItemKind::Cache, Space::Dram),
                  bytesOf(figures, ItemKind::Value, Space::Dram), bytesOf(figures, ItemKind::Buffer, Space::Dram),
                  functions, figures.account.peakDram, problem.capacity(Space::Dram));
  text +=
      fmt::format("  L1 of a core: buffers {}, fullest step {} of {} B\n",
                  bytesOf(figures, ItemKind::Buffer, Space::L1), figures.account.peakL1, problem.capacity(Space::L1));
  for (const Reserve &reserve : problem.reserves)
    text +=
        fmt::format("  reserved: {} {} B of {} in each bank\n", reserve.name, reserve.bytes, toString(reserve.space));
  text += fmt::format("  time in all {:.1f} us ({:.1f} of calls, {:.1f} of copies, {:.1f} once for what is kept), {}; "
                      "kept twice {} B\n",
                      microseconds(figures.account.cost), microseconds(figures.account.calls),
                      microseconds(figures.account.copies), microseconds(figures.account.once), boundText(figures),
                      figures.account.keptTwice);
  text +=
      fmt::format("  each function by itself: {:.1f} us, weights and caches {} B of a bank; as a session {} B\n",
                  microseconds(figures.apart.cost), figures.apart.dramBytes,
                  bytesOf(figures, ItemKind::Weight, Space::Dram) + bytesOf(figures, ItemKind::Cache, Space::Dram) +
                      bytesOf(figures, ItemKind::Value, Space::Dram) + bytesOf(figures, ItemKind::Buffer, Space::Dram));
  return text + "  judge: " + judgeText(figures) + "\n";
}

std::string session_tool::itemsText(const SessionFigures &figures) {
  std::string text;
  for (size_t i = 0; i < figures.problem.items.size(); ++i)
    for (const Kept &kept : figures.plan.items[i]) {
      const Item &item = figures.problem.items[i];
      const ItemLayout &layout = item.layouts[kept.layout];
      text += fmt::format("  {} ({}) as {}: {} B at {} of {}\n", item.name, toString(item.kind), layout.name,
                          layout.bytes, kept.address, layout.space == Space::Dram ? "a DRAM bank" : "every core's L1");
    }
  return text;
}

static void writeTime(JsonWriter &out, std::string_view name, const opmodel::TimeWithInterval &time) {
  out.key(name);
  out.beginObject();
  out.field("us", time.ns / 1e3);
  out.field("low_us", time.lowNs / 1e3);
  out.field("high_us", time.highNs / 1e3);
  out.endObject();
}

static void writeFunctions(JsonWriter &out, const SessionFigures &figures) {
  out.key("functions");
  out.beginArray();
  for (size_t f = 0; f < figures.problem.functions.size(); ++f) {
    const Function &function = figures.problem.functions[f];
    const Way &way = function.ways[figures.plan.ways[f]];
    out.beginObject();
    out.field("name", function.name);
    out.field("rate", function.rate);
    out.field("way", way.name);
    out.field("ways", function.ways.size());
    writeTime(out, "time", figures.functions[f]->time);
    out.field("l1_bytes", way.l1Bytes);
    out.field("dram_bytes", way.dramBytes);
    out.endObject();
  }
  out.endArray();
}

static void writeItems(JsonWriter &out, const SessionFigures &figures) {
  out.key("items");
  out.beginArray();
  for (size_t i = 0; i < figures.problem.items.size(); ++i)
    for (const Kept &kept : figures.plan.items[i]) {
      const Item &item = figures.problem.items[i];
      const ItemLayout &layout = item.layouts[kept.layout];
      out.beginObject();
      out.field("name", item.name);
      out.field("kind", toString(item.kind));
      out.field("layout", layout.name);
      out.field("space", toString(layout.space));
      out.field("address", kept.address);
      out.field("bytes", layout.bytes);
      out.key("steps");
      out.intArray({item.life.first, item.life.last});
      out.endObject();
    }
  out.endArray();
}

std::string session_tool::summaryJson(const SessionFigures &figures) {
  const Problem &problem = figures.problem;
  JsonWriter out;
  out.beginObject();
  out.field("format", "alcove-session");
  out.field("version", 1);
  writeFunctions(out, figures);
  out.key("order");
  out.beginArray();
  for (const Step &step : problem.order) {
    out.beginArray();
    out.value(problem.functions[step.function].name);
    out.value(step.times);
    out.endArray();
  }
  out.endArray();
  writeTime(out, "time_to_first_token", firstToken(figures));
  out.field("tokens_per_second_per_user", 1e9 / figures.functions[decodingFunction(problem)]->time.ns);
  out.field("total_us", microseconds(figures.account.cost));
  out.field("calls_us", microseconds(figures.account.calls));
  out.field("copies_us", microseconds(figures.account.copies));
  out.field("once_us", microseconds(figures.account.once));
  if (figures.result.bound > -impossible)
    out.field("bound_us", microseconds(figures.result.bound));
  out.field("proved", figures.result.proved);
  out.field("kept_twice_bytes", figures.account.keptTwice);
  out.field("peak_dram_bytes", figures.account.peakDram);
  out.field("dram_capacity_bytes", problem.capacity(Space::Dram));
  out.field("peak_l1_bytes", figures.account.peakL1);
  out.field("l1_capacity_bytes", problem.capacity(Space::L1));
  out.field("weight_bytes", bytesOf(figures, ItemKind::Weight, Space::Dram));
  out.field("cache_bytes", bytesOf(figures, ItemKind::Cache, Space::Dram));
  out.field("apart_us", microseconds(figures.apart.cost));
  out.field("apart_dram_bytes", figures.apart.dramBytes);
  out.field("survives", figures.replayed.survives());
  out.field("leftover_states", figures.leftoverStates);
  out.field("leftover_states_survived", figures.survived);
  writeItems(out, figures);
  out.endObject();
  return out.str();
}

// ---- The page ----

static std::string escaped(std::string_view text) {
  std::string safe;
  for (char c : text)
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return safe;
}

static std::string_view colorOf(ItemKind kind) {
  constexpr std::string_view colors[numItemKinds] = {"#4477aa", "#228833", "#ccbb44", "#ee6677"};
  return colors[static_cast<size_t>(kind)];
}

/// Steps from left to right, addresses from the bottom up; the function's own bytes in grey.
static std::string mapOf(const SessionFigures &figures, Space space) {
  const Problem &problem = figures.problem;
  double steps = static_cast<double>(problem.order.size()), bytes = static_cast<double>(problem.memory(space).bytes);
  std::string boxes;
  auto box = [&](double first, double last, double low, double high, std::string_view color, const std::string &title) {
    boxes +=
        fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"><title>{}</title>"
                    "</rect>\n",
                    first / steps * 960, 400 - high / bytes * 400, (last - first) / steps * 960,
                    std::max(0.3, (high - low) / bytes * 400), color, escaped(title));
  };
  Bytes end = problem.memory(space).bytes;
  for (const Reserve &reserve : problem.reserves)
    if (reserve.space == space) {
      box(0, steps, static_cast<double>(end - reserve.bytes), static_cast<double>(end), "#555555",
          fmt::format("{}: {} B", reserve.name, reserve.bytes));
      end -= reserve.bytes;
    }
  for (size_t s = 0; s < problem.order.size(); ++s) {
    const Function &function = problem.functions[problem.order[s].function];
    const Way &way = function.ways[figures.plan.ways[problem.order[s].function]];
    Bytes own = space == Space::Dram ? way.dramBytes : way.l1Bytes, low = 0;
    for (size_t i = 0; i < problem.items.size() && space == Space::Dram; ++i)
      for (const Kept &kept : figures.plan.items[i])
        if (const ItemLayout &layout = problem.items[i].layouts[kept.layout];
            layout.space == space && problem.items[i].life.contains(static_cast<int32_t>(s)))
          low = std::max(low, kept.address + layout.bytes);
    box(static_cast<double>(s), static_cast<double>(s + 1), static_cast<double>(low), static_cast<double>(low + own),
        "#bbbbbb", fmt::format("{} x {}: {} B for itself", function.name, problem.order[s].times, own));
  }
  for (size_t i = 0; i < problem.items.size(); ++i)
    for (const Kept &kept : figures.plan.items[i]) {
      const Item &item = problem.items[i];
      const ItemLayout &layout = item.layouts[kept.layout];
      if (layout.space == space && layout.bytes > 0)
        box(item.life.first, item.life.last + 1, static_cast<double>(kept.address),
            static_cast<double>(kept.address + layout.bytes), colorOf(item.kind),
            fmt::format("{} ({}) as {}: {} B at {}", item.name, toString(item.kind), layout.name, layout.bytes,
                        kept.address));
    }
  return fmt::format(
      "<svg viewBox=\"0 0 960 400\" width=\"960\" height=\"400\" style=\"border:1px solid #888\">\n{}</svg>\n", boxes);
}

std::string session_tool::summaryPage(const SessionFigures &figures) {
  std::string legend;
  for (size_t kind = 0; kind < numItemKinds; ++kind)
    legend += fmt::format("<span style=\"color:{}\">&#9632;</span> {} ", colorOf(static_cast<ItemKind>(kind)),
                          toString(static_cast<ItemKind>(kind)));
  return fmt::format(
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Session</title></head>\n"
      "<body style=\"font-family:sans-serif;max-width:980px;margin:auto\">\n<h1>Session</h1>\n<pre>{}</pre>\n"
      "<p>{}<span style=\"color:#bbbbbb\">&#9632;</span> the function that runs "
      "<span style=\"color:#555555\">&#9632;</span> reserved. Steps from left to right, addresses from the "
      "bottom.</p>\n"
      "<h2>DRAM of a bank, {} B</h2>\n{}<h2>L1 of a core, {} B</h2>\n{}</body></html>\n",
      escaped(summaryText(figures)), legend, figures.problem.dram.bytes, mapOf(figures, Space::Dram),
      figures.problem.l1.bytes, mapOf(figures, Space::L1));
}
