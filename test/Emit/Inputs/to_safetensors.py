#!/usr/bin/env python3
"""Writes argN.npy of a folder as tensors of one safetensors file.

usage: to_safetensors.py FOLDER FILE NAME=N...
"""
import json
import pathlib
import sys

import numpy as np

header, data = {}, b""
for word in sys.argv[3:]:
    name, number = word.split("=")
    array = np.load(pathlib.Path(sys.argv[1]) / f"arg{number}.npy").astype("<f4")
    header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [len(data), len(data) + array.nbytes]}
    data += array.tobytes()
text = json.dumps(header).encode()
pathlib.Path(sys.argv[2]).write_bytes(len(text).to_bytes(8, "little") + text + data)
