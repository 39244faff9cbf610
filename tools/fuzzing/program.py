"""Random programs as data, and their text as MLIR.

An affine expression is a tuple over loop indices, which are named by strings:
("const", c), ("iv", name), ("add", a, b), ("mul", a, c), ("mod", a, c),
("floordiv", a, c) and ("ceildiv", a, c), with c an integer.

A value is a tuple, too: ("load", array, subscripts), ("use", name) for what a
Load or Reduce node named, ("const", k), ("scalar", name), ("iv", name), or
("op", name, operands...). Operations mean the like on floating-point numbers
and on integers, so that an array's element type can change alone.

Subscripts say where accesses lie relative to each other. Only `normalise`
decides where an array begins, so that all accesses are inside.

What depends on data (Choice, Limited, Pick, Scatter) may or may not happen: it
is traced as if it did, but defines no element.
"""

import copy
import dataclasses
import math

MAX_INSTANCES = 2500
MAX_ELEMENTS = 600
MAX_SIZE = 45


# ---------------------------------------------------------------------------
# Affine expressions
# ---------------------------------------------------------------------------


def const(c):
    return ("const", c)


def iv(name):
    return ("iv", name)


def plus(expr, c):
    """expr + c, with constants folded."""
    if c == 0:
        return expr
    if expr[0] == "const":
        return const(expr[1] + c)
    if expr[0] == "add" and expr[2][0] == "const":
        return plus(expr[1], expr[2][1] + c)
    return ("add", expr, const(c))


def add(a, b):
    if a[0] == "const":
        return plus(b, a[1])
    return plus(a, b[1]) if b[0] == "const" else ("add", a, b)


def times(expr, c):
    if expr[0] == "const":
        return const(expr[1] * c)
    return expr if c == 1 else ("mul", expr, c)


def substitute(expr, name, replacement):
    """expr with an expression in place of loop index `name`."""
    if expr[0] == "iv":
        return replacement if expr[1] == name else expr
    if expr[0] == "const":
        return expr
    if expr[0] == "add":
        return add(
            substitute(expr[1], name, replacement),
            substitute(expr[2], name, replacement),
        )
    return (expr[0], substitute(expr[1], name, replacement), expr[2])


def indices(expr, found=None):
    """The loop indices of an expression, in order of first use."""
    found = [] if found is None else found
    if expr[0] == "iv" and expr[1] not in found:
        found.append(expr[1])
    for part in expr[1:]:
        if isinstance(part, tuple):
            indices(part, found)
    return found


def spell(expr, name_of):
    """The expression as in an affine map."""
    if expr[0] == "const":
        return str(expr[1])
    if expr[0] == "iv":
        return name_of(expr[1])
    if expr[0] == "add":
        return f"{spell(expr[1], name_of)} + {spell(expr[2], name_of)}"
    operator = "*" if expr[0] == "mul" else expr[0]
    return f"({spell(expr[1], name_of)}) {operator} {expr[2]}"


def python(expr):
    """The expression as Python's source."""
    if expr[0] in ("const", "iv"):
        return str(expr[1])
    if expr[0] == "add":
        return f"({python(expr[1])} + {python(expr[2])})"
    if expr[0] == "ceildiv":
        return f"(-(-{python(expr[1])} // {expr[2]}))"
    operator = {"mul": "*", "mod": "%", "floordiv": "//"}[expr[0]]
    return f"({python(expr[1])} {operator} {expr[2]})"


# ---------------------------------------------------------------------------
# Programs
# ---------------------------------------------------------------------------


@dataclasses.dataclass
class Cut:
    """What an annotation asks of one grid axis: cells numerator * x + offset,
    counted from the smallest one, over denominator; or a pin; or copies."""

    dim: int = -1
    numerator: int = 1
    denominator: int = 1
    lead: int = 0
    tail: int = 0
    pad: int = 0
    pin: int = -1


@dataclasses.dataclass
class Array:
    name: str
    rank: int
    element: str
    local: bool = False
    sums: bool = False  # may grow beyond 1 by accumulation
    lead: list = None  # elements before the first access, for each dimension
    tail: list = None
    split: list = None
    layout: list = None  # of Cut
    resident: bool = False  # each partition is given its block of it
    dynamic: list = None  # of bool: which sizes the type hides
    shift: list = None  # set by normalise
    sizes: list = None  # set by normalise


