//===- Doctor.cpp - Is this installation whole? -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Doctor.h"
#include "Programs.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Result.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

using namespace alcove;
using namespace alcove::front;

namespace {
constexpr const char *smallModel =
    R"(func.func @main(%x: tensor<64x128xbf16>, %w: tensor<128x64xbf16>) -> tensor<64x64xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<64x128xbf16>, tensor<128x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.relu"(%0) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}
)";

/// Behind what another version refuses.
constexpr const char *writtenFor = "; written for tt-mlir 19c86fca (2026-08-21): scripts/check_with_tt_mlir.sh of the "
                                   "sources lists what another version refuses";

/// The first error that a program printed, without the path of the file.
std::string refusal(const Outcome &outcome) {
  size_t at = outcome.output.find("error:");
  if (at == std::string::npos)
    return fmt::format("exit {}: {}", outcome.exitCode, outcome.output.substr(0, 300));
  size_t start = outcome.output.rfind('\n', at) + 1, path = outcome.output.find(".mlir:", start);
  if (path < at)
    start = path + std::string_view(".mlir:").size();
  return "line " + outcome.output.substr(start, outcome.output.find('\n', at) - start);
}

class Doctor {
public:
  void check(const std::string &what, bool good, const std::string &remedy) {
    fmt::print("{}  {}{}\n", good ? "ok  " : "FAIL", what, good ? "" : ": " + remedy);
    failures += !good;
  }

  /// Beside this one, started, and of the same commit.
  void checkProgram(const std::string &name) {
    Outcome outcome = runToEnd({name, "--version"});
    if (outcome.exitCode == 0)
      return check(name, outcome.output.find(std::string(commit())) != std::string::npos,
                   fmt::format("is of another build than `alcove` ({}): install both from one package", commit()));
    bool missing = !std::filesystem::exists(programFolder() / name);
    check(name, false,
          missing ? fmt::format("not in {}: install the package `alcove` again", programFolder().string())
                  : fmt::format("does not start ({}): libmlir-22 and libllvm22 come from bookworm-security",
                                outcome.output.substr(0, outcome.output.find('\n'))));
  }

  /// A model planned at level 2, with what the planner said.
  Outcome plan(const std::string &model, const std::string &planned) {
    return runToEnd({"alcove-opt", "--ttir-to-ttnn-backend-pipeline=optimization-level=2 mock-system-desc-arch=n150",
                     model, "-o", planned});
  }

  void checkPlanning() {
    std::string planned = scratch.file("planned.mlir"), model = scratch.file("model.mlir");
    bool wrote = writeFileAtomically(model, smallModel).ok();
    Outcome outcome = plan(model, planned);
    check("a small model is planned and judged", wrote && outcome.exitCode == 0, outcome.output.substr(0, 300));
    Outcome run = runToEnd({"alcove-run", model, "--compare=" + planned});
    check("its numbers are those of its input", run.exitCode == 0, run.output.substr(0, 300));
  }

  /// Whether the tt-mlir of `program` reads what is planned here: the small model, and the example where it is
  /// installed.
  void checkTTMLIR(const std::string &program) {
    std::filesystem::path example = programFolder().parent_path() / "share/doc/alcove/examples/resnet50.mlir.gz";
    std::error_code unknown;
    for (const std::filesystem::path &model : {std::filesystem::path(scratch.file("model.mlir")), example}) {
      if (!std::filesystem::exists(model, unknown))
        continue;
      std::string planned = scratch.file("for-tt-mlir.mlir");
      if (plan(model, planned).exitCode != 0)
        continue; // said already
      Outcome read = runToEnd({program, planned, "-o", "/dev/null"});
      check(fmt::format("{} accepts the plan of {}", program, model.filename().string()), read.exitCode == 0,
            refusal(read) + writtenFor);
    }
  }

  ScratchFolder scratch{"doctor"};
  int failures = 0;
};

/// What `--tt-mlir` names, by its absolute path: a file, or a program of PATH.
Result<std::string> programNamed(const std::string &name) {
  std::error_code unknown;
  std::vector<std::filesystem::path> candidates;
  if (name.find('/') != std::string::npos)
    candidates.push_back(std::filesystem::absolute(name, unknown));
  else if (const char *path = std::getenv("PATH"))
    for (std::string_view rest = path; !rest.empty();) {
      size_t colon = std::min(rest.find(':'), rest.size());
      candidates.push_back(std::filesystem::absolute(rest.substr(0, colon), unknown) / name);
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
  for (const std::filesystem::path &candidate : candidates)
    if (std::filesystem::is_regular_file(candidate, unknown) && access(candidate.c_str(), X_OK) == 0)
      return candidate.string();
  return Error{
      fmt::format("--tt-mlir: '{}' is no program: give the path of the ttmlir-opt of a build of tt-mlir", name)};
}

/// The program that `--tt-mlir` names; empty when the command line is.
Result<std::string> readLine(const Words &arguments) {
  if (arguments.empty())
    return std::string();
  std::string_view first = arguments[0];
  constexpr std::string_view option = "--tt-mlir", joined = "--tt-mlir=";
  bool isJoined = first.starts_with(joined);
  if (first != option && !isJoined)
    return Error{fmt::format("takes --tt-mlir BIN alone, found '{}'", first)};
  size_t words = isJoined ? 1 : 2;
  if (arguments.size() < words)
    return Error{"--tt-mlir needs a value: the path of a ttmlir-opt"};
  if (arguments.size() > words)
    return Error{fmt::format("takes --tt-mlir BIN alone, found '{}' behind it", arguments[words])};
  return programNamed(isJoined ? arguments[0].substr(joined.size()) : arguments[1]);
}
} // namespace

int front::runDoctor(const Words &arguments) {
  Result<std::string> client = readLine(arguments);
  if (!client)
    return wrongLine("doctor", client.error().message);
  std::fputs(versionText("alcove").c_str(), stdout);
  std::fflush(stdout);
  Doctor doctor;
  for (const char *name :
       {"alcove-opt", "alcove-run", "alcove-compare", "alcove-solve", "alcove-device", "alcove-opmodel", "alcove-exec",
        "alcove-program", "alcove-sweep", "alcove-emit", "alcove-formats"})
    doctor.checkProgram(name);
  doctor.check("device presets", runToEnd({"alcove-device", "list"}).exitCode == 0, "`alcove device list` fails");
  doctor.checkPlanning();
  if (!client->empty())
    doctor.checkTTMLIR(*client);
  if (doctor.failures)
    fmt::print("{} of the checks failed\n", doctor.failures);
  return doctor.failures ? 1 : 0;
}
