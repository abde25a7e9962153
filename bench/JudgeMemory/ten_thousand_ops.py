#!/usr/bin/env python3
"""Writes a TTNN module of OPS ops (default 10000) on L1 shards with deallocations and times the judge on it.

usage: ten_thousand_ops.py [--build DIR] [--ops N] [--keep FILE]     exit 1: the judge refuses it or takes 2 s or more

The time is that of the pass (--mlir-timing), reading the text is not in it.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYOUT = ('#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, '
          'core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>')


def module(ops):
    rng, live, lines = random.Random(1), ["%arg0"], []
    for i in range(ops):
        name = rng.choice(["relu", "neg", "add", "multiply"])
        operands = [rng.choice(live) for _ in range(2 if name in ("add", "multiply") else 1)]
        lines.append(f'    %{i} = "ttnn.{name}"({", ".join(operands)}) : ({", ".join(["!t"] * len(operands))}) -> !t')
        live.append(f"%{i}")
        while len(live) > 40:
            gone = live.pop(rng.randrange(len(live)))
            lines.append(f'    "ttnn.deallocate"({gone}) <{{force = false}}> : (!t) -> ()')
    last = live.pop()
    lines += [f'    "ttnn.deallocate"({gone}) <{{force = false}}> : (!t) -> ()' for gone in live]
    return "\n".join(["#l1 = #ttnn.buffer_type<l1>", f"#h = {LAYOUT}", "!t = tensor<256x64xbf16, #h>", "module {",
                      "  func.func @forward(%arg0: !t) -> !t {", *lines, f"    return {last} : !t", "  }", "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--ops", type=int, default=10000)
    parser.add_argument("--keep", help="also write the module to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        path = pathlib.Path(options.keep or pathlib.Path(work) / "module.mlir")
        path.write_text(module(options.ops))
        run = subprocess.run([f"{options.build}/bin/alcove-opt", "--ttcore-register-device", "--ttnn-verify-memory",
                              "--mlir-timing", "--mlir-timing-display=list", str(path), "-o", "/dev/null"],
                             capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[:2000])
    times = [float(m.group(1)) for m in re.finditer(r"^\s*([0-9.]+) \(.*TTNNVerifyMemory", run.stderr, re.M)]
    if not times:
        sys.exit("no time of the pass in:\n" + run.stderr[:2000])
    print(f"{options.ops} ops: {times[0]:.4f} s")
    sys.exit(0 if times[0] < 2 else 1)


if __name__ == "__main__":
    main()