@dataclasses.dataclass
class Loop:
    iv: str
    lower: list
    upper: list
    step: int
    body: list
    axis: int = -1
    parallel: bool = False


@dataclasses.dataclass
class If:
    conditions: list  # of (expression, is an equality)
    body: list
    orelse: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Load:
    name: str
    array: str
    subscripts: list


@dataclasses.dataclass
class Store:
    array: str
    subscripts: list
    value: tuple


@dataclasses.dataclass
class Init:
    """Defines all of a local array."""

    array: str


@dataclasses.dataclass
class Reduce:
    """A loop that carries `name` from one iteration to the next."""

    name: str
    element: str
    iv: str
    lower: list
    upper: list
    step: int
    first: tuple
    value: tuple


@dataclasses.dataclass
class Choice:
    """Runs its body if the value `source` is of one half of its range."""

    source: tuple
    body: list


@dataclasses.dataclass
class Limited(Loop):
    """A loop that ends early, after as many iterations as `source` tells."""

    source: tuple = None


@dataclasses.dataclass
class Pick:
    """Names an element of the array that is chosen by the value `source`."""

    name: str
    array: str
    source: tuple


@dataclasses.dataclass
class Scatter:
    """Stores to an element of the array that is chosen by `source`."""

    array: str
    source: tuple
    value: tuple


@dataclasses.dataclass
class Symbol:
    """An integer argument that expressions use like a loop index."""

    name: str
    value: int
    type: str  # "index" or "i32"


@dataclasses.dataclass
class Program:
    grid: list
    arrays: list
    scalars: list  # of (name, element)
    body: list
    style: str = "affine"  # or "scf"
    outlined: bool = False  # in a function of its own, which the entry calls
    hides_sizes: bool = False  # the entry, of its arguments
    symbols: list = dataclasses.field(default_factory=list)  # see Symbol
    options: str = ""  # of the pipeline: which choices it makes

    def array(self, name):
        return next(a for a in self.arrays if a.name == name)


def blocks(node):
    """The lists of nodes in a node."""
    if isinstance(node, (Choice, Loop)):
        return [node.body]
    return [node.body, node.orelse] if isinstance(node, If) else []


def walk(body):
    """All nodes, a node before those inside of it."""
    for node in body:
        yield node
        for block in blocks(node):
            yield from walk(block)


def value_loads(value):
    """All (array, subscripts) that a value loads itself."""
    if value[0] == "load":
        yield value[1], value[2]
    if value[0] == "op":
        for operand in value[2:]:
            yield from value_loads(operand)


def node_accesses(node):
    """All (array, subscripts, is a write) of one node, in order."""
    if isinstance(node, Load):
        yield node.array, node.subscripts, False
    if isinstance(node, Store):
        for array, subscripts in value_loads(node.value):
            yield array, subscripts, False
        yield node.array, node.subscripts, True
    for value in data_values(node):
        for array, subscripts in value_loads(value):
            yield array, subscripts, False


def data_values(node):
    """The values of a node that depends on data."""
    found = [node.source] if isinstance(node, (Choice, Limited, Pick, Scatter)) else []
    return found + ([node.value] if isinstance(node, Scatter) else [])


# ---------------------------------------------------------------------------
# Where the accesses lie
# ---------------------------------------------------------------------------


class TooLarge(Exception):
    pass


