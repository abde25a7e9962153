#!/usr/bin/env python3
"""Prints every figure of the op model, from the programs that print them, as Markdown.

usage: figures.py [--build DIR] [--tables DIR] [--quick]
       tables: the directory with unit_cases.csv, measured_ops.csv, llm_ops.csv, ... (default:
       $ALCOVE_OPMODEL_TABLES). --quick leaves out what fits constants (held-out figures and coverage).

`scripts/measure.py OpModel -- bench/OpModel/figures.py` keeps them in docs/measurements/OpModel.md.
"""
import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMES = ["measured_ops.csv", "llm_ops.csv", "gemm.csv", "exp.csv", "matmul_height_sharded.csv",
         "npe_reshard_traces_wh.csv"]
# The constants that rows of LLM ops speak about: the others are settled by the older tables, or by what is no row of any
# table: matmulReadFraction by published products (tt-metal's tech report on DRAM-sharded products), l1ReadBytesPerCycle by the
# interface of a core to the network (tt-npe).
ONLY = ("launchMove,l1WriteLatency,stickReadNs,padWord,reshardStart,l1ShardStart,tileStreamBytesPerCycle,"
        "columnL1BytesPerCycle,scatterBytesPerCycle,sfpuGelu,softmaxRow,softmaxTile,sfpuExpApproximate,normRow,normTile,"
        "rmsTile,normFills,matmulStep,matmulSubblock,matmulPack,matmulWriteLoss,matmulAccumulateTile,matmulSync,"
        "matmulSyncReceiver,bankBlockNs,matmulShareTile,matmulReadIssue,matmulReadBytesPerCycle,"
        "matmulUnpackBytesPerCycle,overlapLoss,blockSync,convBlock,haloChipBytesPerCycle,sdpaTile,sdpaChunk,sdpaStart,"
        "cacheTile,ropeTile")


def run(command):
    """Command line as a reader would type it, and what it printed."""
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"figures.py: {' '.join(command)}: {result.stderr}")
    shown = " ".join(os.path.basename(part) if os.sep in part else part for part in command)
    return f"$ {shown if len(shown) < 400 else shown[:400] + ' ...'}\n{result.stdout.rstrip()}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--tables", default=os.environ.get("ALCOVE_OPMODEL_TABLES"))
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if not options.tables:
        parser.error("--tables or ALCOVE_OPMODEL_TABLES must name the folder of the tables")
    tables = pathlib.Path(options.tables)
    if not (tables / "llm_ops.csv").exists():
        sys.exit(f"figures.py: no llm_ops.csv in {tables}")
    tool = os.path.join(options.build, "bin/alcove-opmodel")
    bench = os.path.join(options.build, "bench/bin")
    times = [str(tables / name) for name in TIMES]
    parts = []
    parts += ["## Constraints\n", run([tool, "score", str(tables / "unit_cases.csv")])]
    parts += ["## Times\n"]
    for table in times:
        questions = ["--questions"] if table.endswith("_ops.csv") else []
        parts.append(run([tool, "score", table, "--kind=time", *questions]))
    parts += ["## Whole layers\n", run([os.path.join(bench, "OpModelLayers"), str(tables / "llm_ops.csv")]),
              run([os.path.join(bench, "OpModelResNet50")])]
    if not options.quick:
        calibrate = os.path.join(bench, "OpModelCalibrate")
        parts += ["## Model families held out in turn\n",
                  run([calibrate, "--leave-out", "--rounds=8", f"--only={ONLY}", *times])]
        parts += ["## Intervals: held-out questions inside their 90 % interval\n",
                  run([calibrate, "--correlation", times[0], times[1]]),
                  run([calibrate, "--coverage", "--splits=4", "--rounds=5", f"--only={ONLY}", *times])]
    print("\n".join(parts))


if __name__ == "__main__":
    main()
