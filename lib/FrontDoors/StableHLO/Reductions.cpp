//===- Reductions.cpp - Reductions, windows, norms ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conversion.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;
namespace arrays = alcove::reference::arrays;

//===----------------------------------------------------------------------===//
// What bodies do
//===----------------------------------------------------------------------===//

Array stablehlo::scalarOf(Type element, double value) {
  Array array = Array::zeros(RankedTensorType::get({}, element));
  if (array.kind() == arrays::Kind::Integer)
    array.setInteger(0, int64_t(value));
  else
    array.setReal(0, value);
  return array;
}

/// The numbers that `body` makes of `arguments`, one per result; empty when it cannot run.
static std::vector<double> sample(Region &body, arrays::Evaluator &evaluator, ArrayRef<double> arguments) {
  arrays::Items items;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    items.push_back(scalarOf(getElementTypeOrSelf(argument.getType()), value));
  Result<arrays::Items> results = evaluator.run(body, items);
  std::vector<double> numbers;
  if (results)
    for (const arrays::Item &item : *results)
      numbers.push_back(item.array.number(0));
  return numbers;
}

static bool isReal(Region &body) {
  return llvm::all_of(body.getArgumentTypes(),
                      [](Type type) { return arrays::kindOf(getElementTypeOrSelf(type)) != arrays::Kind::Complex; });
}

static StringRef combinationOf(Operation *op) {
  bool ofPreds = isPred(op->getResult(0).getType());
  return llvm::StringSwitch<StringRef>(op->getName().getStringRef())
      .Case("stablehlo.add", ofPreds ? "or" : "sum")
      .Case("stablehlo.multiply", ofPreds ? "and" : "prod")
      .Case("stablehlo.maximum", ofPreds ? "or" : "max")
      .Case("stablehlo.minimum", ofPreds ? "and" : "min")
      .Case("stablehlo.and", ofPreds ? "and" : "")
      .Case("stablehlo.or", ofPreds ? "or" : "")
      .Default("");
}

StringRef stablehlo::combinationOf(Region &body, arrays::Evaluator &evaluator) {
  if (!body.hasOneBlock() || body.getNumArguments() != 2 || !isReal(body))
    return "";
  if (Operation *op = onlyOpOf(body))
    return ::combinationOf(op);
  if (isPred(body.getArgument(0).getType()))
    return "";
  constexpr double pairs[][2] = {{2, 3}, {3, 2}, {-4, 1}, {1, -4}, {0, 5}, {5, 5}};
  constexpr std::pair<const char *, double (*)(double, double)> functions[] = {
      {"sum", [](double a, double b) { return a + b; }},
      {"prod", [](double a, double b) { return a * b; }},
      {"max", [](double a, double b) { return std::fmax(a, b); }},
      {"min", [](double a, double b) { return std::fmin(a, b); }}};
  for (auto [name, function] : functions)
    if (llvm::all_of(pairs, [&, function = function](const double (&pair)[2]) {
          std::vector<double> got = sample(body, evaluator, pair);
          return got.size() == 1 && got[0] == function(pair[0], pair[1]);
        }))
      return name;
  return "";
}

/// For each pair of arguments what the body does with it; empty where it looks at other pairs too.
static SmallVector<StringRef> combinationsOf(Region &body, arrays::Evaluator &evaluator) {
  unsigned count = body.getNumArguments() / 2;
  if (count == 1)
    return {stablehlo::combinationOf(body, evaluator)};
  SmallVector<StringRef> combinations;
  for (auto [i, result] : llvm::enumerate(body.front().getTerminator()->getOperands())) {
    Operation *op = result.getDefiningOp();
    Value a = body.getArgument(i), b = body.getArgument(count + i);
    bool isOfPair = op && isReal(body) && op->getNumOperands() == 2 && llvm::is_contained(op->getOperands(), a) &&
                    llvm::is_contained(op->getOperands(), b);
    combinations.push_back(isOfPair ? ::combinationOf(op) : "");
  }
  return combinations;
}

bool stablehlo::isIota(const Array *array, int64_t dim) {
  if (!array || array->kind() != arrays::Kind::Integer)
    return false;
  int64_t stride = arrays::stridesOf(array->shape())[dim];
  for (int64_t i = 0; i < array->size(); ++i)
    if (array->integer(i) != i / stride % array->dim(dim))
      return false;
  return true;
}

