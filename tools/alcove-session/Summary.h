//===- Summary.h - What a session takes, as text, JSON and a page -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SESSION_SUMMARY_H
#define ALCOVE_TOOLS_ALCOVE_SESSION_SUMMARY_H

#include "SessionPlan.h"

namespace alcove::session_tool {

/// Every function planned by itself, as programs that know nothing of each other: the fastest way of each, and what it
/// reads in DRAM of its own.
struct Apart {
  plan::session::Cost cost = 0;
  Bytes dramBytes = 0; ///< of a bank
};

struct SessionFigures {
  plan::session::Problem problem;
  plan::session::Plan plan;
  plan::session::Account account;
  plan::session::SessionResult result;
  std::vector<const WalkedFunction *> functions;
  judge::SessionReport replayed;
  int64_t leftoverStates = 0, survived = 0;
  std::string firstFailure; ///< on a device with leftovers
  Apart apart;
};

Apart apartOf(const plan::session::Problem &problem);
std::string summaryText(const SessionFigures &figures);
/// A line for each item that is kept: its layout, bytes and address.
std::string itemsText(const SessionFigures &figures);
std::string summaryJson(const SessionFigures &figures);
/// DRAM of a bank by address, and L1 over the sequence, as one HTML page.
std::string summaryPage(const SessionFigures &figures);

} // namespace alcove::session_tool

#endif // ALCOVE_TOOLS_ALCOVE_SESSION_SUMMARY_H
