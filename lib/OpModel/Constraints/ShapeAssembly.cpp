//===- ShapeAssembly.cpp - Concat, slice, pad, repeat ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: tt-metal data_movement/{concat,slice,pad,repeat,repeat_interleave}; op_sharding_rules. What the kernels
// cannot do on tiles is done on rows: untilize, work, tilize. Rules A1-A9 of docs/spec/OpModel.md.
//
//===----------------------------------------------------------------------===//
#include "Families.h"
#include "LayoutConversion.h"
#include "ThroughRows.h"
#include "alcove/Device/DataTypeKinds.h"

using namespace alcove;
using namespace alcove::opmodel;

/// `operand` as rows in its own memory; the bytes are live until released.
static std::pair<TensorSpec, Bytes> untilized(Evaluation &e, const TensorSpec &operand) {
  TensorSpec rows = asRows(operand, e.chip);
  Bytes bytes = e.allocate("as rows", rows);
  tilizeProgram(e, operand, rows);
  return {rows, bytes};
}

/// Works on rows and tilizes: `work` writes `shape` as rows, then the result is made in tiles. An op that keeps its
/// work in one variable frees the operand's rows when the result's take their place.
static void onRows(Evaluation &e, const std::vector<TensorSpec> &operands, const Shape &shape,
                   const TensorLayout &layout, bool oneVariable = false) {
  Bytes live = 0;
  Bytes page = 0;
  for (const TensorSpec &operand : operands) {
    auto [rows, bytes] = untilized(e, operand);
    live += bytes;
    page = std::max(page, pageBytes(rows, e.chip));
  }
  DataType type = device::isBlockFloat(layout.dataType) ? DataType::BF16 : layout.dataType;
  TensorSpec rows{shape, withType(withPage(layout, PageLayout::RowMajor), type)};
  Bytes result = e.allocate("result as rows", rows);
  e.cb("rows", 2, std::max(page, pageBytes(rows, e.chip)));
  e.endProgram();
  if (oneVariable) {
    e.release(live);
    live = 0;
  }
  live += result;
  e.produce(0, shape, layout);
  tilizeProgram(e, rows, {shape, layout});
  e.release(live);
}

/// The end of concat and the repeats: tiles that the program cannot place whole go through rows, the rest streams
/// through one double buffer.
static bool placePages(Evaluation &e, const Shape &shape, const TensorLayout &layout, bool oneVariable = false) {
  if (worksOnRows(e.query, e.attributes)) {
    onRows(e, e.query.inputs, shape, layout, oneVariable);
    return true;
  }
  e.produce(0, shape, layout);
  e.cb("pages", 2, pageBytes({shape, layout}, e.chip));
  e.endProgram();
  return true;
}

