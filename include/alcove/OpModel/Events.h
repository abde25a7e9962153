//===- Events.h - The L1 of one op while it runs ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_EVENTS_H
#define ALCOVE_OPMODEL_EVENTS_H

#include "alcove/OpModel/OpModel.h"

namespace alcove::opmodel {

/// The events of an answer; of a backend that knows only peaks, events with the same peaks.
std::vector<L1Event> eventsOf(const Constraints &constraints);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_EVENTS_H
