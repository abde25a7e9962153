//===- Doctor.cpp - Is this installation whole? -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Doctor.h"
#include "Programs.h"

#include "alcove/CommandLine/Help.h"
#include "alcove/Support/AtomicFile.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <unistd.h>

using namespace alcove;
using namespace alcove::front;

namespace {
constexpr const char *kModel =
    R"(func.func @main(%x: tensor<64x128xbf16>, %w: tensor<128x64xbf16>) -> tensor<64x64xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<64x128xbf16>, tensor<128x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.relu"(%0) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %1 : tensor<64x64xbf16>
}
)";

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

  void checkPlanning() {
    std::string folder = std::filesystem::temp_directory_path() / fmt::format("alcove-doctor-{}", getpid());
    std::error_code failed;
    std::filesystem::create_directory(folder, failed);
    std::string planned = folder + "/planned.mlir", model = folder + "/model.mlir";
    bool wrote = writeFileAtomically(model, kModel).ok();
    Outcome plan =
        runToEnd({"alcove-opt", "--ttir-to-ttnn-backend-pipeline=optimization-level=2 mock-system-desc-arch=n150",
                  model, "-o", planned});
    check("a small model is planned and judged", wrote && plan.exitCode == 0, plan.output.substr(0, 300));
    Outcome run = runToEnd({"alcove-run", model, "--compare=" + planned});
    check("its numbers are those of its input", run.exitCode == 0, run.output.substr(0, 300));
    std::filesystem::remove_all(folder, failed);
  }

  int failures = 0;
};
} // namespace

int front::runDoctor() {
  std::fputs(versionText("alcove").c_str(), stdout);
  std::fflush(stdout);
  Doctor doctor;
  for (const char *name : {"alcove-opt", "alcove-run", "alcove-compare", "alcove-solve", "alcove-device",
                           "alcove-opmodel", "alcove-exec", "alcove-program", "alcove-sweep"})
    doctor.checkProgram(name);
  doctor.check("device presets", runToEnd({"alcove-device", "list"}).exitCode == 0, "`alcove device list` fails");
  doctor.checkPlanning();
  if (doctor.failures)
    fmt::print("{} of the checks failed\n", doctor.failures);
  return doctor.failures ? 1 : 0;
}
