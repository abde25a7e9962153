//===- FuzzSessionFiles.cpp - Bytes as files and requests of sessions -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Odd first byte: the other bytes change numbers in the text of a random session; even: the bytes are the text, and each
// of its lines is a word of a request as well. What is read comes back as it is written, and small sessions are solved:
// the plan is verified, and no proof lies above what enumeration finds.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Session/Certificate.h"
#include "alcove/Plan/Session/Format/SessionFiles.h"
#include "alcove/Plan/Session/Format/SessionRequest.h"
#include "alcove/Plan/Session/Policy.h"
#include "testing/Plan/EditedText.h"
#include "testing/Plan/Session/RandomSession.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

static void readRequest(std::string_view text) {
  session::Request request;
  std::vector<std::string> functions = {"prefill", "decode"};
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view word = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    (void)session::parseBytes(word);
    (void)session::parseRates(word, request.rates);
    (void)session::parseOrder(word, request.order);
    (void)session::parseSame(word, request.same);
    if (Result<session::Model> model = session::parseModel(word); model.ok())
      request.models.push_back(*model);
    if (Result<session::Persistent> persistent = session::parsePersistent(word); persistent.ok())
      request.persistent.push_back(*persistent);
  }
  (void)session::stepsOf(request, functions);
  for (const std::string &function : functions)
    if (session::l1TakenFrom(request, function, 16) < 0)
      std::abort();
}

static bool isSmall(const session::Problem &problem) {
  double combinations = 1;
  for (const session::Item &item : problem.items)
    combinations *= static_cast<double>(size_t(1) << std::min<size_t>(item.layouts.size(), 32));
  for (const session::Function &function : problem.functions)
    combinations *= static_cast<double>(function.ways.size());
  return combinations <= 4096 && problem.order.size() <= 16;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bool edits = size > 1 && data[0] % 2 == 1;
  std::string text =
      edits ? testing::editedText(formats::writeSessionProblem(session::randomSession(data[1], 4)), data + 2, size - 2)
            : std::string(reinterpret_cast<const char *>(data), size);
  (void)formats::parseSessionPlan(text);
  if (!edits)
    readRequest(text);
  Result<session::Problem> problem = formats::parseSessionProblem(text);
  if (!problem.ok() || !session::check(*problem).ok())
    return 0;
  Result<session::Problem> again = formats::parseSessionProblem(formats::writeSessionProblem(*problem));
  if (!again.ok() || !(*again == *problem))
    std::abort();
  (void)session::toString(*problem, session::shortfallOf(*problem));
  if (!isSmall(*problem))
    return 0;
  session::SessionResult exact = (*session::makePolicy("exact"))->run(*problem, {.workUnits = 20'000});
  std::optional<session::Cost> least = session::leastCostByEnumeration(*problem);
  if (exact.plan.found()) {
    Result<session::Plan> read = formats::parseSessionPlan(formats::writeSessionPlan(exact.plan, exact.bound));
    if (!read.ok() || !(*read == exact.plan) || !session::verify(*problem, *read).ok())
      std::abort();
  }
  if (least && exact.bound > *least)
    std::abort();
  if (exact.certificate)
    if (Result<session::Cost> bound = session::checkCertificate(*problem, *exact.certificate);
        bound.ok() && least && *bound > *least)
      std::abort();
  return 0;
}
