//===- Relax.h - The capacity as a cost -------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At given prices the priced bytes of a label are a cost, and no row is left:
//
//   cost(s) += floor(sum_r price_r bytes_r(s) - least of the node)
//   constant += floor(sum of the nodes' least - sum_r price_r slack_r)
//
// No assignment that fits costs more than before, so a bound of what is left is one of the kernel. Without bytes every
// node of two neighbours is minimised out and most labels are dominated: sweeps over what remains prove more than at
// the same prices before (IOPDDL R), because they no longer split what was a chain.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RELAX_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RELAX_H

#include "Kernel.h"

namespace alcove::plan::layout {

/// `price` is per row, in units of 2^-scaleBits of a cost per byte, as the certificate's dual `dual` has them. False when
/// sums of the costs could be mistaken for infinity: then the kernel is what it was. O(bytes).
bool relaxRows(Kernel &kernel, const std::vector<int64_t> &price, int scaleBits, int32_t dual);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_PRESOLVE_RELAX_H
