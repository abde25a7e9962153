//===- Tune.cpp - Measure what matters to a plan, and plan anew -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Measured.h"
#include "Model.h"
#include "PlannedOps.h"

#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Score/QuestionChoice.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>

using namespace alcove;
using namespace alcove::front;
using namespace alcove::opmodel;

namespace {

/// Command line of `alcove tune`.
struct Request {
  std::string folder, command, device = "wormhole", release;
  int64_t runs = 8, most = 50, repeat = 20, draws = 0;
  double unsure = 0.1;
  Words planning; ///< model, device and options of the plan
};

template <typename T>
Status readNumber(const std::string &name, const std::string &text, T low, T high, T &value) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high))
    return Error{fmt::format("{} '{}': a number from {} to {} is needed", name, text, low, high)};
  return {};
}

Result<Request> readRequest(const Words &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(OwnOptions options,
                          takeOptions(arguments, {"-o", "--run", "--device", "--release", "--runs", "--repeat",
                                                  "--draws", "--questions", "--unsure", "--measured"}));
  Request request;
  request.planning = std::move(options.others);
  for (const auto &[name, value] : options.values) {
    Status good;
    if (name == "-o")
      request.folder = value;
    else if (name == "--run")
      request.command = value;
    else if (name == "--device")
      request.device = value;
    else if (name == "--release")
      request.release = value;
    else if (name == "--unsure")
      good = readNumber(name, value, 0.0, 10.0, request.unsure);
    else if (name == "--measured")
      good = Error{"--measured: the folder has a table of its own, table.db; copy yours there"};
    else
      good = readNumber(name, value, int64_t{name == "--draws" ? 0 : 1}, int64_t{100000},
                        name == "--runs"     ? request.runs
                        : name == "--repeat" ? request.repeat
                        : name == "--draws"  ? request.draws
                                             : request.most);
    if (!good)
      return good.error();
  }
  ALCOVE_RETURN_IF_ERROR(checkLine(request.planning));
  if (request.folder.empty() || modelOf(request.planning).empty())
    return Error{"a model and a folder are needed: `alcove tune MODEL -o FOLDER`"};
  request.planning.push_back("--device=" + request.device);
  return request;
}

constexpr int64_t stateVersion = 2; ///< of tune.json

/// What the folder remembers from one call to the next: tune.json.
struct State {
  std::string of; ///< the words of the planning
  int64_t run = 0, asked = 0;
  std::set<std::string> seen; ///< questions of all plans so far
  struct Question {
    std::string name, question; ///< of an op that asks it
  };
  std::vector<Question> pending; ///< what main.py measures
};

Result<State> readState(const std::filesystem::path &path, const std::string &of) {
  State state;
  state.of = of;
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown))
    return state;
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path.string()));
  JsonDocument document;
  if (Status parsed = document.parse(text); !parsed)
    return Error{fmt::format("{}: {}", path.string(), parsed.error().message)};
  JsonCursor root = document.root();
  ALCOVE_ASSIGN_OR_RETURN(int64_t version, root.field("version").asInt());
  if (version != stateVersion)
    return Error{fmt::format("{} has version {}, this program reads {}: name another folder, or remove this one",
                             path.string(), version, stateVersion)};
  ALCOVE_ASSIGN_OR_RETURN(state.of, root.field("of").asString());
  if (state.of != of)
    return Error{
        fmt::format("{} tunes `{}`, not `{}`: name another folder", path.parent_path().string(), state.of, of)};
  ALCOVE_ASSIGN_OR_RETURN(state.run, root.field("run").asInt(0, 1 << 20));
  ALCOVE_ASSIGN_OR_RETURN(state.asked, root.field("asked").asInt(0, 1 << 20));
  JsonCursor seen = root.field("seen"), list = root.field("questions");
  ALCOVE_ASSIGN_OR_RETURN(size_t plans, seen.arraySize());
  for (size_t i = 0; i < plans; ++i) {
    ALCOVE_ASSIGN_OR_RETURN(std::string question, seen.element(i).asString());
    state.seen.insert(question);
  }
  ALCOVE_ASSIGN_OR_RETURN(size_t count, list.arraySize());
  for (size_t i = 0; i < count; ++i) {
    State::Question each;
    ALCOVE_ASSIGN_OR_RETURN(each.name, list.element(i).field("name").asString());
    ALCOVE_ASSIGN_OR_RETURN(each.question, list.element(i).field("question").asString());
    state.pending.push_back(each);
  }
  return state;
}

Status writeState(const std::filesystem::path &path, const State &state) {
  JsonWriter json;
  json.beginObject();
  json.field("format", "alcove.tune");
  json.field("version", stateVersion);
  json.field("of", state.of);
  json.field("run", state.run);
  json.field("asked", state.asked);
  json.key("seen");
  json.beginArray();
  for (const std::string &each : state.seen)
    json.value(each);
  json.endArray();
  json.key("questions");
  json.beginArray();
  for (const State::Question &each : state.pending) {
    json.beginObject();
    json.field("name", each.name);
    json.field("question", each.question);
    json.endObject();
  }
  json.endArray();
  json.endObject();
  return writeFileAtomically(path.string(), json.str());
}

