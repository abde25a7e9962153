//===- Shardings.h - Where parts of tensors lie, as front ends say it -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends have three ways to say that dimension 0 of a tensor is cut into two parts, over a mesh of 2 x 4 chips:
//
//   sdy.mesh @mesh = <["x"=2, "y"=4]>, and of the tensor   #sdy.sharding<@mesh, [{"x"}, {}]>
//   mhlo.sharding = "{devices=[2,1,4]<=[8] last_tile_dim_replicate}"
//   mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\"x\"}, {}]>"}
//
// All become the one of TTIR's `mesh_shard`: which dimension each of the two axes of chips cuts, here [0, -1].
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_FRONTDOORS_STABLEHLO_SHARDINGS_H
#define ALCOVE_LIB_FRONTDOORS_STABLEHLO_SHARDINGS_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <array>

namespace alcove::stablehlo {

/// Per axis of chips the dimension that it cuts; -1: every chip along it has the same.
using ShardDims = std::array<int64_t, 2>;

class Shardings {
public:
  /// The chips that `module` names. A mesh of one axis is a row; of more than two axes longer than 1 there is no mesh of
  /// chips, which is an error where a sharding over it is asked for.
  explicit Shardings(mlir::ModuleOp module);

  std::array<int64_t, 2> chips = {1, 1};
  bool isOneChip() const { return chips[0] * chips[1] == 1; }

  /// Of `<@mesh, [{"x"}, {}]>` in any of its spellings, with or without `#sdy.sharding` in front; along the axes that
  /// `manual` names (all: empty). An error says what is not understood.
  Result<ShardDims> ofSdy(llvm::StringRef text, llvm::StringRef manual = "") const;
  /// Of `{devices=[2,1,4]<=[8] last_tile_dim_replicate}`, `{replicated}`.
  Result<ShardDims> ofDevices(llvm::StringRef text) const;
  /// Of an argument, in whichever way it says it; nothing where it does not.
  std::optional<Result<ShardDims>> ofArgument(mlir::DictionaryAttr attributes) const;

  /// The elements of `[<@mesh, [..]>, <@mesh, [..]>]`.
  static llvm::SmallVector<llvm::StringRef> each(llvm::StringRef perValue);

private:
  struct Mesh {
    std::string name;
    std::vector<std::pair<std::string, int64_t>> axes;
  };
  void addMesh(llvm::StringRef name, llvm::StringRef text);
  /// Which axis of chips an axis of a mesh is; nothing for one of extent 1.
  Result<std::optional<unsigned>> axisOf(const Mesh &mesh, llvm::StringRef axis) const;

  std::vector<Mesh> meshes;
};

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_FRONTDOORS_STABLEHLO_SHARDINGS_H
