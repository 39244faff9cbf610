"""How fast the code for one partition is, beside the function it was made from.

Both are compiled by the same passes at the same level and run on the same
arguments in one process. The function's body stands in a loop of as many rounds
as an argument says: the difference of two runs, of a few and of many rounds,
holds neither the entry and the exit of the distributed program nor any other
work that is done once. The ratio is the time of the function divided by that of
the distributed program: 1 means as fast, more means faster. Runs of all
programs alternate, and times are those of the processor, so that what else the
machine does hits both sides alike."""

import dataclasses
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

from benching import instructions
from benching.resize import function_text, resize

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

@dataclasses.dataclass
class Program:
    file: str  # below test/
    entry: str
    sizes: dict  # from the numbers in the file to those of the measurement
    rounds: int  # beyond the first one; a run takes tenths of a second

    @property
    def name(self):
        return f"{os.path.splitext(self.file)[0]} @{self.entry}"


GEMM = {11: 400, 13: 400, 17: 400, 19: 400, 23: 400, 37: 400, 61: 400}
STAR = {5: 10, 36: 799, 37: 800, 60: 799, 61: 800}
FILTER = {15: 800, 21: 800, 17: 802, 23: 802}
LU = {13: 400}

PROGRAMS = [
    Program("PolyBench/gemm.mlir", "gemm", GEMM, 20),
    Program("PolyBench/gemm.mlir", "gemm_cells", GEMM, 20),
    Program("Catalog/gemm.mlir", "gemm", GEMM, 3),
    Program("Catalog/gemm.mlir", "gemm_iter_args", GEMM, 3),
    Program("PolyBench/jacobi-2d.mlir", "jacobi_2d", {3: 10, 13: 799, 14: 800}, 20),
    Program("Catalog/jacobi-2d.mlir", "jacobi_2d", STAR, 40),
    Program("Catalog/conv2d.mlir", "conv2d", FILTER, 100),
    Program("Catalog/conv2d.mlir", "conv2d_iter_args", FILTER, 100),
    Program("Catalog/conv2d.mlir", "conv2d_rank0", FILTER, 100),
    Program("PolyBench/lu.mlir", "lu", LU, 20),
    Program("PolyBench/lu.mlir", "lu_cells", LU, 20),
    Program("Catalog/lu.mlir", "lu", LU, 20),
    Program("Catalog/lu.mlir", "lu_iter_args", LU, 20),
    Program("Catalog/lu.mlir", "lu_rank0", LU, 20),
]


def add_arguments(parser):
    add = parser.add_argument
    tool = os.path.join(ROOT, "build", "bin", "dmm-run")
    add("--dmm-run", metavar="FILE", default=tool, help="default: build/bin/dmm-run")
    add("--samples", type=int, default=7, help="pairs of runs (default: 7)")
    add("--instructions", action="store_true", help="count instructions, too (slow)")
    add("--only", metavar="TEXT", default="", help="programs whose name has this")
    add("--json", metavar="FILE", help="write the table to this file, too")


# Programs


def with_rounds(function):
    """The function with the number of rounds as its first argument."""
    head, body = re.fullmatch(r"(.*?\) \{\n)(.*)", function, re.DOTALL).groups()
    body, end = re.fullmatch(r"(.*)(  return\n\}\n)", body, re.DOTALL).groups()
    head = head.replace("(", "(%rounds: index, ", 1)
    return f"{head}  affine.for %round = 0 to %rounds {{\n{body}  }}\n{end}"


def source(program):
    with open(os.path.join(ROOT, "test", program.file), encoding="utf-8") as file:
        text = file.read()
    text = resize(text, lambda size: program.sizes.get(size, size))
    entry = with_rounds(function_text(text, program.entry))
    init = function_text(text, program.entry + "_init")
    return entry + init.replace("(", "(%rounds: index, ", 1)


# Measurements


def command(options, program, file, rounds, flags):
    return [
        *[options.dmm_run, file, "--entry", program.entry, "--grid", "1"],
        *["--arg", f"0={rounds}", *flags],
    ]


def times(options, program, file, rounds):
    """Processor seconds of one run: of the distributed program and of the
    function."""
    run = command(options, program, file, rounds, ["--check", "--json"])
    done = subprocess.run(run, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{program.name}: {done.stderr[-600:]}")
    seconds = json.loads(done.stdout)["processor_s"]
    return seconds["run"], seconds["reference"]


def sample(options, program, file):
    """Seconds of a run of one round, and of one of more: of the distributed
    program and of the function."""
    return [
        *times(options, program, file, 1),
        *times(options, program, file, 1 + program.rounds),
    ]


def round_times(program, samples, middle):
    """Seconds of one round on both sides."""
    few, few_reference, many, many_reference = map(middle, zip(*samples))
    return [
        (many - few) / program.rounds,
        (many_reference - few_reference) / program.rounds,
    ]


def count(options, program, file):
    """Instructions of one round on both sides. The function's are what --check
    adds."""

    def round_of(flags):
        few, many = [
            instructions.count(command(options, program, file, rounds, flags))
            for rounds in (1, 3)
        ]
        return (many - few) / 2

    distributed = round_of([])
    return distributed, round_of(["--check"]) - distributed


def row(program, samples, counts):
    run, reference = round_times(program, samples, statistics.median)
    least_run, least_reference = round_times(program, samples, min)
    values = {
        "program": program.name,
        "reference_s": reference,
        "run_s": run,
        "speed": reference / run,
        "speed_of_least": least_reference / least_run,
    }
    if counts:
        values["reference_instructions"] = counts[1]
        values["run_instructions"] = counts[0]
        values["instructions"] = counts[1] / counts[0]
    return values


def print_row(values):
    line = (
        f"{values['program']:36}{values['reference_s'] * 1e3:10.2f} ms"
        f"{values['run_s'] * 1e3:10.2f} ms{values['speed']:7.3f}"
        f"{values['speed_of_least']:7.3f}"
    )
    if "instructions" in values:
        line += (
            f"{values['reference_instructions']:14.4g}"
            f"{values['run_instructions']:12.4g}{values['instructions']:7.3f}"
        )
    print(line, flush=True)


def measure(options, programs, folder):
    files = []
    for number, program in enumerate(programs):
        files.append(os.path.join(folder, f"{number}.mlir"))
        with open(files[-1], "w", encoding="utf-8") as file:
            file.write(source(program))
    samples = [[] for _ in programs]
    for _ in range(options.samples):
        for program, file, taken in zip(programs, files, samples):
            taken.append(sample(options, program, file))
    table = []
    for program, file, taken in zip(programs, files, samples):
        counts = count(options, program, file) if options.instructions else None
        table.append(row(program, taken, counts))
        print_row(table[-1])
    return table


def print_head(options):
    line = f"{'one round of':36}{'function':>10}{'distributed':>13}  ratio  least"
    print(line + ("  instructions of both, ratio" if options.instructions else ""))


def main(options):
    programs = [p for p in PROGRAMS if options.only in p.name]
    print_head(options)
    try:
        with tempfile.TemporaryDirectory() as folder:
            table = measure(options, programs, folder)
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(table, file, indent=2)
    return 0
