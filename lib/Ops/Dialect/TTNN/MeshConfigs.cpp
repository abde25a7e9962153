//===- MeshConfigs.cpp - How the host cuts tensors for chips --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTNN/MeshConfigs.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace mlir;
using namespace alcove;

Attribute ttnn::mapperConfigOf(MLIRContext *context, ArrayRef<int64_t> dims) {
  SmallVector<std::string> placements;
  for (int64_t dim : dims)
    placements.push_back(dim < 0 ? "<replicate>" : fmt::format("<shard, {} : i64>", dim));
  return parseAttribute(fmt::format("#ttnn.mesh_mapper_config<placements = [{}]>", fmt::join(placements, ", ")),
                        context);
}

Attribute ttnn::composerConfigOf(MLIRContext *context, ArrayRef<int64_t> dims, ArrayRef<int64_t> mesh) {
  SmallVector<std::string> named, extents;
  SmallVector<int64_t> taken(dims);
  for (auto [axis, dim] : llvm::enumerate(dims)) {
    int64_t free = 0;
    while (dim < 0 && llvm::is_contained(taken, free))
      ++free;
    if (dim < 0)
      taken.push_back(free);
    named.push_back(fmt::format("{} : i32", dim < 0 ? free : dim));
    extents.push_back(fmt::format("{} : i64", dim < 0 ? 1 : mesh[axis]));
  }
  return parseAttribute(fmt::format("#ttnn.mesh_composer_config<dims = [{}], mesh_shape_override = [{}]>",
                                    fmt::join(named, ", "), fmt::join(extents, ", ")),
                        context);
}

static std::string textOf(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return text;
}

Result<SmallVector<int64_t>> ttnn::dimsOfMapper(Attribute attribute) {
  std::string text = textOf(attribute);
  SmallVector<int64_t> dims;
  StringRef rest = StringRef(text).split("placements = [").second;
  for (StringRef part = rest.take_until([](char c) { return c == ']'; }); !part.empty();) {
    auto [inner, behind] = part.split('<').second.split('>');
    part = behind.split('<').second.empty() ? StringRef() : behind;
    auto [kind, dim] = inner.split(',');
    int64_t number = -1;
    if (kind.trim() == "shard" && dim.trim().split(' ').first.getAsInteger(10, number))
      return Error{fmt::format("no dimension to cut along in {}", text)};
    dims.push_back(number);
  }
  if (dims.empty())
    return Error{fmt::format("no placements in {}", text)};
  return dims;
}

/// The integers of `name = [0 : i32, 1 : i32]`; nothing when one is none.
static std::optional<SmallVector<int64_t>> integersOf(StringRef text, StringRef name) {
  SmallVector<int64_t> numbers;
  SmallVector<StringRef> parts;
  text.split((name + " = [").str()).second.take_until([](char c) { return c == ']'; }).split(parts, ',', -1, false);
  for (StringRef part : parts)
    if (part.trim().split(' ').first.getAsInteger(10, numbers.emplace_back()))
      return std::nullopt;
  return numbers;
}

Result<ttnn::Composer> ttnn::composerOf(Attribute attribute) {
  std::string text = textOf(attribute);
  std::optional<SmallVector<int64_t>> dims = integersOf(text, "dims"),
                                      extents = integersOf(text, "mesh_shape_override");
  if (!dims || dims->empty())
    return Error{fmt::format("no list of dimensions in {}", text)};
  if (!extents || (!extents->empty() && extents->size() != dims->size()))
    return Error{fmt::format("mesh_shape_override does not go with dims in {}", text)};
  return Composer{*dims, *extents};
}

SmallVector<int64_t> ttnn::Composer::joined() const {
  SmallVector<int64_t> result(dims);
  for (size_t axis = 0; axis < override.size(); ++axis)
    if (override[axis] == 1)
      result[axis] = -1;
  return result;
}
