#!/usr/bin/env python3
"""A device file with other members of its first chip. usage: changed_device.py DEVICE.json MEMBER.NAME=NUMBER ... -o FILE"""
import json
import pathlib
import sys

device, *changes, _, out = sys.argv[1:]
system = json.loads(pathlib.Path(device).read_text())
for change in changes:
    name, value = change.split("=")
    *path, last = name.split(".")
    member = system["chips"][0]
    for each in path:
        member = member.setdefault(each, {})
    member[last] = json.loads(value)
pathlib.Path(out).write_text(json.dumps(system))
