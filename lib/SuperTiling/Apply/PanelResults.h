//===- PanelResults.h - What an operation in panels reduces -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A core that reduces rows runs in panels, and so does the operation of which it reads an elementwise result. What that
// one reduces along the same rows is complete when the last panel has run (SUT-H14):
//
//   e, m = max -x                 m' = fill                  s' = fill
//   s = sum e              ->     for (panels of the row)
//                                   e, m' = max -x, m'       s' = sum e, s'
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_APPLY_PANELRESULTS_H
#define ALCOVE_LIB_SUPERTILING_APPLY_PANELRESULTS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace alcove::supertiling {

/// Results of `tile`, an operation in the body of the innermost of the `panels`, that are used behind these loops become
/// values that they carry, begun with their destinations, which must not change in the loops. `panels`, outermost first,
/// are then the loops that stand there. An error leaves valid IR but for the uses behind the loops.
Status carryResults(mlir::RewriterBase &rewriter, llvm::MutableArrayRef<mlir::LoopLikeOpInterface> panels,
                    mlir::DestinationStyleOpInterface tile);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_APPLY_PANELRESULTS_H
