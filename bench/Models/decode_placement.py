#!/usr/bin/env python3
"""The plan of one llama 3.1 8B decode layer op by op, beside the hand-tuned placement of tt-metal.

usage: decode_placement.py [--build DIR] [--arch NAME] [--weights TYPE]... [--out FILE.md]

Compiled at level 2; the problem is exported and planned again by `alcove-solve function`, so that the page shows the plan
itself: what each op reads and makes, and its modelled time. Hand-tuned: models/tt_transformers of tt-metal, 8B at batch 32
on one Wormhole chip, weights in bfp8, the MLP's in bfp4; times are those of its profiler. Beside each step stands what
the planner's tables hold for the hand-tuned placement: `same` where the plan takes it, otherwise the least time of a
candidate that reads and makes what the hand-tuned step does, and why it is not taken.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import policies
import steps

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
MODEL = "llama_3_1_8b_decode_layer"
WIDTH, HEIGHT, DRAM = r"\|l1\|width_sharded", r"\|l1\|height_sharded", r"\|dram\|interleaved"


class Step:
    """`which`: of the ops of these kinds the n-th (-1: all). `reads`, `makes`: what the hand-tuned step has, operand 0, result 0."""

    def __init__(self, title, us, kinds, which, reads, makes, why):
        self.title, self.us, self.kinds, self.which, self.reads, self.makes, self.why = title, us, kinds, which, reads, makes, why


BANDWIDTH = "the time is that of reading the weights, of {weights} an element here"
INTERLEAVED_WEIGHTS = "; weights interleaved: by the model no program on DRAM shards of them is faster, or fits"
SILU = "; silu runs in this product, there in the multiplication"
INTERLEAVED = "; by the model it costs the same interleaved, and the reader wants it so"
STEPS = [
    Step("attention norm, 32 cores", 6.7, ["rms_norm"], 0, WIDTH, WIDTH, "another number of cores: by the model fewer cores gather faster"),
    Step("QKV, weights DRAM-sharded", 93, ["matmul", "linear"], 0, WIDTH, WIDTH, BANDWIDTH),
    Step("create_qkv_heads_decode", 17.8, ["split_query_key_value_and_split_heads"], 0, DRAM.replace("dram", "l1"), HEIGHT,
         "another kernel: users as one sequence; it writes interleaved tensors alone"),
    Step("rotary, 2 x 2.9", 5.8, ["rotary_embedding"], -1, HEIGHT, HEIGHT, "the query lies interleaved as the heads kernel makes it; a conversion costs more than shards bring"),
    Step("cache updates, 2 x 14.5", 29, ["update_cache", "paged_update_cache"], -1, HEIGHT, None, "update_cache instead of the paged one; what makes the value does not write shards"),
    Step("sdpa_decode, result in DRAM", 62, ["scaled_dot_product_attention_decode"], 0, None, DRAM, "the result stays in L1 for the next op"),
    Step("concat_heads_decode", 5.6, ["nlp_concat_heads_decode", "reshape:sdpa"], 0, HEIGHT, WIDTH, "no such op in the program: heads to columns are a reshape by way of rows"),
    Step("output projection, weights DRAM-sharded", 66, ["matmul", "linear"], 1, WIDTH, WIDTH, BANDWIDTH),
    Step("residual add", 1.5, ["add:wide"], 0, WIDTH, WIDTH, "one operand comes interleaved, from the embedding"),
    Step("MLP norm, 32 cores", 6.7, ["rms_norm"], 1, WIDTH, WIDTH, "another number of cores: by the model fewer cores gather faster"),
    Step("up, weights DRAM-sharded", 110, ["matmul", "linear"], 2, WIDTH, WIDTH, BANDWIDTH),
    Step("gate, weights DRAM-sharded", 110, ["matmul", "linear"], 3, WIDTH, WIDTH, BANDWIDTH),
    Step("product with silu", 10.7, ["multiply:wide"], 0, WIDTH, WIDTH, "elsewhere"),
    Step("down, weights DRAM-sharded", 115, ["matmul", "linear"], 4, WIDTH, WIDTH, BANDWIDTH),
    Step("residual add", 1.5, ["add:wide"], 1, WIDTH, WIDTH, "elsewhere"),
    Step("final norm", None, ["rms_norm"], 2, WIDTH, WIDTH, "another number of cores: by the model fewer cores gather faster"),
    Step("head, weights DRAM-sharded, in 3 parts of 727 us", 2181, ["matmul", "linear"], 5, WIDTH, WIDTH,
         BANDWIDTH),
]


class Op:
    """A step of the plan: an op, or a conversion (`entry` is None)."""

    def __init__(self, problem, entry, row, name):
        self.problem, self.entry, self.row, self.name = problem, entry, row, name
        self.kind, self.us, self.step = entry["op"], row[1] / 1e6, None
        layouts = way_of(problem, entry, row)
        self.reads, self.makes = layouts[:len(entry["operands"])], layouts[len(entry["operands"]):]
        self.program = ""


def way_of(problem, entry, row):
    kinds = entry["operands"] + entry["results"]
    return [problem["kinds"][kind]["layouts"][layout]["name"] for kind, layout in zip(kinds, row[9:9 + len(kinds)])]


def programs(text):
    """Of the products of a module in order: what kind of program they run, and with which activation."""
    lines = re.findall(r'"ttnn.(?:matmul|linear)"\(.*', text)
    kinds = [re.search(r"#ttnn.matmul_(?:multi_core_reuse_)?(?:multi_cast_)?(\w+?)_?program_config", line) for line in lines]
    return [((kind.group(1) if kind else "no program") + (", silu" if "silu" in line else "")).replace("_", "-") for kind, line in zip(kinds, lines)]


def planned(build, arch, model, weights):
    """The plan's ops in order, conversions' time, and the problem."""
    with tempfile.TemporaryDirectory() as work:
        pipeline = f"optimization-level=2 mock-system-desc-arch={arch} export-plan-problem={work}/problem.json{weights}"
        subprocess.run([f"{build}/bin/alcove-opt", f"--ttir-to-ttnn-backend-pipeline={pipeline}", model, "-o", f"{work}/out.mlir"],
                       check=True, stderr=subprocess.DEVNULL)
        kinds = programs(pathlib.Path(work, "out.mlir").read_text())
        found = []
        for file in sorted(pathlib.Path(work).glob("problem*.json")):
            subprocess.run([f"{build}/bin/alcove-solve", "function", file, "--policy", "Global", "--out", f"{work}/plan.json"], check=True,
                           stdout=subprocess.DEVNULL)
            found.append((json.load(open(file)), json.load(open(f"{work}/plan.json"))))
    problem, plan = max(found, key=lambda pair: pair[1]["time_ps"])
    ops = []
    for op in plan["order"]:
        entry = problem["classes"][problem["ops"][op]["class"]]
        ops.append(Op(problem, entry, entry["candidates"][plan["candidates"][op]], problem["ops"][op]["name"]))
    products = [op for op in ops if op.kind in ("matmul", "linear")]
    for op, kind in zip(products, kinds if len(kinds) == len(products) else []):
        op.program = kind
    return ops, plan["time_ps"] / 1e6, plan.get("bound_ps", 0) / 1e6, plan["time_ps"] / 1e6 - sum(op.us for op in ops)


def rows_and_columns(layout):
    return [int(n) for n in layout.split("|")[0].split("x")]


def is_kind(op, kind, ops):
    """`add:wide`: of two operands of the residual's width; `reshape:sdpa`: behind attention, until the next product."""
    name, _, which = kind.partition(":")
    if which == "wide":
        shape = rows_and_columns(op.makes[0]) if op.makes else []
        return op.kind == name and len(op.reads) == 2 and bool(shape) and shape[-1] >= 1024 and shape[-2:] == rows_and_columns(op.reads[1])[-2:] \
            and rows_and_columns(op.reads[0])[-1] == shape[-1]
    if which == "sdpa":
        at = next((i for i, other in enumerate(ops) if "attention" in other.kind), len(ops))
        until = next((i for i in range(at, len(ops)) if ops[i].kind in ("matmul", "linear")), len(ops))
        return op in ops[at + 1:until]
    return op.kind == kind


