#!/usr/bin/env python3
"""Checks answers of `alcove fit`: the largest batch and context of decode models, held against models written for them.

usage: fit.py BIN [--device NAME] [--models llama-1b,...] [--vary batch,context] [--step N]
              [--context-step N]

BIN holds the programs. `alcove fit` rewrites one given model for other values. The model of testing/models/pairs.py that is
written for the answer must pass the judge, the one that is written for the next value must not. Exit 1 where that is not so.
"""
import argparse
import json
import pathlib
import sys
import tempfile

from pairs import MODELS, run, write


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", type=pathlib.Path)
    parser.add_argument("--device", default="wormhole-n150")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--vary", default="batch,context")
    parser.add_argument("--step", default="32")
    parser.add_argument("--context-step", default="4096")
    options = parser.parse_args()
    bad = 0
    print("model | quantity | largest | next | DRAM of a bank | L1 of a core | what the next lacks | written for it", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name in options.models.split(","):
            for quantity in options.vary.split(","):
                table = folder / "fit.json"
                done = run([options.binaries / "alcove", "fit", write(folder, name, "decode"), f"--vary={quantity}", f"--step={options.step}",
                            f"--context-step={options.context_step}", f"--device={options.device}", f"--json={table}"])
                if done.returncode:
                    print(f"{name} | {quantity} | FAULT: {done.stderr.strip()[:300]}", flush=True)
                    bad += 1
                    continue
                row = json.loads(table.read_text())["rows"][0]
                if row["fails"] is None or not row["largest"]:
                    print(f"{name} | {quantity} | FAULT: {row['largest']} is no answer: {row['limit']}", flush=True)
                    bad += 1
                    continue
                judged = []
                for value in (row["largest"], row["fails"]):
                    model = write(folder, name, "decode", f"--{'cache' if quantity == 'context' else 'batch'}={value}")
                    judged.append(run([options.binaries / "alcove", "session", f"decode={model}", f"--device={options.device}"]).returncode)
                right = judged[0] == 0 and judged[1] == 1
                bad += not right
                shares = [f"{row[f'peak_{memory}_bytes'] / row[f'{memory}_capacity_bytes']:.0%}" for memory in ("dram", "l1")]
                print(f"{name} | {quantity} | {row['largest']} | {row['fails']} | {shares[0]} | {shares[1]} | {row['limit'][:110]} | "
                      f"{'passes, fails' if right else f'FAULT: exit codes {judged}'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
