//===- FakeOpModel.cpp - Answers that a test sets ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Backends.h"

using namespace alcove;
using namespace alcove::opmodel;

void FakeOpModel::refuse(std::string op, std::string id, std::string message) {
  setConstraints(std::move(op), [id = std::move(id), message = std::move(message)](const Query &) {
    Answer answer;
    answer.refusal = Refusal{id, message};
    return answer;
  });
}

Answer FakeOpModel::accept(const Query &query) {
  Answer answer;
  for (const OutputRequest &request : query.outputs) {
    TensorLayout layout = request.layout         ? *request.layout
                          : query.inputs.empty() ? TensorLayout{}
                                                 : query.inputs[0].layout;
    answer.constraints.outputLayouts.push_back(layout);
    answer.constraints.aliases.push_back(-1);
  }
  return answer;
}

Answer FakeOpModel::constraints(const Query &query, Explanation *why) const {
  ++count;
  auto it = constraining.find(query.op);
  return it == constraining.end() ? accept(query) : it->second(query);
}

std::optional<Runtime> FakeOpModel::runtime(const Query &query, Explanation *why) const {
  ++count;
  auto it = timing.find(query.op);
  return it == timing.end() ? std::nullopt : it->second(query);
}