def assign(ops):
    """Step -> its ops."""
    found = collections.OrderedDict()
    for step in STEPS:
        members = [op for op in ops if any(is_kind(op, kind, ops) for kind in step.kinds)]
        if not any(kind.endswith(":sdpa") for kind in step.kinds) and step.which >= 0:
            members = members[step.which:step.which + 1]
        for op in members:
            op.step = step
        found[step] = members
    return found


def takes(step, reads, makes):
    return (not step.reads or bool(reads and re.search(step.reads, reads[0]))) and (not step.makes or bool(makes and re.search(step.makes, makes[0])))


def least(step, op):
    """The least time of a candidate in the hand-tuned placement; None when the tables hold none."""
    times = []
    for row in op.entry["candidates"]:
        way, reads = way_of(op.problem, op.entry, row), len(op.entry["operands"])
        if takes(step, way[:reads], way[reads:]):
            times.append(row[1] / 1e6)
    return min(times) if times else None


def short(layouts):
    """`width 1x32`: where the first of them lies."""
    if not layouts:
        return "-"
    _, page, _, space, sharding, grid = (layouts[0].split("|") + ["", ""])[:6]
    text = f"{space} {sharding.replace('_sharded', '')}" + (f" {grid}" if sharding.endswith("sharded") else "")
    return text + (", rows" if page == "row_major" else "")