/// One folder, from one run of its program to the next.
class Tuning {
public:
  Tuning(const Request &request, const ChipParameters &chip, State state)
      : request(request), chip(chip), state(std::move(state)), folder(request.folder) {}

  /// Reads, plans and writes until a program waits to be run by the user, or the plan is tuned.
  Status go() {
    for (;;) {
      if (!state.pending.empty()) {
        ALCOVE_ASSIGN_OR_RETURN(bool ran, isMeasured());
        if (!ran)
          return {};
        ALCOVE_RETURN_IF_ERROR(readAnswers());
      }
      ALCOVE_RETURN_IF_ERROR(plan());
      if (state.pending.empty())
        return tell();
    }
  }

private:
  std::filesystem::path file(const char *name) const { return folder / name; }

  std::string command() const {
    return fmt::format("{} {} --profile {} --trace --repeat {}", request.command.empty() ? "python3" : request.command,
                       file("main.py").string(), file("measured.csv").string(), request.repeat);
  }

  /// Whether the sheet of the program is there; with a command the program is run for it.
  Result<bool> isMeasured() const {
    std::error_code unknown;
    if (std::filesystem::exists(file("measured.csv"), unknown))
      return true;
    if (request.command.empty()) {
      print("run {}: {} questions, on the machine with the card: {}\nthen again: alcove tune {} -o {}\n", state.run,
            state.pending.size(), command(), state.of, folder.string());
      return false;
    }
    Outcome outcome = runToEnd({"/bin/sh", "-c", command()});
    if (outcome.exitCode != 0 || !std::filesystem::exists(file("measured.csv"), unknown))
      return Error{fmt::format("`{}` ended with {}:\n{}", command(), outcome.exitCode, outcome.output)};
    return true;
  }

  /// Rows of the sheet by the names of the ops, into the table.
  Status readAnswers() {
    ALCOVE_ASSIGN_OR_RETURN(Measurements all, readMeasurements({file("measured.csv").string()}, request.device));
    std::map<std::string, std::map<int64_t, double>> times;
    for (const profiles::Profile &sheet : all.sheets)
      for (const profiles::ProfileRow &row : sheet.rows)
        times[row.location][row.loop] += row.kernelNs;
    MeasuredTimes answers;
    std::string source = fmt::format("run {}", state.run);
    for (const State::Question &each : state.pending) {
      std::vector<double> samples;
      for (const auto &[loop, ns] : times[each.name])
        samples.push_back(ns);
      std::ranges::sort(samples);
      if (samples.empty())
        std::fprintf(stderr, "alcove tune: note: measured.csv has no row of '%s'\n", each.name.c_str());
      else
        answers.answers.push_back({MeasuredChip::of(chip), each.question, static_cast<int64_t>(samples.size()),
                                   samples[samples.size() / 2], samples.front(), samples.back(), source,
                                   request.release});
    }
    if (answers.answers.empty())
      return Error{fmt::format("{} has no row of the questions of run {}", file("measured.csv").string(), state.run)};
    ALCOVE_ASSIGN_OR_RETURN(MeasuredTimes table, knownTimes());
    mergeMeasuredTimes(table, answers);
    ALCOVE_RETURN_IF_ERROR(writeMeasuredTimes(table, file("table.db").string()));
    state.pending.clear();
    ALCOVE_RETURN_IF_ERROR(writeState(file("tune.json"), state));
    std::error_code ignored;
    std::filesystem::rename(file("measured.csv"), folder / fmt::format("measured-{}.csv", state.run), ignored);
    return {};
  }

  Result<MeasuredTimes> knownTimes() const {
    std::error_code unknown;
    return std::filesystem::exists(file("table.db"), unknown) ? readMeasuredTimes(file("table.db").string())
                                                              : Result<MeasuredTimes>(MeasuredTimes());
  }

  Words planning(bool measured) const {
    Words words = request.planning;
    std::error_code unknown;
    if (measured && std::filesystem::exists(file("table.db"), unknown))
      words.push_back("--measured=" + file("table.db").string());
    return words;
  }

  std::string familyOf(const std::string &question) const {
    Result<Query> query = question.empty() ? Result<Query>(Error{""}) : parseQuery(question, chip);
    std::optional<TimedFamily> timed = query ? estimateWithFamily(*query, chip, timeParameters(chip)) : std::nullopt;
    return timed ? toString(timed->family) : "";
  }

  /// MT-10: half of what the plans ask; one always.
  int64_t mayBeAsked() const {
    return std::max(std::max<int64_t>(1, static_cast<int64_t>(state.seen.size()) / 2) - state.asked, int64_t{0});
  }

