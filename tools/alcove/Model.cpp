//===- Model.cpp - Subcommands that compile one model -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Model.h"

#include "LeastL1.h"
#include "PipelineOptions.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Device/SystemDesc.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fmt/format.h>
#include <map>

using namespace alcove;
using namespace alcove::front;

namespace {
/// What a command line says, in the order of its words.
struct Line {
  std::vector<std::string> files; // the model, and the op of `explain`
  std::string output;
  std::map<std::string, std::string> options; // of the pipeline
};

/// What subcommands take beside the options of the pipeline.
const std::vector<std::string> ownOptions = {"device",       "mesh",           "mesh-policy",         "mesh-links",
                                             "parameters",   "max-rounds",     "mesh-rounds",         "devices",
                                             "explain-mesh", "compare-meshes", "export-mesh-problem", "json"};

/// Reads the words of one command line against the options that there are.
class LineReader {
public:
  LineReader(const Words &words, const PipelineOptions &options) : words(words), options(options) {}

  Result<Line> read() {
    for (; at < words.size(); ++at) {
      const std::string &word = words[at];
      Status good;
      if (word.empty())
        good = Error{"one of the arguments is an empty word, which names no model and no op"};
      else if (word == "-o")
        good = readOutput();
      else if (word == "--ops")
        line.options["summary"] = "ops";
      else if (word.starts_with("--"))
        good = readOption(word);
      else if (word.starts_with("-") && word != "-")
        good = Error{fmt::format(
            "unknown option {}; options are written --NAME=VALUE (`alcove plan --help-all` lists them)", word)};
      else
        line.files.push_back(word);
      if (!good)
        return good.error();
    }
    return std::move(line);
  }

private:
  Status readValue(std::string &value) {
    ALCOVE_ASSIGN_OR_RETURN(value, takeValue(words, at));
    return {};
  }

  Status readOutput() {
    std::string before = std::move(line.output);
    if (Status good = readValue(line.output); !good)
      return good;
    if (!before.empty() && before != line.output)
      return Error{fmt::format("-o is given twice, as '{}' and '{}': give it once", before, line.output)};
    return line.output.empty() ? Status(Error{"-o needs a value: -o FILE"}) : Status();
  }

  /// `--name=value`, `--name value`, and `--name` of what is true or false.
  Status readOption(const std::string &word) {
    size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    if (name == "json") // as it is called where results of other subcommands are written
      name = "summary-json";
    ALCOVE_ASSIGN_OR_RETURN(const PipelineOption *option, findOption(options, name));
    std::string value = "true";
    if (equals != std::string::npos)
      value = word.substr(equals + 1);
    else if (!option->type.empty())
      if (Status good = readValue(value); !good)
        return good;
    auto [known, isNew] = line.options.try_emplace(name, value);
    if (!isNew && known->second != value)
      return Error{fmt::format("--{} is given twice, as '{}' and '{}': give it once", name, known->second, value)};
    if (Status good = checkValue(*option, name, value); !good)
      return good;
    return value.empty() ? Status(Error{fmt::format("--{0} needs a value: --{0}=VALUE", name)}) : Status();
  }

