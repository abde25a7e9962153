#!/usr/bin/env python3
"""The op model before and after on the corpus: per op kind, and the largest single ops with their mechanism.

usage: changes.py --before ALCOVE_OPT [--after ALCOVE_OPT] [--arch NAME] [MODEL.mlir ...]
       default: after build/bin/alcove-opt, wormhole_b0, the corpus ($ALCOVE_CORPUS)

1. Programs planned by the old tool, priced by both op models: what another price of the same op makes, by op kind.
   Ops whose configuration the new rules refuse are counted; they have no new price, so the sums fall by theirs.
2. Programs planned by each tool with its own model, and the new plan's gain with its interval.
3. The twelve largest ops of every class of model in the new plans: the share of the time, what bounds it and how far
   from the resource's own limit it is.
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
CLASSES = {"decode": "LLM decode", "prefill": "LLM prefill", "attention": "LLM prefill", "encoder": "encoders",
           "vit": "encoders"}
DRAM_GBS = {"wormhole_b0": 288, "blackhole": 512}


def class_of(model):
    return next((name for word, name in CLASSES.items() if word in model), "convolutional")


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    return result.returncode, result.stderr


def compile_model(opt, model, arch, out):
    options = f"optimization-level=2 mock-system-desc-arch={arch} summary-json={out}.json"
    status, errors = run([opt, str(model), f"--ttir-to-ttnn-backend-pipeline={options}", "-o", f"{out}.mlir"])
    if status:
        sys.exit(f"changes.py: {model}: {errors}")
    return json.load(open(f"{out}.json"))


def timeline(opt, program, out):
    """Steps of the forward functions, and the rules that the program breaks under this op model."""
    _, errors = run([opt, program, f"--ttnn-verify-memory=timeline={out}", "-o", os.devnull])
    functions = json.load(open(out))["functions"] if os.path.exists(out) else []
    steps = [step for f in functions if "const_eval" not in f["name"] for step in f["steps"]]
    return steps, len(re.findall(r"error:", errors))


def op_lines(program):
    """Types of every op of the forward functions in program order, as the timeline counts its steps."""
    text = open(program).read()
    layouts = {m.group(1): m.group(2) for m in re.finditer(r"^(#\w+) = #ttnn\.ttnn_layout<(.*)>$", text, re.M)}
    lines, inside = [], False
    for line in text.splitlines():
        if "func.func" in line:
            inside = "const_eval" not in line
        elif inside and (m := re.search(r'"?(?:ttnn|ttcore|func)\.(\w+)"?.* : (.*)$', line.strip())):
            lines.append((m.group(1), short(m.group(2), layouts)))
    return lines


def short(types, layouts):
    """`32x2048 dram, 2048x8192 dram bfp8 -> 32x8192 l1 width_sharded` of a type signature."""
    def tensor(m):
        layout = layouts.get(m.group(2) or "", "")
        words = [m.group(1)]
        words += [f"bfp{b}" for b in ("8", "4") if f"bfp_bf{b}" in layout]
        words += ["l1" if "#l1" in layout else "dram"] if layout else []
        words += [w for w in ("height_sharded", "width_sharded", "block_sharded") if w in layout]
        return " ".join(words)
    types = types.replace(", !ttnn.device", "")
    types = re.sub(r"tensor<((?:\d+x)*\d+)x(?:!ttcore\.tile<[^>]*>|\w+)(?:, (#\w+))?>", tensor, types)
    return types.replace("(", "").replace(")", "")


def mechanism(step, arch):
    parts = {name: step.get(f"{name}_ns", 0) for name in ("compute", "dram", "noc", "launch")}
    total, bound = step["duration_ns"], max(parts, key=parts.get)
    if 2 * parts["launch"] >= total:
        return f"launch of the program, {step.get('cores', 0)} cores"
    if bound == "dram":
        rate = step["dram_bytes"] / total
        return f"DRAM at {rate:.0f} of {DRAM_GBS[arch]} GB/s, {step['cores']} cores"
    what = {"compute": "compute", "noc": "network", "launch": "launch"}[bound]
    return f"{what}, {100 * parts[bound] / total:.0f} % of the time, {step['cores']} cores"


def by_kind(steps):
    sums = collections.Counter()
    for step in steps:
        sums[step["op"]] += step["duration_ns"] / 1e3
    return sums


def print_changes(model, old, new, refused):
    before, after = by_kind(old), by_kind(new)
    total_old, total_new = sum(before.values()), sum(after.values())
    note = f"; {refused} ops that the new rules refuse" if refused else ""
    print(f"{model:36} {'all':34} {total_old:11.1f} {total_new:11.1f} {total_new / total_old if total_old else 1:7.3f}{note}")
    for kind in sorted(set(before) | set(after), key=lambda k: -abs(after[k] - before[k])):
        if abs(after[kind] - before[kind]) > max(0.001 * total_old, 0.01 * before[kind]):
            ratio = f"{after[kind] / before[kind]:7.3f}" if before[kind] else "    new"
            print(f"{'':36} {kind:34} {before[kind]:11.1f} {after[kind]:11.1f} {ratio}")


def print_largest(name, ops, arch):
    total = sum(step["duration_ns"] for _, step, _ in ops)
    print(f"\n### {name}\n\n{'us':>9} {'share':>6}  op, what bounds it")
    for model, step, types in sorted(ops, key=lambda o: -o[1]["duration_ns"])[:12]:
        print(f"{step['duration_ns'] / 1e3:9.1f} {100 * step['duration_ns'] / total:5.1f}%  {model}: {step['op']} {types}\n"
              f"{'':17} {mechanism(step, arch)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", required=True)
    parser.add_argument("--after", default=str(ROOT / "build/bin/alcove-opt"))
    parser.add_argument("--arch", default="wormhole_b0", choices=sorted(DRAM_GBS))
    parser.add_argument("models", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    models = options.models or sorted(corpus.glob("*.mlir"))
    if not models:
        sys.exit(f"changes.py: no models in {corpus}")
    plans, largest = [], collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as directory:
        print(f"## Programs of the old plans, priced before and after, {options.arch}\n\n"
              f"{'model':36} {'op kind':34} {'before us':>11} {'after us':>11} {'ratio':>7}")
        for model in models:
            old, new = f"{directory}/{model.stem}.old", f"{directory}/{model.stem}.new"
            summaries = [compile_model(options.before, model, options.arch, old),
                         compile_model(options.after, model, options.arch, new)]
            steps, _ = timeline(options.before, f"{old}.mlir", f"{old}.steps")
            again, refused = timeline(options.after, f"{old}.mlir", f"{old}.again")
            print_changes(model.stem, steps, again, refused)
            plans.append((model.stem, *summaries))
            final, _ = timeline(options.after, f"{new}.mlir", f"{new}.steps")
            lines = op_lines(f"{new}.mlir")
            aligned = len(lines) >= len(final)
            for step in final:
                types = lines[step["step"]][1] if aligned and step["step"] < len(lines) and \
                    lines[step["step"]][0] == step["op"] else ""
                largest[class_of(model.stem)].append((model.stem, step, types))
    print(f"\n## Plans before and after\n\n{'model':36} {'before us':>11} {'after us':>11} {'interval':>22}  gain over all in DRAM")
    for model, before, after in plans:
        plan, gain = after["plan"], after["gain"]
        noise = ", inside the noise" if gain["inside_noise"] else ""
        print(f"{model:36} {before['plan']['time_ns'] / 1e3:11.1f} {plan['time_ns'] / 1e3:11.1f} "
              f"{plan['time_low_ns'] / 1e3:10.1f}..{plan['time_high_ns'] / 1e3:<10.1f}  "
              f"{gain['ratio']:.2f}x ({gain['low']:.2f}..{gain['high']:.2f}x){noise}")
    print("\n## Largest ops of every class")
    for name in sorted(largest):
        print_largest(name, largest[name], options.arch)


if __name__ == "__main__":
    main()
