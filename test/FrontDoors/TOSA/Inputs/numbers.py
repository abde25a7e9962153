#!/usr/bin/env python3
"""Programs of TOSA as TTIR, planned, and as upstream's conversions to linalg compile them: the same numbers.

usage: numbers.py BIN FOLDER EACH FILE...

Every EACH-th function of the files is one program. `alcove run` executes its TTIR and its plan on seeded data; what they
return is held against upstream's lowering, compiled for the host, by `alcove-exec --tosa --test-program`. A program that
is refused is counted with the reason; any other end fails the script.
"""
import collections, pathlib, random, re, struct, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

BYTES = {"f32": ("<f4", "f"), "i64": ("<i8", "q"), "i32": ("<i4", "i"), "i16": ("<i2", "h"), "i1": ("|b1", "?"), "i8": ("|i1", "b")}


def write_npy(path, shape, element, values):
    kind, code = BYTES[element]
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (kind, "".join(f"{e}, " for e in shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     struct.pack(f"<{len(values)}{code}", *values))


def read_npy(path, element):
    data = path.read_bytes()
    body = data[10 + struct.unpack("<H", data[8:10])[0]:]
    kind = re.search(rb"'descr': '(.*?)'", data).group(1).decode()
    code = {"<f4": "f", "<i4": "i", "|b1": "?", "|i1": "b", "|u1": "B", "<i8": "q", "<i2": "h", "<u2": "H", "<u4": "I"}[kind]
    values = struct.unpack(f"<{len(body) // struct.calcsize(code)}{code}", body)
    return [bool(v) if element == "i1" else v for v in values]


def dense(values, element, shape):
    whole = "".join(f"{extent}x" for extent in shape) + element
    if element == "f32":
        text = '"0x' + struct.pack(f"<{len(values)}f", *values).hex().upper() + '"'
        return f"dense<{text if len(values) > 1 else '0x' + struct.pack('>f', values[0]).hex().upper()}> : tensor<{whole}>"
    flat = [str(v).lower() for v in values]
    if not shape:
        return f"dense<{flat[0]}> : tensor<{element}>"
    line = f"dense<[{', '.join(flat)}]> : tensor<{len(flat)}x{element}>"
    return line if len(shape) == 1 else (line, whole)


def constants(name, data):
    lines, names = [], []
    for i, (values, element, shape) in enumerate(data):
        text = dense(values, element, shape)
        if isinstance(text, tuple):
            lines.append(f"  %flat{i} = arith.constant {text[0]}")
            groups = "[" + ("[" + ", ".join(map(str, range(len(shape)))) + "]" if shape else "") + "]"
            lines.append(f"  %c{i} = tensor.expand_shape %flat{i} {groups} output_shape [{', '.join(map(str, shape))}] : "
                         f"tensor<{len(values)}x{element}> into tensor<{text[1]}>")
        else:
            lines.append(f"  %c{i} = arith.constant {text}")
        names.append((f"%c{i}", "tensor<" + "".join(f"{e}x" for e in shape) + element + ">"))
    types = ", ".join(type for _, type in names)
    return "\n".join([f"func.func @{name}() -> ({types}) {{", *lines,
                      f"  return {', '.join(n for n, _ in names)} : {types}", "}", ""])


def tensors(text):
    found = re.findall(r"tensor<((?:[0-9]+x)*)([a-z]+[0-9]+)>", text)
    return [([int(e) for e in extents.split("x")[:-1]], element) for extents, element in found]


def run(words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(binaries, folder, name, text):
    """Nothing where all is equal, else a reason; `refused: ` before one that names what there is no TTIR for."""
    signature = re.search(r"@main\((.*?)\) -> \(?(.*?)\)? {", text)
    if "?" in signature.group(0) or "*x" in signature.group(0):
        return "refused: a dynamic shape"
    if any(element not in BYTES for _, element in tensors(signature.group(0))):
        return "refused: data of this type is not written here"
    rng = random.Random(name)
    inputs = []
    for shape, element in tensors(signature.group(1)):
        count = 1
        for extent in shape:
            count *= extent
        draw = {"f32": lambda: struct.unpack("f", struct.pack("f", rng.uniform(-1, 1)))[0],
                "i1": lambda: rng.random() < 0.5}.get(element, lambda: rng.randint(0, 3))
        inputs.append(([draw() for _ in range(count)], element, shape))
    program, plan, data = folder / f"{name}.mlir", folder / f"{name}.plan.mlir", folder / name
    data.mkdir(exist_ok=True)
    program.write_text(text)
    for i, (values, element, shape) in enumerate(inputs):
        write_npy(data / f"arg{i}.npy", shape, element, values)
    code, said = run([binaries / "alcove", "plan", program, "-o", plan])
    if code:
        why = re.search(r"'(tosa\.[a-z_0-9]+)' op is not converted to TTIR: ([a-z, ]*)", said)
        return f"refused: {why.group(1)}: {why.group(2)}" if why else "no plan: " + said[:300]
    code, said = run([binaries / "alcove-run", program, f"--compare={plan}", f"--inputs={data}", f"--outputs={data}", "--precision=f32"])
    if code:
        return "plan and program differ: " + said[-300:]
    outputs = [(read_npy(data / f"main.result{i}.npy", element), element, shape)
               for i, (shape, element) in enumerate(tensors(signature.group(2)))]
    whole = folder / f"{name}.test.mlir"
    whole.write_text(text + constants("inputs", inputs) + constants("expected", outputs))
    code, said = run([binaries / "alcove-exec", "--tosa", "--test-program", "--opt-level=0", whole])
    return None if code == 0 else said[-300:]


def main():
    binaries, folder, each = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    cases = []
    for path in sys.argv[4:]:
        for text in re.split(r"^(?=func\.func )", pathlib.Path(path).read_text(), flags=re.M)[1:][::each]:
            name = re.match(r"func\.func @(\w+)", text).group(1)
            text = re.sub(r"^//.*\n", "", text, flags=re.M).replace(f"@{name}(", "@main(", 1)
            cases.append((name, re.sub(r"^module.*\n", "", text, flags=re.M)))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda case: check(binaries, folder, *case), cases))
    counts = collections.Counter("equal" if not why else re.sub(r"[0-9]+", "#", why) if "refused" in why else "wrong" for why in found)
    for (name, _), why in zip(cases, found):
        if why and "refused" not in why:
            print(f"{name}: {why}")
    for what, count in sorted(counts.items(), key=lambda item: (item[0] != "equal", -item[1], item[0])):
        print(f"{count:5} {what}")
    sys.exit(counts["wrong"] > 0)


if __name__ == "__main__":
    main()