class Tracer:
    """Is told of each access in order, as the program runs."""

    def __init__(self, program):
        self.ranges = {a.name: [None] * a.rank for a in program.arrays}
        self.written = {a.name: set() for a in program.arrays}
        self.filled = set()
        self.undefined = set()
        self.picked = {}  # by array: elements that are surely defined by then
        self.maybe = 0  # around what may not happen
        self.instances = 0
        self.parallel = []  # [loop, iteration, {element: (iteration, written)}]
        self.conflicts = set()

    def access(self, array, place, is_write):
        self.step()
        for d, x in enumerate(place):
            low, high = self.ranges[array][d] or (x, x)
            self.ranges[array][d] = (min(low, x), max(high, x))
        if is_write and not self.maybe:
            self.written[array].add(place)
        elif is_write:
            pass
        elif place not in self.written[array] and array not in self.filled:
            self.undefined.add(array)
        for frame in self.parallel:
            self.touch(frame, (array, place), is_write)

    def pick(self, array):
        """Any element is read."""
        if array not in self.filled:
            count = len(self.written[array])
            self.picked[array] = min(count, self.picked.get(array, count))

    def touch(self, frame, element, is_write):
        loop, iteration, seen = frame
        last, written = seen.get(element, (iteration, False))
        if last != iteration and (written or is_write):
            self.conflicts.add(loop)
        seen[element] = (iteration, written or is_write)

    def step(self):
        self.instances += 1
        if self.instances > MAX_INSTANCES:
            raise TooLarge

    def enter(self, loop):
        self.parallel.append([loop, None, {}])

    def iterate(self, iteration):
        self.parallel[-1][1] = iteration

    def leave(self):
        self.parallel.pop()


class Tracing:
    """Writes the Python program that runs the loops and tells the tracer."""

    def __init__(self):
        self.lines = ["def run(t):"]
        self.loops = []

    def put(self, depth, text):
        self.lines.append("  " * depth + text)

    def accesses(self, depth, found):
        for array, subscripts, is_write in found:
            place = "".join(python(s) + ", " for s in subscripts)
            self.put(depth, f"t.access({array!r}, ({place}), {is_write})")

    def head(self, depth, node):
        lower = ", ".join(python(e) for e in node.lower)
        upper = ", ".join(python(e) for e in node.upper)
        self.put(
            depth,
            f"for {node.iv} in range(max([{lower}]), min([{upper}]), {node.step}):",
        )
        self.put(depth + 1, "t.step()")

    def data(self, depth, node):
        """What depends on data."""
        self.accesses(depth, node_accesses(node))
        if isinstance(node, Pick):
            self.put(depth, f"t.pick({node.array!r})")
        if isinstance(node, (Pick, Scatter)):
            return
        self.put(depth, "t.maybe += 1")
        if isinstance(node, Limited):
            self.head(depth, node)
            depth += 1
        self.block(depth, node.body)
        self.put(depth - isinstance(node, Limited), "t.maybe -= 1")

    def loop(self, depth, node):
        if not node.parallel:
            self.head(depth, node)
            self.block(depth + 1, node.body)
            return
        self.put(depth, f"t.enter({len(self.loops)})")
        self.loops.append(node)
        self.head(depth, node)
        self.put(depth + 1, f"t.iterate({node.iv})")
        self.block(depth + 1, node.body)
        self.put(depth, "t.leave()")

    def guard(self, depth, node):
        tests = [
            f"{python(e)} {'==' if equal else '>='} 0"
            for e, equal in node.conditions
        ]
        self.put(depth, f"if {' and '.join(tests) or 'True'}:")
        self.block(depth + 1, node.body)
        self.put(depth, "else:")
        self.block(depth + 1, node.orelse)

    def reduce(self, depth, node):
        reads = [(a, s, False) for a, s in value_loads(node.first)]
        self.accesses(depth, reads)
        self.head(depth, node)
        reads = [(a, s, False) for a, s in value_loads(node.value)]
        self.accesses(depth + 1, reads)

    def block(self, depth, body):
        self.put(depth, "pass")
        for node in body:
            if data_values(node):
                self.data(depth, node)
            elif isinstance(node, Loop):
                self.loop(depth, node)
            elif isinstance(node, If):
                self.guard(depth, node)
            elif isinstance(node, Reduce):
                self.reduce(depth, node)
            elif isinstance(node, Init):
                self.put(depth, f"t.filled.add({node.array!r})")
            else:
                self.accesses(depth, node_accesses(node))


def trace(program, symbol_values):
    tracing = Tracing()
    for symbol, value in zip(program.symbols, symbol_values):
        tracing.put(1, f"{symbol.name} = {value}")
    tracing.block(1, program.body)
    scope = {}
    exec("\n".join(tracing.lines), scope)
    tracer = Tracer(program)
    scope["run"](tracer)
    for number in tracer.conflicts:
        tracing.loops[number].parallel = False
    return tracer


