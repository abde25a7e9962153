//===- main.cpp - alcove: one program to start with ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Build.h"
#include "Doctor.h"
#include "Measured.h"
#include "Model.h"
#include "Programs.h"
#include "Remedies.h"
#include "Session.h"

#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Nearest.h"

#include <cstdio>
#include <fmt/format.h>
#include <functional>

using namespace alcove;
using namespace alcove::front;

namespace {
/// A subcommand, and the program that it is a face of.
struct Subcommand {
  const char *name;
  const char *program; ///< empty: a command of this program
  const char *helpAll; ///< what the program calls its long help
};

constexpr Subcommand subcommands[] = {
    {"build", "", ""},
    {"calibrate", "", ""},
    {"compare", "alcove-compare", "--help"},
    {"device", "alcove-device", "--help-all"},
    {"diff-measured", "", ""},
    {"doctor", "", ""},
    {"explain", "", ""},
    {"fit", "alcove-fit", "--help"},
    {"formats", "alcove-formats", "--help"},
    {"opmodel", "alcove-opmodel", "--help-all"},
    {"opt", "alcove-opt", "--help-all"},
    {"plan", "", ""},
    {"report", "", ""},
    {"run", "alcove-run", "--help"},
    {"session", "", ""},
    {"solve", "alcove-solve", "--help-all"},
    {"sweep", "alcove-sweep", "--help"},
    {"tune", "", ""},
};

std::vector<std::string> subcommandNames() {
  std::vector<std::string> names;
  for (const Subcommand &each : subcommands)
    names.push_back(each.name);
  return names;
}

const Subcommand *find(std::string_view name) {
  for (const Subcommand &each : subcommands)
    if (name == each.name)
      return &each;
  return nullptr;
}

int unknownSubcommand(const std::string &word) {
  std::error_code ignored;
  if (std::filesystem::exists(word, ignored)) {
    std::fprintf(stderr, "alcove: error: '%s' is a file, not a subcommand: `alcove plan %s` plans it\n", word.c_str(),
                 word.c_str());
    return 2;
  }
  if (std::string program = "alcove-" + word; std::filesystem::exists(programFolder() / program, ignored)) {
    std::fprintf(stderr, "alcove: error: '%s' is no subcommand: `%s` is a program of its own\n", word.c_str(),
                 program.c_str());
    return 2;
  }
  std::vector<std::string> names{"--help", "--version"};
  if (word == "version")
    names = {"--version"};
  else if (!word.starts_with("-"))
    names = subcommandNames();
  std::string nearest = nearestName(word, names, std::identity());
  std::fprintf(stderr, "alcove: error: there is no subcommand '%s'; nearest: '%s' (`alcove --help` lists them)\n",
               word.c_str(), nearest.c_str());
  return 2;
}

int print(const std::string &text) {
  std::fputs(text.c_str(), stdout);
  return 0;
}

int runSubcommand(const Subcommand &command, Words arguments) {
  std::string name = command.name, first = arguments.empty() ? "" : arguments[0];
  if (first == "--help" || first == "-h")
    return print(helpText("alcove-" + name));
  if (first == "--version")
    return print(versionText("alcove " + name));
  bool own = command.program[0] == '\0';
  if (first == "--help-all")
    return name == "doctor" || name == "calibrate" ? print(helpText("alcove-" + name))
           : own                                   ? listPipelineOptions()
                                                   : become({command.program, command.helpAll});
  if (name == "doctor")
    return runDoctor(arguments);
  if (name == "calibrate")
    return runCalibrate(arguments);
  if (name == "diff-measured")
    return runDiffMeasured(arguments);
  if (name == "tune")
    return runTune(arguments);
  if (name == "compare" && comparesReleases(arguments))
    return runCompareReleases(arguments);
  if (name == "session")
    return runSession(arguments);
  if (name == "build")
    return runBuild(arguments);
  if (name == "explain")
    return runExplain(arguments);
  if (own)
    return runModelCommand(name, arguments);
  arguments.insert(arguments.begin(), command.program);
  return become(arguments);
}
} // namespace

int main(int argc, char **argv) {
  checkOutputAtExit("alcove");
  Words words(argv + 1, argv + argc);
  if (words.empty()) {
    std::fputs(helpText("alcove").c_str(), stderr);
    return 2;
  }
  if (words[0] == "--help" || words[0] == "-h" || (words[0] == "help" && words.size() == 1))
    return print(helpText("alcove"));
  if (words[0] == "--version")
    return print(versionText("alcove"));
  if (words[0] == "help") {
    words = {words[1], "--help"};
  }
  const Subcommand *command = find(words[0]);
  if (!command)
    return unknownSubcommand(words[0]);
  return runSubcommand(*command, Words(words.begin() + 1, words.end()));
}
