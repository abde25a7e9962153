//===- EmbeddedMachines.h - devices/machines/*.json, compiled in ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_FORMAT_EMBEDDEDMACHINES_H
#define ALCOVE_LIB_PLAN_TILING_FORMAT_EMBEDDEDMACHINES_H

#include <span>
#include <string_view>

namespace alcove::formats {

/// Texts of the files, by name.
std::span<const std::string_view> embeddedMachines();

} // namespace alcove::formats

#endif // ALCOVE_LIB_PLAN_TILING_FORMAT_EMBEDDEDMACHINES_H
