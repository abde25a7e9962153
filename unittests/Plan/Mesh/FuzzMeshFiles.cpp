//===- FuzzMeshFiles.cpp - Bytes as files of mesh problems ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Odd first byte: the other bytes change numbers in the text of a random problem, so that most inputs reach the checks;
// even: the bytes are the text. What is read comes back as it is written, and small problems are solved and proved.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Mesh/Certificate.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"
#include "testing/Plan/EditedText.h"
#include "testing/Plan/Mesh/RandomMesh.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bool edits = size > 1 && data[0] % 2 == 1;
  std::string text =
      edits ? testing::editedText(formats::writeMeshProblem(mesh::randomMesh(data[1], 4)), data + 2, size - 2)
            : std::string(reinterpret_cast<const char *>(data), size);
  (void)formats::parseMeshPlan(text);
  Result<mesh::Problem> problem = formats::parseMeshProblem(text);
  if (!problem.ok())
    return 0;
  std::string written = formats::writeMeshProblem(*problem);
  Result<mesh::Problem> again = formats::parseMeshProblem(written);
  if (!again.ok() || formats::writeMeshProblem(*again) != written)
    std::abort();
  if (problem->ops.size() > 8)
    return 0;
  mesh::MeshResult exact = (*mesh::makePolicy("exact"))->run(*problem, {.workUnits = 20'000});
  if (exact.plan.found() && !mesh::verify(*problem, exact.plan).ok())
    std::abort();
  if (exact.certificate)
    if (Result<Cost> bound = mesh::checkCertificate(*problem, *exact.certificate);
        bound.ok() && exact.plan.found() && *bound > exact.plan.cost)
      std::abort();
  return 0;
}
