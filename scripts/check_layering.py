#!/usr/bin/env python3
"""Checks #include lines against layering.toml, directly and transitively.

usage: check_layering.py [--root DIR]     exit 0: the house holds; 1: a broken rule, one line each
"""
import argparse
import pathlib
import re
import sys
import tomllib

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)


def room_of_include(header):
    """Room that owns a header as it is written in an #include, 'mlir' for MLIR and LLVM, None for others."""
    if header.startswith("alcove/"):
        parts = header.split("/")
        return parts[1] if len(parts) > 2 else None
    if header.startswith(("mlir/", "mlir-c/", "llvm/")):
        return "mlir"
    return None


def reachable_rooms(root, header, cache, stack=()):
    """Rooms reachable from one of our headers through any chain of our headers."""
    if header in cache:
        return cache[header]
    if header in stack:
        return set()
    rooms = set()
    path = root / "include" / header
    room = room_of_include(header)
    if room:
        rooms.add(room)
    if path.is_file():
        for inner in INCLUDE.findall(path.read_text()):
            inner_room = room_of_include(inner)
            if inner_room == "mlir":
                rooms.add("mlir")
            elif inner.startswith("alcove/"):
                rooms |= reachable_rooms(root, inner, cache, stack + (header,))
    cache[header] = rooms
    return rooms


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    root = parser.parse_args().root
    rooms = tomllib.loads((root / "layering.toml").read_text())["rooms"]
    cache, errors, seen = {}, [], 0
    for base in (root / "include" / "alcove", root / "lib"):
        for path in sorted(base.rglob("*")):
            if path.suffix not in (".h", ".cpp", ".inc", ".td"):
                continue
            room = path.relative_to(base).parts[0]
            if room not in rooms:
                errors.append(f"{path.relative_to(root)}: room '{room}' is not in layering.toml")
                continue
            rule, seen = rooms[room], seen + 1
            allowed, never = set(rule["may"]) | {room}, set(rule.get("never", []))
            if path.name in ("Utils.h", "Utils.cpp"):
                errors.append(f"{path.relative_to(root)}: name a file by what it holds, not 'Utils'")
            text = path.read_text(errors="replace")
            for header in INCLUDE.findall(text):
                target = room_of_include(header)
                where = f"{path.relative_to(root)}: includes {header}"
                if target and target not in allowed:
                    errors.append(f"{where}: {room} may not include {target}")
                if header.startswith("alcove/"):
                    for bad in sorted(reachable_rooms(root, header, cache) & never):
                        errors.append(f"{where}: {room} must never see {bad}")
    for error in errors:
        print(error, file=sys.stderr)
    print(f"layering: {seen} files, {len(errors)} violations")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
