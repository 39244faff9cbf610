"""How long compiling takes: by the number of loop nests, and by the grid.

Functions of N nests are compiled for a grid of 8: `chain`, where each nest
makes an array from the one before it, and `ping-pong`, where two arrays take
turns. The time is processor time beyond that of an empty module, in
milliseconds a nest. Programs of the catalog are compiled for a small grid and
for a large one, of the same number of axes; what differs are instructions. The
same choices are made on both: no loop goes in strips and no array is dealt out
for the sake of what a partition holds or does, which depends on the grid."""

import json
import os
import resource
import subprocess
import sys
import tempfile

from benching import instructions
from benching.resize import resize

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

NESTS = [10, 100, 400]
GRIDS = [("8", "1048576"), ("2x4", "1024x1024")]
SAME_CHOICES = f" cyclic=never memory-words={10**18}"
# Arrays are so much larger than in the tests that every partition has a part.
SCALE = 1 << 17

PROGRAMS = [
    "Catalog/gemv.mlir",
    "Catalog/jacobi-2d.mlir",
    "Catalog/softmax.mlir",
    "PolyBench/gemm.mlir",
    "PolyBench/lu.mlir",
]


def add_arguments(parser):
    add = parser.add_argument
    tool = os.path.join(ROOT, "build", "bin", "dmm-opt")
    add("--dmm-opt", metavar="FILE", default=tool, help="default: build/bin/dmm-opt")
    add(
        "--nests",
        type=lambda text: [int(n) for n in text.split(",")],
        default=NESTS,
        help="numbers of nests (default: 10,100,400)",
    )
    add("--samples", type=int, default=3, help="compilations of each (default: 3)")
    add("--no-grids", action="store_true", help="leave out the large grids")
    add(
        "--no-instructions",
        action="store_true",
        help="leave out all that counts instructions",
    )
    add("--json", metavar="FILE", help="write the table to this file, too")


# Programs


def nest(source, target):
    return f"""  affine.for %i = 1 to 999 {{
    affine.for %j = 0 to 500 {{
      %0 = affine.load {source}[%i - 1, %j] : memref<1000x500xf64>
      %1 = affine.load {source}[%i + 1, %j] : memref<1000x500xf64>
      %2 = arith.addf %0, %1 : f64
      affine.store %2, {target}[%i, %j] : memref<1000x500xf64>
    }}
  }}
"""


def function(body):
    return (
        "func.func @f(%first: memref<1000x500xf64>, %last: memref<1000x500xf64>) {\n"
        f"{body}  return\n}}\n"
    )


def chain(nests):
    arrays = ["%first", *[f"%a{k}" for k in range(1, nests)], "%last"]
    allocs = "".join(
        f"  {array} = memref.alloc() : memref<1000x500xf64>\n" for array in arrays[1:-1]
    )
    return function(allocs + "".join(map(nest, arrays, arrays[1:])))


def ping_pong(nests):
    arrays = ["%first", "%last"]
    return function(
        "".join(nest(arrays[k % 2], arrays[1 - k % 2]) for k in range(nests))
    )


SHAPES = {"chain": chain, "ping-pong": ping_pong}


# Measurements


def command(options, file, grid, choices=""):
    pipeline = f"builtin.module(dmm-compile{{grid={grid}{choices}}})"
    return [options.dmm_opt, file, f"--pass-pipeline={pipeline}", "-o", os.devnull]


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def least_seconds(options, file):
    taken = []
    for _ in range(options.samples):
        before = processor_seconds()
        run = command(options, file, 8)
        done = subprocess.run(run, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr[-600:])
        taken.append(processor_seconds() - before)
    return min(taken)


def write(folder, text):
    file = os.path.join(folder, "program.mlir")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)
    return file


def measure_nests(options, folder):
    empty = least_seconds(options, write(folder, "module {}\n"))
    table = []
    for shape, make in SHAPES.items():
        for nests in options.nests:
            file = write(folder, make(nests))
            seconds = least_seconds(options, file) - empty
            row = {"shape": shape, "nests": nests, "ms_a_nest": 1e3 * seconds / nests}
            line = f"{shape:12}{nests:6} nests{row['ms_a_nest']:10.2f} ms a nest"
            if not options.no_instructions:
                row["instructions"] = instructions.count(command(options, file, 8))
                line += f"{row['instructions'] / nests:14.4g} instructions a nest"
            print(line, flush=True)
            table.append(row)
    return table


def scaled(program):
    """The program with large arrays: small numbers, which are no sizes of whole
    dimensions, stay."""
    with open(os.path.join(ROOT, "test", program), encoding="utf-8") as file:
        return resize(file.read(), lambda size: size * SCALE if size > 9 else size)


def measure_grids(options, folder):
    table = []
    for program in PROGRAMS:
        file = write(folder, scaled(program))
        for small, large in GRIDS:
            few, many = [
                instructions.count(command(options, file, grid, SAME_CHOICES))
                for grid in (small, large)
            ]
            row = {"program": program, "small": small, "large": large}
            row |= {"instructions": few, "growth": many / few - 1}
            print(
                f"{program:24}{small:>6}: {few:10.4g} instructions,"
                f"{large:>10}: {100 * row['growth']:+.2f} %",
                flush=True,
            )
            table.append(row)
    return table


def main(options):
    try:
        with tempfile.TemporaryDirectory() as folder:
            report = {"nests": measure_nests(options, folder)}
            if not options.no_grids and not options.no_instructions:
                report["grids"] = measure_grids(options, folder)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=2)
    return 0
