//===- FuseMarks.h - Marked groups on operations ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   linalg.matmul  {alcove.fuse_group = [0], alcove.fuse_group_id = 0}     in group 0, its principal operation
//   linalg.generic {alcove.fuse_group = [0, 1]}                            in groups 0 and 1
//
// Written under these names; `torq-fuse-group` and `torq-fuse-group-id`, which TORQ's compiler writes, are read as
// well.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_MARKS_FUSEMARKS_H
#define ALCOVE_SUPERTILING_MARKS_FUSEMARKS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace alcove::supertiling {

inline constexpr llvm::StringLiteral fuseGroupAttr = "alcove.fuse_group";
inline constexpr llvm::StringLiteral fuseGroupIdAttr = "alcove.fuse_group_id";

inline bool isFuseMark(llvm::StringRef name) {
  return name == fuseGroupAttr || name == fuseGroupIdAttr || name == "torq-fuse-group" || name == "torq-fuse-group-id";
}

/// UIDs of the groups that `op` belongs to.
inline llvm::SmallVector<int64_t, 2> fuseGroupsOf(mlir::Operation *op) {
  llvm::SmallVector<int64_t, 2> found;
  for (llvm::StringRef name : {llvm::StringRef(fuseGroupAttr), llvm::StringRef("torq-fuse-group")})
    if (auto marks = op->getAttrOfType<mlir::ArrayAttr>(name))
      for (auto mark : marks.getAsRange<mlir::IntegerAttr>())
        found.push_back(mark.getInt());
  return found;
}

/// UID of the group whose principal operation `op` is.
inline std::optional<int64_t> fuseGroupIdOf(mlir::Operation *op) {
  for (llvm::StringRef name : {llvm::StringRef(fuseGroupIdAttr), llvm::StringRef("torq-fuse-group-id")})
    if (auto id = op->getAttrOfType<mlir::IntegerAttr>(name))
      return id.getInt();
  return std::nullopt;
}

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_MARKS_FUSEMARKS_H
