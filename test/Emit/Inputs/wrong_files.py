#!/usr/bin/env python3
"""Files that a program must refuse: a safetensors file that is cut off, text, one of a type that is not read, and a .npy
that is none.

usage: wrong_files.py FOLDER
"""
import json
import pathlib
import sys

import numpy as np

folder = pathlib.Path(sys.argv[1])
folder.mkdir()
data = np.ones(1024, "<f4").tobytes()


def header(dtype):
    text = json.dumps({"b0": {"dtype": dtype, "shape": [1024], "data_offsets": [0, len(data)]}}).encode()
    return len(text).to_bytes(8, "little") + text


(folder / "cut.safetensors").write_bytes(header("F32") + data[:-1])
(folder / "eight.safetensors").write_bytes(header("F8_E4M3") + data)
(folder / "text.safetensors").write_bytes(b"hello hello hello hello")
(folder / "arg0.npy").write_bytes(b"hello")
