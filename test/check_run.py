#!/usr/bin/env python3
"""Runs a program under dmm-run on a list of grids and asserts what must hold of
each run, whatever the program:

  - dmm-run ends well, with `check` ok and with the simulator's counts equal to
    the run's (dmm-run itself compares the two under --simulate); and bit-exact,
    but where a floating-point reduction was reassociated;
  - the run was on the grid that was asked for;
  - where an axis has one partition, the answer is as good after dmm-simplify,
    which --simulate leaves out, as messages along that axis go;
  - the work is shared out: at least the given number of loops is distributed;
  - the data is shared out: no array with an element or more for each partition
    is whole on all of them, and both axes of a 2-D grid share out some array
    where one has two dimensions.

With --ops it also asserts which collectives the run used, with --calls and
--words how often and how much: --words 'fabric.halo=2*(R-1)*N', say. Such a
formula may use
  P, R, C, D      the number of partitions; the sizes of grid axes 0, 1 and 2 (1
                  where there is no such axis)
  block(n, p)     cells in a block of n cells over p coordinates
  blocks(n, p)    blocks that are not empty
  ghosts(n, p, low, high)
                  ghosts of all these blocks together, low and high on each side
"""

import argparse
import json
import math
import re
import subprocess
import sys


class CheckFailure(Exception):
    """A run that is not as it must be; the text says in which respect."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file")
    parser.add_argument("--dmm-run", required=True, help="the tool to run")
    parser.add_argument("--entry", required=True, help="the function to run")
    parser.add_argument("--grids", required=True, help="e.g. 1,2,3,2x2")
    parser.add_argument(
        "--only", help="leave out all grids but these, as slow builds want"
    )
    parser.add_argument(
        "--distributed",
        default="1",
        help="the number of distributed loops: on 1-D grids, then on 2-D grids "
        "if that differs",
    )
    parser.add_argument(
        "--ops", help="the operations that a run on several partitions uses"
    )
    for count in ["calls", "words"]:
        parser.add_argument(
            f"--{count}",
            action="append",
            default=[],
            metavar="OP=FORMULA",
            help=f"the {count} of an operation on the grid",
        )
    parser.add_argument(
        "--anywhere",
        action="store_true",
        help="the data need not be shared out: what runs at the root",
    )
    parser.add_argument(
        "--arg", action="append", default=[], help="handed on to dmm-run"
    )
    parser.add_argument("--opt", help="handed on to dmm-run")
    return parser.parse_args()


def memref_sizes(text, given):
    """Sizes of a memref type, e.g. memref<3x?xf64>, with those of `given`, e.g.
    3x4, where it is dynamic."""
    sizes = re.match(r"memref<((?:[\d?]+x)*)", text).group(1).split("x")[:-1]
    if "?" in sizes:
        sizes = given.split("x")
    return [int(size) for size in sizes]


def argument_sizes(source, entry, given):
    """Sizes of each argument of `entry` that is a memref, by number. `given`
    holds the values K=VALUE of --arg."""
    signature = re.search(
        rf"^ *func\.func @{re.escape(entry)}\((.*?)\)\s*(?:attributes|\{{|->)",
        source,
        re.DOTALL | re.MULTILINE,
    ).group(1)
    types = re.findall(r"%\w+\s*:\s*([^,%]+)", signature)
    values = dict(value.split("=", 1) for value in given)
    return {
        number: memref_sizes(text, values.get(str(number)))
        for number, text in enumerate(types)
        if text.startswith("memref<")
    }


def run(options, grid, flags):
    command = [options.dmm_run, options.file, "--entry", options.entry]
    command += ["--grid", grid, "--check", "--json", *flags]
    for value in options.arg:
        command += ["--arg", value]
    if options.opt:
        command += ["--opt", options.opt]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise CheckFailure(
            f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return json.loads(done.stdout)


def require(condition, text):
    if not condition:
        raise CheckFailure(text)


def check_answer(report, sizes):
    check = report["check"]
    require(check["ok"] is True, f"check is {check}")
    exact = check["exact"]
    require(exact or check["reassociated"], f"not bit-exact: {check}")
    require(
        not exact or check["max_abs_err"] == 0, f"an error in an exact run: {check}"
    )
    ran = report["grid"]
    ran = ran.split("x") if isinstance(ran, str) else ran
    require([int(n) for n in ran] == sizes, f"ran on grid {ran}")


def check_loops(report, sizes, wanted):
    count = sum(loop["distributed"] for loop in report["loops"])
    minimum = wanted[-1] if len(sizes) > 1 else wanted[0]
    require(count >= minimum, f"{count} distributed loops, not {minimum}")
    for loop in report["loops"]:
        require(
            loop["distributed"] or loop["why"],
            f"no reason why the loop at {loop['loc']} is whole",
        )


def check_arrays(report, grid, partitions, arguments):
    arrays = {array["name"]: array for array in report["arrays"]}
    rank = 0
    for number, sizes in arguments.items():
        name = f"arg{number}"
        require(name in arrays, f"no array {name} in {list(arrays)}")
        if sizes and math.prod(sizes) >= partitions:
            require(arrays[name]["sharded_axes"], f"{name} is on all partitions")
            rank = max(rank, len(sizes))
    used = {axis for array in arrays.values() for axis in array["sharded_axes"]}
    require(
        len(used) >= min(rank, len(grid)),
        f"the arrays use the axes {sorted(used)} of {len(grid)}",
    )


def check_ops(report, partitions, wanted):
    used = {name for name, op in report["ops"].items() if op["calls"]}
    require(
        used == wanted or (partitions == 1 and used <= wanted),
        f"the run used {sorted(used)}, not {sorted(wanted)}",
    )
    words = sum(op["words"] for op in report["ops"].values())
    require(
        (words > 0) == (partitions > 1),
        f"{words} words crossed {partitions} partitions",
    )


def block(n, p):
    return -(-n // p)


def blocks(n, p):
    return -(-n // block(n, p))


def ghosts(n, p, low, high):
    first = range(0, n, block(n, p))
    last = [min(start + block(n, p), n) for start in first]
    return sum(min(low, start) for start in first) + sum(
        min(high, n - end) for end in last
    )


def check_counts(report, grid, count, formulas):
    names = dict(zip("RCD", grid + [1, 1]), P=math.prod(grid))
    names.update(block=block, blocks=blocks, ghosts=ghosts)
    for formula in formulas:
        op, expression = formula.split("=", 1)
        wanted = eval(expression, {"__builtins__": {"min": min}}, names)
        found = report["ops"].get(op, {count: 0})[count]
        require(
            found == wanted,
            f"{found} {count} of {op}, not {expression} = {wanted}",
        )


def check_grid(options, arguments, grid):
    sizes = [int(size) for size in grid.split("x")]
    partitions = 1
    for size in sizes:
        partitions *= size
    report = run(options, grid, ["--simulate"])
    check_answer(report, sizes)
    if 1 in sizes:
        check_answer(run(options, grid, []), sizes)
    wanted = [int(count) for count in options.distributed.split(",")]
    check_loops(report, sizes, wanted)
    if not options.anywhere:
        check_arrays(report, sizes, partitions, arguments)
    if options.ops:
        check_ops(report, partitions, set(options.ops.split(",")))
    for count in ["calls", "words"]:
        check_counts(report, sizes, count, getattr(options, count))


def chosen_grids(options):
    """The grids to run on; where --only leaves none, one in the middle."""
    grids = options.grids.split(",")
    only = options.only.split(",") if options.only else grids
    return [grid for grid in grids if grid in only] or [grids[len(grids) // 2]]


def main():
    options = parse_arguments()
    with open(options.file, encoding="utf-8") as file:
        arguments = argument_sizes(file.read(), options.entry, options.arg)
    failures = 0
    for grid in chosen_grids(options):
        try:
            check_grid(options, arguments, grid)
            print(f"{options.entry} on {grid}: ok")
        except (CheckFailure, subprocess.TimeoutExpired) as failure:
            failures += 1
            print(f"{options.entry} on {grid}: {failure}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
