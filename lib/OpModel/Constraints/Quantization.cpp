//===- Quantization.cpp - Quantize, dequantize, requantize ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composite ops: affine maps by a scale and a zero point, per tensor or per slice of `axis`. tt-metal's
// eltwise/quantization builds them from binary programs and casts; the order of the intermediates follows the peaks
// that the backend reports (op-model unit cases). Rules Q1-Q3 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "Geometry.h"

using namespace alcove;
using namespace alcove::opmodel;

namespace {

/// Live bytes of the three kinds of intermediates and the programs between them.
class AffineChain {
public:
  AffineChain(Evaluation &e, const TensorLayout &layout, bool perAxis) : e(e), perAxis(perAxis) {
    const Shape &shape = e.in(0).shape;
    real = TensorSpec{shape, withType(layout, DataType::BF16)};
    whole = TensorSpec{shape, withType(layout, DataType::SI32)};
  }

  void allocateReal(const char *name) { live += e.allocate(name, real); }
  void allocateWhole(const char *name) { live += e.allocate(name, whole); }
  void allocateVector(const char *name, const TensorSpec &vector, DataType type) {
    live += e.allocate(name, {vector.shape, withType(vector.layout, type)});
  }
  /// A binary program on tiles of `type`, with a row to broadcast when per axis.
  void binary(DataType type) {
    e.cb("lhs, rhs, out", 6, tileBytes(type));
    if (perAxis)
      e.cb("row broadcast", 2, tileBytes(type));
    e.endProgram();
  }
  void cast() {
    e.cb("in", 2, tileBytes(DataType::BF16));
    e.cb("out", 2, tileBytes(DataType::SI32));
    e.endProgram();
  }
  void releaseAll() {
    e.release(live);
    live = 0;
  }

  Evaluation &e;
  bool perAxis;
  Bytes live = 0;

private:
  TensorSpec real, whole;
};

/// OM-Q2: divide by the scale, add the zero point as a float, cast. `first` is the operand with the scale.
void quantizeSteps(AffineChain &chain, size_t first) {
  Evaluation &e = chain.e;
  if (chain.perAxis)
    chain.allocateVector("scale row", e.in(first), DataType::BF16);
  chain.allocateVector("zero point as float", e.in(first + 1), DataType::BF16);
  chain.allocateReal("divided");
  chain.binary(DataType::BF16);
  chain.allocateReal("shifted");
  chain.binary(DataType::BF16);
  chain.allocateWhole("quantized");
  chain.cast();
}

/// OM-Q3: subtract the zero point in 32 bits, multiply by the scale.
void dequantizeSteps(AffineChain &chain) {
  Evaluation &e = chain.e;
  if (chain.perAxis) {
    e.allocate("input row", {e.in(0).shape, withType(e.in(0).layout, DataType::SI32)});
    chain.live += device::l1BytesPerCore({e.in(0).shape, withType(e.in(0).layout, DataType::SI32)}, e.chip.l1Banks);
    chain.allocateVector("zero point row", e.in(2), DataType::SI32);
    chain.allocateVector("scale row", e.in(1), DataType::BF16);
    chain.allocateVector("scale as float", e.in(1), DataType::BF16);
  }
  chain.allocateWhole("shifted");
  chain.binary(DataType::SI32);
  chain.allocateReal("scaled");
  chain.binary(DataType::BF16);
}

} // namespace

bool opmodel::evaluateQuantize(Evaluation &e) {
  for (size_t i = 0; i < e.numInputs(); ++i)
    if (!requireTiled(e, i) || !requireInterleaved(e, i))
      return false;
  if (!requireInterleavedOutput(e))
    return false;
  const TensorSpec &input = e.in(0);
  bool perAxis = e.hasAttribute("axis");
  // OM-Q1: one scale and zero point, or one per slice of the axis.
  int64_t expected = 1;
  if (perAxis) {
    std::optional<int64_t> axis = normalisedDim(e.integer("axis", 0), input.shape.size());
    if (!axis)
      return e.refuse("quantize.axis-out-of-range", "axis {} of rank {}", e.integer("axis", 0), input.shape.size());
    expected = input.shape[*axis];
  }
  for (size_t i = 1; i < e.numInputs(); ++i)
    if (volumeOf(e.in(i).shape) != expected)
      return e.refuse("quantize.parameter-shape", "operand {} has {} elements, not {}", i, volumeOf(e.in(i).shape),
                      expected);
  // OM-Q1: element by element, so the result has as many as the input.
  if (e.hasOutput() && volumeOf(e.out().shape) != volumeOf(input.shape))
    return e.refuse("quantize.shape-mismatch", "input has {} elements, output {}", volumeOf(input.shape),
                    volumeOf(e.out().shape));
  bool toFloat = e.query.op == "dequantize";
  DataType type = requestedType(e, toFloat ? DataType::BF16 : DataType::SI32);
  TensorLayout layout = requested(e, input.layout, type);
  layout.pageLayout = PageLayout::Tile;
  AffineChain chain(e, layout, perAxis);
  if (e.query.op == "quantize") {
    quantizeSteps(chain, 1);
  } else if (toFloat) {
    dequantizeSteps(chain);
  } else {
    dequantizeSteps(chain);
    if (perAxis) {
      chain.allocateWhole("rescaled");
      chain.allocateWhole("rounded");
      chain.allocateReal("rescaled as float");
      chain.binary(DataType::BF16);
    } else {
      // The shifted integers are gone once they are scaled.
      Bytes whole = device::l1BytesPerCore({input.shape, withType(layout, DataType::SI32)}, e.chip.l1Banks);
      e.release(whole);
      chain.live -= whole;
    }
    quantizeSteps(chain, 3);
    if (perAxis)
      chain.binary(DataType::SI32);
  }
  chain.releaseAll();
  e.record(0, e.hasOutput() ? e.out().shape : input.shape, layout);
  return true;
}