/// OM-A2: sharded operands: one sharding and grid, one dimension per sharding, in place.
static bool concatSharded(Evaluation &e, int64_t dim, const Shape &shape) {
  const TensorSpec &first = e.in(0);
  int64_t rank = static_cast<int64_t>(first.shape.size());
  MemoryLayout kind = first.layout.memoryLayout;
  if (kind == MemoryLayout::BlockSharded)
    return e.refuse("concat.block-sharded", "concat does not take block shards");
  if (kind == MemoryLayout::WidthSharded && e.numInputs() <= 2)
    return e.refuse("concat.width-sharded", "width shards are concatenated for more than two tensors only");
  int64_t along = kind == MemoryLayout::HeightSharded ? rank - 1 : rank - 2;
  if (dim != along)
    return e.refuse("concat.dim", "{} tensors are concatenated along dimension {}, not {}", device::toString(kind),
                    along, dim);
  int64_t sum = 0;
  std::pair<int64_t, int64_t> shard = device::shardShape2D(first);
  for (size_t i = 0; i < e.numInputs(); ++i) {
    const TensorSpec &operand = e.in(i);
    if (operand.layout.memoryLayout != kind || operand.layout.gridRows != first.layout.gridRows ||
        operand.layout.gridCols != first.layout.gridCols || operand.layout.bufferType != first.layout.bufferType)
      return e.refuse("concat.grid-mismatch", "operand {} is {}, operand 0 {}", i, device::toString(operand),
                      device::toString(first));
    auto [height, width] = device::shardShape2D(operand);
    sum += kind == MemoryLayout::HeightSharded ? width : height;
    if (kind == MemoryLayout::HeightSharded ? height != shard.first : width != shard.second)
      return e.refuse("concat.shard-mismatch", "shards of operand {} and operand 0 differ", i);
    if (operand.layout.isTiled() && (dimFromEnd(operand.shape, 0) % 32 != 0 || dimFromEnd(operand.shape, 1) % 32 != 0))
      return e.refuse("concat.unaligned-shards", "the last two dimensions of sharded operand {} are not whole tiles",
                      i);
  }
  TensorLayout layout = first.layout;
  (kind == MemoryLayout::HeightSharded ? shard.second : shard.first) = sum;
  layout.shardShape = shard;
  if (const TensorLayout *hint = e.hint()) {
    if (hint->memoryLayout != kind ||
        (!isPartial(e) && (hint->gridRows != layout.gridRows || hint->gridCols != layout.gridCols)))
      return e.refuse("concat.output-layout", "the output must be sharded as the operands, {} on {}x{}",
                      device::toString(kind), layout.gridRows, layout.gridCols);
    if (!isPartial(e) && sameMemory({shape, *hint}, {shape, layout}))
      layout = *hint;
  }
  e.produce(0, shape, layout);
  e.note("circular buffers lie on the shards of inputs and output: 0 B");
  return true;
}

bool opmodel::evaluateConcat(Evaluation &e) {
  const TensorSpec &first = e.in(0);
  size_t rank = first.shape.size();
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", 0), rank);
  if (!dim)
    return e.refuse("concat.dim-out-of-range", "dimension {} of tensors of rank {}", e.integer("dim", 0), rank);
  Shape shape = first.shape;
  shape[*dim] = 0;
  // OM-A1: one rank, element type, page layout; equal sizes but along the dimension; all or none sharded.
  for (size_t i = 0; i < e.numInputs(); ++i) {
    const TensorSpec &operand = e.in(i);
    if (operand.shape.size() != rank || operand.layout.dataType != first.layout.dataType ||
        operand.layout.pageLayout != first.layout.pageLayout)
      return e.refuse("concat.operand-mismatch", "operand {} is {}, operand 0 {}", i, device::toString(operand),
                      device::toString(first));
    for (size_t d = 0; d < rank; ++d)
      if (static_cast<int64_t>(d) != *dim && operand.shape[d] != first.shape[d])
        return e.refuse("concat.shape-mismatch", "operand {} has {} in dimension {}, operand 0 has {}", i,
                        operand.shape[d], d, first.shape[d]);
    if (operand.layout.isSharded() != first.layout.isSharded())
      return e.refuse("concat.mixed-sharding", "all operands or none must be sharded");
    shape[*dim] += operand.shape[*dim];
  }
  if (e.hasOutput() && e.out().shape != shape)
    return e.refuse("concat.result-shape", "the result's size along dimension {} must be {}", *dim, shape[*dim]);
  if (first.layout.isSharded())
    return concatSharded(e, *dim, shape);
  if (!requireInterleavedOutput(e))
    return false;
  // OM-A3: the backend's own choice is DRAM.
  TensorLayout layout = requested(e, dramInterleaved(first.layout.dataType), first.layout.dataType);
  layout.pageLayout = first.layout.pageLayout;
  return placePages(e, shape, layout);
}

