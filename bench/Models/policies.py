#!/usr/bin/env python3
"""All layout policies on one table: every model, both architectures, geometric means by class of model.

usage: policies.py [--build DIR] [--arch NAME]... [--plain-lowering] [--earlier ALCOVE_OPT] [--jobs N] [--out FILE.md] [MODEL.mlir|DIR ...]
       without models: the corpus ($ALCOVE_CORPUS), all of testing/models/lookalikes.py and testing/models/generate.py

Per model and policy: modelled time by the verifier's adder (conversions included), DRAM bytes, results in L1,
conversions, spills, milliseconds of planning. A win is a time at most 0.01 % above the best of the row; the plan that
the compiler applies is judged as always. A second compilation, with every pattern of the lowering off, says what level
2 was before there were patterns and Global: DFSharding on that program, at the same prices. With --earlier the plans that another
build makes at level 2 stand beside, at the prices of this one. The class of a model is read off its ops: convolutions are vision; a cache
that is updated, decode; one that is filled, prefill; everything else, encoder.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import math
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

import lowering

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
TIE = 1.0001


def class_of(path):
    text = open(path).read()
    if re.search(r"ttir\.(conv2d|convolution)\b", text):
        return "vision"
    if "update_cache" in text:
        return "decode"
    return "prefill" if "fill_cache" in text else "encoder"


def generated(work):
    """Paths of our own models, written under `work`, in a folder whose name is the same in every run: rows are kept by it."""
    work = os.path.join(work, "lookalikes")
    os.makedirs(work, exist_ok=True)
    subprocess.run([sys.executable, ROOT / "testing/models/lookalikes.py", "--all", work], check=True, stdout=subprocess.DEVNULL)
    for name in ("resnet50", "bert", "llama-decode", "llama-prefill", "mlp"):
        with open(os.path.join(work, f"own-{name}.mlir"), "w") as out:
            subprocess.run([sys.executable, ROOT / "testing/models/generate.py", name], check=True, stdout=out)
    return sorted(map(str, pathlib.Path(work).glob("*.mlir")))


def mlir_files(paths):
    """The paths; of a directory all its .mlir files, by name."""
    return [str(m) for path in paths for m in (sorted(pathlib.Path(path).glob("*.mlir")) if os.path.isdir(path) else [path])]


def given_models(paths, work):
    """MLIR files of the paths; without any the corpus ($ALCOVE_CORPUS) and our own, written under `work`."""
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    if not paths and not corpus.is_dir():
        print(f"{corpus} is no folder (ALCOVE_CORPUS names the corpus): models of the tree alone", file=sys.stderr)
    return mlir_files(paths) or mlir_files([corpus] if corpus.is_dir() else []) + generated(work)


def measure(tool, model, arch, further=""):
    """The summary's rows by policy, or the first line of the error."""
    summary = lowering.summary_of(tool, model, arch, "policies=all" + further)
    return summary if isinstance(summary, str) else {row["policy"]: row for row in summary["policies"]}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def model_table(results, policies, arch):
    lines = [f"### {arch}: modelled us (x = time of AllDram over it; * = best of the row)", "",
             "| model | class | " + " | ".join(policies) + " |", "|---|---|" + "---|" * len(policies)]
    for (name, kind), rows in results.items():
        best = min(row["time_ns"] for row in rows.values())
        cells = []
        for policy in policies:
            time = rows[policy]["time_ns"]
            star = "*" if time <= best * TIE else ""
            fits = "" if rows[policy]["fits"] else " does not fit"
            cells.append(f"{time / 1e3:.1f} ({rows['AllDram']['time_ns'] / time:.3f}x){star}{fits}")
        lines.append(f"| {name} | {kind} | " + " | ".join(cells) + " |")
    return lines


