"""Makes a failing program smaller as long as it fails alike.

Candidates come from the coarsest change to the finest. Each is a changed copy;
a round runs some of them in one process and goes on with the first that still
fails.
"""

import os
import tempfile
import time

from fuzzing import program as p

CHUNK = 12


# ---------------------------------------------------------------------------
# Places in a program
# ---------------------------------------------------------------------------


def slots(program):
    """All (block, position) of the program's nodes, outermost first. The order
    is the same in a copy."""
    found = []

    def visit(body):
        for position, node in enumerate(body):
            found.append((body, position))
            for block in p.blocks(node):
                visit(block)

    visit(program.body)
    return found


def changed(program, number, change):
    """A copy in which `change` was applied to slot `number`; it returns what
    takes the node's place, a list, or None where it does not apply."""
    copy = p.clone(program)
    block, position = slots(copy)[number]
    result = change(block[position])
    if result is None:
        return None
    block[position : position + 1] = result
    return copy


def map_expressions(body, function):
    """Applies the function to all affine expressions in place."""
    for node in p.walk(body):
        if isinstance(node, (p.Loop, p.Reduce)):
            node.lower = [function(e) for e in node.lower]
            node.upper = [function(e) for e in node.upper]
        if isinstance(node, p.If):
            node.conditions = [(function(e), q) for e, q in node.conditions]
        if isinstance(node, (p.Load, p.Store)):
            node.subscripts = [function(e) for e in node.subscripts]
    map_values(body, lambda v: map_load(v, function))


def map_load(value, function):
    if value[0] != "load":
        return value
    return ("load", value[1], [function(e) for e in value[2]])


def map_value(value, function):
    """The value with the function applied to its parts, then to itself."""
    if value[0] == "op":
        value = value[:2] + tuple(map_value(v, function) for v in value[2:])
    return function(value)


def map_values(body, function):
    for node in p.walk(body):
        if isinstance(node, p.Store):
            node.value = map_value(node.value, function)
        if isinstance(node, p.Reduce):
            node.first = map_value(node.first, function)
        if isinstance(node, (p.Reduce, p.Scatter)):
            node.value = map_value(node.value, function)
        if isinstance(node, (p.Choice, p.Limited, p.Pick, p.Scatter)):
            node.source = map_value(node.source, function)


# ---------------------------------------------------------------------------
# Changes of nodes
# ---------------------------------------------------------------------------


def remove(node):
    return []


def unwrap(node):
    """The body of a loop at its first index; both branches of a guard."""
    if isinstance(node, p.If):
        return node.body + node.orelse
    if isinstance(node, p.Choice):
        return node.body
    if not isinstance(node, p.Loop):
        return None
    first = node.lower[0]

    def replace(expr):
        return p.substitute(expr, node.iv, first)

    map_expressions(node.body, replace)
    number = first[1] if first[0] == "const" else 1
    map_values(
        node.body, lambda v: ("const", number) if v == ("iv", node.iv) else v
    )
    return node.body


def plain_loop(node):
    if isinstance(node, p.Loop) and (node.parallel or node.axis >= 0):
        node.parallel, node.axis = False, -1
        return [node]
    return None


def unit_step(node):
    if isinstance(node, (p.Loop, p.Reduce)) and node.step != 1:
        node.step = 1
        return [node]
    return None


