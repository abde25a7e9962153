//===- Session.cpp - alcove session ---------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Session.h"

#include "Model.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Device/SystemDesc.h"
#include "alcove/Plan/Session/Format/SessionRequest.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <sstream>

using namespace alcove;
using namespace alcove::front;

namespace {

/// Options of alcove-session; the rest are the pipeline's.
constexpr std::string_view ownOptions[] = {"rates",
                                           "order",
                                           "same",
                                           "separate",
                                           "persist",
                                           "policy",
                                           "trace-region",
                                           "report",
                                           "export-session-problem",
                                           "work",
                                           "fragment",
                                           "l1-small",
                                           "o",
                                           "export-session-plan",
                                           "certificate",
                                           "summary-json",
                                           "command-buffers",
                                           "users"};

struct SessionLine {
  std::vector<std::pair<std::string, std::string>> models; ///< name, file
  Words own, planning;
  std::string device = "wormhole-n150";
  bool asPlanned = false;         ///< each function as `alcove plan` has it
  bool withstand = false;         ///< leave L1 to what earlier programs left there
  plan::session::Request request; ///< of what matters for planning: reserves and buffers
};

Status takeOwn(const std::string &name, const std::string &value, SessionLine &line) {
  line.own.push_back((name == "o" ? "-" : "--") + name + "=" + value);
  if (name == "persist") {
    ALCOVE_ASSIGN_OR_RETURN(plan::session::Persistent buffer, plan::session::parsePersistent(value));
    line.request.persistent.push_back(std::move(buffer));
  } else if (name == "l1-small") {
    Result<Bytes> bytes = plan::session::parseBytes(value);
    if (!bytes)
      return Error{"--l1-small: " + bytes.error().message};
    line.request.reserves.push_back({"l1_small", plan::session::Space::L1, *bytes});
  }
  return {};
}

/// `prefill.mlir` is called prefill, `prefill=m.mlir` too.
void takeModel(const std::string &word, SessionLine &line) {
  size_t equals = word.find('=');
  std::string file = equals == std::string::npos ? word : word.substr(equals + 1);
  std::string name = std::filesystem::path(file).filename().string();
  name = equals == std::string::npos ? name.substr(0, name.rfind(".mlir")) : word.substr(0, equals);
  line.models.push_back({name, file});
}

Result<SessionLine> readLine(const Words &arguments) {
  SessionLine line;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &word = arguments[i];
    if (word != "-o" && !word.starts_with("--")) {
      takeModel(word, line);
      continue;
    }
    size_t equals = word.find('=');
    std::string name = word.substr(word.find_first_not_of('-'), equals == std::string::npos ? equals : equals - 2);
    if (name == "json") // as `alcove plan` has it
      name = "summary-json";
    if (word == "--most-users" || word == "--as-planned") {
      line.own.push_back(word);
      line.asPlanned |= word == "--as-planned";
      continue;
    }
    if (word == "--withstand") {
      line.withstand = true;
      continue;
    }
    bool own = std::find(std::begin(ownOptions), std::end(ownOptions), name) != std::end(ownOptions);
    if (!own && name != "device") {
      line.planning.push_back(word);
      continue;
    }
    std::string value = equals == std::string::npos ? "" : word.substr(equals + 1);
    if (equals == std::string::npos) {
      ALCOVE_ASSIGN_OR_RETURN(value, takeValue(arguments, i));
    }
    if (own)
      ALCOVE_RETURN_IF_ERROR(takeOwn(name, value, line));
    else
      line.device = value;
  }
  if (line.models.empty())
    return Error{"no model is named: `alcove session prefill.mlir decode.mlir --rates=prefill=1,decode=512`"};
  for (size_t m = 0; m < line.models.size(); ++m)
    for (size_t other = 0; other < m; ++other)
      if (line.models[m].first == line.models[other].first)
        return Error{fmt::format("two models are called {}: name them, {}1={} {}2={}", line.models[m].first,
                                 line.models[m].first, line.models[other].second, line.models[m].first,
                                 line.models[m].second)};
  return line;
}

