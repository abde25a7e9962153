"""Which changes of a valid op leave it legal, and why: mutate_forms.py counts every other one that is accepted as a fault of a verifier.

A rule names ops, kinds of change and places by regular expressions that must match whole; some also compute from the changed
form whether it still holds together. The computations are written from the ops' meaning and share nothing with the verifiers.
"""
import math
import re

MESH = "three more may be another whole number of parts; no mesh says how many"
OPAQUE = "the op carries whatever its kernel wants"
EXPERTS = "experts and tokens are spread over the mesh in ways that the op does not say"
NUMBERS = "any number will do"
COMPARE = "eq|ne|lt|le|gt|ge|logical_and|logical_or|logical_xor|logical_not|isfinite|signbit|reduce_or|reduce_and"
ELEMENTWISE = ("add|subtract|multiply|div|divide|maximum|minimum|remainder|pow|pow_tensor|atan2|eq|ne|lt|le|gt|ge|logical_(and|or|xor)|"
               "bitwise_(and|or|xor)|logical_left_shift|logical_right_shift|right_shift|gelu_backward|gelu_bw|where|clamp_tensor")
REDUCE = "sum|mean|max|min|prod|argmax|reduce_or|reduce_and"
KEEPS_SHAPE = "softmax|cumsum|cumprod|sort|scatter|gather|mesh_partition|get_dimension_size|dequantize|dequantize_unrolled"


def shape(kind):
    found = re.fullmatch(r"tensor<((?:\d+x)*)\w+>", kind)
    return [int(e) for e in found[1].split("x")[:-1]] if found else None


def integers(value):
    return [int(n) for n in re.findall(r"-?\d+", re.sub(r"array<i\d+:?|: \w+", "", value))]


def attribute(form, *names):
    for item in form.attributes:
        name, _, value = item.partition(" = ")
        if name in names:
            return value
    return None


def broadcasts(form, change, changed):
    """All operands together make the result's shape."""
    shapes = [shape(kind) for kind in changed.operands]
    made = shape(changed.results[0])
    if None in shapes or made is None:
        return False
    rank = max(map(len, shapes))
    columns = [{e for e in column if e != 1} for column in zip(*([1] * (rank - len(s)) + s for s in shapes))]
    return all(len(c) <= 1 for c in columns) and [max(c, default=1) for c in columns] == made


def same_count(form, change, changed):
    return math.prod(shape(change.old)) == math.prod(shape(change.new))


def reduced(form, change, changed):
    """What changed is reduced: its extent shows nowhere."""
    old, new = shape(change.old), shape(change.new)
    value = attribute(form, "dim_arg", "dim")
    dims = range(len(old)) if value is None else [d % len(old) for d in integers(value)]
    if len(old) != len(new):
        keeps = "true" in (attribute(form, "keep_dim") or "false")
        return value is None and not keeps
    return all(a == b or i in dims for i, (a, b) in enumerate(zip(old, new)))


def rank(form):
    return len(shape(form.operands[0] if form.operands else form.results[0]) or [])


def same_dimension(form, change, changed):
    """-1 and the like name the dimensions that were named; of an op that keeps shapes, another one will do."""
    old, new, count = integers(change.old), integers(change.new), rank(form)
    if any(not -count <= d < count for d in new):
        return False
    if change.what == "number" and re.fullmatch(KEEPS_SHAPE, form.op[5:]):
        return True
    return [d % count for d in old] == [d % count for d in new]


