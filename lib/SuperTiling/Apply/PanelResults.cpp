//===- PanelResults.cpp - What an operation in panels reduces -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PanelResults.h"

#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace alcove::supertiling {

Status carryResults(RewriterBase &rewriter, MutableArrayRef<LoopLikeOpInterface> panels,
                    DestinationStyleOpInterface tile) {
  Operation *outermost = panels.front();
  auto isBehind = [&](OpOperand &use) { return !outermost->isProperAncestor(use.getOwner()); };
  // What the loop around takes on, and the operand that it begins with.
  SmallVector<std::pair<OpResult, OpOperand *>> taken;
  for (OpResult result : tile->getResults())
    if (llvm::any_of(result.getUses(), isBehind))
      taken.push_back({result, tile.getTiedOpOperand(result)});
  if (taken.empty())
    return {};
  SmallVector<Value> made;
  for (auto [result, start] : taken)
    made.push_back(result);
  for (LoopLikeOpInterface &loop : llvm::reverse(panels)) {
    moveLoopInvariantCode(loop);
    SmallVector<Value> starts;
    for (auto [result, start] : taken) {
      starts.push_back(start->get());
      if (!loop.isDefinedOutsideOfLoop(start->get()))
        return Error{"a result is used behind the panels, each of which begins it anew"};
    }
    rewriter.setInsertionPoint(loop);
    FailureOr<LoopLikeOpInterface> carried =
        loop.replaceWithAdditionalYields(rewriter, starts, /*replaceInitOperandUsesInLoop=*/false,
                                         [&](OpBuilder &, Location, ArrayRef<BlockArgument> arguments) {
                                           SmallVector<Value> yielded;
                                           for (auto [own, argument] : llvm::zip_equal(taken, arguments)) {
                                             own.second->set(argument);
                                             yielded.push_back(own.first);
                                           }
                                           return yielded;
                                         });
    if (failed(carried))
      return Error{"the loop of the panels takes no more values to carry"};
    loop = *carried;
    auto results = loop->getResults().take_back(taken.size());
    for (auto [own, result] : llvm::zip_equal(taken, results))
      own = {result, loop.getTiedLoopInit(result)};
  }
  outermost = panels.front();
  for (auto [result, own] : llvm::zip_equal(made, taken))
    rewriter.replaceUsesWithIf(result, own.first, isBehind);
  return {};
}

} // namespace alcove::supertiling
