"""A program with a large constant, read and printed again."""
import pathlib, re, resource, subprocess, sys
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
file = folder / "large.mlir"


def run(digits, type, count=1):
    lines = ["module {", "  func.func @main() -> (%s) {" % ", ".join([type] * count)]
    lines += [f'    %{i} = stablehlo.constant dense<"0x{digits}"> : {type}' for i in range(count)]
    lines += ["    return %s : %s" % (", ".join(f"%{i}" for i in range(count)), ", ".join([type] * count)), "  }", "}"]
    file.write_text("\n".join(lines))
    return subprocess.run(["alcove-opt", "--convert-stablehlo-to-ttir", str(file)], capture_output=True, text=True)


digits = "".join("%08X" % (i * 2654435761 % (1 << 32)) for i in range(1 << 17))
found = re.findall(r'dense<"0x([0-9A-F]+)"> : tensor<131072xi32>', run(digits, "tensor<131072xi32>", 2).stdout)
print("integers kept" if found == [digits, digits] else f"{len(found)} constants, or others")
found = re.findall(r'dense<"0x([0-9A-F]+)">', run("00010100" * (1 << 17), "tensor<524288xi1>").stdout)
print("booleans packed" if found == ["66" * (1 << 16)] else f"{len(found)} constants, or others")
print(run(digits, "tensor<131071xf32>").stderr)


def peak():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


# In pieces: what this process holds counts for its children.
before = peak()
with file.open("w") as out:
    out.write('module {\n  func.func @main() -> tensor<8388608xi32> {\n    %0 = stablehlo.constant dense<"0x')
    for _ in range(64):
        out.write(digits)
    out.write('"> : tensor<8388608xi32>\n    return %0 : tensor<8388608xi32>\n  }\n}\n')
subprocess.run(["alcove-opt", "--convert-stablehlo-to-ttir", str(file), "-o", str(folder / "written.mlir")])
size = file.stat().st_size
print("below twice the file" if peak() - before < 2 * size else f"{peak() - before} B for {size} B")