def same_ends(form, change, changed):
    """Bounds count from the end; a slice may end before its step does."""
    extents, made = shape(form.operands[0]), shape(form.results[0])
    bounds = [integers(attribute(changed, name)) for name in ("begins", "ends", "step")]
    if any(len(b) != len(extents) for b in bounds):
        return False
    count = []
    for extent, begin, end, step in zip(extents, *bounds):
        begin, end = (b + extent if b < 0 else b for b in (begin, end))
        if not 0 <= begin <= extent or not 0 <= end <= extent or step < 1:
            return False
        count.append(-(-(end - begin) // step))
    return count == made


def one_element(form, change, changed):
    """Where the input or the result has one element along a dimension, its step or hole is never taken."""
    old, new = integers(change.old), integers(change.new)
    given, made = shape(form.operands[0]), shape(form.results[0])
    return len(old) == len(new) == len(given) and all(
        a == b or (b > 0 and 1 in (g, m)) for a, b, g, m in zip(old, new, given, made))


def one_for_all(form, change, changed):
    """A single number stands for every axis: the last of equal numbers may be left out."""
    old, new = integers(change.old), integers(change.new)
    return len(new) == 1 < len(old) and len(set(old)) == 1 == len(set(old + new))


def window(form, change, changed):
    """Strides above the only step of a window that fits once, and lists of one number."""
    if one_for_all(form, change, changed):
        return True
    old, new, made = integers(change.old), integers(change.new), shape(form.results[0])
    first = 2 if attribute(form, "channel_dim") == "1 : i64" else 1
    return (change.place == "stride" and len(old) == len(new) and min(new) > 0 and
            all(a == b or made[first + i] == 1 for i, (a, b) in enumerate(zip(old, new))))


def holes_of_one(form, change, changed):
    """Between the elements of a window of one there is no hole."""
    weight = shape(form.operands[1])
    old, new = integers(change.old), integers(change.new)
    return len(old) == len(new) and all(a == b or (b > 0 and w == 1) for a, b, w in zip(old, new, weight[2:]))


def floored(form, change, changed):
    """The stride steps over the rest of the input."""
    old, new = shape(change.old), shape(change.new)
    steps = integers(attribute(form, "window_strides", "stride") or "1")
    return len(old) == len(new) and any(a != b and max(steps) > 3 for a, b in zip(old, new))


def larger_by_rows(form, change, changed):
    return len(shape(change.old)) == len(shape(change.new))


# (ops, changes, places, reason, computation or nothing)
RULES = [
    (ELEMENTWISE, "operand (rank|extent)", ".*", "operands broadcast", broadcasts),
    ("matmul", "operand (rank|extent)", ".*", "batches broadcast", lambda f, c, d: batches_broadcast(d)),
    (COMPARE, "(operand|result) type", ".*", "truth values may have any type", None),
    ("typecast|to_layout|to_tensor_spec|bitcast_convert", "(operand|result) type", ".*", "that is what it is for", None),
    ("where", "operand type", "0", "a condition may have any type", None),
    ("embedding|moe_compute|moe_gpt|selective_reduce_combine", "operand type", "[0-2]", "indices and scores may have any type", None),
    ("argmax|get_dimension_size|deallocate|dealloc|dump_tensor", "operand type", "0", "the element does not show in the result", None),
    ("arange|zeros|ones|full|empty|alloc|load_tensor", "result (type|rank|extent)", "0", "made of nothing: of any type, repeated or read", None),
    ("d2m_subgraph|generic|tt_lang_op|capture_or_execute_trace|ttnn_metal_layout_cast", ".*", ".*", OPAQUE, None),
    ("set_key_value|get_key_value", ".*", ".*", "a dictionary holds values of any type, or a null value", None),
    ("dealloc|deallocate|dump_tensor|get_dimension_size", "operand (rank|extent)", "0", "the shape does not show in the result", None),
    ("to_layout", "(operand (rank|extent)|missing operand)", "0", "the other operand is the place to write to", None),
    ("moe_compute|moe_gpt|selective_reduce_combine|moe_expert_token_remap|prepare_moe_compute_w\\w+|allocate_moe_compute_semaphore",
     "(operand|result) (rank|extent|type)|number", ".*", EXPERTS, None),
    (REDUCE, "operand (rank|extent)", "0", "what is reduced may have any extent", reduced),
    ("topk", "operand extent", "0", "there may be more to choose from", None),
    ("slice_static|slice_dynamic|index|index_select|gather|embedding|scatter", "operand extent", "[01]", "a larger input holds it", larger_by_rows),
    ("slice_dynamic", "result extent", "0", "the bounds are tensors: a larger part may lie in the input", None),
    ("scatter", "operand extent", "2", "the source may be larger than the indices", lambda f, c, d: attribute(f, "dim") is not None),
    ("(paged_)?(update|fill)_cache|(paged|flash|chunked)_\\w+", "operand extent", "[0-3]", "a cache or a table of pages may have more room", None),
    ("paged_fill_cache", "operand rank", "3", "the number of a user may be a scalar", None),
    ("reshape|broadcast|embedding_(backward|bw)|execute_trace|end_trace_capture", "operand rank", ".*", "the same elements", same_count),
    ("get_dimension_size|sampling|begin_trace_capture", "result rank", "0", "the same elements", same_count),
    ("(de|re)?quantize(_unrolled)?", "operand (rank|extent)", "[1-4]", "one scale for all, or one for each of the axis",
     lambda f, c, d: shape(c.new) in ([], [shape(f.operands[0])[integers(attribute(f, "axis"))[0]]])),
    ("linear", "operand rank", "2", "a bias broadcasts, and may have more dimensions than the product", None),
    ("convolution|conv1d|conv3d", "operand rank", "2", "a bias without dimensions of one", same_count),
    ("conv[123]d|conv_transpose2d", "operand extent", "2", "a bias prepared for the device has padded channels",
     lambda f, c, d: f.op.startswith("ttnn.")),
    ("global_avg_pool2d", "operand extent", "0", "images may have any size", None),
    ("nlp_concat_heads_decode", "operand extent", "0", "heads are padded to tiles", None),
    ("prepare_conv\\w+", "operand extent|number", ".*", "the weights do not know the image, nor a block of channels its number", None),
    ("prepare_conv\\w+", "list", "padding|stride|dilation|kernel_size", "the weights and the bias do not know the image",
     lambda f, c, d: len(integers(c.old)) == len(integers(c.new)) and min(integers(c.new)) >= 0),
    ("prepare_conv\\w+", "result extent", "0", "prepared weights are padded", None),
    ("conv2d|conv_transpose2d|pooling|(max|avg)_pool2d", "operand extent", "0", "the stride steps over the rest", floored),
    ("conv1d|conv2d|conv_transpose2d|(max|avg)_pool2d\\w*", "list", "stride|dilation|kernel\\w*|padding|output_padding", "one number for every axis", window),
    ("conv2d", "list", "dilation", "a window of one has no holes", holes_of_one),
    ("pooling", "list", "base_dilations|window_dilations|window_strides", "one element has no step and no hole",
     lambda f, c, d: one_element(f, c, d) or pooled_once(f, c)),
    ("slice_static", "list", "begins|ends|step", "the same part, counted from the end or by another step", same_ends),
    ("slice_dynamic", "list", "step", "the bounds are tensors: any step may give that part, also one that goes back",
     lambda f, c, d: len(integers(c.old)) == len(integers(c.new)) and 0 not in integers(c.new)),
    ("sdpa_bw", "operand extent", "5", "how many numbers the forward op keeps for each query is the kernels' own",
     lambda f, c, d: shape(c.old)[:-1] == shape(c.new)[:-1]),
    ("reverse", "list", "dimensions", "other dimensions are reversed",
     lambda f, c, d: len({x % rank(f) for x in integers(c.new)}) == len(integers(c.new)) and max(integers(c.new)) < rank(f)),
    (REDUCE, "list", "dim_arg", "the same dimensions", same_dimension),
    ("reshape", "list", "shape", "-1 is the rest", lambda f, c, d: integers(c.new).count(-1) == 1 and len(integers(c.new)) == len(integers(c.old))),
    ("point_to_point", "list", ".*_coord", "no mesh says how many devices there are", lambda f, c, d: len(integers(c.new)) == len(integers(c.old)) and min(integers(c.new)) >= 0),
    ("all_gather|reduce_scatter|mesh_partition", "(operand|result) extent", "0", MESH, None),
    (".*", "number", "\\w*dim(ension)?|dim_arg|axis|dim[01]", "the same dimension, or another of an op that keeps shapes", same_dimension),
    ("arange", "number", "arange_dimension", "the same dimension", same_dimension),
    ("all_to_all", "number", "(split|concat)_dim", "the same dimension", same_dimension),
    ("all_gather|all_reduce\\w*|reduce_scatter|mesh_partition|distributed_\\w+", "number", "cluster_axis", "no mesh says how many axes", None),
    (".*", "number", "seed|value|fill_value|initial_value|layer_id|cq_id|min|max|address|nnz|chunk_start_idx", NUMBERS, None),
    ("fill_cache", "number", "batch_offset", "another user of the cache", None),
    ("index", "number", "end", "counted from the end", None),
    ("select", "number", "begin|stride", "another part of the same length; a piece that is taken once has no stride", None),
    ("dequantize\\w*", "number", "axis", "one scale for all", None),
    ("concat", "missing operand", ".*", "an empty part", lambda f, c, d: 0 in shape(c.old)),
    ("conv[123]d|conv_transpose2d|convolution|linear", "missing operand", "2", "no bias", None),
    ("paged_(fill|update)_cache|sdpa_(fw|bw)", "missing operand", "[36]", "no table of pages, or no mask", None),
    ("arange|constant|full|load_tensor|ones|rand|zeros|mesh_shard", "missing operand", "[01]", "no device", None),
    ("rms_norm_pre_all_gather", "missing operand", "[01]", "no residual", None),
]

# Attributes that may be left out, with the ops that have them.
DEFAULTS = {
    "activation": "dit_rms_norm_unary_fused", "alpha": "elu|selu", "approximate": "gelu_backward|gelu_bw",
    "axis": "dequantize\\w*", "(base|window)_dilations|padding|window_strides": "pooling|convolution",
    "batch_dim": "\\w*(pool|conv)\\w*", "(batch|feature)_group_count|input_dilation|weight_dilation|window_reversal": "convolution",
    "blocking|cq_id": "\\w*trace\\w*|write_tensor", "chunk_start_idx": "indexer_score_dsa", "cluster_axis": "mesh_partition",
    "conservative_folding": "typecast", "count_include_pad": "avg_pool2d", "descending|stable": "sort", "dim": "sort|topk",
    "dim_arg": REDUCE, "dropout_probability|return_intermediates": "sdpa_(fw|bw)", "dtype|high|low": "rand", "epsilon": "\\w*norm\\w*",
    "force": "deallocate", "(collapsed_slice|offset|\\w*batching)_dims|indices_are_sorted|index_vector_dim": "gather",
    "(scatter_dims_to_operand|inserted_window|update_window|\\w*batching)_dims|indices_are_sorted|unique_indices|index_vector_dim|scatter_reduce_type": "scatter",
    "initial_value": "create_global_semaphore", "is_causal|scale": "\\w*(attention|mla)\\w*|selu", "is_decode_mode": "rotary_embedding_llama",
    "is_input_[ab]_sparse|nnz": "sparse_matmul", "keep_dim": "argmax", "largest|sorted": "topk", "mesh_(offset|shape)": "get_device",
    "mode": "upsample\\w*", "momentum": "batch_norm_training", "numericStable": "softmax", "output_shard_dim": "all_to_all_combine",
    "padding_mode": "conv3d", "seed": "rand|dropout|sampling", "shard_spec": "tt_lang_op", "share_cache": "paged_update_cache",
    "step": "slice_dynamic", "stride": "select", "transpose_[ab]": "matmul|linear", "transpose_key": "split_query_\\w+",
    "use_multicore": "pad", "use_per_device_seed": "dropout",
}


def batches_broadcast(form):
    """The dimensions before the last two, of operands of at least two, make the result's."""
    shapes, made = [shape(kind) for kind in form.operands], shape(form.results[0])
    if min(map(len, shapes)) < 2:
        return False
    (k, n), (m, other) = (shapes[1][-2:] if attribute(form, "transpose_b") != "true" else shapes[1][-2:][::-1]), (
        shapes[0][-2:] if attribute(form, "transpose_a") != "true" else shapes[0][-2:][::-1])
    heads = [s[:-2] for s in shapes]
    count = max(map(len, heads))
    columns = [{e for e in column if e != 1} for column in zip(*([1] * (count - len(h)) + h for h in heads))]
    return (k == other and all(len(c) <= 1 for c in columns) and
            [max(c, default=1) for c in columns] + [m, n] == made)


def pooled_once(form, change):
    """A window of one has no holes; a window that fits once takes no step."""
    sizes = integers(attribute(form, "window_dimensions")) if change.place == "window_dilations" else shape(form.results[0])
    old, new = integers(change.old), integers(change.new)
    return len(old) == len(new) and all(a == b or (b > 0 and s == 1) for a, b, s in zip(old, new, sizes))


def reason(form, change, changed):
    """Why the changed form is legal, or nothing."""
    op, place = form.op.partition(".")[2], str(change.place)
    if change.what == "missing attribute":
        fits = any(re.fullmatch(names, place) and re.fullmatch(ops, op) for names, ops in DEFAULTS.items())
        return "it has a default" if fits else None
    for ops, what, places, why, holds in RULES:
        if places and re.fullmatch(ops, op) and re.fullmatch(what, change.what) and re.fullmatch(places, place):
            if holds is None or holds(form, change, changed):
                return why
    return None
