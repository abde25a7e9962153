//===- alcove-program.cpp - Print a generated linalg program --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Corpus.h"
#include "alcove/SuperTiling/RandomProgram.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace alcove::supertiling;

int main(int argc, char **argv) {
  CLI::App app{"Prints a generated linalg program as MLIR"};
  app.require_subcommand(1);
  std::string name;
  int layers = 12, depth = 2;
  int64_t tokens = 128, width = 768, heads = 12, image = 320;
  uint64_t seed = 1;
  auto *listing = app.add_subcommand("list", "Names of the corpus programs");
  auto *named = app.add_subcommand("corpus", "A program of the corpus");
  named->add_option("name", name, "Its name")->required();
  auto *layered = app.add_subcommand("encoder", "Transformer encoder");
  layered->add_option("--layers", layers)->check(CLI::Range(1, 1000));
  layered->add_option("--tokens", tokens)->check(CLI::Range(1, 1 << 20));
  layered->add_option("--width", width)->check(CLI::Range(1, 1 << 20));
  layered->add_option("--heads", heads)->check(CLI::Range(1, 1 << 20));
  auto *yolo = app.add_subcommand("detector", "Convolutional detector of the YOLO kind");
  yolo->add_option("--image", image)->check(CLI::Range(32, 1 << 14));
  yolo->add_option("--width", width)->check(CLI::Range(2, 1 << 12));
  yolo->add_option("--depth", depth)->check(CLI::Range(1, 100));
  auto *random = app.add_subcommand("random", "A random program, as the fuzzer makes them");
  random->add_option("--seed", seed);
  CLI11_PARSE(app, argc, argv);
  std::string text;
  if (*listing)
    for (const CorpusProgram &program : corpus())
      text += program.name + "\n";
  if (*named) {
    for (const CorpusProgram &program : corpus())
      if (program.name == name)
        text = program.text;
    if (text.empty()) {
      fprintf(stderr, "alcove-program: the corpus has no program '%s'\n", name.c_str());
      return 1;
    }
  }
  if (*layered) {
    if (width % heads != 0) {
      fprintf(stderr, "alcove-program: width %lld is not a multiple of heads %lld\n", (long long)width, (long long)heads);
      return 1;
    }
    text = encoder(layers, tokens, width, heads);
  }
  if (*yolo)
    text = detector(image, width, depth);
  if (*random)
    text = randomProgram(seed).text();
  fputs(text.c_str(), stdout);
  return 0;
}
