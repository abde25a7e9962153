#!/usr/bin/env python3
"""Modelled time at level 2 with and without the patterns of the lowering, model by model, on both architectures.

usage: lowering.py [--build DIR] [--arch NAME] [--jobs N] [--only WORD] [--one-by-one corpus|all] [--output FILE] [MODEL.mlir ...]

default models: the corpus ($ALCOVE_CORPUS) and the look-alikes (testing/models/lookalikes.py --all).
before = every pattern of include/alcove/Lower/LoweringPatterns.def off; after = the defaults.
--one-by-one: each pattern off alone, where the summary says that it was applied, on the corpus or on all models; its
share is what the time rises by.
--output writes the tables as markdown (docs/measurements/Lowering.md), else to standard output.
"""
import argparse
import collections
import concurrent.futures
import functools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import pages  # noqa: E402
ARCHS = ("wormhole_b0", "blackhole")
ENTRY = re.compile(r'LOWERING_PATTERN\(\s*\w+,\s*"([^"]+)",\s*(true|false),', re.S)


def patterns():
    """Options of the patterns that are on by default, in the order of the table."""
    text = (ROOT / "include/alcove/Lower/LoweringPatterns.def").read_text()
    return [option for option, default in ENTRY.findall(text) if default == "true"]


def summary_of(tool, model, arch, further="", output=os.devnull):
    """The summary of one model at level 2, `further` being more options, or the first line of the error. The module goes to `output`."""
    with tempfile.TemporaryDirectory() as work:
        report = os.path.join(work, "summary.json")
        options = f"optimization-level=2 mock-system-desc-arch={arch} summary-json={report} {further}"
        run = subprocess.run([tool, f"--ttir-to-ttnn-backend-pipeline={options}", model, "-o", output], capture_output=True, text=True)
        return run.stderr.strip().split("\n")[0][:200] if run.returncode else json.load(open(report))


def compile_model(tool, model, arch, off):
    """(modelled us, {pattern: times applied}), or (None, error)."""
    summary = summary_of(tool, model, arch, " ".join(f"enable-{name}=false" for name in off))
    return (None, summary) if isinstance(summary, str) else (summary["plan"]["time_ns"] / 1e3, summary["lowering"])


@functools.cache
def corpus_of():
    corpus = pathlib.Path(os.environ.get("ALCOVE_CORPUS", ROOT / "corpus"))
    if not corpus.is_dir():
        print(f"{corpus} is no folder (ALCOVE_CORPUS names the corpus): models of the tree alone", file=sys.stderr)
    return corpus


def class_of(name):
    for word, kind in (("decode_layer", "decode layers"), ("decode_two_layers", "decode layers"), ("decode_block", "decode blocks"),
                       ("prefill", "prefill")):
        if word in name:
            return kind
    if re.search(r"moe|mamba|mixtral", name):
        return "mixtures of experts, Mamba"
    if re.search(r"bert|encoder|albert|bge|xlm|gpt2|opt_|clip_text|llama_attention|whisper", name):
        return "encoders and other text"
    if re.search(r"autoencoder|nbeats|mnist", name):
        return "small"
    return "vision"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


def measure(options, models, names):
    """{(model, arch): {"before", "after", "counts", "without": {pattern: us}}}, and errors."""
    tool = os.path.join(options.build, "bin/alcove-opt")
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    points = [(model, arch) for model in models for arch in ARCHS if arch == (options.arch or arch)]
    before = dict(zip(points, pool.map(lambda p: compile_model(tool, *p, names), points)))
    after = dict(zip(points, pool.map(lambda p: compile_model(tool, *p, []), points)))
    rows, errors = {}, []
    for point in points:
        if before[point][0] is None or after[point][0] is None:
            errors.append(f"{point}: {before[point][1] if before[point][0] is None else after[point][1]}")
            continue
        rows[point] = {"before": before[point][0], "after": after[point][0], "counts": after[point][1], "without": {}}
    if options.one_by_one:
        tasks = [(point, name) for point in rows for name in names
                 if rows[point]["counts"].get(name) and (options.one_by_one == "all" or corpus_of().resolve() == pathlib.Path(point[0]).resolve().parent)]
        for (point, name), result in zip(tasks, pool.map(lambda t: compile_model(tool, *t[0], [t[1]]), tasks)):
            if result[0] is not None:
                rows[point]["without"][name] = result[0]
    return rows, errors


def print_classes(rows, out):
    classes = collections.defaultdict(list)
    for (model, arch), row in rows.items():
        classes[class_of(pathlib.Path(model).stem)].append(row["before"] / row["after"])
    out.append("| class | points | geometric mean | least | most |\n|---|---|---|---|---|")
    everything = [ratio for ratios in classes.values() for ratio in ratios]
    for kind, ratios in sorted(classes.items()) + [("all", everything)]:
        out.append(f"| {kind} | {len(ratios)} | {geometric_mean(ratios):.3f} | {min(ratios):.3f} | {max(ratios):.3f} |")
    slower = sorted((row["before"] / row["after"], pathlib.Path(point[0]).stem, point[1]) for point, row in rows.items())
    worst = [f"{name} {arch} {ratio:.4f}" for ratio, name, arch in slower if ratio < 0.995]
    out.append(f"\nSlower by more than 0.5 %: {len(worst)}" + (f" ({', '.join(worst)})" if worst else "") + ".")


