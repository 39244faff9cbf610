"""How PolyBench at its LARGE sizes is distributed. The thirty kernels of
test/PolyBench are planned and modelled on each grid of so many partitions, not
executed. A kernel holds if at least 90 % of its statement instances lie in
distributed nests and the busiest partition executes at most twice its share of
them."""

import dataclasses
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAMS = os.path.join(ROOT, "test", "PolyBench")

# LARGE_DATASET of PolyBench/C 4.2.1, by the names of the function's arguments.
SIZES = {
    "2mm": {"ni": 800, "nj": 900, "nk": 1100, "nl": 1200},
    "3mm": {"ni": 800, "nj": 900, "nk": 1000, "nl": 1100, "nm": 1200},
    "adi": {"tsteps": 500, "n": 1000},
    "atax": {"m": 1900, "n": 2100},
    "bicg": {"m": 1900, "n": 2100},
    "cholesky": {"n": 2000},
    "correlation": {"m": 1200, "n": 1400},
    "covariance": {"m": 1200, "n": 1400},
    "deriche": {"w": 4096, "h": 2160},
    "doitgen": {"nq": 140, "nr": 150, "np": 160},
    "durbin": {"n": 2000},
    "fdtd-2d": {"tmax": 500, "nx": 1000, "ny": 1200},
    "floyd-warshall": {"n": 2800},
    "gemm": {"ni": 1000, "nj": 1100, "nk": 1200},
    "gemver": {"n": 2000},
    "gesummv": {"n": 1300},
    "gramschmidt": {"m": 1000, "n": 1200},
    "heat-3d": {"tsteps": 500, "n": 120},
    "jacobi-1d": {"tsteps": 500, "n": 2000},
    "jacobi-2d": {"tsteps": 500, "n": 1300},
    "lu": {"n": 2000},
    "ludcmp": {"n": 2000},
    "mvt": {"n": 2000},
    "nussinov": {"n": 2500},
    "seidel-2d": {"tsteps": 500, "n": 2000},
    "symm": {"m": 1000, "n": 1200},
    "syr2k": {"m": 1000, "n": 1200},
    "syrk": {"m": 1000, "n": 1200},
    "trisolv": {"n": 2000},
    "trmm": {"m": 1000, "n": 1200},
}

SHARE, EFFICIENCY = 0.9, 0.5  # what a kernel has to reach
MEMORY = 4  # times its part of the data: what a partition may hold

# The time of a message, as a number of words that cross a link, or of
# instances, in that time: as plans are compared by (lib/Plan/cost.c).
WORDS_PER_MESSAGE = 1000


def add_arguments(parser):
    add = parser.add_argument
    add("--partitions", type=int, default=8, help="number of partitions (default: 8)")
    add("--json", metavar="FILE", help="write the table to this file, too")
    tool = os.path.join(ROOT, "build", "bin", "dmm-run")
    add("--dmm-run", metavar="FILE", default=tool, help="default: build/bin/dmm-run")
    add("--kernel", action="append", help="only this one; may be given repeatedly")
    add(
        "--opt",
        default="",
        metavar="K=V,...",
        help="options of the pipeline dmm-compile, such as strict-fp=true",
    )


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------


class Program:
    """The kernel's function with sizes that are arguments, as a C front end
    emits it. The inner sizes of memref<?x17xf64> are part of the types: they
    are replaced there by the LARGE ones, for which the small ones stand that
    the file's test runs it with."""

    def __init__(self, kernel):
        with open(os.path.join(PROGRAMS, kernel + ".mlir")) as file:
            text = file.read()
        run = re.search(r"--entry (\w+_dynamic) .*", text)
        self.entry = run.group(1)
        arguments = dict(re.findall(r"--arg (\d+)=(\S+)", run.group()))
        sizes = self.sizes(kernel, text, arguments)
        self.text = re.sub(
            r"(?<=memref<)(?:[\d?]+x)+", lambda m: resize(m.group(), sizes), text
        )
        self.flags = [f"--arg={k}={resize(v, sizes)}" for k, v in arguments.items()]

    def sizes(self, kernel, text, arguments):
        """The LARGE size by the small one, both as text."""
        signature = re.search(
            rf"^func\.func @{self.entry}\((.*?)\)", text, re.MULTILINE | re.DOTALL
        ).group(1)
        sizes = {}
        for number, argument in enumerate(signature.split(",")):
            name, _, kind = argument.strip().partition(": ")
            if kind == "i32":
                sizes[arguments[str(number)]] = str(SIZES[kernel][name.lstrip("%")])
        if len(sizes) != len(SIZES[kernel]):
            raise ValueError(f"{kernel}: its sizes are not told apart by its test")
        return sizes


def resize(text, sizes):
    return "x".join(sizes.get(size, size) for size in text.split("x"))