  const Words &words;
  const PipelineOptions &options;
  size_t at = 0;
  Line line;
};

Result<Line> readLine(const Words &arguments) {
  static const Result<std::string> help = pipelineHelp(); // asks another program: once
  if (!help)
    return help.error();
  static const PipelineOptions options = readPipelineOptions(*help, ownOptions);
  return LineReader(arguments, options).read();
}

/// A value with blanks stands in quotes.
std::string quoted(const std::string &value) {
  return value.find(' ') == std::string::npos ? value : fmt::format("\"{}\"", value);
}

/// n150 is wormhole-n150, and ./a.json is a.json.
bool isOneDevice(const std::string &a, const std::string &b) {
  const device::SystemDesc *preset = device::findPreset(a);
  std::error_code ignored;
  return a == b || (preset && preset == device::findPreset(b)) || std::filesystem::equivalent(a, b, ignored);
}

/// A device by name or by file; without one, a card, unless the module brings its own.
Status chooseDevice(std::map<std::string, std::string> &options) {
  options.emplace("default-device", "wormhole");
  auto named = options.find("device");
  if (named == options.end())
    return {};
  std::string device = named->second;
  options.erase(named);
  bool isFile = device.ends_with(".json") || device.find('/') != std::string::npos;
  auto [known, isNew] = options.try_emplace(isFile ? "system-desc-path" : "mock-system-desc-arch", device);
  if (!isNew && !isOneDevice(known->second, device))
    return Error{fmt::format("--device={} and --{}={} are two devices: leave one of the options off", device,
                             known->first, known->second)};
  return {};
}

/// StableHLO and TOSA become TTIR first; a module that is TTIR passes by.
Words readingPasses(std::map<std::string, std::string> &options) {
  std::string given;
  for (const char *name : {"parameters", "max-rounds"})
    if (auto found = options.find(name); found != options.end()) {
      given += fmt::format("{}{}={}", given.empty() ? "" : " ", name, quoted(std::as_const(found->second)));
      options.erase(found);
    }
  given = given.empty() ? "" : "=" + given;
  return {"--convert-stablehlo-to-ttir" + given, "--convert-tosa-to-ttir" + given};
}

/// What the line says of patterns holds before a program is split, too.
std::string patternsOf(const std::map<std::string, std::string> &options) {
  std::string given;
  for (const char *name : {
#define LOWERING_PATTERN(name, option, byDefault, description) "enable-" option,
#include "alcove/Lower/LoweringPatterns.def"
       })
    if (auto found = options.find(name); found != options.end())
      given += fmt::format("{}{}={}", given.empty() ? "=" : " ", name, found->second);
  return given;
}

/// Of a split over chips, each with the pass's name for it.
const std::pair<const char *, const char *> meshOptions[] = {{"mesh-policy", "policy"},
                                                             {"devices", "devices"},
                                                             {"mesh-links", "links"},
                                                             {"mesh-rounds", "rounds"},
                                                             {"explain-mesh", "explain-mesh"},
                                                             {"compare-meshes", "compare"},
                                                             {"export-mesh-problem", "export-mesh-problem"}};

/// `--mesh 2x4`: the program of one chip is split over so many first. Nothing without it.
Result<Words> splittingPass(std::map<std::string, std::string> &options) {
  if (options.contains("devices"))
    options.try_emplace("mesh", "auto");
  auto mesh = options.find("mesh");
  if (mesh == options.end()) {
    for (const auto &[name, passName] : meshOptions)
      if (options.contains(name))
        return Error{fmt::format("--{} is of a split over chips: --mesh 2x4 asks for one", name)};
    return Words();
  }
  auto device = options.find(options.contains("system-desc-path") ? "system-desc-path" : "mock-system-desc-arch");
  std::string named = device == options.end() ? options["default-device"] : device->second;
  std::string given = fmt::format("mesh={} device={}", mesh->second, quoted(std::as_const(named)));
  options.erase(mesh);
  options.try_emplace("mesh-rounds", "8");
  for (const auto &[name, passName] : meshOptions)
    if (auto found = options.find(name); found != options.end()) {
      given += fmt::format(" {}={}", passName, quoted(std::as_const(found->second)));
      options.erase(found);
    }
  return Words{"--ttir-fuse-for-mesh" + patternsOf(options), "--ttir-split-over-mesh=" + given};
}

/// A plan file in place of the model that it is for.
bool isPlan(const std::string &path) {
  Result<std::string> text = path.ends_with(".json") ? readFile(path) : Result<std::string>(std::string());
  return text && text->find("\"alcove.plan\"") != std::string::npos;
}

/// JSON on standard output stands there alone, for whoever reads it.
bool printsJson(const Line &line) {
  auto json = line.options.find("summary-json");
  return json != line.options.end() && (json->second == "-" || json->second == "/dev/stdout");
}

/// What the subcommand itself asks of the pipeline.
Status addRequest(const std::string &subcommand, Line &line) {
  if (printsJson(line) && line.files.size() < 2) {
    line.options.emplace("summary", "false");
  } else if (subcommand == "plan") {
    line.options.emplace("summary", "true");
  } else if (subcommand == "explain") {
    if (line.files.size() == 2)
      line.options["explain"] = line.files[1];
    else
      line.options["summary"] = "ops";
  } else if (subcommand == "report") {
    line.options["report"] = line.output.empty() ? "plan.html" : line.output;
    line.output.clear();
  }
  size_t most = subcommand == "explain" ? 2 : 1;
  if (line.files.empty())
    return Error{fmt::format("no model is named: `alcove {} MODEL`, a file of TTIR, StableHLO or TOSA such as "
                             "/usr/share/doc/alcove/examples/resnet50.mlir.gz",
                             subcommand)};
  if (line.files.size() > most)
    return Error{
        fmt::format("one model at a time; '{}' is one too many (`alcove compare` takes two, `alcove sweep` many)",
                    line.files[most])};
  if (isPlan(line.files[0]))
    return Error{fmt::format("{0} is a plan, which has no operations of its own: `alcove {1} MODEL --plan-in={0}`",
                             line.files[0], subcommand)};
  return {};
}
} // namespace