  /// MT-8, MT-9, MT-10: the plan with what is known, and the program of what is worth a measurement.
  Status plan() {
    Words words = planning(true);
    words.insert(words.end(), {"-o", file("planned.mlir").string(), "--timeline=" + file("timeline.json").string()});
    if (request.draws > 0)
      words.push_back(fmt::format("--robustness={}", request.draws));
    ALCOVE_ASSIGN_OR_RETURN(ops, plannedOps(words, file("summary.json")));
    std::vector<PricedOp> priced;
    for (const PlannedOp &op : ops) {
      priced.push_back({op.question, op.ns, op.lowNs, op.highNs, op.price == toString(Evidence::Measured),
                        request.draws == 0 || op.regret > 0, familyOf(op.question)});
      if (!op.question.empty() && op.ns > 0)
        state.seen.insert(op.question);
    }
    choice = chooseQuestions(priced, request.unsure, std::min(request.most, mayBeAsked()));
    double ns = 0;
    for (const PlannedOp &op : ops)
      ns += op.ns;
    print("run {}: {:.1f} us planned, {:.1f} % of it unsure in {} questions; {} to measure\n", state.run + 1, ns / 1000,
          100 * choice.unsure, choice.open, state.run < request.runs ? choice.chosen.size() : 0);
    if (choice.chosen.empty() || state.run >= request.runs)
      return {};
    return writeProgram();
  }

  Status writeProgram() {
    std::string names;
    for (size_t op : choice.chosen) {
      state.pending.push_back({ops[op].name, ops[op].question});
      names += ops[op].name + "\n";
    }
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(file("questions.txt").string(), names));
    Outcome outcome = runToEnd({"alcove-emit", file("planned.mlir").string(), "-o", folder.string(),
                                "--single-ops=" + file("questions.txt").string(),
                                "--timeline=" + file("timeline.json").string(), "--model=questions"});
    if (outcome.exitCode != 0)
      return Error{outcome.output};
    std::error_code ignored;
    std::filesystem::remove(file("measured.csv"), ignored); // of questions that are no longer asked
    ++state.run;
    state.asked += static_cast<int64_t>(choice.chosen.size());
    return writeState(file("tune.json"), state);
  }

  /// What tuning changed.
  Status tell() {
    ALCOVE_ASSIGN_OR_RETURN(MeasuredTimes table, knownTimes());
    if (table.answers.empty()) {
      print("nothing is worth a measurement: {:.1f} % of the time is unsure\n", 100 * choice.unsure);
      return {};
    }
    ScratchFolder scratch("tune");
    ALCOVE_ASSIGN_OR_RETURN(std::vector<PlannedOp> before, plannedOps(planning(false), scratch.file("summary.json")));
    ALCOVE_ASSIGN_OR_RETURN(double old, pricedBy(before, table, chip));
    ALCOVE_ASSIGN_OR_RETURN(double now, pricedBy(ops, table, chip));
    print("{} after {} runs, {} questions: {} of {} ops lie elsewhere, {:.1f} us instead of {:.1f} us at these times\n"
          "the plan: alcove build {} -o PROGRAM --measured={}\n",
          choice.chosen.empty() && choice.unsure <= request.unsure ? "tuned"
          : state.run >= request.runs                              ? "the runs are spent: stopped"
                                                                   : "half of the questions are measured: stopped",
          state.run, table.answers.size(), opsMoved(before, ops), ops.size(), now / 1000, old / 1000, state.of,
          file("table.db").string());
    return {};
  }

  const Request &request;
  ChipParameters chip;
  State state;
  std::filesystem::path folder;
  std::vector<PlannedOp> ops; ///< of the last plan
  QuestionChoice choice;
};

Status tune(const Request &request) {
  ALCOVE_ASSIGN_OR_RETURN(ChipParameters chip, chipNamed(request.device));
  std::error_code error;
  bool isNew = std::filesystem::create_directories(request.folder, error);
  if (error)
    return Error{fmt::format("{}: {}", request.folder, error.message())};
  std::string of;
  for (const std::string &word : request.planning)
    of += (of.empty() ? "" : " ") + word;
  ALCOVE_ASSIGN_OR_RETURN(State state, readState(std::filesystem::path(request.folder) / "tune.json", of));
  Status done = Tuning(request, chip, std::move(state)).go();
  if (!done && isNew)
    std::filesystem::remove(request.folder, error); // where nothing was written
  return done;
}

} // namespace

int front::runTune(const Words &arguments) {
  Result<Request> request = readRequest(arguments);
  if (!request)
    return wrongLine("tune", request.error().message);
  if (Status done = tune(*request); !done) {
    std::fprintf(stderr, "alcove tune: error: %s\n", done.error().message.c_str());
    return 1;
  }
  return 0;
}
