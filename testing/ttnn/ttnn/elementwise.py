"""Elementwise functions."""
import math

import numpy as np

from .calls import function, is_integer, make, needs_tiles, require
from .tensor import Tensor
from .values import classes

erf = np.vectorize(math.erf, otypes=[np.float64])


def sigmoid(x):
    return np.where(x >= 0, 1 / (1 + np.exp(-np.abs(x))), np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x))))


def softplus(x):
    return np.log1p(np.exp(-np.abs(x))) + np.maximum(x, 0)


UNARY = {
    "abs": np.abs, "acos": np.arccos, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "bitwise_not": lambda x: ~x.astype(np.int64), "cbrt": np.cbrt, "ceil": np.ceil, "cos": np.cos, "erf": erf,
    "erfc": lambda x: 1 - erf(x), "exp": np.exp, "expm1": np.expm1, "floor": np.floor,
    "gelu": lambda x: x * 0.5 * (1 + erf(x / math.sqrt(2))), "hardsigmoid": lambda x: np.clip(x / 6 + 0.5, 0, 1),
    "isfinite": np.isfinite, "log": np.log, "log1p": np.log1p, "logical_not": lambda x: x == 0,
    "mish": lambda x: x * np.tanh(softplus(x)), "neg": np.negative, "reciprocal": lambda x: 1 / x,
    "relu": lambda x: np.maximum(x, 0), "relu6": lambda x: np.clip(x, 0, 6), "rsqrt": lambda x: 1 / np.sqrt(x),
    "sigmoid": sigmoid, "sign": np.sign, "silu": lambda x: x * sigmoid(x), "sin": np.sin, "sqrt": np.sqrt, "tan": np.tan,
    "tanh": np.tanh,
}
BINARY = {
    "add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "eq": np.equal,
    "ne": np.not_equal, "ge": np.greater_equal, "gt": np.greater, "le": np.less_equal, "lt": np.less,
    "logical_and": lambda x, y: (x != 0) & (y != 0), "logical_or": lambda x, y: (x != 0) | (y != 0),
    "logical_xor": lambda x, y: (x != 0) ^ (y != 0), "maximum": np.maximum, "minimum": np.minimum, "remainder": np.mod,
    "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or, "bitwise_xor": np.bitwise_xor, "atan2": np.arctan2,
    "logical_left_shift": lambda x, y: x << y, "pow": np.power,
    "logical_right_shift": lambda x, y: (x & 0xFFFFFFFF) >> y,
}


def wide(x):
    return x if x.dtype.kind in "iub" else x.astype(np.float64)


def activation(unary):
    """A fused activation as a function of numbers."""
    if unary is None:
        return lambda x: x
    name = unary.lower() if isinstance(unary, str) else unary.op_type.name.lower()
    if name == "leaky_relu":
        return lambda x: np.where(x < 0, x * unary.param, x)
    return UNARY[{"recip": "reciprocal"}.get(name, name)]


@function(" ".join(UNARY))
def unary(a):
    needs_tiles(a, a.input_tensor)
    x = a.input_tensor
    return make(a, x.shape, lambda get: UNARY[a.name](wide(get(x))), x)


@function("leaky_relu")
def leaky_relu(a):
    x = a.input_tensor
    return make(a, x.shape, lambda get: np.where(get(x) < 0, get(x) * a.negative_slope, get(x)), x)


def broadcast(a, *operands):
    shapes = [tuple(x.shape) for x in operands if isinstance(x, Tensor)]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise RuntimeError(f"{a.name}: shapes {', '.join(map(str, shapes))} do not broadcast") from None


@function(" ".join(name for name in BINARY if name != "pow"))
def binary(a):
    x, y = a.input_tensor_a, a.input_tensor_b if a.input_tensor_b is not None else getattr(a, "input_b", None)
    needs_tiles(a, x, y if isinstance(y, Tensor) else None)
    after = [activation(each) for each in getattr(a, "activations", None) or []]

    def compute(get):
        result = BINARY[a.name](wide(get(x)), wide(get(y)))
        for each in after:
            result = each(result)
        return result
    like = x
    if isinstance(y, Tensor) and math.prod(y.shape) > math.prod(x.shape):
        like = y
    result = make(a, broadcast(a, x, y), compute, like, dtype=getattr(a, "dtype", None) or x.dtype)
    return result


@function("pow")
def power(a):
    x, y = a.input_tensor, a.exponent
    return make(a, broadcast(a, x, y), lambda get: np.power(wide(get(x)), get(y)), x if isinstance(x, Tensor) else y)


@function("clamp")
def clamp(a):
    x = a.input_tensor
    return make(a, x.shape, lambda get: np.clip(get(x), *(None if b is None else get(b) for b in (a.min, a.max))), x)


@function("where")
def where(a):
    operands = (a.predicate, a.true_value, a.false_value)
    like = next((x for x in operands[1:] if isinstance(x, Tensor)), a.predicate)
    return make(a, broadcast(a, *operands), lambda get: np.where(get(operands[0]) != 0, get(operands[1]), get(operands[2])),
                like)


@function("typecast to_dtype")
def typecast(a):
    x = a.input_tensor if a.name == "typecast" else a.tensor
    require(a.name == "typecast" or x.device is None, a.name, "takes host tensors only")
    layout = classes["Layout"].TILE if a.dtype.name in ("BFLOAT8_B", "BFLOAT4_B") else x.layout
    return make(a, x.shape, lambda get: get(x), x, dtype=a.dtype, layout=layout)


@function("assign")
def assign(a):
    x = a.input_tensor
    return make(a, x.shape, lambda get: get(x), x)


@function("quantize dequantize")
def quantize(a):
    x = a.input_tensor

    def along(values, get):
        values = get(values)
        return values if a.axis is None or values.size == 1 else values.reshape(
            [-1 if i == a.axis % len(x.shape) else 1 for i in range(len(x.shape))])

    def compute(get):
        scale, zero = along(a.scale, get), along(a.zero_point, get)
        return np.rint(get(x) / scale) + zero if a.name == "quantize" else (get(x) - zero) * scale
    default = classes["DataType"].INT32 if a.name == "quantize" else classes["DataType"].BFLOAT16
    require(a.name == "quantize" or is_integer(x), a.name, "takes integers")
    return make(a, x.shape, compute, x, dtype=a.dtype or default)