def traces(program):
    """Of the program, and, where it has symbols, with other values of them: what
    never runs here may run there, and must be inside of the arrays as well."""
    given = [symbol.value for symbol in program.symbols]
    found = [trace(program, given)]
    for value in (1, 13) if given else ():
        found.append(trace(program, [value] * len(given)))
    return found


def merge(ranges):
    """The hull of some ranges, None being empty."""
    some = [r for r in ranges if r]
    if not some:
        return None
    return min(low for low, _ in some), max(high for _, high in some)


def place_array(array, ranges):
    array.shift, array.sizes = [], []
    for d, found in enumerate(ranges):
        low, high = found or (0, -1)
        array.shift.append(array.lead[d] - low)
        array.sizes.append(array.lead[d] + high - low + 1 + array.tail[d])
    elements = 1
    for size in array.sizes:
        elements *= size
    return elements <= MAX_ELEMENTS and max(array.sizes + [0]) <= MAX_SIZE


def normalise(program):
    """Places the arrays around their accesses; a local whose elements are read
    before they are written becomes an argument, a parallel loop with conflicts
    a plain one. False if the program is too large."""
    try:
        found = traces(program)
    except TooLarge:
        return False
    for array in program.arrays:
        if any(array.name in tracer.undefined for tracer in found):
            array.local = False
        dims = zip(*(tracer.ranges[array.name] for tracer in found))
        if not place_array(array, [merge(dim) for dim in dims]):
            return False
        elements = math.prod(array.sizes)
        if any(t.picked.get(array.name, elements) < elements for t in found):
            array.local = False
    return True


# ---------------------------------------------------------------------------
# Values as operations
# ---------------------------------------------------------------------------

FLOAT_OPS = {
    "add": ["addf"],
    "sub": ["subf"],
    "mul": ["mulf"],
    "max": ["maximumf"],
    "min": ["minimumf"],
    "avg": ["addf", "half"],
    "diff": ["subf", "half"],
}
INT_OPS = {
    "add": "addi",
    "sub": "subi",
    "mul": "muli",
    "max": "maxsi",
    "min": "minsi",
    "avg": "addi",
    "diff": "xori",
}


def is_float(element):
    return element[0] == "f"


def width(element):
    return int(element[1:])