/// Plans one model in one way; false with the output when that fails.
bool planOne(const SessionLine &line, const std::string &file, const std::string &planned, Words options,
             std::string &said) {
  Words words{file, "-o", planned, "--summary=false"};
  words.insert(words.end(), line.planning.begin(), line.planning.end());
  words.insert(words.end(), options.begin(), options.end());
  words.push_back("--device=" + line.device);
  Result<Words> command = compilation("build", words, false);
  if (!command) {
    said = fmt::format("alcove session: error: {}\n", command.error().message);
    return false;
  }
  command->emplace_back("--mlir-print-debuginfo"); // names of ops live in locations
  Outcome outcome = runToEnd(*command);
  said = outcome.output;
  return outcome.exitCode == 0;
}

/// The files of a model's ways; nothing after an error that was printed.
Words waysOf(const SessionLine &line, const std::string &name, const std::string &file, Bytes l1Bytes,
             const std::filesystem::path &scratch) {
  if (isTTNN(file))
    return {file};
  std::error_code ignored;
  std::filesystem::create_directories(scratch / name, ignored);
  Words files;
  std::string said, first, noted;
  for (const auto &[way, store] : {std::pair{"constants-as-ops-like", "true"}, {"constants-as-all-read", "false"}}) {
    std::string planned = (scratch / name / (std::string(way) + ".mlir")).string();
    if (line.asPlanned && !files.empty())
      break;
    Words options{std::string("--store-constants=") + store};
    if (l1Bytes > 0)
      options.push_back("--l1-bytes=" + std::to_string(l1Bytes));
    bool done = planOne(line, file, planned, options, said);
    // Where it does not fit beside the buffers, the session says by how much: from the plan with all of L1.
    if (!done && l1Bytes > 0) {
      size_t at = said.find("error: ");
      std::string why = at == std::string::npos ? "no plan" : said.substr(at + 7, said.find('\n', at) - at - 7);
      if (why != noted)
        std::fprintf(stderr, "alcove session: note: %s with %lld B of L1 per core: %s\n", name.c_str(),
                     static_cast<long long>(l1Bytes), why.c_str());
      noted = why;
      done = planOne(line, file, planned, {options[0]}, said);
    }
    if (done)
      files.push_back(planned);
    else if (first.empty())
      first = said;
  }
  if (files.empty())
    std::fputs(first.c_str(), stderr);
  return files;
}

/// Models in their ways, as alcove-session is told.
struct PlannedModels {
  struct Model {
    std::string name, file;
    Bytes l1Bytes = 0; ///< that its function is planned with; 0 = all
    Words ways;
  };
  std::vector<Model> models; ///< empty after an error that was printed
  bool reduced = false;      ///< some had less than all of L1

  Words command(const SessionLine &line) const {
    Words words{"alcove-session"};
    for (const Model &model : models) {
      words.push_back(model.name);
      for (const std::string &each : model.ways)
        words.back() += (&each == model.ways.data() ? "=" : ",") + each;
    }
    words.insert(words.end(), line.own.begin(), line.own.end());
    if (reduced)
      words.push_back("--device=" + line.device);
    return words;
  }
};

/// `mostL1` bounds the L1 of every function.
PlannedModels planModels(const SessionLine &line, const device::ChipDesc &chip, Bytes mostL1,
                         const std::filesystem::path &scratch) {
  PlannedModels planned;
  planned.reduced = mostL1 < chip.l1SizeBytes;
  for (const auto &[name, file] : line.models) {
    Bytes taken = line.asPlanned ? 0 : plan::session::l1TakenFrom(line.request, name, 64);
    Bytes l1 = std::min(mostL1, chip.l1SizeBytes) - taken;
    bool leaves = l1 < chip.l1SizeBytes && l1 > chip.l1UnreservedBaseBytes;
    planned.reduced |= taken > 0;
    Words files = waysOf(line, name, file, leaves ? l1 : 0, scratch);
    if (files.empty())
      return {};
    planned.models.push_back({name, file, leaves ? l1 : 0, files});
  }
  return planned;
}

