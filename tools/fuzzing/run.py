"""Runs programs under dmm-run, many in one process, and judges each."""

import dataclasses
import os
import re
import resource
import signal
import subprocess

VERDICT = re.compile(
    r"^(\S+): (?:@\w+ on grid \S+: )?(ok|FAILED)(?:: (.*)| (\(.*\)))?$"
)
FALLBACK = re.compile(
    r"remark: the function runs at the root alone: (.*)$", re.MULTILINE
)


@dataclasses.dataclass
class Outcome:
    kind: str  # "ok", "mismatch", "simulator", "counts", "refused", ...
    text: str = ""  # what went wrong
    output: str = ""  # diagnostics and plan

    @property
    def ok(self):
        return self.kind == "ok"

    def resembles(self, other):
        """Whether this is the same failure, as far as can be told."""
        return self.signature() == other.signature()

    def signature(self):
        """A diagnostic is told by its words, all else by its kind."""
        if self.kind in ("refused", "fallback"):
            return self.kind + ": " + digest(self.text)
        return self.kind


def digest(text):
    """The text without what depends on the place."""
    return re.sub(r"\d+|'[^']*'|S\d+|arg\d+|local\d+", "", text)[:80]


def judge(verdict, reason, output):
    fallback = FALLBACK.search(output)
    if verdict == "ok" and fallback:
        return Outcome("fallback", fallback.group(1), output)
    if verdict == "ok":
        exact = reason in ("(exact)", None) or "reassociated" in reason
        return Outcome("ok" if exact else "inexact", reason or "", output)
    reason = reason or ""
    if reason.startswith("check: "):
        return Outcome("mismatch", reason, output)
    if reason.startswith("simulation: "):
        return Outcome("simulator", reason, output)
    if reason.startswith("the simulation differs"):
        return Outcome("counts", reason, output)
    errors = re.findall(r"^\S*?:?\d*:?\d*:? ?error: (.*)$", output, re.MULTILINE)
    if errors and not reason:
        return Outcome("refused", errors[0], output)
    return Outcome("failed", reason or "\n".join(errors), output)


def outcomes(output):
    """The outcomes that the output tells of, in the order of the files."""
    found, lines = [], []
    for line in output.splitlines():
        match = VERDICT.match(line)
        if match:
            verdict, reason = match.group(2), match.group(3) or match.group(4)
            found.append(judge(verdict, reason, "\n".join(lines)))
            lines = []
        else:
            lines.append(line)
    return found, "\n".join(lines)


class Runner:
    """timeout_s bounds the time of one program alone; memory_bytes is a limit
    for one process, or 0; opt are options of the pipeline."""

    def __init__(self, dmm_run, timeout_s, memory_bytes, opt=""):
        self.dmm_run = dmm_run
        self.timeout_s = timeout_s
        self.memory_bytes = memory_bytes
        self.opt = ["--opt", opt] if opt else []

    def command(self, files, arguments):
        flags = ["--entry", "f", "--check", "--simulate", "--dump-plan", "--json"]
        flags += ["--timeout", str(self.timeout_s), *self.opt]
        return [self.dmm_run, *files, *arguments, *flags]

    def limit(self, child):
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = self.memory_bytes
        if soft and (hard == resource.RLIM_INFINITY or soft < hard):
            resource.prlimit(child.pid, resource.RLIMIT_AS, (soft, hard))

    def process(self, files, arguments):
        """Exit code (or "hang") and what it printed on the standard error."""
        child = subprocess.Popen(
            self.command(files, arguments),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self.limit(child)
        try:
            timeout = self.timeout_s + 2 + 3 * (len(files) - 1)
            _, output = child.communicate(timeout=timeout)
            code = child.returncode
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            _, output = child.communicate()
            code = "hang"
        return code, output.decode(errors="replace")

    def one(self, file, arguments):
        """The outcome of a file in a process of its own, where it runs twice:
        two files are reported on in short."""
        code, output = self.process([file, file], arguments)
        found, rest = outcomes(output)
        if found and code in (0, 1):
            return found[0]
        if code == "hang":
            return Outcome("hang", f"still runs after {self.timeout_s} s", rest)
        return Outcome("crash", f"exit code {code}: {rest[-600:]}", rest)

    def many(self, files):
        """The outcome of each (file, arguments). Files that need arguments run
        alone."""
        results, plain = [None] * len(files), []
        for k, (file, arguments) in enumerate(files):
            if arguments:
                results[k] = self.one(file, arguments)
            else:
                plain.append(k)
        found = self.together([files[k][0] for k in plain])
        for k, outcome in zip(plain, found):
            results[k] = outcome
        return results

    def together(self, files):
        """Where the process ends early, the file that it was at runs alone,
        and then the rest."""
        results = []
        while len(results) < len(files):
            rest = files[len(results) :]
            if len(rest) == 1:
                results.append(self.one(rest[0], []))
                break
            code, output = self.process(rest, [])
            found, _ = outcomes(output)
            results += found[: len(rest)]
            if len(found) < len(rest) or code not in (0, 1):
                results += self.culprit(rest, len(found))
        return results

    def culprit(self, files, number):
        """The process broke off at file `number`, or at its very end."""
        if number >= len(files):
            return []
        alone = self.one(files[number], [])
        if alone.ok:
            alone = Outcome("unsteady", "breaks off among other programs only")
        return [alone]
