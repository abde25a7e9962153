#!/usr/bin/env python3
"""A profiler's sheet of exponentials on a chip, which takes the op model's times. usage: sheet_of_chip.py DEVICE -o FILE"""
import csv
import io
import subprocess
import sys

device, _, out = sys.argv[1:]
shapes = [(rows, columns) for rows in (64, 256, 1024, 2048) for columns in (64, 128, 512, 1024)]
questions = [f"exp {r}x{c}|tile|bf16|dram|interleaved -> {r}x{c}|tile|bf16|dram|interleaved" for r, c in shapes]
done = subprocess.run(["alcove", "opmodel", "prices", "-", "--device", device], input="\n".join(questions), capture_output=True, text=True, check=True)
columns = ["OP CODE", "OP TYPE", "GLOBAL CALL COUNT", "DEVICE ID", "DEVICE ARCH", "ATTRIBUTES", "MATH FIDELITY", "CORE COUNT",
           "AVAILABLE WORKER CORE COUNT", "DEVICE KERNEL DURATION [ns]"]
for tensor in ("INPUT_0", "OUTPUT_0"):
    columns += [f"{tensor}_{size}_PAD[LOGICAL]" for size in "WZYX"] + [f"{tensor}_{part}" for part in ("LAYOUT", "DATATYPE", "MEMORY")]
with open(out, "w", newline="") as file:
    sheet = csv.writer(file, lineterminator="\n")
    sheet.writerow(columns)
    for call, ((r, c), price) in enumerate(zip(shapes, csv.DictReader(io.StringIO(done.stdout))), 1):
        operand = ["1[1]", "1[1]", f"{r}[{r}]", f"{c}[{c}]", "TILE", "BFLOAT16", "DEV_0_DRAM_INTERLEAVED"]
        sheet.writerow(["UnaryDeviceOperation", "tt_dnn_device", 1024 * call, 0, "wormhole_b0",
                        "{'op_chain': '{BasicUnaryWithParam(op_type=UnaryOpType::EXP)}'}", "HiFi4", 64, 64, round(float(price["ns"]))] + operand + operand)