/// Whether reducing from `init` on changes nothing.
static bool isNeutral(StringRef combination, std::optional<double> init, Type element) {
  if (!init)
    return false;
  double lowest = -INFINITY, highest = INFINITY;
  if (isa<IntegerType>(element)) {
    arrays::IntegerBits bits = arrays::bitsOf(element);
    lowest = bits.isSigned ? -std::ldexp(1.0, bits.width - 1) : 0.0;
    highest = bits.isSigned ? std::ldexp(1.0, bits.width - 1) - 1 : std::ldexp(1.0, bits.width) - 1;
  } else if (auto type = dyn_cast<FloatType>(element); combination == "max" || combination == "min") {
    // The lowest finite number is as good as none.
    double finite = APFloat::getLargest(type.getFloatSemantics()).convertToDouble();
    if (combination == "max" ? *init <= -finite : *init >= finite)
      return true;
  }
  return llvm::StringSwitch<bool>(combination)
      .Case("sum", *init == 0)
      .Case("prod", *init == 1)
      .Case("max", *init == lowest)
      .Case("min", *init == highest)
      .Case("and", *init != 0)
      .Case("or", *init == 0)
      .Default(false);
}

static StringRef binaryOf(StringRef combination) {
  return llvm::StringSwitch<StringRef>(combination)
      .Case("sum", "add")
      .Case("prod", "multiply")
      .Case("max", "maximum")
      .Case("min", "minimum")
      .Case("and", "logical_and")
      .Default("logical_or");
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {
SmallVector<NamedAttribute, 2> reductionAttributes(OpConversion &c, ArrayRef<int64_t> dims, bool keep = false) {
  SmallVector<int32_t> list(dims.begin(), dims.end());
  return {c.attr("keep_dim", c.builder.getBoolAttr(keep)), c.attr("dim_arg", c.builder.getI32ArrayAttr(list))};
}

/// The same numbers in the other order. Of integers the bits are turned: the least one has no negative, and of those
/// without a sign none has.
Value turned(OpConversion &c, Value value) {
  return c.make(isa<FloatType>(typeOf(value).getElementType()) ? "neg" : "bitwise_not", typeOf(value), value);
}

/// Two inputs, the second one positions: the body keeps the larger (smaller) value and its position, of equal ones the
/// first. Told by what it does.
std::optional<bool> takesLargest(Region &body, arrays::Evaluator &evaluator) {
  if (body.getNumArguments() != 4 || !isReal(body))
    return std::nullopt;
  double low = isPred(body.getArgument(0).getType()) ? 0 : 1;
  for (bool largest : {true, false}) {
    bool good = true;
    for (double a : {low, low + 1})
      for (double b : {low, low + 1})
        for (double position : {3.0, 5.0}) {
          double other = 8 - position;
          bool first = a == b ? position < other : (a > b) == largest;
          std::vector<double> got = sample(body, evaluator, {a, position, b, other});
          good &= got.size() == 2 && got[0] == (first ? a : b) && got[1] == (first ? position : other);
        }
    if (good)
      return largest;
  }
  return std::nullopt;
}

LogicalResult convertArgReduction(OpConversion &c, ReduceOp op) {
  Dims dims = integersOf(op.getDimensions());
  std::optional<bool> largest = takesLargest(op.getBody(), c.conversion.evaluator);
  if (!largest)
    return c.refuse("its body is neither a sum, product, maximum, minimum, and, or, nor an argmax");
  bool positions = dims.size() == 1 && isIota(c.known(1), dims[0]);
  if (dims.size() == 1 && !positions)
    if (auto iota = op.getInputs()[1].getDefiningOp<IotaOp>())
      positions = static_cast<int64_t>(iota.getIotaDimension()) == dims[0];
  if (!positions)
    return c.refuse("the second input of an argmax is not the positions along one dimension");
  if (!isNeutral(*largest ? "max" : "min", c.splat(2), c.inType(0).getElementType()))
    return c.refuse("an argmax that begins with a number");
  // Booleans are ordered as numbers.
  Type element = c.inType(0).getElementType(), ordered = isPred(element) ? c.builder.getF32Type() : element;
  Value input = c.typecast(c.in(0), ordered);
  auto attributes = reductionAttributes(c, dims);
  Value values = c.make(*largest ? "max" : "min", c.type(0).clone(ordered), input, attributes);
  values = c.typecast(values, element);
  Value from = *largest ? input : turned(c, input);
  Value indices = c.make("argmax", c.type(1).clone(c.builder.getI32Type()), from, attributes);
  return c.done({values, c.typecast(indices, c.type(1).getElementType())});
}

LogicalResult convertReduce(OpConversion &c) {
  auto op = cast<ReduceOp>(c.op);
  unsigned count = op.getInputs().size();
  SmallVector<StringRef> combinations = combinationsOf(op.getBody(), c.conversion.evaluator);
  bool unknown = llvm::is_contained(combinations, "");
  if (unknown && count == 2)
    return convertArgReduction(c, op);
  if (unknown)
    return c.refuse("its body is neither a sum, product, maximum, minimum, and, or");
  Dims dims = integersOf(op.getDimensions());
  SmallVector<Value> results;
  for (auto [i, combination] : llvm::enumerate(combinations)) {
    Type wide = c.type(i).getElementType();
    Value result = c.typecast(c.in(i), wide);
    std::string name =
        combination == "and" || combination == "or" ? ("reduce_" + combination).str() : combination.str();
    if (!dims.empty())
      result = c.make(name, c.type(i), result, reductionAttributes(c, dims));
    if (!isNeutral(combination, c.splat(count + i), wide))
      result =
          c.binary(binaryOf(combination), result, c.broadcast(c.typecast(c.in(count + i), wide), c.type(i).getShape()));
    results.push_back(result);
  }
  return c.done(results);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

struct Window {
  Dims size, strides, baseDilation, dilation, padding;
};

/// A window over all that came before (or comes behind) along one dimension.
std::optional<std::pair<int64_t, bool>> runningDim(const Window &window, ArrayRef<int64_t> shape) {
  std::optional<std::pair<int64_t, bool>> found;
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t low = window.padding[2 * i], high = window.padding[2 * i + 1];
    bool plain = window.strides[i] == 1 && window.baseDilation[i] == 1 && window.dilation[i] == 1;
    if (plain && window.size[i] == 1 && low == 0 && high == 0)
      continue;
    bool before = low == shape[i] - 1 && high == 0, behind = high == shape[i] - 1 && low == 0;
    if (!plain || window.size[i] != shape[i] || found || !(before || behind))
      return std::nullopt;
    found = {i, behind && !before};
  }
  return found;
}

/// Windows that hold the number they begin with at places beside the input.
bool holdsBeginning(const Window &window) {
  auto none = [](ArrayRef<int64_t> list, int64_t value) {
    return llvm::all_of(list, [&](int64_t x) { return x == value; });
  };
  return !none(window.padding, 0) || !none(window.baseDilation, 1);
}

/// What all windows have at their first place, together with what they have at the second, and so on. `beside` lies at
/// places beside the input.
Value windowsByPlaces(OpConversion &c, unsigned i, StringRef combination, const Window &window, double beside) {
  size_t rank = window.size.size();
  Dims low, high, inner, at(rank, 0), steps(window.strides);
  for (size_t dim = 0; dim < rank; ++dim) {
    low.push_back(window.padding[2 * dim]);
    high.push_back(window.padding[2 * dim + 1]);
    inner.push_back(window.baseDilation[dim] - 1);
  }
  Value operand = padded(c, c.in(i), beside, low, high, inner), result;
  do {
    Dims begins, ends;
    for (size_t dim = 0; dim < rank; ++dim) {
      begins.push_back(at[dim] * window.dilation[dim]);
      ends.push_back(begins.back() + (c.type(i).getDimSize(dim) - 1) * steps[dim] + 1);
    }
    Value here = c.slice(operand, begins, ends, steps);
    result = result ? c.binary(binaryOf(combination), result, here) : here;
  } while (arrays::next(at, window.size));
  return result;
}

/// Tensor `i` of the op; null when it is refused.
Value windowsOf(OpConversion &c, unsigned i, StringRef combination, const Window &window) {
  auto refuse = [&](const Twine &why) { return (void)c.refuse(why), Value(); };
  RankedTensorType type = c.type(i), inType = c.inType(i);
  Value input = c.in(i);
  auto running = runningDim(window, inType.getShape());
  if (running && (combination == "sum" || combination == "prod")) {
    auto [dim, fromEnd] = *running;
    auto reversed = [&, dim = dim](Value value) {
      return c.make("reverse", type, value, c.attr("dimensions", c.builder.getDenseI64ArrayAttr({dim})));
    };
    Value result = c.make(combination == "sum" ? "cumsum" : "cumprod", type, fromEnd ? reversed(input) : input,
                          c.attr("dim", c.builder.getI64IntegerAttr(dim)));
    return fromEnd ? reversed(result) : result;
  }
  if (combination == "prod" || combination == "and" || combination == "or") {
    if (int64_t places = arrays::volumeOf(window.size); places > mostPlaces)
      return refuse("windows of a " + combination + " of " + Twine(places) + " elements, at most " + Twine(mostPlaces));
    return windowsByPlaces(c, i, combination, window, combination == "or" ? 0 : 1);
  }
  if (llvm::any_of(window.padding, [](int64_t edge) { return edge < 0; }))
    return refuse("negative padding of windows");
  bool lowest = combination == "min";
  if (lowest)
    input = turned(c, input);
  auto list = [&](ArrayRef<int64_t> values) { return c.builder.getDenseI64ArrayAttr(values); };
  MLIRContext *context = c.builder.getContext();
  auto method =
      OpaqueAttr::get(StringAttr::get(context, "ttir"),
                      combination == "sum" ? "pooling_method Sum" : "pooling_method Max", NoneType::get(context));
  Value result =
      c.make("pooling", type, input,
             {c.attr("pooling_method", method), c.attr("window_dimensions", list(window.size)),
              c.attr("window_strides", list(window.strides)), c.attr("base_dilations", list(window.baseDilation)),
              c.attr("window_dilations", list(window.dilation)), c.attr("padding", list(window.padding))});
  return lowest ? turned(c, result) : result;
}

LogicalResult convertReduceWindow(OpConversion &c) {
  auto op = cast<ReduceWindowOp>(c.op);
  unsigned count = op.getInputs().size();
  size_t rank = c.inType(0).getRank();
  Window window{integersOf(op.getWindowDimensions()), integersOf(op.getWindowStridesAttr(), rank, 1),
                integersOf(op.getBaseDilationsAttr(), rank, 1), integersOf(op.getWindowDilationsAttr(), rank, 1),
                integersOf(op.getPaddingAttr(), 2 * rank, 0)};
  SmallVector<Value> results;
  for (auto [i, combination] : llvm::enumerate(combinationsOf(op.getBody(), c.conversion.evaluator))) {
    bool neutral = isNeutral(combination, c.splat(count + i), c.inType(i).getElementType());
    bool ordered = combination == "max" || combination == "min";
    bool isBeside = !neutral && !ordered && holdsBeginning(window);
    std::optional<double> beginning = c.splat(count + i);
    if (combination.empty())
      return c.refuse("its body is neither a sum, product, maximum, minimum, and, or");
    if (isBeside && (!beginning || arrays::volumeOf(window.size) > mostPlaces))
      return c.refuse("a number that it begins with lies beside the input, is not known, or windows have more than " +
                      Twine(mostPlaces) + " elements");
    Value result =
        isBeside ? windowsByPlaces(c, i, combination, window, *beginning) : windowsOf(c, i, combination, window);
    if (!result)
      return failure();
    if (!neutral)
      result = c.binary(binaryOf(combination), result, c.broadcast(c.in(count + i), c.type(i).getShape()));
    results.push_back(result);
  }
  return c.done(results);
}

//===----------------------------------------------------------------------===//
// Batch norms
//===----------------------------------------------------------------------===//

Value normalized(OpConversion &c, Value mean, Value variance, FloatAttr epsilon, int64_t feature) {
  return c.make("batch_norm_inference", c.type(), {c.in(0), c.in(1), c.in(2), mean, variance},
                {c.attr("dimension", c.builder.getI32IntegerAttr(int32_t(feature))), c.attr("epsilon", epsilon)});
}

LogicalResult convertBatchNormInference(OpConversion &c) {
  auto op = cast<BatchNormInferenceOp>(c.op);
  return c.done({normalized(c, c.in(3), c.in(4), op.getEpsilonAttr(), op.getFeatureIndex())});
}

LogicalResult convertBatchNormTraining(OpConversion &c) {
  auto op = cast<BatchNormTrainingOp>(c.op);
  int64_t feature = op.getFeatureIndex();
  Dims dims, line(c.type().getRank(), 1);
  for (int64_t dim = 0; dim < c.type().getRank(); ++dim)
    if (dim != feature)
      dims.push_back(dim);
  line[feature] = c.type().getDimSize(feature);
  auto attributes = reductionAttributes(c, dims);
  Value mean = c.make("mean", c.type(1), c.in(0), attributes);
  Value centred = c.binary("subtract", c.in(0), c.broadcast(c.reshape(mean, line), c.type().getShape()));
  Value variance = c.make("mean", c.type(2), c.binary("multiply", centred, centred), attributes);
  // Rows that have no scale of their own: as PyTorch/XLA writes a layer norm.
  if (feature == c.type().getRank() - 2 && c.type().getNumElements() == line[feature] * c.type().getShape().back() &&
      c.splat(1) == 1.0 && c.splat(2) == 0.0) {
    auto shape = c.builder.getDenseI64ArrayAttr({c.type().getShape().back()});
    Value norm = ttir::LayerNormOp::create(c.builder, op.getLoc(), c.type(), c.in(0), Value(), Value(), shape,
                                           op.getEpsilonAttr());
    return c.done({norm, mean, variance});
  }
  return c.done({normalized(c, mean, variance, op.getEpsilonAttr(), feature), mean, variance});
}
} // namespace

void stablehlo::addReductions(ConverterTable &table) {
  table["stablehlo.reduce"] = convertReduce;
  table["stablehlo.reduce_window"] = convertReduceWindow;
  table["stablehlo.batch_norm_inference"] = convertBatchNormInference;
  table["stablehlo.batch_norm_training"] = convertBatchNormTraining;
}