bool opmodel::evaluateSlice(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  bool dynamic = e.query.op == "slice_dynamic";
  if (!requireInterleaved(e, 0) || !requireInterleavedOutput(e))
    return false;
  std::vector<int64_t> begins = e.integers("begins", std::vector<int64_t>(rank, 0));
  std::vector<int64_t> ends = e.integers("ends", input.shape);
  std::vector<int64_t> step = e.integers("step", std::vector<int64_t>(rank, 1));
  if (begins.size() != rank || ends.size() != rank || step.size() != rank)
    return e.refuse("slice.rank", "begins, ends and step have {}, {} and {} entries for rank {}", begins.size(),
                    ends.size(), step.size(), rank);
  Shape shape(rank);
  bool strided = false;
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = input.shape[d], begin = begins[d] < 0 ? begins[d] + size : begins[d];
    int64_t end = ends[d] < 0 ? ends[d] + size : ends[d];
    if (begin < 0 || begin >= size || end <= begin || end > size || step[d] <= 0)
      return e.refuse("slice.range", "[{}, {}) by {} of dimension {} with {} elements", begins[d], ends[d], step[d], d,
                      size);
    shape[d] = ceilDiv(end - begin, step[d]);
    strided |= step[d] != 1;
  }
  if (e.hasOutput()) {
    if (!dynamic && e.hasAttribute("begins") && e.out().shape != shape)
      return e.refuse("slice.result-shape", "the slice has {} elements, the result {}", volumeOf(shape),
                      volumeOf(e.out().shape));
    shape = e.out().shape;
  }
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  // OM-A4: tiles are copied whole from tile-aligned begins without stride; the rest works on rows.
  if (worksOnRows(e.query, e.attributes)) {
    onRows(e, {input}, shape, layout);
    return true;
  }
  e.produce(0, shape, layout);
  Bytes page = pageBytes(input, e.chip);
  if (strided) {
    e.cb("in", 1, page);
    e.cb("out", 2, pageBytes({shape, layout}, e.chip));
  } else {
    e.cb("pages", 2, page);
  }
  e.endProgram();
  return true;
}

bool opmodel::evaluatePad(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::vector<int64_t> padding = e.integers("padding");
  if (padding.size() != 2 * rank)
    return e.refuse("pad.padding", "{} entries for rank {}: low and high of every dimension are needed", padding.size(),
                    rank);
  Shape shape = input.shape;
  bool any = false;
  for (size_t d = 0; d < rank; ++d) {
    int64_t low = padding[2 * d], high = padding[2 * d + 1];
    if (low < 0 || high < 0 || low > (int64_t(1) << 32) || high > (int64_t(1) << 32))
      return e.refuse("pad.padding", "padding {} and {} of dimension {}", low, high, d);
    shape[d] += low + high;
    any |= low + high != 0;
  }
  int64_t volume = 1;
  for (int64_t size : shape)
    if (mulOverflow(volume, roundUp(size, 32), volume) || volume > (int64_t(1) << 44))
      return e.refuse("shape.too-large", "the padded tensor is too large");
  if (e.hasOutput() && e.out().shape != shape)
    return e.refuse("pad.result-shape", "the padded tensor has {} elements, the result {}", volumeOf(shape),
                    volumeOf(e.out().shape));
  bool heightRows = input.layout.memoryLayout == MemoryLayout::HeightSharded && !input.layout.isTiled();
  // OM-A5: sharded only as rows in height shards.
  if (!any) {
    TensorLayout layout = requested(e, input.layout, input.layout.dataType);
    if (sameMemory(input, {shape, layout}) || isPartial(e)) {
      e.alias(0, shape, withType(input.layout, layout.dataType), 0);
      return true;
    }
  }
  if (!heightRows && (!requireInterleaved(e, 0) || !requireInterleavedOutput(e)))
    return false;
  if (heightRows && e.hint() && e.hint()->memoryLayout != MemoryLayout::HeightSharded)
    return e.refuse("pad.memory-layout-mismatch", "height-sharded rows are padded into height shards");
  TensorLayout layout = requested(e, input.layout, input.layout.dataType);
  layout.pageLayout = input.layout.pageLayout;
  if (heightRows) {
    if (!e.hint())
      layout.shardShape.reset();
    e.produce(0, shape, layout);
    e.cb("padding row", 1, pageBytes({shape, layout}, e.chip));
    e.endProgram();
    return true;
  }
  // OM-A6: tiles are padded behind only.
  if (worksOnRows(e.query, e.attributes)) {
    onRows(e, {input}, shape, layout);
    return true;
  }
  e.produce(0, shape, layout);
  Bytes page = pageBytes({shape, layout}, e.chip);
  e.cb("pages", 2, page);
  e.cb("padding page", 1, page);
  e.endProgram();
  return true;
}

