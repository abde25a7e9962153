"""Programs as edits of valid forms, one a line; writes them with the error that each must give.

usage: edited.py VALID.mlir EDITS.txt > PROGRAMS.mlir

A line is `op | old => new ;; old => new | message`: in the first form of the op in VALID.mlir every `old` becomes `new`,
and the program that comes out is refused at the op with the message, or accepted where there is none. An op without its
dialect means all that have it."""
import pathlib
import re
import sys

valid, edits = map(pathlib.Path, sys.argv[1:])
forms = {}
for section in valid.read_text().split("// -----\n"):
    body = section[section.index("func.func"):] if "func.func" in section else section
    match = re.search(r'"(\w+\.\w+)"\(', body)
    if match:
        forms.setdefault(match[1], body)

for number, line in enumerate(edits.read_text().splitlines(), 1):
    if not line or line.startswith("#"):
        continue
    op, changes, message = line.split(" | ", 2)
    names = [op] if "." in op else [f"{d}.{op}" for d in ("ttir", "ttnn") if f"{d}.{op}" in forms]
    assert names, f"{edits}:{number}: no form of {op}"
    for name in names:
        text = forms[name]
        for change in changes.split(" ;; "):
            old, new = change.split(" => ")
            assert old in text, f"{edits}:{number}: '{old}' is not in the form of {name}"
            text = text.replace(old, new)
        start = text.rindex("\n", 0, text.index(f'"{name}"')) + 1
        error = f"  // expected-error @below {{{{{message}}}}}\n" if message else ""
        print(f"{text[:start]}{error}{text[start:]}// -----")