def width_of(weights):
    return {"bf16": "16 bits", "bfp_bf8": "8.5 bits", "bfp_bf4": "4.5 bits"}.get(weights, weights)


def placement_table(ops, weights):
    lines = ["| hand-tuned step | us there | our ops | read -> made | us | in the hand-tuned placement, us | difference |", "|---|--:|---|---|--:|---|---|"]
    for step, members in assign(ops).items():
        if not members:
            lines.append(f"| {step.title} | {step.us or '-'} | - | - | - | - | {step.why} |")
            continue
        same = all(takes(step, op.reads, op.makes) for op in members)
        prices = [least(step, op) for op in members]
        price = "same" if same else "not in the tables" if None in prices else f"{sum(prices):.1f}"
        names = collections.Counter(f"{op.kind} ({op.program})" if op.program else op.kind for op in members)
        kinds = ", ".join(f"{count} x {name}" if count > 1 else name for name, count in names.items())
        ways = "; ".join(dict.fromkeys(f"{short(op.reads)} -> {short(op.makes)}" for op in members))
        remark = step.why.format(weights=width_of(weights)) if not same or step.why == BANDWIDTH else ""
        if step.why == BANDWIDTH:
            remark += (SILU if "silu" in members[0].program else "") + ("" if same else INTERLEAVED) + (INTERLEAVED_WEIGHTS if "1d" in members[0].program else "")
        lines.append(f"| {step.title} | {step.us or '-'} | {kinds} | {ways} | {sum(op.us for op in members):.1f} | {price} | {remark} |")
    return lines


def others_table(ops):
    counts, times = collections.Counter(), collections.Counter()
    for op in ops:
        if op.step is None and op.us > 0:
            counts[op.kind] += 1
            times[op.kind] += op.us
    lines = ["Ops that no step of the hand-tuned layer stands for (embedding, tables of the rotation, mask, logits and their argmax):", "", "| op | count | us |", "|---|--:|--:|"]
    return lines + [f"| {kind} | {counts[kind]} | {us:.1f} |" for kind, us in sorted(times.items(), key=lambda item: (-item[1], item[0]))]


def page(options, model):
    lines = ["# One decode layer beside its hand-tuned placement", "",
             f"Written by `bench/Models/decode_placement.py` at commit {policies.pages.commit()}: {MODEL}, {options.arch}, level 2. Times are modelled; `us there` is measured.", ""]
    for weights in options.weights or ["bf16", "bfp_bf8", "bfp_bf4"]:
        ops, time, bound, moves = planned(options.build, options.arch, model, "" if weights == "bf16" else f" experimental-weight-dtype={weights}")
        table = placement_table(ops, weights)
        layer = [op for op in ops if op.step and not op.step.title.startswith(("head", "final"))]
        there = sum(step.us for step in STEPS if step.us and not step.title.startswith("head"))
        lines += [f"## Weights in {weights}", "", *table, "",
                  f"The layer's steps: {sum(op.us for op in layer):.1f} us, {there:.0f} us there. The program: {time:.1f} us, bound {bound:.1f} us, of it "
                  f"{moves:.1f} us conversions between the ops.", "", *others_table(ops), ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", default="wormhole_b0")
    parser.add_argument("--weights", action="append", help="element type of the weights: bf16 (as the model says), bfp_bf8, bfp_bf4")
    parser.add_argument("--out", help="write the page to this file too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        text = page(options, str(steps.find(MODEL, ROOT / "none", work)))
    print(text)
    if options.out:
        pages.write(options.out, text, "Models")


if __name__ == "__main__":
    main()