def grids(partitions):
    """All 1-D and 2-D grids of so many partitions."""
    pairs = [
        f"{a}x{partitions // a}"
        for a in range(2, partitions // 2 + 1)
        if partitions % a == 0
    ]
    return [str(partitions), *pairs]


# ---------------------------------------------------------------------------
# Models
# ---------------------------------------------------------------------------


@dataclasses.dataclass
class Model:
    """What dmm-run --model tells of a kernel on a grid; None: not known."""

    grid: str
    share: float  # of the instances, in distributed nests
    efficiency: float
    memory: float  # of the busiest partition, over what it may hold
    cost: float  # time of the busiest partition, were messages shared evenly
    complete: bool  # nothing runs at the root alone
    remarks: list  # (line, text)

    @property
    def holds(self):
        return self.complete and not self.shortcomings()

    def shortcomings(self):
        found = []
        if (self.share or 0) < SHARE:
            found.append("share")
        if (self.efficiency or 0) < EFFICIENCY:
            found.append("efficiency")
        return found

    def rank(self):
        """Large is good."""
        near = min((self.share or 0) / SHARE, 1)
        near *= min((self.efficiency or 0) / EFFICIENCY, 1)
        return self.holds, near, self.is_small, -self.cost

    @property
    def is_small(self):
        return self.memory is not None and self.memory <= 1

    def reasons(self):
        """The remarks on loops that are not distributed, or what they leave
        to say."""
        lost = [r for r in self.remarks if "not distributed" in r[1]]
        lost += [r for r in self.remarks if "runs at the root" in r[1]]
        if not lost and self.efficiency:
            times = f"{1 / self.efficiency:.1f} times"
            lost = [(None, f"the busiest partition has {times} its share")]
        return list(dict.fromkeys(lost))


def line_of(loc):
    return int(loc.split(":")[-2]) if loc.count(":") >= 2 else None


def model(options, program, file, grid):
    command = [options.dmm_run, file, "--entry", program.entry, "--grid", grid]
    command += ["--opt", options.opt] if options.opt else []
    command += [*program.flags, "--model", "--json"]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(" ".join(command) + "\n" + result.stderr)
    report = json.loads(result.stdout)
    work, memory = report["work"], report["memory"]
    words, part = memory["max_partition_words"], memory["live_words"]
    part /= options.partitions
    moved = sum(
        (op["messages"] or 0) * WORDS_PER_MESSAGE + (op["words"] or 0)
        for op in report["ops"].values()
    )
    return Model(
        grid=grid,
        share=work["distributed_share"],
        efficiency=work["efficiency"],
        memory=None if words is None else words / (MEMORY * part),
        cost=(work["busiest_instances"] or 0) + moved / options.partitions,
        complete=work["complete"],
        remarks=[(line_of(r["loc"]), r["text"]) for r in report["remarks"]],
    )


def model_kernel(options, kernel, folder):
    """Its models on all grids, the best one first."""
    program = Program(kernel)
    file = os.path.join(folder, kernel + ".mlir")
    with open(file, "w") as out:
        out.write(program.text)
    models = [model(options, program, file, g) for g in grids(options.partitions)]
    return sorted(models, key=Model.rank, reverse=True)


# ---------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------


def number(value, form):
    return "?" if value is None else format(value, form)


def print_row(kernel, best):
    short = " ".join(best.shortcomings()) or ("" if best.complete else "root")
    print(
        f"{kernel:16} {best.grid:>6} {number(best.share, '8.1%')} "
        f"{number(best.efficiency, '11.3f')} {number(best.memory, '8.2f')}  {short}",
        flush=True,
    )


def print_reasons(table):
    for kernel, models in table.items():
        if models[0].holds:
            continue
        print(f"\n{kernel} on grid {models[0].grid}:")
        for line, text in models[0].reasons():
            print(f"  line {line}: {text}" if line else f"  {text}")


def write_json(table, file):
    rows = [
        {
            "kernel": kernel,
            "holds": models[0].holds,
            "grids": [dataclasses.asdict(model) for model in models],
        }
        for kernel, models in table.items()
    ]
    with open(file, "w") as out:
        json.dump(rows, out, indent=1)


def main(options):
    if not os.access(options.dmm_run, os.X_OK):
        sys.exit(f"bench: {options.dmm_run} is not there: build it, or use --dmm-run")
    if options.partitions < 1:
        sys.exit("bench: --partitions takes a positive integer")
    unknown = set(options.kernel or []) - set(SIZES)
    if unknown:
        sys.exit(f"bench: --kernel: unknown {', '.join(sorted(unknown))}")
    table = {}
    print("kernel             grid    share  efficiency   memory  falls short in")
    with tempfile.TemporaryDirectory() as folder:
        for kernel in options.kernel or SIZES:
            table[kernel] = model_kernel(options, kernel, folder)
            print_row(kernel, table[kernel][0])
    print_reasons(table)
    holding = sum(models[0].holds for models in table.values())
    print(f"\n{holding} of {len(table)} hold")
    large = [kernel for kernel, models in table.items() if not models[0].is_small]
    print(f"more than {MEMORY} x live / P in memory: {', '.join(large) or 'none'}")
    if options.json:
        write_json(table, options.json)
    return 0
