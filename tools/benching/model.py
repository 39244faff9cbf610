"""Asks dmm-run what programs cost on a machine, without running them."""

import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PROGRAMS = os.path.join(ROOT, "tools", "benching", "programs")


def add_tool(parser, name):
    tool = os.path.join(ROOT, "build", "bin", name)
    help = f"default: build/bin/{name}"
    parser.add_argument("--" + name, metavar="FILE", default=tool, help=help)


def check_tool(file, flag):
    if not os.access(file, os.X_OK):
        sys.exit(f"bench: {file} is not there: build it, or use --{flag}")


def check_names(given, known, flag):
    unknown = set(given or []) - set(known)
    if unknown:
        sys.exit(f"bench: {flag}: unknown {', '.join(sorted(unknown))}")


def reports(tool, files, grid, machine=None, timeout=None):
    """What dmm-run --model tells of each file's only function: its report, whose
    "error" is None if all went well."""
    command = [tool, *files, "--grid", grid, "--model", "--json"]
    command += ["--machine", machine] if machine else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if not done.stdout:
        raise RuntimeError(f"{' '.join(command[:2])}: {done.stderr[-600:]}")
    found = json.loads(done.stdout)
    return found if isinstance(found, list) else [found]


def report(tool, file, grid, machine=None, timeout=None):
    """That of one file, of which nothing must go wrong."""
    found = reports(tool, [file], grid, machine, timeout)[0]
    if found["error"]:
        raise RuntimeError(found["error"])
    return found


def write(folder, name, text):
    file = os.path.join(folder, name)
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)
    return file


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as stream:
        return stream.read()
