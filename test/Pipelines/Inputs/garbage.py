"""Texts that are deep, long, cut or no texts, given to every program that reads modules: each is read or refused with an
error, and none ends by a signal. usage: garbage.py FOLDER BIN_DIR"""
import pathlib
import subprocess
import sys

folder, programs = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
folder.mkdir(exist_ok=True)
N = 100000


def attribute(text, before=""):
    return f"{before}module attributes {{a = {text}}} {{}}"


def chain(sigil, first, wrap):
    lines = [f"{sigil}0 = {first}"] + [f"{sigil}{i + 1} = {wrap.replace('X', sigil + str(i))}" for i in range(N)]
    return "\n".join(lines) + "\n"


deep = {  # these must be refused
    "regions": "module {\n" * N + "}\n" * N,
    "generic": '"x.y"() ({\n' * N + "}) : () -> ()\n" * N,
    "array": attribute("[" * N + "]" * N),
    "dictionary": attribute("{a = " * N + "1" + "}" * N),
    "parentheses": attribute("affine_map<(d0) -> (" + "(" * N + "d0" + ")" * N + ")>"),
    "sum": attribute("affine_map<(d0) -> (d0" + " + d0" * N + ")>"),
    "product": attribute("affine_map<(d0) -> (d0" + " * 3" * N + ")>"),
    "minus": attribute("affine_map<(d0) -> (" + "- " * N + "d0)>"),
    "locations": "module {} loc(" + "callsite(" * N + "unknown" + " at unknown)" * N + ")",
    "fused": "module {} loc(" + "fused[" * N + "unknown" + "]" * N + ")",
    "types": attribute("tuple<" * N + "i32" + ">" * N),
    "functions": attribute("(" * N + ") -> ()" * N),
    "memrefs": attribute("memref<2x" * N + "f32" + ">" * N),
    "dense": attribute("dense<" + "[" * N + "1" + "]" * N + "> : tensor<1xi32>"),
    "layout": attribute("#ttnn.ttnn_layout<" + "(" * N + ")" * N + ">"),
    "aliases": chain("#a", "[1]", "[X]") + attribute(f"#a{N}"),
    "type-aliases": chain("!t", "i32", "tuple<X>") + attribute(f"!t{N}"),
    "location-aliases": chain("#l", 'loc("x")', "loc(callsite(#l0 at X))") + f"module {{}} loc(#l{N})",
    "doubling": "#a0 = [1]\n" + "".join(f"#a{i + 1} = [#a{i}, #a{i}]\n" for i in range(60)) + attribute("#a60"),
    "unclosed": "[" * N,
    "zeros": "\0" * N,
    "zero": "module {}\n\0",
}
other = {  # these must not end by a signal
    "quotes": '"' * N, "closing": "]" * N, "comments": "//" * N, "backslashes": '"' + "\\" * N,
    "digits": attribute("9" * N + " : i64"), "fraction": attribute("1." + "9" * N + " : f64"),
    "exponent": attribute("1.0e" + "9" * 4000 + " : f64"), "hexadecimal": attribute("0x" + "F" * N + " : i64"),
    "name": attribute("1").replace("a =", "a" * N + " ="), "rank": "func.func private @f(tensor<" + "1x" * N + "bf16>)",
    "dimension": "func.func private @f(tensor<99999999999999999999x2xbf16>)",
    "volume": "func.func private @f(tensor<9223372036854775807x9223372036854775807xbf16>)",
    "width": attribute("1 : i16777215"), "too-wide": attribute("1 : i99999999"),
    "empty": "", "byte": "\xff", "text": "# A title\n\nand a line",
}
small = (pathlib.Path(__file__).parent / "small.mlir").read_text()
other |= {f"cut-{i}": small[:i] for i in range(0, len(small), 23)}
for name, text in {**deep, **other}.items():
    path = folder / f"{name}.mlir"
    path.write_text(text, encoding="latin-1")
    for program in ("alcove-opt", "alcove-run", "alcove-exec") if name in deep else ("alcove-opt", "alcove-run"):
        done = subprocess.run([programs / program, path], capture_output=True, timeout=120)
        if done.returncode not in (0, 1) or (name in deep and (done.returncode == 0 or b" IO" not in done.stderr)):
            sys.exit(f"{program} {path}: {done.returncode} {done.stderr[-300:]}")
    path.unlink()
print(f"refused or read: {len(deep) + len(other)} texts")
