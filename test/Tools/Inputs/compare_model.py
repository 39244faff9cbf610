#!/usr/bin/env python3
"""Asserts that dmm-run --model tells of a program what its run counts:

    compare_model.py DMM-RUN FILE ENTRY GRID...
"""

import json
import subprocess
import sys


def report(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return json.loads(result.stdout)


def main():
    tool, file, entry, *grids = sys.argv[1:]
    failures = 0
    for grid in grids:
        command = [tool, file, "--entry", entry, "--grid", grid, "--json"]
        model = report([*command, "--model"])
        run = report([*command, "--opt", "simplify=false"])
        for what in ["ops", "memory"]:
            if model[what] != run[what] or not run["ops"]:
                failures += 1
                print(f"{entry} on {grid}: {what} {model[what]}, run: {run[what]}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
