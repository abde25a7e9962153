#!/usr/bin/env python3
"""Wrong calls of ttnn, each beside a right one: the first must raise, with the words behind it, the second must not."""
import re

import numpy as np

import ttnn

device = ttnn.open_mesh_device(mesh_shape=ttnn.MeshShape(1, 1), l1_small_size=65536)
BF16, F32, U32, BFP8 = ttnn.DataType.BFLOAT16, ttnn.DataType.FLOAT32, ttnn.DataType.UINT32, ttnn.DataType.BFLOAT8_B
TILE, ROWS = ttnn.Layout.TILE, ttnn.Layout.ROW_MAJOR
DRAM, L1 = ttnn.DRAM_MEMORY_CONFIG, ttnn.L1_MEMORY_CONFIG


def cores(columns, rows):
    return ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(columns - 1, rows - 1))])


def sharded(kind, columns, rows, shard):
    spec = ttnn.ShardSpec(cores(columns, rows), shard, ttnn.ShardOrientation.ROW_MAJOR)
    return ttnn.MemoryConfig(getattr(ttnn.TensorMemoryLayout, kind), ttnn.BufferType.L1, spec)


def tensor(*shape, dtype=BF16, layout=TILE, device=device, memory=DRAM):
    kind = np.float32 if dtype in (BF16, F32, BFP8) else np.uint32
    place = {} if device is None else {"device": device, "memory_config": memory}
    return ttnn.from_torch(np.ones(shape, kind), dtype, layout=layout, **place)


def dead():
    x = tensor(32, 32)
    ttnn.deallocate(x, False)
    return x


def host(*shape):
    return tensor(*shape, layout=ROWS, device=None)


def program(**changes):
    fields = dict(compute_with_storage_grid_size=ttnn.CoreCoord(8, 8), in0_block_w=1, out_subblock_h=1, out_subblock_w=1,
                  per_core_M=1, per_core_N=2)
    fields.update(changes)
    return ttnn.MatmulMultiCoreReuseProgramConfig(**{k: v for k, v in fields.items() if v is not None})


def convolution(**changes):
    fields = dict(input_tensor=tensor(1, 1, 64, 32), weight_tensor=host(32, 32, 3, 3), device=device, in_channels=32,
                  out_channels=32, batch_size=1, input_height=8, input_width=8, kernel_size=[3, 3], padding=[1, 1])
    fields.update(changes)
    return ttnn.conv2d(**{k: v for k, v in fields.items() if v != "absent"})


def prepared(**changes):
    fields = dict(weight_tensor=host(32, 32, 3, 3), input_memory_config=DRAM, input_layout=TILE, weights_format="OIHW",
                  in_channels=32, out_channels=32, batch_size=1, input_height=8, input_width=8, kernel_size=[3, 3],
                  stride=[1, 1], padding=[1, 1], dilation=[1, 1], has_bias=False, groups=1, device=device, input_dtype=BF16)
    fields.update(changes)
    return ttnn.prepare_conv_weights(**{k: v for k, v in fields.items() if v != "absent"})


x, y, ids = tensor(32, 64), tensor(64, 32), tensor(1, 32, dtype=U32, layout=ROWS)
q = tensor(1, 2, 32, 64)
NAMED, POSITIONAL, MISSING, KIND = "no argument", "positional", "is missing", "is .*, not"

