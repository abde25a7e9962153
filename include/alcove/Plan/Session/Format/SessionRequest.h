//===- SessionRequest.h - What a session is asked to be ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_SESSION_FORMAT_SESSIONREQUEST_H
#define ALCOVE_PLAN_SESSION_FORMAT_SESSIONREQUEST_H

#include "alcove/Plan/Session/Problem.h"

#include <map>
#include <set>

namespace alcove::plan::session {

/// `prefill=a.mlir,b.mlir`: planned modules of one model, each a way to run its functions.
struct Model {
  std::string name;
  std::vector<std::string> ways;
};

/// `prefetcher=l1:975KB:12:decode`: bytes of each bank; so many cores hold them (0: all), while this function runs (empty:
/// throughout).
struct Persistent {
  std::string name;
  Space space = Space::L1;
  Bytes bytes = 0;
  int64_t cores = 0;
  std::string function;
};

struct Request {
  std::vector<Model> models;
  std::map<std::string, int64_t> rates;                  ///< by function
  std::vector<std::pair<std::string, int64_t>> order;    ///< empty: by the models, each as often as its rate
  std::vector<std::pair<std::string, std::string>> same; ///< `prefill:w3`, `decode:w5`
  std::set<std::string> separate;                        ///< names that mean another tensor in every function
  std::vector<Persistent> persistent;
  std::vector<Reserve> reserves;
};

/// `975KB`, `50MB`, `1.5GB`, `4096`: KB is 1024 bytes. An error names the text.
Result<Bytes> parseBytes(std::string_view text);
Result<Model> parseModel(std::string_view text);
/// `prefill=1,decode=512`.
Status parseRates(std::string_view text, std::map<std::string, int64_t> &rates);
/// `prefill,decode x 20,prefill`.
Status parseOrder(std::string_view text, std::vector<std::pair<std::string, int64_t>> &order);
Status parseSame(std::string_view text, std::vector<std::pair<std::string, std::string>> &same);
Result<Persistent> parsePersistent(std::string_view text);

/// The steps of the request; an error names the functions that there are.
Result<std::vector<Step>> stepsOf(const Request &request, const std::vector<std::string> &functions);

/// L1 bytes of each core that `function` does not have: reserves, and buffers while it runs, rounded up to `alignment`.
Bytes l1TakenFrom(const Request &request, const std::string &function, Bytes alignment);

} // namespace alcove::plan::session

#endif // ALCOVE_PLAN_SESSION_FORMAT_SESSIONREQUEST_H