def class_table(results, policies, arch):
    lines = [f"### {arch}: speed over AllDram, geometric mean; in brackets: best alone, best with others, worse than AllDram", "",
             "| class | models | " + " | ".join(policies) + " |", "|---|---|" + "---|" * len(policies)]
    for kind in ("vision", "encoder", "prefill", "decode", "all"):
        members = [rows for (_, k), rows in results.items() if kind in (k, "all")]
        if not members:
            continue
        cells = []
        for policy in policies:
            alone = tied = worse = 0
            for rows in members:
                best = min(row["time_ns"] for row in rows.values())
                if rows[policy]["time_ns"] <= best * TIE:
                    others = [p for p in policies if p != policy and rows[p]["time_ns"] <= best * TIE]
                    tied, alone = tied + bool(others), alone + (not others)
                worse += rows[policy]["time_ns"] > rows["AllDram"]["time_ns"] * TIE
            mean = geometric_mean([rows["AllDram"]["time_ns"] / rows[policy]["time_ns"] for rows in members])
            cells.append(f"{mean:.3f} ({alone}, {tied}, {worse})")
        lines.append(f"| {kind} | {len(members)} | " + " | ".join(cells) + " |")
    return lines


def effort_table(results, policies, arch):
    lines = [f"### {arch}: sums over all models", "",
             "| policy | DRAM GB | results in L1 | conversions | spills | rounds, worst | planning ms, median | planning ms, worst |",
             "|---|---|---|---|---|---|---|---|"]
    for policy in policies:
        rows = [r[policy] for r in results.values()]
        spent = sorted(row["planning_ms"] for row in rows)
        lines.append(f"| {policy} | {sum(r['dram_bytes'] for r in rows) / 1e9:.2f} | {sum(r['ops_in_l1'] for r in rows)} "
                     f"| {sum(r['conversions'] for r in rows)} | {sum(r['spills'] for r in rows)} | {max(r['rounds'] for r in rows)} "
                     f"| {spent[len(spent) // 2]:.1f} | {spent[-1]:.1f} |")
    return lines


def proof_table(results, policies, arch):
    """What the policies with a bound prove, each within the space that its summary names."""
    lines = [f"### {arch}: bounds", "", "| policy | models | gap 0 | gap at most 1 % | worst gap % | model |", "|---|---|---|---|---|---|"]
    for policy in policies:
        gaps = sorted((rows[policy]["time_ns"] / rows[policy]["bound_ns"] - 1, name) for (name, _), rows in results.items()
                      if rows[policy].get("bound_ns"))
        if gaps:
            lines.append(f"| {policy} | {len(gaps)} | {sum(g <= 1e-9 for g, _ in gaps)} | {sum(g <= 0.01 for g, _ in gaps)} "
                         f"| {100 * gaps[-1][0]:.2f} | {gaps[-1][1]} |")
    return lines


def before_table(results, before, arch):
    """Level 2 as it was against level 2 as it is, at the same prices."""
    lines = [f"### {arch}: time of DFSharding over that of Global, geometric mean; in brackets the least", "",
             "| class | models | both with the lowering's patterns | both without | DFSharding without, Global with |", "|---|---|---|---|---|"]
    kinds = {key: lowering.class_of(key[0]) for key in results if key in before}
    for kind in sorted(set(kinds.values())) + ["all"]:
        members = [key for key in kinds if kind in (kinds[key], "all")]
        columns = [[plain[key]["DFSharding"]["time_ns"] / planned[key]["Global"]["time_ns"] for key in members]
                   for plain, planned in ((results, results), (before, before), (before, results))]
        lines.append(f"| {kind} | {len(members)} | " + " | ".join(f"{geometric_mean(c):.3f} ({min(c):.3f})" for c in columns) + " |")
    return lines


