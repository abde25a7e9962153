//===- PlannedFile.cpp - A module as it is edited, and its plan -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlannedFile.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"
#include "alcove/Ops/Dialect/TTIR/OlderForms.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/Support/SourceMgr.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::lsp;

namespace {
/// A file without a name that passes can write to.
class MemoryFile {
public:
  MemoryFile() : descriptor(::memfd_create("summary", MFD_CLOEXEC)) {}
  ~MemoryFile() {
    if (descriptor >= 0)
      ::close(descriptor);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor); }

private:
  int descriptor;
};

/// One op of the summary.
std::string textOf(const JsonCursor &op) {
  auto word = [&](const char *key) {
    Result<std::string> value = op.field(key).asString();
    return value ? *value : std::string();
  };
  std::string text = fmt::format("`{}` {}: **{}**, `{}`", word("name"), word("op"), word("place"), word("layout"));
  if (Result<double> ns = op.field("time_ns").asDouble()) {
    auto part = [&](const char *key) {
      Result<double> value = op.field(key).asDouble();
      return value ? *value / 1000 : 0.0;
    };
    text += fmt::format("  \n{:.2f} us modelled: compute {:.2f}, DRAM {:.2f}, NoC {:.2f}, launch {:.2f}", *ns / 1000,
                        part("compute_ns"), part("dram_ns"), part("noc_ns"), part("launch_ns"));
  }
  if (Result<int64_t> bytes = op.field("l1_bytes_per_core").asInt(); bytes && *bytes > 0)
    text += fmt::format("; {} B of L1 per core", *bytes);
  if (std::string reason = word("reason"); !reason.empty())
    text += fmt::format("  \nnot in L1 [{}]: {}", reason, word("why"));
  if (std::string remedy = word("remedy"); !remedy.empty())
    text += "; " + remedy;
  return text + "\n";
}

/// The texts of a summary by the names of its ops.
std::map<std::string, std::string> textsOf(const std::string &summary) {
  std::map<std::string, std::string> texts;
  JsonDocument document;
  if (!document.parse(summary))
    return texts;
  JsonCursor ops = document.root().field("ops");
  Result<size_t> count = ops.arraySize();
  for (size_t i = 0; count && i < *count; ++i)
    if (Result<std::string> name = ops.element(i).field("name").asString())
      texts[*name] = textOf(ops.element(i));
  return texts;
}

std::string pipelineFor(ModuleOp module, const std::string &summary) {
  bool hasTTIR = false, hasDevice = false;
  module.walk([&](Operation *op) {
    hasTTIR |= isa_and_nonnull<ttir::TTIRDialect>(op->getDialect());
    hasDevice |= isa<ttcore::DeviceModuleOp>(op);
  });
  if (hasTTIR)
    return fmt::format("ttir-to-ttnn-backend-pipeline{{optimization-level=2 summary-json={}}}", summary);
  std::string judged = fmt::format("ttnn-summary{{json={}}}", summary);
  return hasDevice ? fmt::format("ttcore.device_module(builtin.module({}))", judged) : judged;
}
} // namespace

PlannedFile::PlannedFile(const DialectRegistry &registry, const std::string &text) {
  lineStarts.push_back(0);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n')
      lineStarts.push_back(i + 1);
  plan(registry, text);
}

void PlannedFile::plan(const DialectRegistry &registry, const std::string &text) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) { return success(); });
  llvm::SourceMgr sources;
  unsigned id = sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, "input.mlir"), SMLoc());
  const char *begin = sources.getMemoryBuffer(id)->getBufferStart();
  ParserConfig config(&context, /*verifyAfterParse=*/false); // older forms first
  Block block;
  AsmParserState state;
  if (failed(parseAsmSourceFile(sources, &block, config, &state)))
    return;
  OwningOpRef<ModuleOp> module;
  if (auto only = llvm::hasSingleElement(block) ? dyn_cast<ModuleOp>(block.front()) : ModuleOp()) {
    only->remove();
    module = only;
  } else { // as the parser of files does for ops without a module
    module = ModuleOp::create(UnknownLoc::get(&context));
    module->getBody()->getOperations().splice(module->getBody()->begin(), block.getOperations());
  }
  nameInputOps(*module);
  auto add = [&](SMRange range, const std::string &name) {
    if (range.isValid())
      spans.push_back({static_cast<size_t>(range.Start.getPointer() - begin),
                       static_cast<size_t>(range.End.getPointer() - begin), name});
  };
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs()) {
    std::string name = opName(definition.op);
    if (name.empty() || !isNamedOp(definition.op))
      continue;
    add(definition.loc, name);
    for (const auto &group : definition.resultGroups) {
      add(group.definition.loc, name);
      for (SMRange use : group.definition.uses)
        add(use, name);
    }
  }
  if (failed(ttir::readOlderForms(*module)) || failed(verify(*module)))
    return;
  MemoryFile summary;
  PassManager manager(&context);
  if (failed(parsePassPipeline(pipelineFor(*module, summary.path()), manager, llvm::nulls())) ||
      failed(manager.run(*module)))
    return;
  Result<std::string> json = readFile(summary.path());
  if (!json)
    return;
  std::map<std::string, std::string> planned = textsOf(*json);
  // Ops that were fused, and helpers that an op brought with it, are told with it.
  OpIndex index(*module);
  for (const Span &span : spans) {
    if (texts.count(span.name))
      continue;
    std::string told;
    if (Result<Operation *> op = index.find(span.name); op.ok())
      if (auto found = planned.find(opName(*op)); found != planned.end())
        told = found->second;
    for (auto at = planned.lower_bound(span.name + "."); at != planned.end() && at->first.starts_with(span.name + ".");
         ++at)
      told += (told.empty() ? "" : "  \n") + at->second;
    texts[span.name] = told;
  }
}

std::string PlannedFile::at(unsigned line, unsigned character) const {
  if (line >= lineStarts.size())
    return "";
  size_t offset = lineStarts[line] + character;
  for (const Span &span : spans)
    if (span.begin <= offset && offset < std::max(span.end, span.begin + 1))
      if (auto found = texts.find(span.name); found != texts.end())
        return found->second;
  return "";
}
