"""Whether the layouts that are chosen on a machine cost least. Programs are
planned for 8 partitions: once for each assignment of one dimension to each array,
along which it is cut (a vector is cut, or left to the compiler), then without any
annotation, and with the layouts that are chosen by words, without a machine. The
price of what is chosen must not exceed that of the best assignment by more than
0.1 %, nor the price by words: else the exit status is 1."""

import dataclasses
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

from benching import model
from benching.resize import function_text, resize

POLYBENCH = os.path.join(model.ROOT, "test", "PolyBench")
GRID = "8"
TOLERANCE = 1e-3
ROUNDING = 1e-9

LEVEL = (
    '{{level = "{}", fanout = 2 : i64, latency_ns = {}, '
    "gbyte_per_s = {}, pj_per_word = {}}}"
)
# The partitions on one level, and on three, of which the last one is slow.
MACHINES = {
    "kpu-cluster": "kpu-cluster",
    "slow-top": "["
    + ", ".join(
        [
            LEVEL.format("kpu", 50.0, 100.0, 100.0),
            LEVEL.format("soc", 500.0, 10.0, 1000.0),
            LEVEL.format("cluster", 20000.0, 0.5, 50000.0),
        ]
    )
    + "]",
}


def add_arguments(parser):
    add = parser.add_argument
    add("--program", action="append", help="only this one; may be given repeatedly")
    add("--machine", action="append", help="only this one; may be given repeatedly")
    add(
        "--most",
        type=int,
        default=512,
        metavar="N",
        help="assignments of a program; of more, so many are drawn (default: 512)",
    )
    add("--json", metavar="FILE", help="write the table to this file, too")
    model.add_tool(parser, "dmm-run")
    model.add_tool(parser, "dmm-opt")


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------


def own(name, sizes):
    """A program of this folder; sizes of its file become others."""
    text = function_text(model.read(model.PROGRAMS, name + ".mlir"), name)
    return resize(text, lambda size: sizes.get(size, size))


def polybench(file, name, size):
    text = function_text(model.read(POLYBENCH, file + ".mlir"), name)
    return resize(text, size)


def grown(least, by):
    """Sizes from `least` on become larger; what is said relative to them stays."""
    return lambda size: size + by if size >= least else size


TREE = {16: 20, 40: 96, 24: 64, 56: 128, 32: 48}
CHAIN = {19: 96, 23: 64, 29: 128, 31: 48, 37: 80}
MLP = {23: 128, 29: 512}

PROGRAMS = {
    "chain": lambda: own("chain", {17: 128} | CHAIN),
    "chain, 20 rows": lambda: own("chain", {17: 20} | CHAIN),
    "tree": lambda: own("tree", TREE),
    "3mm": lambda: polybench("3mm", "three_mm", grown(8, 172)),
    "adi": lambda: polybench("adi", "adi", grown(9, 245)),
    "correlation": lambda: polybench("correlation", "correlation", grown(10, 190)),
    "mlp, batch 64": lambda: own("mlp", {17: 64} | MLP),
    "mlp, batch 1": lambda: own("mlp", {17: 1} | MLP),
}


# ---------------------------------------------------------------------------
# Assignments
# ---------------------------------------------------------------------------

ARGUMENT = re.compile(r"%(\w+): (?:memref<((?:\d+x)+))?\w+>?")
ALLOC = re.compile(r"%(\w+) = memref\.alloc\(\)(?= : memref<((?:\d+x){2,})\w+>)")


@dataclasses.dataclass
class Array:
    name: str  # of an argument as in a report: arg0, ...
    rank: int
    end: int  # in the text: where an annotation goes

    def ways(self):
        """The dimensions that may be cut; -1: that is not said."""
        return [*range(self.rank), -1] if self.rank == 1 else [*range(self.rank)]


def arrays_of(text):
    arguments = [
        Array(f"arg{number}", found.group(2).count("x"), found.end())
        for number, found in enumerate(ARGUMENT.finditer(text))
        if found.group(2)
    ]
    return arguments + [
        Array(found.group(1), found.group(2).count("x"), found.end())
        for found in ALLOC.finditer(text)
    ]


def assignment(arrays, number):
    """Assignment number so: the dimension of each array."""
    dims = []
    for array in arrays:
        number, way = divmod(number, len(array.ways()))
        dims.append(array.ways()[way])
    return dims


def assignments(arrays, most):
    """All, or as many as that drawn among them; and how many there are."""
    total = math.prod(len(array.ways()) for array in arrays)
    numbers = range(total)
    if total > most:
        numbers = random.Random(0).sample(numbers, most)
    return [assignment(arrays, number) for number in numbers], total


def annotated(text, arrays, dims):
    for array, dim in reversed([*zip(arrays, dims)]):
        if dim < 0:
            continue
        split = [0 if d == dim else -1 for d in range(array.rank)]
        note = f" {{dmm.split = {split}}}"
        text = text[: array.end] + note + text[array.end :]
    return text


def cut_dims(report):
    """By array, the dimension that is cut; None: none."""
    found = {}
    for array in report["arrays"]:
        dim = re.search(r"dim = (\d+)", array["layout"])
        found[array["name"]] = int(dim.group(1)) if dim else None
    return found


