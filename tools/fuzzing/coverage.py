"""What forms a plan has, from its text as dmm-run --dump-plan prints it."""

import re


class PlanText:
    """The sections of a plan: its lines by heading."""

    def __init__(self, output):
        self.sections = {}
        lines = []
        for line in output.splitlines():
            if re.match(r"^[a-z]+:( .*)?$", line):
                name, _, rest = line.partition(":")
                lines = self.sections.setdefault(name, [rest] if rest else [])
            elif line.startswith("  "):
                lines.append(line)

    def lines(self, name):
        return self.sections.get(name, [])

    def entries(self, name):
        """(head, lines inside of it) of each entry of a section."""
        entries = []
        for line in self.lines(name):
            if not line.startswith("    "):
                entries.append((line.strip(), []))
            elif entries:
                entries[-1][1].append(line.strip())
        return entries


def array_forms(plan):
    forms = set()
    for _, lines in plan.entries("arrays"):
        for line in lines:
            if "replicated" in line or "pinned" in line:
                forms.add("array " + re.search("replicated|pinned", line).group())
            elif "sharded" in line:
                forms.add("array sharded")
                cell = re.search(r"cell (.*) of", line).group(1)
                for sign, form in [
                    ("-d", "mirrored"),
                    ("*", "strided"),
                    ("floordiv", "in groups"),
                    (" + ", "shifted"),
                ]:
                    if sign in cell:
                        forms.add("array sharded, " + form)
    return forms


def states(plan):
    """By array: the state on each axis, "sharded", "replicated" or "pinned"."""
    found = {}
    for head, lines in plan.entries("arrays"):
        texts = [line for line in lines if line.startswith("axis")]
        found[head.split(":")[0]] = [
            re.search("sharded|replicated|pinned", text).group() for text in texts
        ]
    return found


def map_form(line, state):
    if "on all coordinates" in line:
        return "replicated"
    if state == "replicated":
        return "private"
    cell = re.search(r"<= (.*) <", line).group(1)
    return "sharded" if re.search(r"\bi\d", cell) else "pinned"


def statement_forms(plan):
    forms, state = set(), states(plan)
    for _, lines in plan.entries("statements"):
        writes = [l for l in lines if l.startswith("write ")]
        if not writes:
            continue
        array = writes[-1].split()[1].split("[")[0]
        axes = [l for l in lines if l.startswith("axis ")]
        for line, axis_state in zip(axes, state.get(array, [])):
            forms.add("statement " + map_form(line, axis_state))
        forms |= {"source guard" for l in lines if l.startswith("if ")}
    return forms


def message_forms(plan):
    forms = set()
    for head, lines in plan.entries("messages"):
        kind = head.split()[1]
        if any(l.startswith("if ") for l in lines):
            forms.add(f"message {kind}, with a guarded box")
        if any(re.search(r"\[max|min\(", l) for l in lines):
            forms.add(f"message {kind}, box with several bounds")
        if "axes" in head:
            forms.add(f"message {kind} over several axes")
    return forms


def tree_forms(plan):
    """Messages by how many loops and guards are around them; loop bounds."""
    forms, around = set(), []
    for line in plan.lines("spmd"):
        text = line.strip()
        depth = (len(line) - len(line.lstrip())) // 2 - 1
        del around[depth:]
        around.append(text.split()[0])
        if text.startswith("for "):
            forms |= loop_forms(text)
        elif text.startswith("if "):
            forms.add("guard")
        elif re.match(r"R\d+ ", text):
            forms.add("root region")
        elif re.match(r"M\d+:", text):
            loops = around.count("for")
            place = f"in {loops} loops" if loops else "outside of loops"
            place += " and a guard" if "if" in around else ""
            forms.add(f"message {text.split()[1]} {place}")
    return forms


def loop_forms(text):
    forms = {"loop"}
    if re.search(r"\b(lo|hi)\d", text):
        forms.add("loop over a partition's own part")
    if "max(" in text or "min(" in text:
        forms.add("loop with several bounds")
    if " step " in text:
        forms.add("loop with a step")
    return forms


def buffer_forms(plan):
    kinds = {"home of": "home", "whole of": "whole", "receives": "receive"}
    return {
        "buffer " + kinds[re.search("home of|whole of|receives", line).group()]
        for line in plan.lines("buffers")
    }


def loop_states(plan):
    forms = set()
    for line in plan.lines("loops"):
        whole = re.search(r": whole", line)
        forms.add("source loop " + ("whole" if whole else "distributed"))
        if "from strip to strip" in line:
            forms.add("source loop over strips")
    return forms


def forms(output):
    """The set of the forms in the plan that `output` holds."""
    plan = PlanText(output)
    parts = [array_forms, statement_forms, message_forms, tree_forms]
    parts += [buffer_forms, loop_states]
    return set().union(*(part(plan) for part in parts))