# Right call, wrong call, what the error says.
PAIRS = [
    # Names and positions.
    (lambda: ttnn.relu(x), lambda: ttnn.relu(x, queue_id=0), NAMED),
    (lambda: ttnn.relu(x, memory_config=DRAM), lambda: ttnn.relu(x, DRAM), POSITIONAL),
    (lambda: ttnn.add(x, x, dtype=BF16), lambda: ttnn.add(x, x, BF16), POSITIONAL),
    (lambda: ttnn.add(x, x), lambda: ttnn.add(x), MISSING),
    (lambda: ttnn.remainder(x, x), lambda: ttnn.remainder(x, x, dtype=BF16), NAMED),
    (lambda: ttnn.pow(x, 2.0), lambda: ttnn.pow(x, 2.0, dtype=BF16), NAMED),
    (lambda: ttnn.sigmoid(x, vector_mode=4), lambda: ttnn.sigmoid(x, fast_and_approximate_mode=False), NAMED),
    (lambda: ttnn.exp(x, fast_and_approximate_mode=False), lambda: ttnn.relu(x, fast_and_approximate_mode=False), NAMED),
    (lambda: ttnn.gelu(x, variant=ttnn.GeluVariant.Tanh),
     lambda: ttnn.gelu(x, variant=ttnn.GeluVariant.Tanh, fast_and_approximate_mode=True), NAMED),
    (lambda: ttnn.leaky_relu(x, 0.1), lambda: ttnn.leaky_relu(x), MISSING),
    (lambda: ttnn.assign(x, memory_config=DRAM), lambda: ttnn.assign(x), MISSING),
    (lambda: ttnn.assign(x, memory_config=DRAM), lambda: ttnn.assign(x, memory_config=None), KIND),
    (lambda: ttnn.matmul(x, y), lambda: ttnn.matmul(x, y, bias=x), NAMED),
    (lambda: ttnn.linear(x, y, bias=None), lambda: ttnn.linear(x, y, None), POSITIONAL),
    (lambda: ttnn.softmax(x, -1), lambda: ttnn.softmax(x, axis=-1), NAMED),
    (lambda: ttnn.sum(x, [1], True), lambda: ttnn.sum(x, [1], keep_dim=True), NAMED),
    (lambda: ttnn.prod(x, 1, True), lambda: ttnn.prod(x, [0, 1], True), KIND),
    (lambda: ttnn.argmax(x, 1, True), lambda: ttnn.argmax(x, 1, True, None), POSITIONAL),
    (lambda: ttnn.layer_norm(x, epsilon=1e-5), lambda: ttnn.layer_norm(x, eps=1e-5), NAMED),
    (lambda: ttnn.rms_norm(x, weight=None), lambda: ttnn.rms_norm(x, None), POSITIONAL),
    (lambda: ttnn.embedding(ids, x, layout=TILE), lambda: ttnn.embedding(ids, x, TILE), POSITIONAL),
    (lambda: ttnn.reshape(x, [64, 32]), lambda: ttnn.reshape(x, [64, 32], recreate_mapping_tensor=True), NAMED),
    (lambda: ttnn.pad(x, [(0, 0), (0, 32)], 0.0), lambda: ttnn.pad(x, [(0, 0), (0, 32)]), MISSING),
    (lambda: ttnn.concat([x, x], 0), lambda: ttnn.concat(x, x, 0), POSITIONAL),
    (lambda: ttnn.transpose(x, 0, 1), lambda: ttnn.transpose(x, 0), MISSING),
    (lambda: ttnn.deallocate(tensor(32, 32), False), lambda: ttnn.deallocate(tensor(32, 32), force=0), KIND),
    (lambda: convolution(), lambda: convolution(slice_conf=None), NAMED),
    (lambda: convolution(), lambda: convolution(device="absent"), MISSING),
    (lambda: convolution(), lambda: ttnn.conv2d(x, y), POSITIONAL),
    (lambda: prepared(), lambda: prepared(has_bias="absent"), MISSING),
    (lambda: prepared(), lambda: prepared(weights_format=None), KIND),
    (lambda: program(), lambda: program(compute_with_storage_grid_size=None), MISSING),
    (lambda: program(), lambda: program(fuse_swiglu=True), NAMED),
    (lambda: program(), lambda: ttnn.MatmulMultiCoreReuseProgramConfig(ttnn.CoreCoord(8, 8), 1, 1, 1, 1, 2), POSITIONAL),
    # Kinds of values.
    (lambda: program(in0_block_w=2), lambda: program(in0_block_w=2.0), KIND),
    (lambda: program(in0_block_w=2), lambda: program(in0_block_w=np.int64(2)), KIND),
    (lambda: ttnn.add(x, 1.5), lambda: ttnn.add(x, "1.5"), KIND),
    (lambda: ttnn.add(x, x, dtype=BF16), lambda: ttnn.add(x, x, dtype="bfloat16"), KIND),
    (lambda: ttnn.typecast(x, F32), lambda: ttnn.typecast(x, None), KIND),
    (lambda: ttnn.to_memory_config(x, L1), lambda: ttnn.to_memory_config(x, None), KIND),
    (lambda: ttnn.matmul(x, y, transpose_a=False), lambda: ttnn.matmul(x, y, transpose_a=0), KIND),
    (lambda: ttnn.softmax(x, -1, numeric_stable=True), lambda: ttnn.softmax(x, -1, numeric_stable=None), KIND),
    (lambda: ttnn.permute(x, [1, 0]), lambda: ttnn.permute(x, 1), KIND),
    (lambda: ttnn.full([32, 32], 1.0, device=device), lambda: ttnn.full(32, 1.0, device=device), KIND),
    (lambda: ttnn.empty([32, 32], BF16, TILE, device), lambda: ttnn.empty([32, 32], BF16, TILE, None), KIND),
    (lambda: ttnn.matmul(x, y, activation="relu"), lambda: ttnn.matmul(x, y, activation=ttnn.UnaryOpType), KIND),
    (lambda: ttnn.Conv2dConfig(activation=ttnn.UnaryWithParam(ttnn.UnaryOpType.RELU)),
     lambda: ttnn.Conv2dConfig(activation="relu"), KIND),
    (lambda: ttnn.ShardSpec(cores(1, 1), [32, 32], ttnn.ShardOrientation.ROW_MAJOR),
     lambda: ttnn.ShardSpec(cores(1, 1), [32, 32], 0), KIND),
    (lambda: cores(2, 2), lambda: ttnn.CoreRangeSet([((0, 0), (1, 1))]), KIND),
    (lambda: ttnn.clamp(x, 0.0, 6.0), lambda: ttnn.clamp(x, x, 6.0), KIND),
    # Where tensors lie, and whether they live.
    (lambda: ttnn.relu(x), lambda: ttnn.relu(dead()), "was deallocated"),
    (lambda: ttnn.relu(x), lambda: ttnn.relu(tensor(32, 32, device=None)), "lies on the host"),
    (lambda: ttnn.to_device(host(32, 32), device), lambda: ttnn.to_device(x, device), "on a device already"),
    (lambda: ttnn.from_device(x), lambda: ttnn.from_device(host(32, 32)), "on the host already"),
    (lambda: prepared(), lambda: prepared(weight_tensor=tensor(32, 32, 3, 3)), "weights of the host"),
    (lambda: ttnn.to_memory_config(x, sharded("WIDTH_SHARDED", 2, 1, [32, 32])),
     lambda: ttnn.to_memory_config(x, sharded("WIDTH_SHARDED", 2, 1, [16, 32])), "no multiple of a tile"),
    (lambda: ttnn.to_memory_config(x, sharded("HEIGHT_SHARDED", 1, 1, [32, 64])),
     lambda: ttnn.to_memory_config(x, sharded("HEIGHT_SHARDED", 1, 1, [32, 32])), "does not hold"),
    (lambda: ttnn.to_memory_config(x, sharded("BLOCK_SHARDED", 2, 1, [32, 32])),
     lambda: ttnn.to_memory_config(x, sharded("BLOCK_SHARDED", 1, 1, [32, 32])), "2 shards of 32x32 for 1 cores"),
    (lambda: ttnn.to_memory_config(x, sharded("BLOCK_SHARDED", 8, 8, [32, 32])),
     lambda: ttnn.to_memory_config(x, sharded("BLOCK_SHARDED", 9, 1, [32, 32])), "outside of the grid"),
    (lambda: tensor(2048, 2048, memory=L1), lambda: tensor(8192, 8192, memory=L1), "Out of Memory"),
    # Layouts, types, shapes.
    (lambda: ttnn.relu(x), lambda: ttnn.relu(tensor(32, 32, layout=ROWS)), "TILE"),
    (lambda: tensor(32, 32, dtype=BFP8), lambda: tensor(32, 32, dtype=BFP8, layout=ROWS), "TILE"),
    (lambda: ttnn.matmul(x, y), lambda: ttnn.matmul(x, x), "differ"),
    (lambda: ttnn.matmul(x, y, program_config=program(in0_block_w=2, per_core_N=1)),
     lambda: ttnn.matmul(x, y, program_config=program(in0_block_w=3, per_core_N=1)), "does not divide"),
    (lambda: ttnn.add(x, tensor(1, 64)), lambda: ttnn.add(x, tensor(1, 32)), "broadcast"),
    (lambda: ttnn.reshape(x, [2048]), lambda: ttnn.reshape(x, [2047]), "does not become"),
    (lambda: ttnn.concat([x, tensor(32, 64)], 0), lambda: ttnn.concat([x, y], 0), "differ"),
    (lambda: ttnn.permute(x, [1, 0]), lambda: ttnn.permute(x, [1, 1]), "no permutation"),
    (lambda: ttnn.transpose(x, 0, -1), lambda: ttnn.transpose(x, 0, 2), "dimension 2"),
    (lambda: ttnn.slice(x, [0, 0], [32, 32], [1, 1]), lambda: ttnn.slice(x, [0], [32], [1]), "rank"),
    (lambda: ttnn.Tensor([1.0, 2.0], [2], BF16, ROWS), lambda: ttnn.Tensor([1.0], [2], BF16, ROWS), "values for shape"),
    (lambda: ttnn.argmax(tensor(32, 32, layout=ROWS)), lambda: ttnn.argmax(x), "ROW_MAJOR"),
    (lambda: convolution(), lambda: convolution(input_height=9), "pixels"),
    (lambda: convolution(), lambda: convolution(weight_tensor=host(32, 16, 3, 3)), "do not fit"),
    (lambda: ttnn.transformer.scaled_dot_product_attention(q, q, q, is_causal=False, attn_mask=tensor(1, 1, 32, 32)),
     lambda: ttnn.transformer.scaled_dot_product_attention(q, q, q, attn_mask=tensor(1, 1, 32, 32)), "causal and has a mask"),
    (lambda: ttnn.transformer.scaled_dot_product_attention(q, q, q),
     lambda: ttnn.transformer.scaled_dot_product_attention(q, tensor(1, 2, 32, 32), q), "do not fit"),
    (lambda: ttnn.layer_norm(x, weight=tensor(1, 64)), lambda: ttnn.layer_norm(x, weight=tensor(1, 32)), "rows of 64"),
    (lambda: ttnn.embedding(ids, x), lambda: ttnn.embedding(tensor(1, 32, dtype=U32), tensor(1, 64)), "out of range"),
    (lambda: ttnn.to_dtype(host(32, 32), F32), lambda: ttnn.to_dtype(x, F32), "host tensors only"),
]


def refused(call, words):
    try:
        call()
    except (TypeError, RuntimeError) as error:
        if not re.search(words, str(error)):
            print(f"pair {words!r}: {error}")
        return bool(re.search(words, str(error)))
    print(f"pair {words!r}: taken")
    return False


wrong = sum(refused(call, words) for _, call, words in PAIRS)
right = 0
for number, (call, _, words) in enumerate(PAIRS):
    try:
        call()
        right += 1
    except Exception as error:
        print(f"pair {number} ({words}): the right call: {error}")
print(f"{wrong} wrong calls refused, {right} of {len(PAIRS)} right ones taken" if wrong == len(PAIRS) else f"{wrong} of {len(PAIRS)} refused")
