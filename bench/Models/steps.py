#!/usr/bin/env python3
"""Op by op: what the lowering patterns change in four models, beside the steps of hand-tuned programs.

usage: steps.py [--build DIR] [--arch NAME] [--out FILE.md] [--corpus DIR]

Compiles each model at level 2 with every pattern of LoweringPatterns.def off, and as it is by default. Times are modelled,
by the judge's timeline of the final program; const-eval functions, which run once, are left out. Hand-tuned steps: decode,
8B layer at batch 32 on Wormhole: models/tt_transformers of tt-metal and its profiler sheets; BERT and ResNet-50: its demos.
Whether a step is taken is read off the ops of our program, never written down; the remark says why not, where it is not.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402

# Model (of the corpus, else of testing/models/lookalikes.py), title, and steps: (what, hand-tuned us or "", pattern of an op of our
# program that is this step, why it is not taken where it is not).
DECODE = [
    ("norm sharded in L1", "6-7", r"rms_norm.*(width|block|height)_sharded", "the planner leaves it interleaved: a shard's price is higher for 32 rows"),
    ("Q, K, V in one matmul", "93", r"MERGED", "three narrow matmuls cost less by the model than one and its split"),
    ("create_qkv_heads_decode", "18", r"nlp_create_qkv_heads_decode", "split_query_key_value_and_split_heads with the users as one sequence stands for it: the kernel gives (1, B, H, D), which update_cache does not take; with two paged_update_cache as dear by the sheets (docs/STATUS.md)"),
    ("rotary fused", "3 x 2", r"rotary_embedding", "not recognized"),
    ("cache update in place", "15 x 2", r"update_cache", "not recognized"),
    ("scaled_dot_product_attention_decode", "62", r"scaled_dot_product_attention_decode", "not recognized"),
    ("concat_heads_decode", "6", r"nlp_concat_heads_decode", "heads (1, B, H, D) to columns are one reshape of tiles, which costs less by the model"),
    ("weights DRAM-sharded", "66-115", r"dram_sharded", "DRAM shards are no layouts of the planner"),
    ("gate, up and down in bfp4, the product in bfp8", "110 x 2, 115", r"bfp_bf4|bfp_f4", "formats of weights are the user's choice (experimental-weight-dtype)"),
    ("silu with the gate's product", "11", r'activation = "silu"|(linear|matmul).*op_type = silu', "silu is computed in f32, between typecasts"),
    ("residual kept at rank 2", "1.5", r'"ttnn.add".*tensor<32x\d+x?bf16', "the function's own rank 3 is kept"),
]
BERT = [
    ("Q, K, V in one matmul", "", r"MERGED", "not merged"),
    ("split_query_key_value_and_split_heads", "", r"split_query_key_value_and_split_heads", "not recognized"),
    ("attention in one kernel", "", r"scaled_dot_product_attention", "not recognized"),
    ("concatenate_heads", "", r"concatenate_heads", "not recognized"),
    ("gelu with the first product of the MLP", "", r'activation = "gelu"|(linear|matmul).*op_type = gelu', "not fused"),
    ("residual add in layer_norm", "", r"layer_norm.*residual", "the IR's layer_norm has no residual operand"),
    ("activations block-sharded in L1", "", r"(linear|matmul).*block_sharded", "the planner keeps them interleaved"),
    ("weights in bfp8", "", r"bfp_bf8", "formats of weights are the user's choice (experimental-weight-dtype)"),
]
RESNET = [
    ("image folded: 7x7 stride 2 on 3 channels as 4x4 stride 1 on 16", "0.3 of 2,600", r"kernel_size = array<i32: 4, 4>", "the op model prices the form that is there lower"),
    ("batch norm in the weights", "", r"NOBATCHNORM", "a batch norm is left"),
    ("relu in the convolution", "", r"activation = <op_type = relu>", "not fused"),
    ("relu in the residual add", "", r"ttnn.add.*activation", "the IR's add has no activation"),
    ("activations sharded from convolution to convolution", "", r"conv2d.*(height|block)_sharded", "the planner keeps them interleaved"),
    ("1x1 as matmul", "", r"MATMUL1x1", "conv2d runs 1x1 kernels of stride 1 as matmul itself (tt-metal conv2d, mm_conv); the model prices it so"),
    ("weights in bfp8, LoFi", "", r"bfp_bf8", "formats of weights are the user's choice (experimental-weight-dtype)"),
    ("weights prepared once", "", r"PREPARED", "some weights come from the host at each call"),
]
MODELS = [("llama_3_2_1b_decode_layer", "llama 3.2 1B, decode layer with head", DECODE),
          ("llama_3_1_8b_decode_layer", "llama 3.1 8B, decode layer with head", DECODE),
          ("bert_encoder_layer", "BERT, encoder layer", BERT),
          ("resnet_hf", "ResNet-50, batch 8", RESNET)]


def patterns():
    text = (ROOT / "include/alcove/Lower/LoweringPatterns.def").read_text()
    return re.findall(r'^LOWERING_PATTERN\(\w+, "([a-z0-9-]+)", true', text, re.M)


def find(name, corpus, work):
    path = pathlib.Path(corpus) / f"{name}.mlir"
    if path.exists():
        return path
    subprocess.run([sys.executable, ROOT / "testing/models/lookalikes.py", "--all", work, "--only", f"^{name}$"], check=True,
                   stdout=subprocess.DEVNULL)
    return pathlib.Path(work) / f"{name}.mlir"


def functions(text):
    """Lines of ops by function."""
    result, lines = {}, None
    for line in text.split("\n"):
        if match := re.search(r"func\.func (?:private )?@([\w.$-]+)", line):
            lines = result.setdefault(match.group(1), [])
        elif lines is not None and re.match(r'\s+(%\S+.* = |")', line) or lines is not None and " return " in line:
            lines.append(line.strip())
    return result


def steps(tool, model, arch, options):
    """(op, us, line with its layouts spelled out) of the program, in order, and counts of patterns."""
    with tempfile.TemporaryDirectory() as work:
        out, timeline, summary = (os.path.join(work, name) for name in ("out.mlir", "t.json", "s.json"))
        pipeline = f"optimization-level=2 mock-system-desc-arch={arch} timeline={timeline} summary-json={summary} {options}"
        subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={pipeline}", model, "-o", out], check=True)
        text = open(out).read()
        layouts = dict(re.findall(r"^#(\w+) = (#ttnn\.ttnn_layout<.*)$", text, re.M))
        bodies, result = functions(text), []
        for function in json.load(open(timeline))["functions"]:
            body = bodies[function["name"]]
            if "const_eval" in function["name"]:
                continue
            for step in function["steps"]:
                line = body[step["step"]] if step["step"] < len(body) else ""
                spelled = re.sub(r"#(\w+)", lambda m: layouts.get(m.group(1), m.group(0)), line)
                result.append((step["op"], step["duration_ns"] / 1e3, spelled))
        return result, json.load(open(summary)).get("lowering", {})


def is_taken(pattern, ops):
    if pattern == "MERGED":  # one product whose result the heads kernel or slices of columns take apart
        return any(op == "split_query_key_value_and_split_heads" for op, _, _ in ops)
    if pattern == "NOBATCHNORM":
        return not any("batch_norm" in op for op, _, _ in ops)
    if pattern == "PREPARED":
        return not any(op == "conv2d" and "system_memory" in line for op, _, line in ops)
    if pattern == "MATMUL1x1":
        return not any(op == "conv2d" and "kernel_size = array<i32: 1, 1>" in line for op, _, line in ops)
    return any(re.search(pattern, line) for _, _, line in ops)


def table(before, after, counts):
    lines = ["| op | before: count | us | after: count | us |", "|---|--:|--:|--:|--:|"]
    sums = [collections.Counter(), collections.Counter(), collections.Counter(), collections.Counter()]
    for index, ops in enumerate((before, after)):
        for op, us, _ in ops:
            if us > 0:
                sums[2 * index][op] += 1
                sums[2 * index + 1][op] += us
    for op, _ in sorted((sums[1] + sums[3]).items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"| {op} | {sums[0][op]} | {sums[1][op]:.1f} | {sums[2][op]} | {sums[3][op]:.1f} |")
    totals = [sum(us for _, us, _ in ops) for ops in (before, after)]
    lines.append(f"| **all** | {sum(sums[0].values())} | **{totals[0]:.1f}** | {sum(sums[2].values())} | **{totals[1]:.1f}** |")
    applied = ", ".join(f"{count} x {name}" for name, count in counts.items()) or "none"
    return lines + ["", f"{totals[0] / totals[1]:.2f} times as fast. Patterns applied: {applied}."]


def compare(ops, hand):
    lines = ["| hand-tuned step | us there | taken | ours, us | remark |", "|---|--:|---|--:|---|"]
    for what, us, pattern, why in hand:
        taken = is_taken(pattern, ops)
        ours = sum(t for _, t, line in ops if re.search(pattern, line)) if taken and not pattern.isupper() else 0
        lines.append(f"| {what} | {us or '-'} | {'yes' if taken else 'no'} | {f'{ours:.1f}' if ours else '-'} | {'' if taken else why} |")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--corpus", default=os.environ.get("ALCOVE_CORPUS", str(ROOT / "corpus")))
    parser.add_argument("--out", help="write the page to this file too")
    options = parser.parse_args()
    tool = os.path.join(options.build, "bin/alcove-opt")
    off = " ".join(f"enable-{name}=false" for name in patterns())
    lines = ["# Lowering patterns op by op, beside hand-tuned programs", "",
             f"Written by `bench/Models/steps.py` for {options.arch}, level 2. Times are modelled.", ""]
    with tempfile.TemporaryDirectory() as work:
        for name, title, hand in MODELS:
            model = find(name, options.corpus, work)
            before, _ = steps(tool, model, options.arch, off)
            after, counts = steps(tool, model, options.arch, "")
            lines += [f"## {title}", "", *table(before, after, counts), "", *compare(after, hand), ""]
    text = "\n".join(lines)
    print(text)
    if options.out:
        pages.write(options.out, text.rstrip() + "\n", "Models")


if __name__ == "__main__":
    main()
