//===- Releases.cpp - What a release of the vendor's library changes -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Releases.h"

#include "alcove/OpModel/TimeParameters.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

struct Month {
  int64_t month;
  const char *what;
};
constexpr Month months[] = {
    {wideRowsArePacked, "untilize packs rows wider than eight tiles instead of sending them through the unpacker"},
    {longRowsAreSplit, "both readers of argmax work, short top-k and sums along the height are split over cores"},
    {stepsSpanShards, "steps of a product with weights in DRAM shards may span shards"},
};

/// One number of a chip.
template <typename T>
struct Field {
  const char *name;
  T ChipParameters::*member;
};
constexpr Field<int64_t> counts[] = {{"grid rows", &ChipParameters::gridRows},
                                     {"grid columns", &ChipParameters::gridCols},
                                     {"L1 banks", &ChipParameters::l1Banks},
                                     {"l1_size_bytes", &ChipParameters::l1BytesPerCore},
                                     {"l1_unreserved_base_bytes", &ChipParameters::l1UnreservedBase},
                                     {"l1_small_bytes", &ChipParameters::l1SmallBytes},
                                     {"noc_l1_address_align_bytes", &ChipParameters::l1AlignmentBytes},
                                     {"noc_dram_address_align_bytes", &ChipParameters::dramAlignmentBytes},
                                     {"num_dram_channels", &ChipParameters::dramBanks}};
constexpr Field<double> rates[] = {{"clock_ghz", &ChipParameters::clockGHz},
                                   {"dram_spec_gbps", &ChipParameters::dramPeakGBs}};

template <typename T, size_t size>
void addFields(const Field<T> (&fields)[size], const ChipParameters &before, const ChipParameters &after,
               std::vector<ReleaseDifference> &into) {
  for (const Field<T> &field : fields)
    if (before.*field.member != after.*field.member) {
      ChipParameters chip = before;
      chip.*field.member = after.*field.member;
      into.push_back({fmt::format("{} {} -> {}", field.name, before.*field.member, after.*field.member), before, chip});
    }
}

/// Refusal or time of a question.
struct Asked {
  std::string refusal;
  Nanoseconds ns = 0;
};

Asked ask(const Query &query, const ChipParameters &chip) {
  Answer answer = analyticalConstraints(query, chip);
  if (answer.refusal)
    return {fmt::format("{}: {}", answer.refusal->id, answer.refusal->message), 0};
  std::optional<Runtime> runtime = analyticalRuntime(query, chip);
  return {"", runtime ? runtime->totalNs : 0};
}

ReleaseEffect effectOf(const Asked &before, const Asked &after, double noise) {
  if (before.refusal.empty() != after.refusal.empty())
    return after.refusal.empty() ? ReleaseEffect::Legal : ReleaseEffect::Illegal;
  double change = after.ns - before.ns;
  return std::abs(change) <= noise * before.ns ? ReleaseEffect::Same
         : change > 0                          ? ReleaseEffect::Slower
                                               : ReleaseEffect::Faster;
}

} // namespace

const char *opmodel::toString(ReleaseEffect effect) {
  static constexpr const char *names[] = {"same", "illegal", "legal", "slower", "faster"};
  return names[static_cast<size_t>(effect)];
}

// MT-14
std::vector<ReleaseDifference> opmodel::differencesOf(const ChipParameters &before, const ChipParameters &after) {
  std::vector<ReleaseDifference> result;
  bool forward = before.kernelRelease <= after.kernelRelease;
  auto [first, last] = std::minmax(before.kernelRelease, after.kernelRelease);
  for (const Month &each : months)
    if (first < each.month && each.month <= last) {
      ChipParameters older = before, newer = before;
      older.kernelRelease = each.month - 1;
      newer.kernelRelease = each.month;
      result.push_back({fmt::format("kernels {} {}: {}", forward ? "of" : "before", each.month, each.what),
                        forward ? older : newer, forward ? newer : older});
    }
  addFields(counts, before, after, result);
  addFields(rates, before, after, result);
  const TimeParameters &old = timeParameters(before), &now = timeParameters(after);
  for (const TimeParameterRow &row : timeParameterTable())
    if (old.*row.field != now.*row.field) {
      std::map<std::string, double> values;
      for (const TimeParameterRow &each : timeParameterTable())
        values[each.name] = (&each == &row ? now : old).*each.field;
      ChipParameters chip = before;
      chip.times = timeParametersWith(chip.arch, values);
      result.push_back(
          {fmt::format("{} {:.4g} -> {:.4g} {}", row.name, old.*row.field, now.*row.field, row.unit), before, chip});
    }
  return result;
}

// MT-15
ReleaseAnswer opmodel::askBoth(const Query &query, const ChipParameters &before, const ChipParameters &after,
                               double noise) {
  Asked old = ask(query, before), now = ask(query, after);
  ReleaseAnswer answer{effectOf(old, now, noise), old.ns, now.ns, now.refusal.empty() ? old.refusal : now.refusal, {}};
  if (answer.effect == ReleaseEffect::Same)
    return answer;
  for (const ReleaseDifference &each : differencesOf(before, after))
    if (effectOf(ask(query, each.without), ask(query, each.with), noise) == answer.effect)
      answer.why.push_back(each.what);
  return answer;
}