def repriced(earlier, build, model, arch):
    """What the plan of another build takes at the prices of this one, in ns; the first line of the error where one fails."""
    with tempfile.TemporaryDirectory() as work:
        planned, report = os.path.join(work, "planned.mlir"), os.path.join(work, "summary.json")
        summary = lowering.summary_of(earlier, model, arch, output=planned)
        if isinstance(summary, str):
            return summary
        done = subprocess.run([os.path.join(build, "bin/alcove-opt"), f"--ttnn-summary=json={report}", planned, "-o", os.devnull],
                              capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip().split("\n")[0][:200]
        return json.load(open(report))["plan"]["time_ns"]


def has_vocabulary(path):
    """A step that ends in logits: some row has tens of thousands of numbers, as a product makes it."""
    return any(int(n) >= 30_000 for n in re.findall(r"ttir\.(?:matmul|linear|dot_general).*-> tensor<[\dx]*?(\d+)x(?:bf16|f32)[,>]", open(path).read()))


def earlier_table(results, models, options, arch):
    """Plans of the earlier build over plans of this one."""
    keys = [key for key in ((pathlib.Path(m).stem, class_of(m)) for m in models) if key in results]
    path_of = {pathlib.Path(m).stem: m for m in models}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        times = dict(zip(keys, pool.map(lambda key: repriced(options.earlier, options.build, path_of[key[0]], arch), keys)))
    ratios = {key: time / results[key]["Global"]["time_ns"] for key, time in times.items() if not isinstance(time, str)}
    classes = {kind: [key for key in ratios if kind in (key[1], "all")] for kind in ("vision", "encoder", "prefill", "decode", "all")}
    classes["decode with logits"] = [key for key in classes["decode"] if has_vocabulary(path_of[key[0]])]
    lines = [f"### {arch}: plans of the earlier build over those of this one, at the prices of this one", "",
             "| class | models | geometric mean | faster | equal | slower | the most | the least |", "|---|---|---|---|---|---|---|---|"]
    for kind, members in classes.items():
        if not members:
            continue
        ordered = sorted((ratios[key], key[0]) for key in members)
        faster, slower = sum(r > 1 + 1e-6 for r, _ in ordered), sum(r < 1 - 1e-6 for r, _ in ordered)
        lines.append(f"| {kind} | {len(members)} | {geometric_mean([r for r, _ in ordered]):.3f} | {faster} "
                     f"| {len(members) - faster - slower} | {slower} | {ordered[-1][0]:.3f} ({ordered[-1][1]}) "
                     f"| {ordered[0][0]:.4f} ({ordered[0][1]}) |")
    slower = sorted((r, key[0]) for key, r in ratios.items() if r < 1 - 1e-6)
    lines += ["", "Slower: " + (", ".join(f"{name} {100 * (1 / r - 1):.2f} %" for r, name in slower) or "none") + "."]
    failed = [f"* {key[0]}: {time}" for key, time in times.items() if isinstance(time, str)]
    return lines + (["", "The earlier build fails, or this one on its plan:", *failed] if failed else [])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--arch", action="append")
    parser.add_argument("--out", help="write the tables to this file too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--plain-lowering", action="store_true", help="every pattern of LoweringPatterns.def off")
    parser.add_argument("--earlier", help="alcove-opt of another build, whose plans stand beside")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        models = given_models(options.models, work)
        if not models:
            sys.exit("policies.py: no models given, none in the corpus and none generated")
        text, failed = run(models, options)
    print(text)
    if options.out:
        pages.write(options.out, text + "\n", "Models")
    return 1 if failed else 0


def table_of(tool, models, arch, further, jobs):
    """Rows by model's name and class, and a line per model that failed."""
    results, errors = collections.OrderedDict(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for model, rows in zip(models, pool.map(lambda m: measure(tool, m, arch, further), models)):
            name = pathlib.Path(model).stem
            if isinstance(rows, str):
                errors.append(f"* {name}: {rows}")
            else:
                results[name, class_of(model)] = rows
    return results, errors


def run(models, options):
    tool = os.path.join(options.build, "bin/alcove-opt")
    lines = ["# Layout policies on one table", "",
             f"Written by `bench/Models/policies.py` at commit {pages.commit()}, {datetime.date.today()}, {os.cpu_count()} processors "
             f"({platform.machine()}); {len(models)} models. Times are modelled, conversions included; planning is wall time.", ""]
    plain = "".join(f" enable-{name}=false" for name in lowering.patterns())
    further = plain if options.plain_lowering else ""
    if further:
        lines += ["Every pattern of the lowering is off: the policies alone, at equal prices.", ""]
    failed = 0
    for arch in options.arch or ("wormhole_b0", "blackhole"):
        results, errors = table_of(tool, models, arch, further, options.jobs)
        failed += len(errors)
        if results:
            policies = list(next(iter(results.values())))
            for table in (class_table, proof_table, effort_table, model_table):
                lines += table(results, policies, arch) + [""]
            if options.earlier:
                lines += earlier_table(results, models, options, arch) + [""]
            if not further:
                lines += before_table(results, table_of(tool, models, arch, plain, options.jobs)[0], arch) + [""]
        lines += errors and [f"Failed on {arch}:"] + errors + [""]
    return "\n".join(lines), failed


if __name__ == "__main__":
    sys.exit(main())
