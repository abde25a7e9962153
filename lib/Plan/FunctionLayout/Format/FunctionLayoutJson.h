//===- FunctionLayoutJson.h - Words of the function files -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTJSON_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTJSON_H

#include "alcove/Plan/FunctionLayout/Problem.h"

#include <array>
#include <string_view>
#include <utility>

namespace alcove::formats {

inline constexpr std::string_view functionLayoutFormat = "alcove.function_layout";
inline constexpr std::string_view functionPlanFormat = "alcove.function_plan";
inline constexpr int64_t functionFilesVersion = 1;

// Enumerators in order.
inline constexpr std::array<std::string_view, 3> spaceNames = {"dram", "l1", "host"};
inline constexpr std::array<std::string_view, 5> shardingNames = {"interleaved", "height", "width", "block", "other"};

/// The switches among the traits, by name.
inline constexpr std::array<std::pair<std::string_view, bool plan::OpTraits::*>, 9> traitNames = {
    {{"modelled", &plan::OpTraits::modelled},
     {"chain_shardable", &plan::OpTraits::chainShardable},
     {"schedule_early", &plan::OpTraits::scheduleEarly},
     {"starts_with_reshard", &plan::OpTraits::startsWithReshard},
     {"reads_shards", &plan::OpTraits::readsShards},
     {"may_upgrade", &plan::OpTraits::mayUpgrade},
     {"is_view", &plan::OpTraits::isView},
     {"is_sink", &plan::OpTraits::isSink},
     {"keeps_place", &plan::OpTraits::keepsPlace}}};

/// Numbers of a candidate's row before its layouts, and of a conversion's.
inline constexpr size_t candidateFields = 9, conversionFields = 9;

} // namespace alcove::formats

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_FORMAT_FUNCTIONLAYOUTJSON_H
