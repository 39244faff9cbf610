#!/usr/bin/env python3
"""Runs every program of some lit suites on 2x2x2 partitions of a machine with
three levels, 2x2x2, and requires that the answers are right and that the
simulation of the plan says the same of every level as the run: messages, words,
and the time on the virtual clock.

The programs are those that the suites hand to check_run.py, with the arguments
that they give."""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys

LEVELS = [("kpu", 50.0, 100.0, 100.0), ("soc", 500.0, 40.0, 300.0)]
LEVELS.append(("cluster", 5000.0, 10.0, 3000.0))
LEVEL = (
    '{{level = "{}", fanout = 2 : i64, latency_ns = {}, gbyte_per_s = {}, '
    "pj_per_word = {}}}"
)
MACHINE = "[" + ", ".join(LEVEL.format(*level) for level in LEVELS) + "]"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="+", help="folders with .mlir files")
    parser.add_argument("--dmm-run", required=True, help="the tool to run")
    parser.add_argument("--opt", default="", help="options of the pipeline")
    parser.add_argument("--timeout", type=int, default=600, help="of a program")
    return parser.parse_args()


def programs(suite):
    """All (file, flags) that the suite checks."""
    for file in sorted(pathlib.Path(suite).glob("*.mlir")):
        for line in file.read_text().splitlines():
            found = re.match(r"// RUN: %check_run %s (.*)", line)
            if found:
                yield file, flags_of(shlex.split(found.group(1)))


def flags_of(words):
    """The entry and the arguments among the words of a command."""
    flags = []
    for flag, value in zip(words, words[1:]):
        if flag in ("--entry", "--arg"):
            flags += [flag, value]
    return flags


def check(options, file, flags):
    """What is wrong, or an empty string."""
    command = [options.dmm_run, str(file), *flags, "--grid", "2x2x2"]
    command += ["--machine", MACHINE, "--check", "--simulate"]
    command += ["--opt", options.opt] if options.opt else []
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=options.timeout
        )
    except subprocess.TimeoutExpired:
        return f"{file} {' '.join(flags)}: runs for {options.timeout} s"
    if done.returncode == 0 and "simulation: ok" in done.stdout:
        return ""
    return f"{file} {' '.join(flags)}: {done.stdout[-300:]}{done.stderr[-300:]}"


def main():
    options = parse_arguments()
    work = [p for suite in options.suites for p in programs(suite)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = list(pool.map(lambda p: check(options, *p), work))
    wrong = [text for text in wrong if text]
    print("\n".join(wrong))
    print(f"{len(work)} programs, {len(wrong)} wrong")
    return 1 if wrong or not work else 0


if __name__ == "__main__":
    sys.exit(main())
