#!/usr/bin/env python3
"""Reads a flatbuffer by the schema of a version of tt-mlir (lib/Emit/Flatbuffer/Schema), with code of its own.

usage: read.py FILE.ttnn [VERSION]                  prints it as JSON
       read.py --compare OURS.ttnn THEIRS.ttnn      what differs, but for texts that only viewers read
"""
import json
import pathlib
import re
import struct
import sys

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "lib/Emit/Flatbuffer/Schema"
SCALARS = {"bool": ("?", 1), "uint8": ("B", 1), "int8": ("b", 1), "ubyte": ("B", 1), "uint16": ("H", 2), "int16": ("h", 2), "uint32": ("I", 4),
           "int32": ("i", 4), "uint64": ("Q", 8), "int64": ("q", 8), "float": ("f", 4), "double": ("d", 8)}


class Schema:
    def __init__(self, version):
        self.tables, self.structs, self.enums, self.unions = {}, {}, {}, {}
        for line in (SCHEMAS / f"{version}.txt").read_text().splitlines():
            words = line.split()
            if not words or words[0] == "#":
                continue
            kind, name, rest = words[0], words[1], words[2:]
            if kind in ("table", "struct"):
                getattr(self, kind + "s")[name] = [re.match(r"(\w+):([^=]+?)(\?)?(?:=(.*))?$", field).groups() for field in rest]
            elif kind == "enum":
                name, base = name.split(":")
                values, last = {}, -1
                for word in rest:
                    member, _, number = word.partition("=")
                    last = int(number) if number else last + 1
                    values[last] = member
                self.enums[name] = (base, values)
            else:
                self.unions[name] = rest

    def size(self, kind):
        """Bytes and alignment of a value that lies in its table."""
        if kind in SCALARS:
            return SCALARS[kind][1], SCALARS[kind][1]
        if kind in self.enums:
            return self.size(self.enums[kind][0])
        if kind in self.structs:
            at, most = 0, 1
            for _, each, _, _ in self.structs[kind]:
                bytes_, align = self.size(each)
                at, most = -(-at // align) * align + bytes_, max(most, align)
            return -(-at // most) * most, most
        return 4, 4


class Reader:
    def __init__(self, data, schema):
        self.data, self.schema = data, schema

    def number(self, at, code):
        return struct.unpack_from("<" + code, self.data, at)[0]

    def scalar(self, at, kind):
        if kind in SCALARS:
            return self.number(at, SCALARS[kind][0])
        if kind in self.schema.enums:
            base, names = self.schema.enums[kind]
            value = self.number(at, SCALARS[base][0])
            return names.get(value, value)
        made, offset = {}, 0
        for name, each, _, _ in self.schema.structs[kind]:
            bytes_, align = self.schema.size(each)
            offset = -(-offset // align) * align
            made[name] = self.scalar(at + offset, each)
            offset += bytes_
        return made

    def inline(self, kind):
        return kind in SCALARS or kind in self.schema.enums or kind in self.schema.structs

    def text(self, at):
        at += self.number(at, "I")
        return self.data[at + 4:at + 4 + self.number(at, "I")].decode(errors="replace")

    def vector(self, at, kind):
        at += self.number(at, "I")
        count, step = self.number(at, "I"), self.schema.size(kind)[0]
        places = [at + 4 + i * step for i in range(count)]
        if self.inline(kind):
            return [self.scalar(each, kind) for each in places]
        return [self.text(each) if kind == "string" else self.table(each, kind) for each in places]

    def table(self, at, kind):
        at += self.number(at, "I")
        vtable = at - self.number(at, "i")
        slots = (self.number(vtable, "H") - 4) // 2
        made, slot = {"": kind}, 0
        for name, each, optional, default in self.schema.tables[kind]:
            tag = None
            if each in self.schema.unions:
                tag, slot = slot, slot + 1
            offset = self.number(vtable + 4 + 2 * slot, "H") if slot < slots else 0
            slot += 1
            if not offset:
                made[name] = self.absent(each, optional, default)
            elif tag is not None:
                which = self.number(at + self.number(vtable + 4 + 2 * tag, "H"), "B")
                made[name] = self.table(at + offset, self.schema.unions[each][which - 1])
            elif self.inline(each):
                made[name] = self.scalar(at + offset, each)
            elif each == "string":
                made[name] = self.text(at + offset)
            elif each.startswith("["):
                made[name] = self.vector(at + offset, each[1:-1])
            else:
                made[name] = self.table(at + offset, each)
        if slot < slots and any(self.number(vtable + 4 + 2 * i, "H") for i in range(slot, slots)):
            raise ValueError(f"{kind} has fields that the schema does not know")
        return made

    def absent(self, kind, optional, default):
        if optional or kind not in SCALARS and kind not in self.schema.enums:
            return None
        if kind in self.schema.enums:
            return default or self.schema.enums[kind][1].get(0, 0)
        if default is None:
            return False if kind == "bool" else 0
        return default == "true" if kind == "bool" else float(default) if kind in ("float", "double") else int(default)


def read(path, version="19c86fca45"):
    data = pathlib.Path(path).read_bytes()
    if data[8:12] != b"TTNN" or struct.unpack("<I", data[:4])[0] != len(data) - 4:
        sys.exit(f"{path}: no flatbuffer of the kind TTNN with its size before it")
    return Reader(data, Schema(version)).table(4, "TTNNBinary")


def numbered(value, seen=None):
    """Identities of tensors, devices and semaphores by first use: two writers may count otherwise."""
    seen = {} if seen is None else seen
    if isinstance(value, dict):
        made = {}
        for key, each in value.items():
            made[key] = seen.setdefault(each, len(seen)) if key == "global_id" else numbered(each, seen)
        return made
    return [numbered(each, seen) for each in value] if isinstance(value, list) else value


TEXTS = {"debug_info", "loc_info", "mlir", "program_hash", "ttmlir_git_hash"}  # only viewers read these; the hash is any stable string


def differences(ours, theirs, path=""):
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours.keys() | theirs.keys():
            if key not in TEXTS:
                yield from differences(ours.get(key), theirs.get(key), f"{path}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{path}: {len(ours)} elements, {len(theirs)} expected"
        for number, (a, b) in enumerate(zip(ours, theirs)):
            yield from differences(a, b, f"{path}[{number}]")
    elif ours != theirs and not (ours in (None, []) and theirs in (None, [])):
        yield f"{path}: {ours}, expected {theirs}"


def count(value):
    return sum(map(count, value.values() if isinstance(value, dict) else value)) if isinstance(value, (dict, list)) else 1


def main():
    if sys.argv[1] == "--compare":
        ours, theirs = numbered(read(sys.argv[2])), numbered(read(sys.argv[3]))
        found = list(differences(ours, theirs))
        for line in found[:20]:
            print(line)
        print(f"{count(theirs)} fields, {len(found)} differ")
        sys.exit(1 if found else 0)
    print(json.dumps(read(*sys.argv[1:]), indent=1))


if __name__ == "__main__":
    main()