class Printer:
    """Prints one program."""

    def __init__(self, program):
        self.program = program
        self.style = program.style
        self.lines = []
        self.count = 0
        self.names = [{}]  # of Load and Reduce nodes in sight: SSA name, element
        self.depth = 1

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def define(self, text):
        self.count += 1
        self.put(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    # Types and accesses

    def type_of(self, array, hidden=False):
        sizes = ""
        for d, size in enumerate(array.sizes):
            dynamic = hidden and array.dynamic and array.dynamic[d]
            sizes += ("?" if dynamic else str(size)) + "x"
        return f"memref<{sizes}{array.element}>"

    def hides(self, array):
        """Whether the entry has the array without some of its sizes."""
        return self.program.hides_sizes and not array.local

    def access(self, name, subscripts):
        """The text of the place accessed and its type."""
        array = self.program.array(name)
        places = [plus(s, c) for s, c in zip(subscripts, array.shift)]
        hidden = self.program.outlined or self.hides(array)
        if self.style == "scf":
            texts = [self.index(place) for place in places]
        else:
            texts = [spell(place, lambda n: "%" + n) for place in places]
        return f"%{name}[{', '.join(texts)}] : {self.type_of(array, hidden)}"

    def load(self, name, subscripts):
        dialect = "affine" if self.style == "affine" else "memref"
        place = self.access(name, subscripts)
        return self.define(f"{dialect}.load {place}")

    def index(self, expr):
        """The expression as operations on indices."""
        if expr[0] == "const":
            return self.define(f"arith.constant {expr[1]} : index")
        if expr[0] == "iv":
            return "%" + expr[1]
        a = self.index(expr[1])
        b = self.index(expr[2] if expr[0] == "add" else const(expr[2]))
        if expr[0] != "mod":
            op = {
                "add": "addi",
                "mul": "muli",
                "floordiv": "floordivsi",
                "ceildiv": "ceildivsi",
            }[expr[0]]
            return self.define(f"arith.{op} {a}, {b} : index")
        quotient = self.define(f"arith.floordivsi {a}, {b} : index")
        product = self.define(f"arith.muli {quotient}, {b} : index")
        return self.define(f"arith.subi {a}, {product} : index")

    # Values

    def constant(self, number, element):
        text = f"{number:e}" if is_float(element) else str(int(number))
        return self.define(f"arith.constant {text} : {element}")

    def binary(self, op, a, b, element):
        return self.define(f"arith.{op} {a}, {b} : {element}")

    def convert(self, value, source, target):
        """Keeps floating-point values small: integers become fractions."""
        if source == target:
            return value
        if is_float(source) and not is_float(target):
            scaled = self.binary("mulf", value, self.constant(64, source), source)
            return self.define(f"arith.fptosi {scaled} : {source} to {target}")
        if is_float(target) and not is_float(source):
            number = self.define(f"arith.sitofp {value} : {source} to {target}")
            scale = self.constant(0.5 ** (width(source) - 1), target)
            return self.binary("mulf", number, scale, target)
        widens = width(target) > width(source)
        if is_float(source):
            op = "extf" if widens else "truncf"
        else:
            op = "extsi" if widens else "trunci"
        return self.define(f"arith.{op} {value} : {source} to {target}")

    def iv_value(self, name, element):
        whole = element if not is_float(element) else "i32"
        number = self.define(f"arith.index_cast %{name} : index to {whole}")
        if whole == element:
            return number
        number = self.define(f"arith.sitofp {number} : i32 to {element}")
        return self.binary("mulf", number, self.constant(1 / 64, element), element)

    def named(self, name):
        for scope in reversed(self.names):
            if name in scope:
                return scope[name]
        return None

    def value(self, value, element):
        kind = value[0]
        if kind == "load":
            array = self.program.array(value[1])
            loaded = self.load(value[1], value[2])
            return self.convert(loaded, array.element, element)
        if kind == "use" and self.named(value[1]):
            return self.convert(*self.named(value[1]), element)
        if kind == "scalar":
            for name, source in self.program.scalars:
                if name == value[1]:
                    return self.convert("%" + name, source, element)
        if kind == "iv":
            return self.iv_value(value[1], element)
        if kind == "op":
            return self.operation(value, element)
        number = value[1] if kind == "const" else 1
        return self.constant(number / 16 if is_float(element) else number, element)

    def operation(self, value, element):
        operands = [self.value(v, element) for v in value[2:]]
        if value[1] in FLOAT_OPS:
            return self.arithmetic(value[1], *operands, element)
        return self.special(value[1], operands, element)

    def arithmetic(self, name, a, b, element):
        if not is_float(element):
            return self.binary(INT_OPS[name], a, b, element)
        ops = FLOAT_OPS[name]
        result = self.binary(ops[0], a, b, element)
        if ops[1:]:
            half = self.constant(0.5, element)
            result = self.binary("mulf", result, half, element)
        return result

    def special(self, name, operands, element):
        a = operands[0]
        if name == "neg":
            if is_float(element):
                return self.define(f"arith.negf {a} : {element}")
            return self.binary("subi", self.constant(0, element), a, element)
        if name == "clamp":
            if not is_float(element):
                return a
            top = self.constant(1, element)
            a = self.binary("minimumf", a, top, element)
            return self.binary("maximumf", a, self.constant(-1, element), element)
        if name == "select":
            test = "cmpf olt," if is_float(element) else "cmpi slt,"
            less = self.define(f"arith.{test} {a}, {operands[1]} : {element}")
            return self.define(f"arith.select {less}, {a}, {operands[2]} : {element}")
        raise ValueError(name)

    # Nodes

    def map_of(self, kind, expressions):
        """"affine_map<(d0) -> (d0 + 1)>(%i)" of expressions."""
        names = []
        for expression in expressions:
            indices(expression, names)
        dims = ", ".join(f"d{k}" for k in range(len(names)))
        results = [spell(e, lambda n: f"d{names.index(n)}") for e in expressions]
        operands = ", ".join("%" + n for n in names)
        return f"{kind}<({dims}) -> ({', '.join(results)})>({operands})"

    def bound(self, expressions, function):
        if len(expressions) == 1 and expressions[0][0] == "const":
            return str(expressions[0][1])
        text = self.map_of("affine_map", expressions)
        return text if len(expressions) == 1 else f"{function} {text}"

    def index_bound(self, expressions, op):
        result = self.index(expressions[0])
        for expression in expressions[1:]:
            other = self.index(expression)
            result = self.define(f"arith.{op} {result}, {other} : index")
        return result

    def range_of(self, node):
        """"%i = 0 to 5 step 2"."""
        if self.style == "scf":
            lower = self.index_bound(node.lower, "maxsi")
            upper = self.index_bound(node.upper, "minsi")
            step = self.define(f"arith.constant {node.step} : index")
            return f"%{node.iv} = {lower} to {upper} step {step}"
        lower = self.bound(node.lower, "max")
        upper = self.bound(node.upper, "min")
        step = f" step {node.step}" if node.step != 1 else ""
        return f"%{node.iv} = {lower} to {upper}{step}"

    def dialect(self):
        return self.style

    def loop(self, node):
        if node.parallel and self.style == "affine":
            head = self.parallel_head(node)
        else:
            head = f"{self.dialect()}.for {self.range_of(node)}"
        self.put(head + " {")
        self.block(node.body)
        axis = f" {{dmm.axis = {node.axis} : i64}}" if node.axis >= 0 else ""
        self.put("}" + axis)

    def parallel_head(self, node):
        def bound(expressions, function):
            texts = [spell(e, lambda n: "%" + n) for e in expressions]
            text = ", ".join(texts)
            return text if len(texts) == 1 else f"{function}({text})"

        head = f"affine.parallel (%{node.iv}) = ({bound(node.lower, 'max')})"
        head += f" to ({bound(node.upper, 'min')})"
        return head + (f" step ({node.step})" if node.step != 1 else "")

    def guard(self, node):
        if self.style == "scf":
            self.put(f"scf.if {self.test(node.conditions)} {{")
        else:
            self.put(f"affine.if {self.set_of(node.conditions)} {{")
        self.block(node.body)
        if node.orelse:
            self.put("} else {")
            self.block(node.orelse)
        self.put("}")

    def set_of(self, conditions):
        text = self.map_of("affine_set", [e for e, _ in conditions])
        head, rest = text.split(" -> (", 1)
        results, operands = rest.rsplit(")>(", 1)
        tests = [
            f"{result} {'==' if equal else '>='} 0"
            for result, (_, equal) in zip(results.split(", "), conditions)
        ]
        return f"{head} : ({', '.join(tests)})>({operands}"

    def test(self, conditions):
        result = self.define("arith.constant true")
        for expression, equal in conditions:
            a, zero = self.index(expression), self.index(const(0))
            kind = "eq" if equal else "sge"
            one = self.define(f"arith.cmpi {kind}, {a}, {zero} : index")
            result = self.define(f"arith.andi {result}, {one} : i1")
        return result

    def init(self, node):
        array = self.program.array(node.array)
        names = [f"z{d}" for d in range(array.rank)]
        loops = [
            Loop(n, [const(0)], [const(s)], 1, [])
            for n, s in zip(names, array.sizes)
        ]
        value = ("iv", names[-1]) if names else ("const", 3)
        places = [plus(iv(n), -c) for n, c in zip(names, array.shift)]
        inner = [Store(array.name, places, value)]
        for loop in reversed(loops):
            loop.body, inner = inner, [loop]
        self.nodes(inner)

    # What depends on data

    def data(self, source, limit):
        """A number in [0, limit) that the value tells, as an index."""
        number = self.value(source, "i32")
        limit = self.constant(limit, "i32")
        number = self.binary("remui", number, limit, "i32")
        return self.define(f"arith.index_cast {number} : i32 to index")

    def element(self, array, source):
        """The text of an element that the value tells, and its type."""
        places = [self.data(source, size) for size in array.sizes]
        hidden = self.program.outlined or self.hides(array)
        return f"%{array.name}[{', '.join(places)}] : {self.type_of(array, hidden)}"

    def choice(self, node):
        number, two = self.data(node.source, 4), self.index(const(2))
        test = self.define(f"arith.cmpi slt, {number}, {two} : index")
        self.put(f"scf.if {test} {{")
        self.block(node.body)
        self.put("}")

    def limited(self, node):
        """In its body, the loop's index is none of the affine dialect."""
        style, self.style = self.style, "scf"
        lower = self.index_bound(node.lower, "maxsi")
        upper = self.index_bound(node.upper, "minsi")
        step = self.define(f"arith.constant {node.step} : index")
        count = self.data(node.source, 6)
        last = self.define(f"arith.addi {lower}, {count} : index")
        upper = self.define(f"arith.minsi {upper}, {last} : index")
        self.put(f"scf.for %{node.iv} = {lower} to {upper} step {step} {{")
        self.block(node.body)
        self.put("}")
        self.style = style

    def pick(self, node):
        array = self.program.array(node.array)
        if all(array.sizes):
            text = f"memref.load {self.element(array, node.source)}"
            loaded = self.define(text)
        else:
            loaded = self.constant(1, array.element)
        self.names[-1][node.name] = (loaded, array.element)

    def scatter(self, node):
        array = self.program.array(node.array)
        if all(array.sizes):
            value = self.value(node.value, array.element)
            self.put(f"memref.store {value}, {self.element(array, node.source)}")

    def reduce(self, node):
        first = self.value(node.first, node.element)
        head = self.range_of(node)
        result = f"%{node.name}"
        self.put(
            f"{result} = {self.dialect()}.for {head} iter_args(%c_{node.name} = "
            f"{first}) -> ({node.element}) {{"
        )
        self.depth += 1
        self.names.append({node.name: (f"%c_{node.name}", node.element)})
        value = self.value(node.value, node.element)
        self.put(f"{self.dialect()}.yield {value} : {node.element}")
        self.names.pop()
        self.depth -= 1
        self.put("}")
        self.names[-1][node.name] = (result, node.element)

    def store(self, node):
        array = self.program.array(node.array)
        value = self.value(node.value, array.element)
        dialect = "affine" if self.style == "affine" else "memref"
        place = self.access(node.array, node.subscripts)
        self.put(f"{dialect}.store {value}, {place}")

    def node(self, node):
        if isinstance(node, Load):
            array = self.program.array(node.array)
            loaded = self.load(node.array, node.subscripts)
            self.names[-1][node.name] = (loaded, array.element)
        else:
            print_node = {
                Choice: self.choice,
                Limited: self.limited,
                Loop: self.loop,
                Pick: self.pick,
                Scatter: self.scatter,
                If: self.guard,
                Init: self.init,
                Reduce: self.reduce,
                Store: self.store,
            }
            print_node[type(node)](node)

    def nodes(self, body):
        for node in body:
            self.node(node)

    def block(self, body):
        self.depth += 1
        self.names.append({})
        self.nodes(body)
        self.names.pop()
        self.depth -= 1

    # Functions

    def parameters(self, arrays, inner):
        texts = []
        for array in arrays:
            note = "" if inner else annotation(self.program, array)
            note = f" {{{note}}}" if note else ""
            hidden = inner or self.hides(array)
            texts.append(f"%{array.name}: {self.type_of(array, hidden)}{note}")
        texts += [f"%{name}: {element}" for name, element in self.program.scalars]
        for symbol in self.program.symbols:
            texts.append(f"%{self.raw(symbol)}: {symbol.type}")
        return ", ".join(texts)

    def raw(self, symbol):
        return symbol.name + ("" if symbol.type == "index" else "_raw")

    def allocs(self):
        for array in self.program.arrays:
            if array.local:
                note = annotation(self.program, array)
                note = f" {{{note}}}" if note else ""
                kind = self.type_of(array)
                self.put(f"%{array.name} = memref.alloc(){note} : {kind}")

    def call(self):
        """Calls @g, which has the body, with casts of the arrays."""
        names, types = [], []
        for array in self.program.arrays:
            source = self.type_of(array, self.hides(array))
            target = self.type_of(array, True)
            name = f"%{array.name}"
            if source != target:
                name = self.define(f"memref.cast {name} : {source} to {target}")
            names.append(name)
            types.append(target)
        names += ["%" + name for name, _ in self.program.scalars]
        types += [element for _, element in self.program.scalars]
        names += ["%" + self.raw(symbol) for symbol in self.program.symbols]
        types += [symbol.type for symbol in self.program.symbols]
        self.put(f"func.call @g({', '.join(names)}) : ({', '.join(types)}) -> ()")

    def function(self, head, print_body):
        self.put(head + " {")
        self.depth += 1
        print_body()
        self.put("return")
        self.depth -= 1
        self.put("}")

    def casts(self):
        for symbol in self.program.symbols:
            if symbol.type != "index":
                raw = f"%{self.raw(symbol)} : {symbol.type}"
                self.put(f"%{symbol.name} = arith.index_cast {raw} to index")

    def body(self):
        self.casts()
        self.names.append({})
        self.nodes(self.program.body)

    def entry_body(self):
        self.allocs()
        if self.program.outlined:
            self.call()
        else:
            self.body()

    def text(self):
        program = self.program
        grid = ", ".join(str(size) for size in program.grid)
        self.depth = 0
        self.put(f"module attributes {{dmm.grid = array<i64: {grid}>}} {{")
        arguments = [a for a in program.arrays if not a.local]
        entry = self.parameters(arguments, False)
        self.function(f"func.func @f({entry})", self.entry_body)
        if program.outlined:
            inner = self.parameters(program.arrays, True)
            self.function(f"func.func private @g({inner})", self.body)
        self.put("}")
        return "\n".join(self.lines) + "\n"


# ---------------------------------------------------------------------------
# Annotations
# ---------------------------------------------------------------------------


def cut_text(cut, size, parts):
    """One entry of a layout whose cells hold all of the `size` indices."""
    if cut.pin >= 0:
        return f"{{pin = {min(cut.pin, parts - 1)} : i64}}"
    if cut.dim < 0:
        return "{}"
    last = max(size - 1, 0)
    offset = cut.lead - min(0, cut.numerator * last)
    highest = max(offset, cut.numerator * last + offset)
    extent = highest // cut.denominator + 1 + cut.tail
    block = -(-extent // parts) + cut.pad
    text = f"{{dim = {cut.dim} : i64, block = {block} : i64, extent = {extent} : i64"
    for name, value, usual in [
        ("numerator", cut.numerator, 1),
        ("denominator", cut.denominator, 1),
        ("offset", offset, 0),
    ]:
        text += f", {name} = {value} : i64" if value != usual else ""
    return text + "}"


def layout_text(program, array):
    """The attribute that asks for the array's layout, or an empty text."""
    if array.split and any(axis >= 0 for axis in array.split):
        return f"dmm.split = [{', '.join(map(str, array.split))}]"
    if not array.layout or (program.hides_sizes and any(array.dynamic or [])):
        return ""
    entries = []
    for cut, parts in zip(array.layout, program.grid):
        size = array.sizes[cut.dim] if cut.dim >= 0 else 0
        entries.append(cut_text(cut, size, parts))
    return f"dmm.layout = #dmm.layout<[{', '.join(entries)}]>"


def annotation(program, array):
    """What is asked of the array, as attributes, or an empty text."""
    resident = array.resident and not program.hides_sizes and not array.local
    texts = [layout_text(program, array), "dmm.resident" if resident else ""]
    return ", ".join(text for text in texts if text)


def mlir(program):
    """The text of a normalised program; its entry is @f."""
    return Printer(program).text()


def flags(program):
    """What dmm-run must be told: the choices, and what it needs of arguments."""
    arguments = [a for a in program.arrays if not a.local]
    found = ["--opt", program.options] if program.options else []
    for number, array in enumerate(arguments):
        if program.hides_sizes and any(array.dynamic or []):
            sizes = "x".join(map(str, array.sizes))
            found += ["--arg", f"{number}={sizes}"]
    first = len(arguments) + len(program.scalars)
    for number, symbol in enumerate(program.symbols, first):
        found += ["--arg", f"{number}={symbol.value}"]
    return found


def clone(program):
    return copy.deepcopy(program)
