//===- Meanings.cpp - What ops of TTIR mean -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttir;

void rules::addTTIRMeanings(RuleTable &table) {
  addMeanings<
#define GET_OP_LIST
#include "alcove/Ops/Dialect/TTIR/TTIROpList.cpp.inc"
      >(table);
}
