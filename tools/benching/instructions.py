"""Counts the instructions of a process in user space: by the processor's counter
where `perf stat` can read it, else by valgrind."""

import functools
import re
import shutil
import subprocess

PERF = ["perf", "stat", "-x,", "-e", "instructions:u"]
VALGRIND = [
    "valgrind",
    "--tool=cachegrind",
    "--cache-sim=no",
    "--cachegrind-out-file=/dev/null",
]
COUNTS = {
    "perf": re.compile(r"^(\d+),[^,]*,instructions", re.MULTILINE),
    "valgrind": re.compile(r"I\s+refs:\s+([\d,]+)"),
}


def read(counter, text):
    found = COUNTS[counter].search(text)
    return int(found.group(1).replace(",", "")) if found else None


@functools.cache
def counter():
    """"perf", "valgrind", or None where neither can count."""
    if shutil.which("perf"):
        done = subprocess.run(PERF + ["true"], capture_output=True, text=True)
        if done.returncode == 0 and read("perf", done.stderr):
            return "perf"
    return "valgrind" if shutil.which("valgrind") else None


def count(command):
    """The instructions of the command. Raises RuntimeError where it fails or
    cannot be counted."""
    tool = counter()
    if not tool:
        raise RuntimeError("neither perf nor valgrind can count instructions")
    prefix = PERF if tool == "perf" else VALGRIND
    done = subprocess.run(prefix + command, capture_output=True, text=True)
    number = read(tool, done.stderr)
    if done.returncode != 0 or number is None:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr[-600:]}")
    return number
