//===- alcove-program.cpp - Print a generated linalg program --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/CommandLine/Llvm/Output.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/RandomProgram.h"

#include "llvm/Support/CommandLine.h"

#include <cstdio>

namespace cl = llvm::cl;
using namespace alcove::supertiling;

namespace {

int refuse(const std::string &what) {
  fprintf(stderr, "alcove-program: %s\n", what.c_str());
  return 1;
}

int write(const std::string &text) {
  alcove::Status written = alcove::writeFileAtomically("-", text);
  return written ? 0 : refuse(written.error().message);
}

} // namespace

int main(int argc, char **argv) {
  alcove::checkLlvmOutputAtExit("alcove-program");
  cl::OptionCategory category("alcove-program");
  cl::opt<std::string> kind(
      cl::Positional, cl::Required, cl::cat(category),
      cl::desc("list | corpus | encoder | detector | resnet18 | attention | feed-forward | product-pair | random"));
  cl::opt<std::string> name("name", cl::desc("corpus: name of the program"), cl::cat(category));
  cl::opt<int> layers("layers", cl::desc("encoder: layers"), cl::init(12), cl::cat(category));
  cl::opt<int64_t> tokens("tokens", cl::desc("encoder, attention, feed-forward, product-pair: tokens"), cl::init(128),
                          cl::cat(category));
  cl::opt<int64_t> width("width",
                         cl::desc("encoder, feed-forward, product-pair: width (768); detector: channels (32); "
                                  "attention: columns of a head (64)"),
                         cl::init(0), cl::cat(category));
  cl::opt<int64_t> hidden("hidden", cl::desc("feed-forward, product-pair: columns in between (4 x width)"), cl::init(0),
                          cl::cat(category));
  cl::opt<int64_t> heads("heads", cl::desc("encoder, attention: heads"), cl::init(12), cl::cat(category));
  cl::opt<int64_t> image("image", cl::desc("detector: height and width"), cl::init(320), cl::cat(category));
  cl::opt<int> depth("depth", cl::desc("detector: bottlenecks per stage"), cl::init(2), cl::cat(category));
  cl::opt<uint64_t> seed("seed", cl::desc("random: seed"), cl::init(1), cl::cat(category));
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << alcove::versionText("alcove-program"); });
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Prints a generated linalg program as MLIR\n");
  auto within = [](int64_t value, int64_t low, int64_t high) { return value >= low && value <= high; };
  if (kind == "list") {
    std::string names;
    for (const CorpusProgram &program : corpus())
      names += program.name + "\n";
    return write(names);
  }
  if (kind == "corpus") {
    for (const CorpusProgram &program : corpus())
      if (program.name == name)
        return write(program.text);
    return refuse("the corpus has no program '" + name + "'");
  }
  if (kind == "random")
    return write(randomProgram(seed).text());
  if (kind == "encoder") {
    int64_t columns = width == 0 ? 768 : width.getValue();
    if (!within(layers, 1, 1000) || !within(tokens, 1, 1 << 20) || !within(columns, 1, 1 << 20) ||
        !within(heads, 1, columns) || columns % heads != 0)
      return refuse("encoder: layers in 1..1000, tokens and width in 1..2^20, heads a divisor of width");
    return write(encoder(layers, tokens, columns, heads));
  }
  if (kind == "detector") {
    int64_t channels = width == 0 ? 32 : width.getValue();
    if (!within(image, 32, 1 << 14) || !within(channels, 2, 1 << 12) || !within(depth, 1, 100))
      return refuse("detector: image in 32..2^14, width in 2..2^12, depth in 1..100");
    return write(detector(image, channels, depth));
  }
  if (kind == "resnet18")
    return write(resnet18(224));
  if (kind == "attention" || kind == "feed-forward" || kind == "product-pair") {
    int64_t columns = width != 0 ? width.getValue() : kind == "attention" ? 64 : 768;
    int64_t between = hidden != 0 ? hidden.getValue() : 4 * columns;
    if (!within(heads, 1, 1 << 12) || !within(tokens, 1, 1 << 20) || !within(columns, 1, 1 << 18) ||
        !within(between, 1, 1 << 20))
      return refuse(kind + ": heads in 1..2^12, tokens and hidden in 1..2^20, width in 1..2^18");
    return write(kind == "attention"      ? attention(heads, tokens, columns)
                 : kind == "feed-forward" ? feedForward(tokens, columns, between)
                                          : productPair(tokens, columns, between));
  }
  return refuse("'" + kind +
                "' is not list, corpus, encoder, detector, resnet18, attention, feed-forward, product-pair or random");
}