def shorten(node, amount):
    """Takes `amount`, or half where that is 0, off a constant upper bound."""
    if not isinstance(node, (p.Loop, p.Reduce)):
        return None
    tops = [e[1] for e in node.upper if e[0] == "const"]
    if not tops or max(tops) < 2:
        return None
    node.upper = [
        p.const(e[1] - (amount or (e[1] + 1) // 2)) if e[0] == "const" else e
        for e in node.upper
    ]
    return [node]


def parts_of(node):
    """The lists in the node of which a part may be left out."""
    if isinstance(node, (p.Loop, p.Reduce)):
        return [node.lower, node.upper]
    return [node.conditions] if isinstance(node, p.If) else []


def drop_part(node, which, item):
    """Drops a bound or a condition, but not the last one."""
    lists = parts_of(node)
    if which >= len(lists) or item >= len(lists[which]) or len(lists[which]) < 2:
        return None
    del lists[which][item]
    return [node]


def drop_else(node):
    if isinstance(node, p.If) and node.orelse:
        node.orelse = []
        return [node]
    return None


def simpler_expressions(expr):
    if expr[0] == "const":
        if expr[1]:
            yield p.const(0)
        if abs(expr[1]) > 1:
            yield p.const(expr[1] // 2)
        return
    if expr[0] == "iv":
        yield p.const(0)
        return
    yield expr[1]
    if expr[0] == "add":
        yield expr[2]
        for part in simpler_expressions(expr[2]):
            yield p.add(expr[1], part)
    for part in simpler_expressions(expr[1]):
        yield p.add(part, expr[2]) if expr[0] == "add" else (expr[0], part, expr[2])


def expression_lists(node):
    """The lists of expressions that the node has itself."""
    if isinstance(node, (p.Loop, p.Reduce)):
        return [node.lower, node.upper]
    return [node.subscripts] if isinstance(node, (p.Load, p.Store)) else []


def simplify_expressions(node):
    """Functions that each simplify one expression of a copy of the node."""
    for which, expressions in enumerate(expression_lists(node)):
        for k, expr in enumerate(expressions):
            for simple in simpler_expressions(expr):

                def change(copy, which=which, k=k, simple=simple):
                    expression_lists(copy)[which][k] = simple
                    return [copy]

                yield change


def simpler_values(value):
    if value[0] == "op":
        yield ("const", 1)
    if value[0] == "load":
        yield ("const", 1)
        for k, expr in enumerate(value[2]):
            for simple in simpler_expressions(expr):
                places = list(value[2])
                places[k] = simple
                yield ("load", value[1], places)
    elif value[0] == "op":
        yield from value[2:]
        for k, operand in enumerate(value[2:]):
            for simple in simpler_values(operand):
                yield value[: k + 2] + (simple,) + value[k + 3 :]
    elif value[0] != "const":
        yield ("const", 1)


def simplify_values(node):
    if not isinstance(node, p.Store):
        return
    for simple in simpler_values(node.value):

        def change(copy, simple=simple):
            copy.value = simple
            return [copy]

        yield change


def simplify_conditions(node):
    if not isinstance(node, p.If):
        return
    for k, (expr, equal) in enumerate(node.conditions):
        for simple in simpler_expressions(expr):

            def change(copy, k=k, simple=simple, equal=equal):
                copy.conditions[k] = (simple, equal)
                return [copy]

            yield change


# ---------------------------------------------------------------------------
# Changes of a whole program
# ---------------------------------------------------------------------------


def used_arrays(program):
    used = set()
    for node in p.walk(program.body):
        used |= {array for array, _, _ in p.node_accesses(node)}
        if isinstance(node, (p.Init, p.Pick, p.Scatter)):
            used.add(node.array)
        if isinstance(node, p.Reduce):
            for value in (node.first, node.value):
                used |= {array for array, _ in p.value_loads(value)}
    return used


def tidy(program):
    """Drops what nothing refers to."""
    used = used_arrays(program)
    program.arrays = [a for a in program.arrays if a.name in used]
    text = repr(program.body)
    program.scalars = [s for s in program.scalars if repr(("scalar", s[0])) in text]
    return program


def drop_dimension(program, array, d):
    """Takes dimension d from an array and from all accesses to it."""
    array.rank -= 1
    for table in (array.lead, array.tail, array.split, array.dynamic):
        if table:
            del table[d]
    array.layout = None
    name = array.name
    for node in p.walk(program.body):
        if isinstance(node, (p.Load, p.Store)) and node.array == name:
            del node.subscripts[d]
    map_values(
        program.body,
        lambda v: ("load", name, v[2][:d] + v[2][d + 1 :])
        if v[0] == "load" and v[1] == name
        else v,
    )


def drop_axis(program, axis):
    del program.grid[axis]
    for array in program.arrays:
        if array.layout:
            del array.layout[axis]
        if array.split:
            array.split = [
                -1 if s == axis else s - (s > axis) for s in array.split
            ]
    for node in p.walk(program.body):
        if isinstance(node, p.Loop):
            node.axis = -1 if node.axis == axis else node.axis - (node.axis > axis)


def set_plain(program):
    program.style, program.outlined = "affine", False


def show_sizes(program):
    program.hides_sizes = False
    for array in program.arrays:
        array.dynamic = None


def fix_symbol(program, number):
    symbol = program.symbols.pop(number)
    value = p.const(symbol.value)
    map_expressions(program.body, lambda e: p.substitute(e, symbol.name, value))


def set_element(program, element):
    for array in program.arrays:
        array.element = element
    program.scalars = [(name, element) for name, _ in program.scalars]


def inline_load(program, name):
    """Loads where the value is used."""
    node = next(
        n for n in p.walk(program.body) if isinstance(n, p.Load) and n.name == name
    )
    load = ("load", node.array, node.subscripts)
    map_values(program.body, lambda v: load if v == ("use", name) else v)


def grid_changes(program):
    for axis in range(len(program.grid)):
        if len(program.grid) > 1:
            yield lambda q, axis=axis: drop_axis(q, axis)
        for size in (2, 3, program.grid[axis] - 1):
            if 1 < size < program.grid[axis]:
                yield lambda q, axis=axis, size=size: set_grid(q, axis, size)


def set_grid(program, axis, size):
    program.grid[axis] = size


def array_changes(program):
    for k, array in enumerate(program.arrays):
        if array.split or array.layout:
            yield lambda q, k=k: drop_annotation(q.arrays[k])
        if array.resident:
            yield lambda q, k=k: setattr(q.arrays[k], "resident", False)
        if array.local:
            yield lambda q, k=k: setattr(q.arrays[k], "local", False)
        if any(array.lead) or any(array.tail):
            yield lambda q, k=k: drop_slack(q.arrays[k])
        for d in range(array.rank):
            yield lambda q, k=k, d=d: drop_dimension(q, q.arrays[k], d)
        for axis, cut in enumerate(array.layout or []):
            if cut != p.Cut(dim=cut.dim):
                yield lambda q, k=k, axis=axis: simple_cut(q.arrays[k], axis)


def drop_annotation(array):
    array.split = array.layout = None


def drop_slack(array):
    array.lead, array.tail = [0] * array.rank, [0] * array.rank


def simple_cut(array, axis):
    array.layout[axis] = p.Cut(dim=array.layout[axis].dim)


def program_changes(program):
    yield from grid_changes(program)
    yield from array_changes(program)
    if program.options:
        yield lambda q: setattr(q, "options", "")
    yield set_plain
    yield show_sizes
    for number in range(len(program.symbols)):
        yield lambda q, number=number: fix_symbol(q, number)
    for element in ("f32", "i32"):
        if any(a.element != element for a in program.arrays):
            yield lambda q, element=element: set_element(q, element)
    for node in p.walk(program.body):
        if isinstance(node, p.Load):
            yield lambda q, name=node.name: inline_load(q, name)


# ---------------------------------------------------------------------------
# The search
# ---------------------------------------------------------------------------

COARSE = [remove, unwrap, plain_loop, drop_else, unit_step]
COARSE += [lambda n: shorten(n, 0), lambda n: shorten(n, 1)]
COARSE += [
    lambda n, which=which, item=item: drop_part(n, which, item)
    for which in (0, 1)
    for item in (0, 1, 2)
]


def raw_candidates(program):
    count = len(slots(program))
    for change in COARSE[:2]:
        for number in range(count):
            yield changed(program, number, change)
    for change in program_changes(program):
        copy = p.clone(program)
        change(copy)
        yield copy
    for change in COARSE[2:]:
        for number in range(count):
            yield changed(program, number, change)
    for simplify in (simplify_values, simplify_expressions, simplify_conditions):
        for number, (block, position) in enumerate(slots(program)):
            for change in simplify(block[position]):
                yield changed(program, number, change)


def candidates(program, skip):
    """Numbered normalised programs from raw candidate `skip` on, each text
    once."""
    seen = {p.mlir(program)}
    for number, candidate in enumerate(raw_candidates(program)):
        if number < skip or candidate is None:
            continue
        if not p.normalise(tidy(candidate)):
            continue
        text = p.mlir(candidate)
        if candidate.arrays and text not in seen:
            seen.add(text)
            yield number, candidate


def chunks(iterator):
    chunk = []
    for item in iterator:
        chunk.append(item)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def run_programs(runner, programs, folder):
    return runner.many([write(q, folder, f"c{k}") for k, q in enumerate(programs)])


def write(program, folder, name):
    """Writes the program; its file with what dmm-run must be told."""
    path = os.path.join(folder, name + ".mlir")
    with open(path, "w") as file:
        file.write(p.mlir(program))
    return path, p.flags(program)


def smaller(runner, program, outcome, folder, skip):
    """The first candidate from number `skip` on that fails alike, with its
    number and outcome; or None."""
    for chunk in chunks(candidates(program, skip)):
        found = run_programs(runner, [c for _, c in chunk], folder)
        for (number, candidate), result in zip(chunk, found):
            if result.resembles(outcome):
                return number, candidate, result
    return None


def shrink(runner, program, outcome, budget_s):
    """The smallest program found that fails as `outcome` says, with what is
    said of it. Sweeps over the candidates until a whole sweep changes nothing,
    or for about `budget_s` seconds."""
    deadline = time.monotonic() + budget_s
    skip, progress = 0, False
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < deadline:
            found = smaller(runner, program, outcome, folder, skip)
            if found:
                skip, program, outcome = found
                progress = True
            elif progress:
                skip, progress = 0, False
            else:
                break
    return program, outcome
