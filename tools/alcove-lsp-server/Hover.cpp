//===- Hover.cpp - Plans of the files that are open -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Hover.h"

#include "llvm/Support/FormatVariadic.h"

using namespace alcove::lsp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static std::string keyOf(const Value &id) { return llvm::formatv("{0}", id).str(); }

static std::string uriIn(const Object *params) {
  const Object *document = params ? params->getObject("textDocument") : nullptr;
  return document ? document->getString("uri").value_or("").str() : std::string();
}

void Hover::fromClient(const Object &message) {
  llvm::StringRef method = message.getString("method").value_or("");
  const Object *params = message.getObject("params");
  if (!params)
    return;
  std::string uri = uriIn(params);
  std::lock_guard<std::mutex> lock(mutex);
  if (method == "textDocument/didOpen") {
    files[uri] = {params->getObject("textDocument")->getString("text").value_or("").str(), nullptr};
  } else if (method == "textDocument/didChange") {
    const Array *changes = params->getArray("contentChanges");
    for (const Value &change : changes ? *changes : Array())
      if (const Object *whole = change.getAsObject(); whole && !whole->get("range"))
        files[uri] = {whole->getString("text").value_or("").str(), nullptr};
      else
        files.erase(uri); // an editor that sends parts all the same: better nothing than a plan of another text
  } else if (method == "textDocument/didClose") {
    files.erase(uri);
  } else if (const Value *id = message.get("id"); id && method == "textDocument/hover") {
    const Object *position = params->getObject("position");
    if (position)
      waiting[keyOf(*id)] = {uri, static_cast<unsigned>(position->getInteger("line").value_or(0)),
                             static_cast<unsigned>(position->getInteger("character").value_or(0))};
  }
}

std::string Hover::tell(const Place &place) {
  std::shared_ptr<const PlannedFile> plan;
  std::string text;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = files.find(place.file);
    if (found == files.end())
      return "";
    plan = found->second.plan;
    text = found->second.text;
  }
  if (!plan) { // without the lock: the editor goes on typing
    plan = std::make_shared<PlannedFile>(registry, text);
    std::lock_guard<std::mutex> lock(mutex);
    if (auto found = files.find(place.file); found != files.end() && found->second.text == text)
      found->second.plan = plan;
  }
  return plan->at(place.line, place.character);
}

/// Markdown behind what an answer says already.
static void append(Object &message, const std::string &text) {
  Object *result = message.getObject("result");
  if (!result) { // MLIR had nothing to say
    message["result"] = Object{{"contents", Object{{"kind", "markdown"}, {"value", text}}}};
    return;
  }
  Object *contents = result->getObject("contents");
  std::string before = contents ? contents->getString("value").value_or("").str() : std::string();
  (*result)["contents"] = Object{{"kind", "markdown"}, {"value", before.empty() ? text : before + "\n***\n" + text}};
}

void Hover::toClient(Object &message) {
  const Value *id = message.get("id");
  if (!id || message.get("method"))
    return;
  if (Object *result = message.getObject("result"))
    if (Object *capabilities = result->getObject("capabilities"))
      if (Object *sync = capabilities->getObject("textDocumentSync"))
        (*sync)["change"] = 1; // whole texts, so that the plan is of the text that the editor shows
  Place place;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = waiting.find(keyOf(*id));
    if (found == waiting.end())
      return;
    place = found->second;
    waiting.erase(found);
  }
  if (std::string text = tell(place); !text.empty())
    append(message, text);
}