def check_kept(report, arrays, dims):
    """Raises RuntimeError if an argument is cut otherwise than its annotation
    says."""
    cut = cut_dims(report)
    for array, dim in zip(arrays, dims):
        if dim >= 0 and cut.get(array.name, dim) != dim:
            raise RuntimeError(f"{array.name} is not cut along {dim}, as it is to be")


# ---------------------------------------------------------------------------
# Prices
# ---------------------------------------------------------------------------


@dataclasses.dataclass
class Row:
    program: str
    machine: str
    tried: int  # assignments
    total: int
    refused: int  # those with an error
    best: float
    chosen: float
    words: float
    best_dims: dict  # by array; -1: it was left to the compiler
    chosen_dims: dict  # None: not cut

    @property
    def holds(self):
        best, words = (1 + TOLERANCE) * self.best, (1 + ROUNDING) * self.words
        return self.chosen <= min(best, words)


def price(report):
    return report["price"]["total"]


def search(options, folder, text, machine):
    """Prices the assignments: the fields of a row that they tell."""
    arrays = arrays_of(text)
    tried, total = assignments(arrays, options.most)
    files = [
        model.write(folder, f"{number}.mlir", annotated(text, arrays, dims))
        for number, dims in enumerate(tried)
    ]
    found = model.reports(options.dmm_run, files, GRID, machine)
    priced = [(r, dims) for r, dims in zip(found, tried) if not r["error"]]
    for one, dims in priced:
        check_kept(one, arrays, dims)
    if not priced:
        raise RuntimeError(found[0]["error"])
    best, dims = min(priced, key=lambda pair: price(pair[0]))
    return {
        "best": price(best),
        "best_dims": {array.name: dim for array, dim in zip(arrays, dims)},
        "tried": len(tried),
        "total": total,
        "refused": len(tried) - len(priced),
    }


def without_machine(text):
    """The module without what it says of a machine: that is the default one."""
    return re.sub(r"^module attributes \{.*", "module {", text, flags=re.MULTILINE)


def by_words(options, folder, file, machine):
    """The price of the layouts that are chosen without a machine."""
    result = os.path.join(folder, "words.mlir")
    command = [options.dmm_opt, file, f"-dmm-distribute=grid={GRID}", "-o", result]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr[-600:])
    text = without_machine(model.read(result))
    model.write(folder, os.path.basename(result), text)
    chosen = model.report(options.dmm_run, file, GRID)
    kept = model.report(options.dmm_run, result, GRID, machine)
    if cut_dims(chosen) != cut_dims(kept):
        raise RuntimeError("the layouts chosen by words are not kept on the machine")
    return price(kept)


def measure(options, program, machine):
    text = PROGRAMS[program]()
    with tempfile.TemporaryDirectory() as folder:
        file = model.write(folder, "program.mlir", text)
        levels = MACHINES[machine]
        searched = search(options, folder, text, levels)
        chosen = model.report(options.dmm_run, file, GRID, levels)
        words = by_words(options, folder, file, levels)
    return Row(
        program=program,
        machine=machine,
        chosen=price(chosen),
        words=words,
        chosen_dims=cut_dims(chosen),
        **searched,
    )


# ---------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------


def print_row(row):
    tried = f"{row.tried} of {row.total}" if row.tried < row.total else str(row.tried)
    print(
        f"{row.program:16}{row.machine:14}{tried:>12}{row.best:13.6g}"
        f"{row.chosen:13.6g}{row.words:13.6g}{row.chosen / row.best:9.4f}"
        f"{row.chosen / row.words:9.4f}{'' if row.holds else '  worse'}",
        flush=True,
    )


def dims_text(dims):
    cut = {name: "-" if dim in (None, -1) else dim for name, dim in dims.items()}
    return ", ".join(f"{name} {dim}" for name, dim in cut.items())


def print_worse(rows):
    for row in rows:
        if row.refused:
            print(f"\n{row.program} on {row.machine}: {row.refused} were refused")
        if not row.holds:
            print(f"\n{row.program} on {row.machine}, by array the dimension cut:")
            print(f"  best    {dims_text(row.best_dims)}")
            print(f"  chosen  {dims_text(row.chosen_dims)}")


def main(options):
    model.check_tool(options.dmm_run, "dmm-run")
    model.check_tool(options.dmm_opt, "dmm-opt")
    model.check_names(options.program, PROGRAMS, "--program")
    model.check_names(options.machine, MACHINES, "--machine")
    print(
        "program         machine              tried         best       chosen"
        "     by words  of best of words"
    )
    rows = []
    try:
        for program in options.program or PROGRAMS:
            for machine in options.machine or MACHINES:
                rows.append(measure(options, program, machine))
                print_row(rows[-1])
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    print_worse(rows)
    holding = sum(row.holds for row in rows)
    print(f"\n{holding} of {len(rows)} cost no more than the best that is known")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([dataclasses.asdict(row) for row in rows], file, indent=1)
    return 0 if holding == len(rows) else 1
