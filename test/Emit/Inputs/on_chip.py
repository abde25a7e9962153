#!/usr/bin/env python3
"""Functions of TTNN in a module that names a chip; one capital letter stands for a type.

usage: on_chip.py FUNCTIONS.mlir
"""
import re
import subprocess
import sys

DRAM = "#ttnn.ttnn_layout<{map}, <1x1>, memref<{shard}, #ttnn.buffer_type<dram>>, <interleaved>>"
TWO, FOUR = "(d0, d1) -> (d0, d1)", "(d0, d1, d2, d3) -> (d0 * {0} + d1 * {1} + d2, d3)"
TYPES = {
    "T": ("32x32xbf16", DRAM.format(map=TWO, shard="1x1x!ttcore.tile<32x32, bf16>")),
    "I": ("32x32xsi32", DRAM.format(map=TWO, shard="1x1x!ttcore.tile<32x32, si32>")),
    "R": ("64x32xbf16", DRAM.format(map=TWO, shard="2x1x!ttcore.tile<32x32, bf16>")),
    "H": ("32x32xbf16", "#ttnn.ttnn_layout<" + TWO + ", <1x1>, memref<32x32xbf16, #ttnn.buffer_type<system_memory>>>"),
    "P": ("1x1x64x32xbf16", DRAM.format(map=FOUR.format(64, 64), shard="64x32xbf16")),
    "O": ("1x1x30x32xbf16", DRAM.format(map=FOUR.format(30, 30), shard="30x32xbf16")),
    "G": ("1x1x64x32xbf16", DRAM.format(map=FOUR.format(64, 64), shard="2x1x!ttcore.tile<32x32, bf16>")),
    "Q": ("1x1x32x32xbf16", DRAM.format(map=FOUR.format(32, 32), shard="1x1x!ttcore.tile<32x32, bf16>")),
    "K": ("1x1x32x32xbf16", "#ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <8x8>, "
                            "memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, <interleaved>>"),
    "X": ("1x32x96xbf16", DRAM.format(map="(d0, d1, d2) -> (d0 * 32 + d1, d2)", shard="1x3x!ttcore.tile<32x32, bf16>")),
    "S": ("1x1x64x64xbf16", DRAM.format(map=FOUR.format(64, 64), shard="2x2x!ttcore.tile<32x32, bf16>")),
    "W": ("32x32x1x1xbf16", "#ttnn.ttnn_layout<" + FOUR.format(32, 1) + ", <1x1>, memref<1024x1xbf16, #ttnn.buffer_type<system_memory>>>"),
    "N": ("32x32xbf16", "#ttnn.ttnn_nd_layout<<1x2>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<l1>>, "
                        "<nd_sharded>, <row_major>, <round_robin_1d>>"),
}


def chip():
    """Descriptors as the pipeline writes them."""
    empty = "func.func @f(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> { return %x : tensor<32x32xbf16> }"
    planned = subprocess.run(["alcove-opt", "--ttir-to-ttnn-backend-pipeline=mock-system-desc-arch=wormhole-n300", "-"],
                             input=empty, capture_output=True, text=True, check=True).stdout
    return (re.search(r"^#system_desc = .*$", planned, re.M)[0], re.search(r"^ *ttcore\.device @.*$", planned, re.M)[0])


def main():
    with open(sys.argv[1]) as file:
        text = file.read()
    for letter, (shape, layout) in TYPES.items():
        text = re.sub(rf"(?<=[ (]){letter}(?=[ ,){{]|$)", f"tensor<{shape}, {layout}>", text, flags=re.M)
    descriptor, device = chip()
    print(f"{descriptor}\nmodule {{ ttcore.device_module {{ builtin.module attributes {{ttcore.system_desc = #system_desc}} {{\n"
          f"{device}\n{text}\n}} }} }}")


main()
