#!/usr/bin/env python3
"""The table of StableHLO's and CHLO's ops: read in which forms, verified, executed, converted to TTIR and to linalg, and why not.

    bench/StableHLO/coverage.py build            prints the table (scripts/measure.py writes it to docs/measurements)

What is executed and converted is asked of `alcove-opt --stablehlo-coverage`; both forms of every op are read (the test
test/FrontDoors/StableHLO/forms.mlir and the corpus). The reasons stand here; an op without one fails the script.
"""
import pathlib, subprocess, sys

HOST = "host and devices exchange data while a program runs; out of scope"
FUTURE = "asynchronous; out of scope"
BITS = "TTIR has no op on bits of this kind"
LIBRARY = "neither TTIR nor the library has it"
EXECUTED = {
    "async_done": FUTURE, "async_start": FUTURE, "infeed": HOST, "recv": HOST, "send": HOST,
    "rng": "its numbers are no one's to expect", "rng_bit_generator": "not written yet",
    "chlo.ragged_dot": "not written yet", "chlo.mulhi": "not written yet", "chlo.constant_like": "not written yet",
    "chlo._asin_acos_kernel": "a helper of one legalization",
    "chlo.broadcast_": "not written yet: front ends print the broadcast and the op apart",
}
CONVERTED = {
    "async_done": FUTURE, "async_start": FUTURE, "infeed": HOST, "outfeed": HOST, "recv": HOST, "send": HOST,
    "batch_norm_grad": "not written yet",
    "unary_einsum": "not written yet", "rng_bit_generator": BITS,
    "cholesky": LIBRARY, "triangular_solve": LIBRARY,
    "chlo.broadcast_": "not written yet: front ends print the broadcast and the op apart",
}
LINALG_NONE = "linalg has no order of elements"
MODEL = "of a program on several chips, which super tiling does not plan"
BY_SCALARS = "not written: no function of math is it"
LINALG = {
    "async_done": FUTURE, "async_start": FUTURE, "infeed": HOST, "outfeed": HOST, "recv": HOST, "send": HOST,
    "sort": LINALG_NONE, "chlo.top_k": LINALG_NONE, "rng": "random numbers have no dialect upstream",
    "rng_bit_generator": "random numbers have no dialect upstream", "cholesky": "a loop whose rounds depend on each other",
    "triangular_solve": "a loop whose rounds depend on each other", "fft": "no op of linalg", "complex": "complex elements",
    "imag": "complex elements", "real": "complex elements", "chlo.conj": "complex elements",
    "uniform_quantize": "quantized elements", "uniform_dequantize": "quantized elements",
    "all_": MODEL, "collective_": MODEL, "reduce_scatter": MODEL, "cross-replica-sum": MODEL, "partition_id": MODEL,
    "replica_id": MODEL, "batch_norm_grad": "not written yet: gradients", "select_and_scatter": "not written yet: gradients of pools",
    "batch_norm_training": "not written yet: training",
    "unary_einsum": "not written yet", "torch_index_select": "not written yet: front ends print gather",
    "set_dimension_size": "dynamic shapes", "dynamic_": "dynamic shapes", "real_dynamic_slice": "dynamic shapes",
    "chlo.broadcast_": "not written yet: front ends print the broadcast and the op apart",
}


def reason(table, name, otherwise):
    short = name.removeprefix("stablehlo.")
    for key, why in table.items():
        if short == key or (key.endswith("_") and short.startswith(key)):
            return why
    return otherwise


def main():
    opt = pathlib.Path(sys.argv[1]) / "bin" / "alcove-opt"
    done = subprocess.run([str(opt), "--stablehlo-coverage", "-", "-o", "/dev/null"], input="module {}", text=True,
                          capture_output=True)
    if done.returncode:
        sys.exit(done.stderr)
    rows, missing = [], []
    for line in done.stdout.splitlines():
        name, verified, executed, converted, linalg = line.split(",")
        why = []
        for what, yes, table in (("executed", executed, EXECUTED), ("converted", converted, CONVERTED), ("to linalg", linalg, LINALG)):
            if yes == "no":
                said = reason(table, name, "not written yet" if name.startswith("chlo.") else None)
                if said is None:
                    missing.append(f"{name}: no reason why it is not {what}")
                why.append(f"not {what}: {said}")
        rows.append((name, verified, executed, converted, linalg, "; ".join(why)))
    for dialect in ("stablehlo", "chlo"):
        of = [row for row in rows if row[0].startswith(dialect + ".")]
        counts = [sum(row[i] == "yes" for row in of) for i in (2, 3, 4)]
        print(f"{dialect}: {len(of)} ops read in both forms, {counts[0]} executed, {counts[1]} converted to TTIR, {counts[2]} to linalg\n")
    print("| op | constraints | executed | to TTIR | to linalg | why not |\n|---|---|---|---|---|---|")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
