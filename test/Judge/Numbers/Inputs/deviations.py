"""usage: deviations.py ALCOVE_RUN FOLDER: the deviations of three small programs, by hand."""
import json
import pathlib
import struct
import subprocess
import sys

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
PARAMETER = "{ttcore.argument_type = #ttcore.argument_type<parameter>}"


def write_npy(path, shape, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))}, ), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}f", *values))


def program(product, weight, element="f32"):
    text = (f"func.func @f(%x: tensor<1x2xf32>, %w: tensor<{weight}x{element}> {PARAMETER}) -> (tensor<1x1xf32>, tensor<1x1xsi32>) {{\n"
            + (f"  %v = \"ttir.typecast\"(%w) : (tensor<{weight}xbf16>) -> tensor<{weight}xf32>\n" if element == "bf16" else "")
            + f"  %0 = {product.replace('%w', '%v') if element == 'bf16' else product} : (tensor<1x2xf32>, tensor<{weight}xf32>) -> tensor<1x1xf32>\n"
            "  %1 = \"ttir.typecast\"(%0) : (tensor<1x1xf32>) -> tensor<1x1xsi32>\n"
            "  return %0, %1 : tensor<1x1xf32>, tensor<1x1xsi32>\n}\n")
    path = folder / f"{len(list(folder.glob('*.mlir')))}.mlir"
    path.write_text(text)
    return path


def deviations(path, *words):
    words = [tool, path, f"--inputs={folder}", "--weight-formats=bfp_bf4,bfp_bf8", *words]
    result = subprocess.run(words, capture_output=True, text=True, check=True)
    found = json.loads(result.stdout)["functions"]
    assert [f["name"] for f in found] == ["f"]
    by_format = {each["format"]: each["deviations"] for each in found[0]["weights"]}
    assert {each["argument"] for each in found[0]["weights"]} == {1}
    return by_format, found[0]["modules"]


def near(found, wanted):
    assert found[1] is None and abs(found[0] - wanted / 1.3) < 1e-6, (found, wanted / 1.3)


write_npy(folder / "arg0.npy", (1, 2), [1, 1])
# Blocks along the result, of one number each: 0.3 = 1.2 / 4 becomes 1.25 / 4 of two bits behind the leading one, 77 / 256 of six.
columns = program('"ttir.matmul"(%x, %w)', "2x1")
write_npy(folder / "arg1.npy", (2, 1), [1, 0.3])
in_bf16 = program('"ttir.matmul"(%x, %w)', "2x1", "bf16")
found, modules = deviations(columns, f"--deviations={in_bf16}")
near(found["bfp_bf4"], 0.3125 - 0.3)
near(found["bfp_bf8"], 77 / 256 - 0.3)
assert len(modules) == 1
near(modules[0], 0.30078125 - 0.3)  # bf16: 154 / 512
# A product that reads the weight transposed stores it so: blocks along the sum, 1 and 0.3 share the exponent of 1.
write_npy(folder / "arg1.npy", (1, 2), [1, 0.3])
found, _ = deviations(program('"ttir.matmul"(%x, %w) <{transpose_b = true}>', "1x2"))
near(found["bfp_bf4"], 0.3 - 0.25)
near(found["bfp_bf8"], 0.3 - 19 / 64)
# A dot_general becomes a matrix of kept dimensions last: blocks along dimension 0 again.
found, _ = deviations(program('"ttir.dot_general"(%x, %w) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, '
                              'contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 1>}>', "1x2"))
near(found["bfp_bf4"], 0.3125 - 0.3)
# An argument without a file is drawn.
(folder / "arg0.npy").unlink()
deviations(program('"ttir.matmul"(%x, %w) <{transpose_b = true}>', "1x2"))
print("deviations as by hand")