/// Where another function keeps constants in a layout of its own, one more way: with these as they lie there. Where it
/// writes a cache that this one reads, one with that as it is kept. Where it keeps weights apart that this one joins, one
/// without joining. A way that cannot be planned is no fault: the others are there.
void addWaysOfOthers(const SessionLine &line, PlannedModels &planned, const std::filesystem::path &scratch) {
  Words command = planned.command(line);
  command.emplace_back("--wanted");
  Outcome wanted = runToEnd(command);
  if (wanted.exitCode != 0)
    return; // the session itself says what is wrong
  for (PlannedModels::Model &model : planned.models) {
    const std::string given = " given-cache ";
    std::set<std::string> caches;
    std::string lines, said;
    bool apart = false;
    std::istringstream all(wanted.output);
    for (std::string text; std::getline(all, text);)
      if (text == model.name + " projections-apart")
        apart = true;
      else if (size_t at = text.find(given); at != std::string::npos) {
        // Functions of one module are planned together: `model.function`.
        if (text.substr(0, at) == model.name || text.starts_with(model.name + "."))
          caches.insert(text.substr(at + given.size()));
      } else if (text.starts_with(model.name + " "))
        lines += text.substr(model.name.size() + 1) + "\n";
    if (isTTNN(model.file))
      continue;
    auto add = [&](const std::string &way, const std::string &option) {
      std::string file = (scratch / model.name / (way + ".mlir")).string();
      Words options{option};
      if (model.l1Bytes > 0)
        options.push_back("--l1-bytes=" + std::to_string(model.l1Bytes));
      if (planOne(line, model.file, file, options, said))
        model.ways.push_back(file);
    };
    // As they come of themselves they are in rows: then no way fits with the function that writes them.
    if (!caches.empty())
      add("caches-as-written", fmt::format("--given-caches={}", fmt::join(caches, ",")));
    std::string list = (scratch / model.name / "constants.txt").string();
    if (!lines.empty() && writeFileAtomically(list, lines).ok())
      add("constants-as-others-keep", "--stored-constants=" + list);
    if (apart)
      add("projections-apart", "--enable-split-heads=false");
  }
}

/// The L1 that the leftovers of `--fragment` leave below them.
Result<Bytes> l1BelowLeftovers(Words command) {
  command.emplace_back("--leftover-l1");
  Outcome outcome = runToEnd(command);
  int64_t bytes = 0;
  if (outcome.exitCode != 0 || std::sscanf(outcome.output.c_str(), "%" SCNd64, &bytes) != 1)
    return Error{outcome.output};
  return bytes;
}

} // namespace

int front::runSession(const Words &arguments) {
  Result<SessionLine> line = readLine(arguments);
  if (!line)
    return wrongLine("session", line.error().message);
  Result<device::SystemDesc> system = device::loadSystemDesc(line->device);
  if (!system)
    return wrongLine("session", system.error().message);
  ScratchFolder scratch("session");
  const device::ChipDesc &chip = system->chip(0);
  PlannedModels planned = planModels(*line, chip, chip.l1SizeBytes, scratch.path());
  if (planned.models.empty())
    return 1;
  Outcome outcome{0, ""};
  if (line->withstand) {
    Result<Bytes> below = l1BelowLeftovers(planned.command(*line));
    if (!below)
      outcome = {1, below.error().message};
    else if (planned = planModels(*line, chip, chip.l1UnreservedBaseBytes + *below, scratch.path());
             planned.models.empty())
      return 1;
  }
  if (!line->asPlanned)
    addWaysOfOthers(*line, planned, scratch.path());
  if (outcome.exitCode == 0)
    outcome = runToEnd(planned.command(*line));
  std::fputs(outcome.output.c_str(), outcome.exitCode == 0 ? stdout : stderr);
  return outcome.exitCode;
}