bool front::isTTNN(const std::string &path) {
  Result<std::string> text = path == "-" ? Result<std::string>(std::string()) : readFile(path);
  return text && text->find("\"ttnn.") != std::string::npos && text->find("\"ttir.") == std::string::npos &&
         text->find("stablehlo.") == std::string::npos;
}

Result<Words> front::compilation(const std::string &subcommand, const Words &arguments, bool ttnn) {
  ALCOVE_ASSIGN_OR_RETURN(Line line, readLine(arguments));
  if (Status good = addRequest(subcommand, line); !good)
    return good.error();
  if (Status good = chooseDevice(line.options); !good)
    return good.error();
  if (ttnn)
    for (const char *name : {"parameters", "max-rounds"})
      if (line.options.contains(name))
        return Error{fmt::format("--{} is for StableHLO, TOSA and TTIR; the model is TTNN", name)};
  Words reading = readingPasses(line.options);
  ALCOVE_ASSIGN_OR_RETURN(Words splitting, splittingPass(line.options));
  if (ttnn && !splitting.empty())
    return Error{"--mesh splits TTIR or StableHLO; the model is TTNN"};
  line.options.emplace("optimization-level", "2");
  if (line.files[0] != "-")
    line.options.emplace("model-file", std::filesystem::path(line.files[0]).filename().string());
  // What was asked for goes to standard output, unless the module does.
  if (line.output != "-")
    line.options.emplace("print-to-stdout", "true");
  std::string pipeline;
  for (const auto &[name, value] : line.options)
    pipeline += fmt::format("{}{}={}", pipeline.empty() ? "" : " ", name, quoted(value));
  Words words{"alcove-opt"};
  if (!ttnn)
    words.insert(words.end(), reading.begin(), reading.end());
  words.insert(words.end(), splitting.begin(), splitting.end());
  words.push_back(fmt::format("--{}={}", ttnn ? "ttnn-to-ttnn" : "ttir-to-ttnn-backend-pipeline", pipeline));
  words.insert(words.end(), {line.files[0], "-o", line.output.empty() ? "/dev/null" : line.output});
  return words;
}

/// `-o`, `--json`; not `-`, the standard streams, and not `-1`.
static bool isOption(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && !std::isdigit(static_cast<unsigned char>(word[1]));
}

Result<std::string> front::takeValue(const Words &words, size_t &at) {
  const std::string &option = words[at];
  bool isLast = at + 1 == words.size();
  // Where the next word is an option, a file of its name would be written unseen.
  if (isLast || isOption(words[at + 1]))
    return Error{fmt::format("{0} needs a value: {0}{1}{2}", option, option == "-o" ? " FILE" : "=VALUE",
                             isLast ? "" : fmt::format("; '{}' behind it is another option", words[at + 1]))};
  return words[++at];
}

Result<OwnOptions> front::takeOptions(const Words &arguments, std::initializer_list<std::string_view> own) {
  OwnOptions options;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string &word = arguments[i];
    const size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    if (std::ranges::find(own, name) == own.end())
      options.others.push_back(word);
    else if (equals != std::string::npos)
      options.values.emplace_back(name, word.substr(equals + 1));
    else {
      ALCOVE_ASSIGN_OR_RETURN(std::string value, takeValue(arguments, i));
      options.values.emplace_back(name, value);
    }
  }
  return options;
}

std::string front::modelOf(const Words &arguments) {
  Result<Line> line = readLine(arguments);
  return line && !line->files.empty() ? line->files[0] : "";
}

Status front::checkLine(const Words &arguments) {
  Result<Line> line = readLine(arguments);
  return line ? Status() : Status(line.error());
}

bool front::asksForOneOp(const Words &arguments) {
  Result<Line> line = readLine(arguments);
  if (!line || line->files.size() != 1 || !line->output.empty())
    return true;
  return std::ranges::any_of(line->options, [](const auto &option) {
    return option.first.starts_with("summary") || option.first.starts_with("export") || option.first == "plan-out" ||
           option.first == "policies" || option.first == "explain" || option.first == "report";
  });
}

int front::runModelCommand(const std::string &subcommand, const Words &arguments) {
  Result<Words> words = compilation(subcommand, arguments, isTTNN(modelOf(arguments)));
  if (!words)
    return wrongLine(subcommand, words.error().message);
  return pipelineOption(*words, "l1-bytes").empty() ? become(*words) : runWithLessL1(*words);
}

int front::listPipelineOptions() {
  Result<std::string> help = pipelineHelp();
  if (!help)
    return wrongLine("plan", help.error().message);
  std::fputs((*help + "\n").c_str(), stdout);
  return 0;
}