def print_patterns(rows, names, out):
    out.append("| pattern | points | times | without it, geometric mean where applied | most | points that are faster without it by 0.5 % |")
    out.append("|---|---|---|---|---|---|")
    for name in names:
        ratios = [row["without"][name] / row["after"] for row in rows.values() if name in row["without"]]
        times = sum(row["counts"].get(name, 0) for row in rows.values())
        if not ratios:
            out.append(f"| {name} | 0 | {times} | - | - | - |")
            continue
        worse = sum(ratio < 0.995 for ratio in ratios)
        out.append(f"| {name} | {len(ratios)} | {times} | {geometric_mean(ratios):.3f} | {max(ratios):.3f} | {worse} |")


def print_shares_by_class(rows, names, out):
    """Geometric means of time without the pattern by time with all, over the points of a class where it is applied."""
    kinds = sorted({class_of(pathlib.Path(model).stem) for model, _ in rows})
    out.append("| pattern |" + "".join(f" {kind} |" for kind in kinds))
    out.append("|---|" + "---|" * len(kinds))
    idle = []
    for name in names:
        ratios = {kind: [row["without"][name] / row["after"] for (model, _), row in rows.items()
                         if name in row["without"] and class_of(pathlib.Path(model).stem) == kind] for kind in kinds}
        out.append(f"| {name} |" + "".join(f" {geometric_mean(r):.3f} ({len(r)}) |" if r else " - |" for r in ratios.values()))
        if not any(abs(ratio - 1) >= 5e-4 for r in ratios.values() for ratio in r):
            idle.append(name)
    out.append(f"\nIn brackets: points. No point changes by 0.05 % or more without: {', '.join(idle) or 'none'}.")


def print_models(rows, names, out):
    head = [f"without {name}" for name in names] if any(row["without"] for row in rows.values()) else []
    for arch in sorted({arch for _, arch in rows}, key=ARCHS.index):
        out.append(f"\n### {arch}\n\n| model | before us | after us | ratio |" + "".join(f" {name} |" for name in head))
        out.append("|---|---|---|---|" + "---|" * len(head))
        for (model, where), row in sorted(rows.items(), key=lambda item: pathlib.Path(item[0][0]).stem):
            if where != arch:
                continue
            shares = [f"{100 * (row['without'][name] / row['after'] - 1):+.1f} %" if name in row["without"] else ""
                      for name in (names if head else [])]
            out.append(f"| {pathlib.Path(model).stem} | {row['before']:.0f} | {row['after']:.0f} | {row['before'] / row['after']:.3f} |" +
                       "".join(f" {share} |" for share in shares))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="", help="models whose name contains this word")
    parser.add_argument("--one-by-one", choices=("corpus", "all"))
    parser.add_argument("--output")
    parser.add_argument("--arch", choices=ARCHS)
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    work = tempfile.TemporaryDirectory()
    corpus = corpus_of()
    models = options.models
    if not models:
        subprocess.run([sys.executable, str(ROOT / "testing/models/lookalikes.py"), "--all", work.name], check=True, stdout=subprocess.DEVNULL)
        # The corpus first: a look-alike of the same name is another model.
        models = sorted(map(str, corpus.glob("*.mlir"))) + sorted(map(str, pathlib.Path(work.name).glob("*.mlir")))
    models = [model for model in models if options.only in pathlib.Path(model).stem]
    names = patterns()
    rows, errors = measure(options, models, names)
    if not rows:
        sys.exit("\n".join(["lowering.py: nothing was measured"] + errors))
    given = (("--arch", options.arch), ("--only", options.only), ("--one-by-one", options.one_by_one))
    command = "".join(f" {name} {value}" for name, value in given if value) + (" MODEL.mlir ..." if options.models else "")
    which = f"{len(models)} models" if options.models else "the corpus and every look-alike"
    out = ["# Lowering: modelled time with and without its patterns", "",
           f"Written by `bench/Models/lowering.py{command}`: level 2, {which},",
           f"{options.arch or 'both architectures'}. Before: every pattern of `include/alcove/Lower/LoweringPatterns.def`",
           "off. Ratios are before by after; above 1 is faster.", "",
           "## By class", ""]
    print_classes(rows, out)
    if options.one_by_one:
        out += ["", "## By pattern", "",
                f"Each switched off alone ({options.one_by_one}), where the summary counts it: time without it by time with all.", ""]
        print_patterns(rows, names, out)
        out += ["", "## By pattern and class", ""]
        print_shares_by_class(rows, names, out)
    out += ["", "## By model"] + (["", "Columns of patterns: what the time rises by when that one is off."] if options.one_by_one else [])
    print_models(rows, names, out)
    out += ["", "Failed:", ""] + errors if errors else []
    text = "\n".join(out) + "\n"
    if options.output:
        pages.write(options.output, text, "Models")
    else:
        print(text, end="")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
