"""The gap between uniform and affine communication as a machine grows. Each of
three programs runs on more and more partitions of the machine kpu-exa, each with
a block of the same size: `jacobi` needs its neighbours' edges alone, `transpose`
and `power` (a product of matrix and vector, normalized) what lies anywhere. The
table tells of one time step what its messages cost by the model, entry and exit
apart, and how many times that of jacobi on the same grid; and where the halos of
jacobi stay."""

import dataclasses
import json
import math
import os
import subprocess
import sys
import tempfile

from benching import model
from benching.resize import resize

MACHINE = "kpu-exa"
PARTITIONS = [16, 256, 4096, 65536, 1 << 20]
UNIFORM = "jacobi"
PROGRAMS = [UNIFORM, "transpose", "power"]
STEPS = 10  # of time, in each program


def add_arguments(parser):
    add = parser.add_argument
    add(
        "--partitions",
        type=lambda text: [int(n) for n in text.split(",")],
        default=PARTITIONS,
        help="numbers of partitions (default: 16,256,4096,65536,1048576)",
    )
    add("--program", action="append", help="only this one; may be given repeatedly")
    add(
        "--side",
        type=int,
        default=256,
        metavar="N",
        help="a partition has a block of N x N elements (default: 256)",
    )
    add(
        "--timeout",
        type=float,
        default=60,
        metavar="S",
        help="seconds for one model (default: 60)",
    )
    add("--json", metavar="FILE", help="write the table to this file, too")
    model.add_tool(parser, "dmm-run")


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------


def grids(partitions):
    """One axis, and a square of two where there is one."""
    root = math.isqrt(partitions)
    square = [(root, root)] if root * root == partitions else []
    return [(partitions,), *square]


def sizes(program, grid, side):
    """Of the arrays, by those of the program's file. On one axis the plane of
    jacobi becomes longer alone; a square has as many elements."""
    rows = columns = round(side * math.sqrt(math.prod(grid)))
    if program == UNIFORM and len(grid) == 1:
        rows, columns = side * grid[0], side
    return {16: rows - 1, 17: rows, 22: columns - 1, 23: columns}


def sized(program, grid, side):
    known = sizes(program, grid, side)
    text = model.read(model.PROGRAMS, program + ".mlir")
    return resize(text, lambda size: known.get(size, size))


# ---------------------------------------------------------------------------
# Halos
# ---------------------------------------------------------------------------


def inner_share(size, width):
    """The share of `size` coordinates whose neighbours lie in the same run of
    `width` of them."""
    borders = math.ceil(size / width) - 1
    return max(0, size - 2 * borders) / size if width > 1 else float(size == 1)


def halo_share(grid, mapping, level):
    """The share of the partitions that find all their neighbours within their
    container of the level."""
    widths = [math.prod(axis[: level + 1]) for axis in zip(*mapping)]
    return math.prod(map(inner_share, grid, widths))


def median_halo(grid, price):
    """The lowest level within which half of the partitions find all neighbours,
    and their share."""
    for level, cost in enumerate(price["levels"]):
        share = halo_share(grid, price["mapping"], level)
        if share >= 0.5:
            return cost["level"], share
    return None, 0


# ---------------------------------------------------------------------------
# Models
# ---------------------------------------------------------------------------


@dataclasses.dataclass
class Row:
    """Of one time step; None: not known."""

    program: str
    grid: tuple
    why: str = ""  # nothing is known
    timed_out: bool = False
    compute_ns: float = None
    message_ns: float = None  # of a partition
    mapping: list = None  # by level, along each axis of the grid
    words: float = None  # that cross, of a partition
    pj_per_word: float = None
    shares: dict = None  # of the words, by level
    time_ratio: float = None  # to the uniform program on the same grid
    energy_ratio: float = None
    halo_level: str = None  # where the median partition's halo stays
    halo_share: float = None  # of the partitions, there


def fill(row, report):
    price, partitions = report["price"], math.prod(row.grid)
    levels, row.mapping = price["levels"], price["mapping"]
    words = sum(level["words"] for level in levels)
    row.compute_ns = price["compute_ns"] / STEPS
    row.message_ns = price["message_ns"] / STEPS
    row.words = words / partitions / STEPS
    if words > 0:
        row.pj_per_word = price["energy_pj"] / words
        row.shares = {level["level"]: level["words"] / words for level in levels}
    if row.program == UNIFORM:
        row.halo_level, row.halo_share = median_halo(row.grid, price)


def measure(options, program, grid, folder):
    row = Row(program, grid)
    rows = sizes(program, grid, options.side)[17]
    if rows < grid[0]:
        row.why = f"{rows} rows are too few"
        return row
    file = model.write(folder, program + ".mlir", sized(program, grid, options.side))
    text = "x".join(map(str, grid))
    try:
        report = model.report(options.dmm_run, file, text, MACHINE, options.timeout)
    except subprocess.TimeoutExpired:
        row.why = f"not modelled in {options.timeout:g} s"
        row.timed_out = True
        return row
    fill(row, report)
    return row


def compare(row, uniform):
    """Relates the row to that of the uniform program."""
    if uniform and row.message_ns is not None and uniform.message_ns:
        row.time_ratio = row.message_ns / uniform.message_ns
    if uniform and row.pj_per_word and uniform.pj_per_word:
        row.energy_ratio = row.pj_per_word / uniform.pj_per_word


# ---------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------


def number(value, form):
    width = form.split(".")[0]
    return " " * int(width) if value is None else format(value, form)


def print_head():
    print(
        "                            compute    messages    words of     pJ a    ratio"
        " to jacobi  share of words [%]\n"
        "grid       program               ns          ns   partition     word      time"
        "    energy  by level, bottom first"
    )


def print_row(row):
    grid = "x".join(map(str, row.grid))
    if row.why:
        print(f"{grid:11}{row.program:10} {row.why}", flush=True)
        return
    shares = " ".join(f"{100 * share:6.2f}" for share in (row.shares or {}).values())
    print(
        f"{grid:11}{row.program:12}{number(row.compute_ns, '12.5g')}"
        f"{number(row.message_ns, '12.5g')}{number(row.words, '12.5g')}"
        f"{number(row.pj_per_word, '9.0f')}{number(row.time_ratio, '10.4g')}"
        f"{number(row.energy_ratio, '10.4g')}  {shares}",
        flush=True,
    )


def print_halos(rows):
    rows = [row for row in rows if row.halo_level]
    if not rows:
        return
    print("\ngrid       of jacobi, half of the partitions find all neighbours within")
    for row in rows:
        grid = "x".join(map(str, row.grid))
        bottom = next(iter(row.shares.values())) if row.shares else 1
        print(
            f"{grid:11}the {row.halo_level} ({100 * row.halo_share:.1f} % do); "
            f"{100 * bottom:.1f} % of all words stay on the bottom level"
        )


def measure_all(options, folder):
    rows = []
    for axes in (1, 2):
        for partitions in options.partitions:
            uniform = None
            for grid in [g for g in grids(partitions) if len(g) == axes]:
                for program in options.program or PROGRAMS:
                    row = measure(options, program, grid, folder)
                    uniform = row if program == UNIFORM else uniform
                    compare(row, uniform)
                    print_row(row)
                    rows.append(row)
    return rows


def main(options):
    model.check_tool(options.dmm_run, "dmm-run")
    model.check_names(options.program, PROGRAMS, "--program")
    print_head()
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = measure_all(options, folder)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print_halos(rows)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([dataclasses.asdict(row) for row in rows], file, indent=1)
    return 1 if any(row.timed_out for row in rows) else 0