/// Repeated shape; checks the factors.
static bool repeatedShape(Evaluation &e, const std::vector<int64_t> &factors, Shape &shape) {
  const Shape &in = e.in(0).shape;
  if (factors.size() < in.size() || factors.size() > 8)
    return e.refuse("repeat.rank", "{} factors for rank {}", factors.size(), in.size());
  shape.assign(factors.size(), 1);
  int64_t volume = 1;
  for (size_t i = 0; i < factors.size(); ++i) {
    int64_t size = dimFromEnd(in, factors.size() - 1 - i);
    if (factors[i] <= 0 || mulOverflow(size, factors[i], shape[i]) || mulOverflow(volume, shape[i], volume) ||
        volume > (int64_t(1) << 38))
      return e.refuse("repeat.factor", "factor {} of dimension {}", factors[i], i);
  }
  return true;
}

bool opmodel::evaluateRepeat(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  Shape shape;
  std::vector<int64_t> factors = e.integers("repeat_dims", std::vector<int64_t>(input.shape.size(), 1));
  if (!repeatedShape(e, factors, shape))
    return false;
  if (e.hasOutput() && e.out().shape != shape)
    return e.refuse("repeat.result-shape", "the repeated tensor has {} elements, the result {}", volumeOf(shape),
                    volumeOf(e.out().shape));
  bool identity = std::all_of(factors.begin(), factors.end(), [](int64_t f) { return f == 1; });
  if (identity && input.shape == shape) {
    e.alias(0, shape, input.layout, 0);
    return true;
  }
  // OM-A7: the result lies where the input lies, whatever is asked.
  if (input.layout.isSharded() && e.hint() && e.hint()->memoryLayout != input.layout.memoryLayout)
    return e.refuse("repeat.memory-layout-mismatch", "repeat keeps {}", device::toString(input.layout.memoryLayout));
  TensorLayout layout = input.layout;
  layout.shardShape.reset();
  return placePages(e, shape, layout, true);
}

bool opmodel::evaluateRepeatInterleave(Evaluation &e) {
  const TensorSpec &input = e.in(0);
  size_t rank = input.shape.size();
  std::optional<int64_t> dim = normalisedDim(e.integer("dim", 0), rank);
  int64_t repeats = e.integer("repeats", 1);
  if (!dim || repeats <= 0)
    return e.refuse("repeat.factor", "{} repeats along dimension {} of rank {}", repeats, e.integer("dim", 0), rank);
  Shape shape = input.shape;
  if (mulOverflow(shape[*dim], repeats, shape[*dim]) || shape[*dim] > (int64_t(1) << 38))
    return e.refuse("repeat.factor", "{} repeats", repeats);
  if (!requireInterleaved(e, 0))
    return false;
  if (repeats == 1) {
    TensorLayout same = requested(e, input.layout, input.layout.dataType);
    if (!convert(e, input, same))
      return false;
    e.record(0, shape, same);
    return true;
  }
  // OM-A8: composed of a row-major concat with the default memory configuration: the result is in DRAM.
  TensorLayout layout = dramInterleaved(input.layout.dataType, input.layout.pageLayout);
  return placePages(e, shape, layout);
}
