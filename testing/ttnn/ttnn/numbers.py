"""Numbers as the formats of the chip hold them, on numpy arrays of float32, int32 or uint32."""
import os

import numpy as np

EXACT = os.environ.get("TTNN_PRECISION") == "f32"  # floats of every type are held in float32

def to_bf16(values):
    """Nearest even on the upper 16 bits."""
    bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = ((bits + (0x7FFF + ((bits >> 16) & 1))) & 0xFFFF0000).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(values), np.float32(np.nan), rounded).reshape(np.shape(values))


def to_block_float(values, mantissa_bits):
    """Sixteen values of a row share the largest exponent; each keeps a sign and `mantissa_bits` bits of magnitude."""
    values = np.asarray(values, np.float32)
    if values.size == 0:
        return values
    shape = values.shape
    rows = values.reshape(-1, shape[-1]) if values.ndim else values.reshape(1, 1)
    width = -rows.shape[1] % 16
    blocks = np.pad(rows, ((0, 0), (0, width))).reshape(rows.shape[0], -1, 16)
    largest = np.abs(blocks).max(-1, keepdims=True)
    _, exponent = np.frexp(largest)
    step = np.ldexp(np.float64(1), exponent - mantissa_bits)
    steps = np.clip(np.rint(blocks / step), -(2**mantissa_bits - 1), 2**mantissa_bits - 1)
    out = np.where(largest > 0, steps * step, 0).reshape(rows.shape[0], -1)[:, :rows.shape[1]]
    return out.astype(np.float32).reshape(shape)


INTEGERS = {"UINT8": np.uint8, "UINT16": np.uint16, "UINT32": np.uint32, "INT32": np.int32}


def hold(values, dtype):
    """Values as a tensor of this type holds them."""
    if dtype in INTEGERS:
        values = np.asarray(values)
        if values.dtype.kind == "f":
            values = np.trunc(np.nan_to_num(values)).astype(np.int64)
        return values.astype(INTEGERS[dtype])
    values = np.asarray(values, np.float32)
    if EXACT:
        return values
    if dtype == "BFLOAT16":
        return to_bf16(values)
    if dtype in ("BFLOAT8_B", "BFLOAT4_B"):
        return to_block_float(values, 7 if dtype == "BFLOAT8_B" else 3)
    return values


def page_bytes(dtype, columns, tiled):
    """Bytes of a tile, or of a row of `columns`."""
    if tiled:
        return {"BFLOAT8_B": 1088, "BFLOAT4_B": 576}.get(dtype) or 1024 * element_bytes(dtype)
    return columns * element_bytes(dtype)


def element_bytes(dtype):
    return {"FLOAT32": 4, "UINT32": 4, "INT32": 4, "UINT8": 1}.get(dtype, 2)
