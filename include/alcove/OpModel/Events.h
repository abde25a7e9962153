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

/// The L1 per core (bytes) that `events` take by addresses with nothing beside them: every buffer lies in the highest
/// free range that is large enough, its size rounded up to `alignment`, and circular buffers at the bottom. A buffer that
/// is released may leave a hole that nothing fills, so that this is more than the peak of the bytes. O(events^2).
Bytes extentOf(const std::vector<L1Event> &events, Bytes alignment);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_EVENTS_H
