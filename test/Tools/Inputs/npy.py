#!/usr/bin/env python3
"""Writes and reads .npy files for the tests, independently of dmm-run.

  npy.py write FILE DESCR SHAPE VALUE... [--fortran] [--version N]
  npy.py read FILE...

SHAPE is as in 4x3, or "scalar". read prints descr, order, shape and values of
each file on a line.
"""

import argparse
import ast
import struct

FORMATS = {
    "b1": "?",
    "i1": "b",
    "u1": "B",
    "i2": "h",
    "i4": "i",
    "u4": "I",
    "i8": "q",
    "f2": "e",
    "V2": "H",
    "f4": "f",
    "f8": "d",
    "c8": "2f",
    "c16": "2d",
}


def codec(descr):
    order = ">" if descr[0] == ">" else "<"
    return struct.Struct(order + FORMATS[descr[1:]])


def number(descr, text):
    if descr[1] == "c":
        return [float(part) for part in text.split(",")]
    return [float(text) if descr[1] == "f" else int(text)]


def write(options):
    sizes = [] if options.shape == "scalar" else options.shape.split("x")
    shape = "(" + "".join(f"{size}, " for size in sizes).rstrip() + ")"
    header = (
        f"{{'descr': '{options.descr}', 'fortran_order': {options.fortran}, "
        f"'shape': {shape}, }}\n"
    ).encode()
    length = struct.pack("<H" if options.version == 1 else "<I", len(header))
    values = [number(options.descr, value) for value in options.values]
    with open(options.file, "wb") as file:
        file.write(b"\x93NUMPY" + bytes([options.version, 0]) + length + header)
        for value in values:
            file.write(codec(options.descr).pack(*value))


def read(options):
    for name in options.files:
        with open(name, "rb") as file:
            data = file.read()
        assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
        start = 10 + struct.unpack("<H", data[8:10])[0]
        assert start % 64 == 0, start
        header = ast.literal_eval(data[10:start].decode())
        values = codec(header["descr"]).iter_unpack(data[start:])
        texts = [",".join(str(part) for part in value) for value in values]
        print(
            header["descr"],
            "fortran" if header["fortran_order"] else "c",
            header["shape"],
            *texts,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    writer = commands.add_parser("write")
    writer.set_defaults(run=write)
    writer.add_argument("--fortran", action="store_true")
    writer.add_argument("--version", type=int, default=1)
    writer.add_argument("file")
    writer.add_argument("descr")
    writer.add_argument("shape")
    writer.add_argument("values", nargs="*")
    reader = commands.add_parser("read")
    reader.set_defaults(run=read)
    reader.add_argument("files", nargs="+")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
