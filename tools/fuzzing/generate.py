"""Draws random programs.

A program is a function of (seed, index, features) alone. The features name
forms that a generator may use; a program draws some of them, so that each also
occurs without the others.
"""

import dataclasses
import random

from fuzzing.program import (
    Array,
    Choice,
    Cut,
    If,
    Init,
    Limited,
    Load,
    Loop,
    Pick,
    Program,
    Reduce,
    Scatter,
    Store,
    Symbol,
    add,
    blocks,
    clone,
    const,
    is_float,
    iv,
    node_accesses,
    normalise,
    plus,
    times,
    walk,
)

FEATURES = [
    "annotations",
    "bounds",
    "calls",
    "carried",
    "choices",
    "divisions",
    "dynamic",
    "early",
    "else",
    "guards",
    "locals",
    "opaque",
    "parallel",
    "reductions",
    "resident",
    "scalars",
    "scf",
    "steps",
    "symbols",
    "types",
]

GRIDS = [[p] for p in range(1, 14)]
GRIDS += [[a, b] for a in range(1, 5) for b in range(1, 5) if a * b <= 13]
GRIDS += [[2, 2, 2], [1, 2, 3], [2, 1, 3], [3, 2, 2], [2, 2, 1], [3, 1, 4]]

ELEMENTS = ["f32", "f64", "i32", "i64"]
MAX_STORES = 7
MAX_DEPTH = 4


class Generator:
    def __init__(self, rng, features):
        self.rng = rng
        self.features = {f for f in features if rng.random() < 0.65}
        self.stores = rng.randint(1, MAX_STORES)
        self.depth_limit = rng.choice([1, 2, 2, 3, 3, MAX_DEPTH])
        self.extents = [self.extent() for _ in range(3)]
        self.ivs = 0
        self.names = 0
        self.shapes = {}  # by array: subscripts that were drawn before
        self.symbols = []
        self.program = None

    # Small draws

    def has(self, feature):
        return feature in self.features

    def chance(self, p):
        return self.rng.random() < p

    def extent(self):
        if self.chance(0.1):
            return self.rng.choice([0, 1, 1, 2])
        return self.rng.randint(2, 13)

    def weighted(self, table):
        return self.rng.choices(list(table), weights=table.values())[0]

    # The tables of a program

    def array(self, number, elements):
        rank = self.weighted({0: 0.14, 1: 0.38, 2: 0.38, 3: 0.1})
        slack = lambda: [self.weighted({0: 7, 1: 2, 3: 1}) for _ in range(rank)]
        return Array(
            name=f"a{number}",
            rank=rank,
            element=self.rng.choice(elements),
            local=self.has("locals") and self.chance(0.4),
            sums=self.chance(0.4),
            lead=slack(),
            tail=slack(),
        )

    def tables(self):
        rng = self.rng
        elements = ["f64", "f32"][: rng.randint(1, 2)]
        if self.has("types"):
            elements = rng.sample(ELEMENTS, rng.randint(1, 3))
        arrays = [self.array(k, elements) for k in range(rng.randint(1, 5))]
        if all(a.local for a in arrays):
            arrays[0].local = False
        scalars = []
        if self.has("scalars"):
            for k in range(rng.randint(1, 2)):
                scalars.append((f"s{k}", rng.choice(elements)))
        program = Program(rng.choice(GRIDS), arrays, scalars, [])
        if self.has("symbols") and self.chance(0.15):
            self.use_symbols(program)
        return program

    def use_symbols(self, program):
        """Sizes that are only known when the program runs."""
        for k in range(self.rng.randint(1, 2)):
            kind = self.rng.choice(["index", "i32"])
            program.symbols.append(Symbol(f"n{k}", self.extent(), kind))
        self.symbols = [symbol.name for symbol in program.symbols]
        program.hides_sizes = True
        for array in program.arrays:
            array.local = False
            array.dynamic = [True] * array.rank

    # Affine expressions

    def near(self, name):
        return plus(iv(name), self.weighted({0: 6, 1: 2, -1: 2, 2: 1, -3: 0.5}))

    def combination(self, ivs):
        """A sum of two indices with small factors."""
        a, b = self.rng.choice(ivs), self.rng.choice(ivs)
        factors = self.rng.choice([(1, 1), (1, -1), (2, 1), (3, -2), (-1, -1), (4, 1)])
        return add(times(iv(a), factors[0]), times(iv(b), factors[1]))

    def divided(self, ivs):
        inner = self.combination(ivs) if self.chance(0.3) else iv(self.rng.choice(ivs))
        inner = plus(inner, self.rng.choice([0, 0, 1, -2, 5]))
        op = self.weighted({"mod": 3, "floordiv": 2, "ceildiv": 1})
        result = (op, inner, self.rng.choice([2, 2, 3, 4]))
        return add(result, iv(self.rng.choice(ivs))) if self.chance(0.2) else result

    def subscript(self, ivs):
        if not ivs or self.chance(0.08):
            return const(self.rng.randint(0, 4))
        if self.has("divisions") and self.chance(0.2):
            return self.divided(ivs)
        # The inner loops first: their indices are the usual ones.
        name = self.rng.choice(ivs[-2:]) if self.chance(0.6) else self.rng.choice(ivs)
        kind = self.weighted(
            {"near": 7, "reversed": 1.5, "strided": 1, "combination": 1}
        )
        if kind == "reversed":
            mirrored = times(self.near(name), -1)
            if self.symbols and self.chance(0.7):
                return plus(add(mirrored, iv(self.rng.choice(self.symbols))), -1)
            return plus(mirrored, 5)
        if kind == "strided":
            factor = self.rng.choice([2, 2, 3, -2])
            return plus(times(iv(name), factor), self.rng.randint(0, 2))
        return self.combination(ivs) if kind == "combination" else self.near(name)

    def place(self, array, ivs):
        """Subscripts, often those of another access, or near to them."""
        known = [
            s for s in self.shapes.get(array.name, []) if self.in_scope(s, ivs)
        ]
        if known and self.chance(0.5):
            subscripts = list(self.rng.choice(known))
            if subscripts and self.chance(0.4):
                d = self.rng.randrange(len(subscripts))
                subscripts[d] = plus(subscripts[d], self.rng.choice([-2, -1, 1, 1, 3]))
            return subscripts
        subscripts = [self.subscript(ivs) for _ in range(array.rank)]
        self.shapes.setdefault(array.name, []).append(subscripts)
        return subscripts

    def in_scope(self, subscripts, ivs):
        def known(expr):
            if expr[0] == "iv":
                return expr[1] in ivs or expr[1] in self.symbols
            return all(known(e) for e in expr[1:] if isinstance(e, tuple))

        return all(known(s) for s in subscripts)

    # Values

    def leaf(self, ivs, names):
        if names and self.chance(0.4):
            name, sums = self.rng.choice(names)
            return ("op", "clamp", ("use", name)) if sums else ("use", name)
        kind = self.weighted({"load": 8, "const": 1, "scalar": 1, "iv": 1})
        if kind == "scalar" and self.program.scalars:
            return ("scalar", self.rng.choice(self.program.scalars)[0])
        if kind == "iv" and ivs:
            return ("iv", self.rng.choice(ivs))
        if kind != "load":
            return ("const", self.rng.randint(-13, 13))
        array = self.rng.choice(self.program.arrays)
        load = ("load", array.name, self.place(array, ivs))
        return ("op", "clamp", load) if array.sums else load

    def small(self, ivs, names, depth=0):
        """A value that stays within [-1, 1] if it is of floating point."""
        if depth == 2 or self.chance(0.25 + 0.3 * depth):
            return self.leaf(ivs, names)
        op = self.weighted(
            {"avg": 4, "diff": 4, "mul": 2, "max": 1, "min": 1, "neg": 1, "select": 0.5}
        )
        count = {"neg": 1, "select": 3}.get(op, 2)
        operands = [self.small(ivs, names, depth + 1) for _ in range(count)]
        return ("op", op, *operands)

    def stored(self, array, subscripts, ivs, names):
        value = self.small(ivs, names)
        if not array.sums or self.chance(0.3):
            return value
        old = ("load", array.name, subscripts)
        return ("op", self.weighted({"add": 5, "sub": 2, "max": 1}), old, value)

    # Nodes

    def store(self, ivs, names):
        array = self.rng.choice(self.program.arrays)
        subscripts = self.place(array, ivs)
        self.stores -= 1
        value = self.stored(array, subscripts, ivs, names)
        return Store(array.name, subscripts, value)

    def load(self, ivs, names):
        array = self.rng.choice(self.program.arrays)
        self.names += 1
        node = Load(f"l{self.names}", array.name, self.place(array, ivs))
        names.append((node.name, array.sums))
        return node

    def temporary(self, ivs, names):
        """A cell that is written and read in the same iteration."""
        cells = [a for a in self.program.arrays if a.local and a.rank <= 1]
        if not cells:
            return [self.store(ivs, names)]
        cell = self.rng.choice(cells)
        place = [self.subscript(ivs) for _ in range(cell.rank)]
        write = Store(cell.name, place, self.small(ivs, names))
        array = self.rng.choice(self.program.arrays)
        subscripts = self.place(array, ivs)
        value = ("op", "avg", ("load", cell.name, place), self.small(ivs, names))
        self.stores -= 2
        return [write, Store(array.name, subscripts, value)]

    def lower(self, ivs):
        if not ivs or self.chance(0.65):
            return const(self.weighted({0: 6, 1: 2, 2: 1, -2: 0.5}))
        kind = self.rng.choice(["outer", "outer", "reversed", "half"])
        outer = self.rng.choice(ivs)
        if kind == "half" and self.has("divisions"):
            return ("floordiv", self.near(outer), 2)
        if kind == "reversed":
            return plus(times(iv(outer), -1), self.rng.randint(0, 6))
        return self.near(outer)

    def upper(self, ivs):
        most = 13 if len(ivs) < 2 else 5 if len(ivs) < 3 else 3
        extent = const(min(self.rng.choice(self.extents), most))
        if self.symbols and len(ivs) < 2 and self.chance(0.7):
            symbol = iv(self.rng.choice(self.symbols))
            return plus(symbol, self.rng.choice([0, 0, -1, 1]))
        if not ivs or self.chance(0.6):
            return extent
        outer = self.rng.choice(ivs)
        kind = self.rng.choice(["outer", "outer", "reversed", "half", "width"])
        if kind == "half" and self.has("divisions"):
            return plus(("ceildiv", self.near(outer), 2), 1)
        if kind == "reversed":
            return plus(times(iv(outer), -1), extent[1])
        return plus(iv(outer), self.rng.randint(0, 4))

    def range(self, ivs):
        lower, upper, step = [self.lower(ivs)], [self.upper(ivs)], 1
        if self.has("bounds") and self.chance(0.3):
            upper.append(self.upper(ivs))
        if self.has("bounds") and self.chance(0.2):
            lower.append(self.lower(ivs))
        if self.has("steps") and len(lower) == 1 and self.chance(0.25):
            step = self.rng.choice([2, 2, 3, 5])
        return lower, upper, step

    def loop(self, ivs, names):
        name = f"i{self.ivs}"
        self.ivs += 1
        lower, upper, step = self.range(ivs)
        body = self.block(ivs + [name], names)
        axis = -1
        if self.has("annotations") and self.chance(0.12):
            axis = self.rng.randrange(len(self.program.grid))
        parallel = self.has("parallel") and self.chance(0.5)
        return Loop(name, lower, upper, step, body, axis, parallel)

    def condition(self, ivs):
        if self.has("divisions") and self.chance(0.3):
            test = plus(("mod", self.combination(ivs), self.rng.choice([2, 3])), 0)
            return plus(test, -self.rng.randint(0, 1)), self.chance(0.7)
        test = self.combination(ivs) if self.chance(0.5) else iv(self.rng.choice(ivs))
        test = times(test, -1) if self.chance(0.4) else test
        return plus(test, self.rng.randint(-5, 8)), self.chance(0.2)

    def guard(self, ivs, names):
        count = self.weighted({1: 5, 2: 3, 3: 1})
        conditions = [self.condition(ivs) for _ in range(count)]
        body = self.block(ivs, names, inside_guard=True)
        orelse = []
        if self.has("else") and self.chance(0.4):
            orelse = [self.store(ivs, list(names))]
        return If(conditions, body, orelse)

    def reduction(self, ivs, names):
        name = f"i{self.ivs}"
        self.ivs += 1
        self.names += 1
        lower, upper, step = self.range(ivs)
        result = f"r{self.names}"
        arrays = self.program.arrays
        element = self.rng.choice(arrays).element
        op = self.weighted({"add": 5, "max": 1, "diff": 1, "avg": 1})
        value = ("op", op, ("use", result), self.small(ivs + [name], names))
        first = self.leaf(ivs, names)
        node = Reduce(result, element, name, lower, upper, step, first, value)
        names.append((result, True))
        return node

    def item(self, ivs, names, inside_guard):
        """The next nodes of a block."""
        depth = len(ivs)
        loops = 4 if depth < self.depth_limit else 0
        kind = self.weighted(
            {
                "loop": loops * (0.3 if inside_guard else 1),
                "store": 1 + 2 * depth,
                "temporary": depth if self.has("locals") else 0,
                "guard": 1.5 if ivs and self.has("guards") else 0,
                "load": 1.5 if self.has("early") else 0,
                "reduction": 1.5 if self.has("carried") else 0,
            }
        )
        if kind == "temporary":
            return self.temporary(ivs, names)
        if kind == "guard":
            return [self.guard(ivs, names)]
        make = {
            "loop": self.loop,
            "store": self.store,
            "load": self.load,
            "reduction": self.reduction,
        }[kind]
        return [make(ivs, names)]

    def block(self, ivs, names, inside_guard=False):
        """Names that are made inside are not seen outside."""
        names = list(names)
        body = self.item(ivs, names, inside_guard)
        while self.stores > 0 and self.chance(0.5 if ivs else 0.75):
            body += self.item(ivs, names, inside_guard)
        if not any(isinstance(n, (Loop, Store, If)) for n in body):
            body.append(self.store(ivs, names))
        return body

    # Annotations

    def split(self, array):
        axes = list(range(len(self.program.grid)))
        self.rng.shuffle(axes)
        return [
            axes.pop() if axes and self.chance(0.6) else -1
            for _ in range(array.rank)
        ]

    def cut(self, array, axis, free):
        kind = self.weighted({"cut": 6 if free else 0, "pin": 1, "copies": 1.5})
        if kind == "pin":
            return Cut(pin=self.rng.randrange(self.program.grid[axis]))
        if kind == "copies":
            return Cut()
        draw = self.weighted
        return Cut(
            dim=free.pop(),
            numerator=draw({1: 5, -1: 2, 2: 1, -3: 0.5}),
            denominator=draw({1: 6, 2: 1, 3: 0.5}),
            lead=draw({0: 5, 1: 1, 4: 1}),
            tail=draw({0: 5, 1: 1, 5: 1}),
            pad=draw({0: 5, 1: 1, 2: 1}),
        )

    def layout(self, array):
        free = list(range(array.rank))
        self.rng.shuffle(free)
        return [self.cut(array, k, free) for k in range(len(self.program.grid))]

    def annotate(self, array):
        if self.chance(0.25):
            array.split = self.split(array)
        elif self.chance(0.35):
            array.layout = self.layout(array)

    # Whole programs

    def initialise(self):
        """Defines some of the locals in front of all else."""
        for array in self.program.arrays:
            if array.local and self.chance(0.4):
                self.program.body.insert(0, Init(array.name))

    def finish(self):
        program = self.program
        self.initialise()
        if self.has("annotations"):
            for array in program.arrays:
                self.annotate(array)
        if self.has("scf") and self.chance(0.5):
            program.style = "scf"
        if self.has("calls") and self.chance(0.5):
            program.outlined = True
            for array in program.arrays:
                if not program.symbols:
                    array.dynamic = self.hidden_sizes(array)
        elif self.has("dynamic") and self.chance(0.1) and not program.symbols:
            program.hides_sizes = True
            for array in program.arrays:
                array.dynamic = self.hidden_sizes(array)

    def hidden_sizes(self, array):
        hides = self.has("dynamic")
        return [hides and self.chance(0.4) for _ in range(array.rank)]

    def draw(self):
        self.program = self.tables()
        self.program.body = self.block([], [])
        self.finish()
        return self.program


def is_worthwhile(program):
    """Whether something is stored in a loop."""
    return any(
        isinstance(n, Loop) and any(isinstance(m, Store) for m in walk(n.body))
        for n in program.body
    )


# ---------------------------------------------------------------------------
# What depends on data
# ---------------------------------------------------------------------------


class Clouder:
    """Makes some places of a program depend on data."""

    def __init__(self, rng, program):
        self.rng = rng
        self.program = program
        self.names = 0

    def slots(self):
        """All (block, position, number of the node of the program around it)."""
        found = []

        def visit(body, top):
            for position, node in enumerate(body):
                number = position if top is None else top
                found.append((body, position, number))
                for block in blocks(node):
                    visit(block, number)

        visit(self.program.body, None)
        return found

    def slot_of(self, kinds):
        """A slot with a node of one of the kinds, or None."""
        found = [s for s in self.slots() if type(s[0][s[1]]) in kinds]
        return self.rng.choice(found) if found else None

    def bounded(self, array, value):
        sums = self.program.array(array).sums
        return ("op", "clamp", value) if sums else value

    def source(self, node=None):
        """A value to choose by: one that the node accesses, or any element."""
        known = [(a, s) for a, s, _ in node_accesses(node)] if node else []
        if known and self.rng.random() < 0.7:
            array, subscripts = self.rng.choice(known)
        else:
            array = self.rng.choice(self.program.arrays)
            subscripts = [const(self.rng.randint(0, 2)) for _ in range(array.rank)]
            array = array.name
        return self.bounded(array, ("load", array, subscripts))

    def choice(self):
        body, position, _ = self.slot_of([Store, Loop, If])
        node = body[position]
        body[position] = Choice(self.source(node), [node])

    def limit(self):
        slot = self.slot_of([Loop])
        if slot:
            body, position, _ = slot
            old = body[position]
            body[position] = Limited(
                old.iv, old.lower, old.upper, old.step, old.body, source=self.source()
            )

    def pick(self):
        slot = self.slot_of([Store])
        if not slot:
            return
        body, position, top = slot
        store = body[position]
        self.names += 1
        array = self.rng.choice(self.program.arrays).name
        outside = self.rng.random() < 0.4
        source = self.source(None if outside else store)
        node = Pick(f"p{self.names}", array, source)
        use = self.bounded(array, ("use", node.name))
        store.value = ("op", "avg", store.value, use)
        if outside:
            self.program.body.insert(top, node)
        else:
            body.insert(position, node)

    def scatter(self):
        body, position, _ = self.slot_of([Store, Loop, If])
        array = self.rng.choice(self.program.arrays).name
        node = body[position]
        value = self.bounded(array, ("const", self.rng.randint(-13, 13)))
        if isinstance(node, Store) and self.rng.random() < 0.7:
            value = node.value
        body.insert(position, Scatter(array, self.source(node), value))

    def draw(self):
        for _ in range(self.rng.choice([1, 1, 1, 2, 3])):
            self.rng.choice([self.choice, self.limit, self.pick, self.scatter])()
        for node in walk(self.program.body):
            if isinstance(node, Loop):
                node.parallel = False


# ---------------------------------------------------------------------------
# Nests that combine terms
# ---------------------------------------------------------------------------


class Adder:
    """Puts nests that combine terms with the elements of new arrays between the
    nodes of a program. The terms are positive: their sums have no cancellation
    that would show in what order they were added up."""

    def __init__(self, rng, program):
        self.rng = rng
        self.program = program
        self.ivs = 0

    def subscripts(self, array, ivs):
        """One index for each dimension, each of another loop if there are as
        many."""
        names = self.rng.sample(ivs, len(ivs)) * array.rank
        return [
            plus(iv(name), self.rng.choice([0, 0, 0, 1, -1]))
            for name in names[: array.rank]
        ]

    def read(self, ivs):
        array = self.rng.choice(self.program.arrays[: self.old])
        load = ("load", array.name, self.subscripts(array, ivs))
        return ("op", "clamp", load) if array.sums else load

    def term(self, ivs):
        value = self.read(ivs)
        if self.rng.random() < 0.4:
            value = ("op", "mul", value, self.read(ivs))
        return ("op", "max", value, ("op", "neg", value))

    def target(self):
        number = len(self.program.arrays)
        rank = self.rng.choice([0, 0, 1, 1, 1, 2])
        element = self.rng.choice(self.program.arrays[: self.old]).element
        none = lambda: [0] * rank
        array = Array(f"a{number}", rank, element, False, True, none(), none())
        array.local = self.rng.random() < 0.3
        array.dynamic = [self.program.hides_sizes] * rank
        array.local = array.local and not self.program.hides_sizes
        self.program.arrays.append(array)
        return array

    def loop(self, body, outer):
        name = f"q{self.ivs}"
        self.ivs += 1
        upper = const(self.rng.choice([0, 1, 3, 5, 8, 13, 13, 29]))
        if outer and self.rng.random() < 0.25:
            upper = plus(iv(self.rng.choice(outer)), self.rng.choice([0, 1, 2]))
        step = self.rng.choice([1, 1, 1, 1, 2])
        return Loop(name, [const(0)], [upper], step, body)

    def combine(self, array, place, ivs):
        old = ("load", array.name, place)
        operands = [old, self.term(ivs)]
        op = self.rng.choice(["add", "add", "add", "sub", "max", "min"])
        if op != "sub" and self.rng.random() < 0.5:
            operands.reverse()
        return Store(array.name, place, ("op", op, *operands))

    def nest(self):
        """Loops, of which some do not move the target; perhaps the target is
        set among them, and read after them."""
        array = self.target()
        depth = min(3, array.rank + self.rng.choice([1, 1, 2]))
        loops = []
        for _ in range(depth):
            loops.append(self.loop([], [l.iv for l in loops]))
        ivs = [loop.iv for loop in loops]
        own = sorted(self.rng.sample(range(depth), min(array.rank, depth - 1)))
        chosen = [ivs[k] for k in own]
        place = [iv(name) for name in chosen]
        place += [const(0)] * (array.rank - len(place))
        for outer, inner in zip(loops, loops[1:]):
            outer.body.append(inner)
        body = loops[-1].body
        body.append(self.combine(array, place, ivs))
        if self.rng.random() < 0.2:
            body.append(self.combine(array, place, ivs))
        last = own[-1] + 1 if own else 0
        around = loops[last - 1].body if last else None
        before, after = [], []
        if array.local or self.rng.random() < 0.4:
            before = [Store(array.name, place, ("const", self.rng.randint(1, 9)))]
        if self.rng.random() < 0.5:
            after = self.uses(array, place, chosen)
        if around is None:
            return before + [loops[0]] + after
        around[:] = before + around + after
        return [loops[0]]

    def uses(self, array, place, ivs):
        """A statement, or a loop of them, that reads the result."""
        other = self.rng.choice(self.program.arrays[: self.old])
        value = ("op", "clamp", ("load", array.name, place))
        if self.rng.random() < 0.5 or not other.rank:
            subscripts = [const(0)] * other.rank
            if ivs and other.rank:
                subscripts[0] = iv(ivs[0])
            return [Store(other.name, subscripts, value)]
        loop = self.loop([], [])
        names = (ivs + [loop.iv])[-other.rank :]
        subscripts = [iv(name) for name in names]
        subscripts += [const(0)] * (other.rank - len(subscripts))
        old = ("load", other.name, subscripts)
        old = ("op", "clamp", old) if other.sums else old
        loop.body.append(Store(other.name, subscripts, ("op", "avg", old, value)))
        return [loop]

    def draw(self):
        self.old = len(self.program.arrays)
        for _ in range(self.rng.choice([1, 1, 2])):
            nodes = self.nest()
            if self.rng.random() < 0.2:
                loop = self.loop(nodes, [])
                loop.upper = [const(self.rng.choice([2, 3]))]
                nodes = [loop]
            at = self.rng.randint(0, len(self.program.body))
            self.program.body[at:at] = nodes


def extended(rng, program):
    """The normalised program with nests that combine terms, or as it is."""
    changed = clone(program)
    Adder(rng, changed).draw()
    return changed if normalise(changed) else program


def cloud(rng, program):
    """The normalised program with places that depend on data, or as it is."""
    changed = clone(program)
    Clouder(rng, changed).draw()
    return changed if normalise(changed) else program


def generate(seed, index, features):
    """The normalised program number `index` of `seed`. What depends on data,
    nests that combine terms, arguments that are shared out already and choices
    are drawn apart, so that all else is the same with them and without them."""
    rng = random.Random(f"{seed}:{index}")
    apart = ("choices", "opaque", "reductions", "resident")
    others = [f for f in features if f not in apart]
    while True:
        program = Generator(rng, others).draw()
        if is_worthwhile(program) and normalise(program):
            break
    apart = random.Random(f"{seed}:{index}:reductions")
    if "reductions" in features and apart.random() < 0.5:
        program = extended(apart, program)
    apart = random.Random(f"{seed}:{index}:opaque")
    if "opaque" in features and apart.random() < 0.5:
        program = cloud(apart, program)
    apart = random.Random(f"{seed}:{index}:resident")
    if "resident" in features and apart.random() < 0.25:
        for array in program.arrays:
            array.resident = apart.random() < 0.5
    apart = random.Random(f"{seed}:{index}:choices")
    if "choices" in features and apart.random() < 0.2:
        program.options = choices(apart, program)
    return program


DIVISIONS = ("ceildiv", "floordiv", "mod")


def divides(part):
    """Whether some expression in a part of a program has a division."""
    if isinstance(part, (list, tuple)):
        return part[:1] in [(d,) for d in DIVISIONS] or any(map(divides, part))
    if dataclasses.is_dataclass(part):
        return any(map(divides, vars(part).values()))
    return False


def choices(rng, program):
    """Options with which loops go in strips and layouts are block-cyclic although
    the arrays are small. Subscripts that are dealt out and have divisions or
    sizes that are not known take long to plan."""
    options = [f"memory-words={rng.randint(8, 200)}"]
    takes_long = divides(program) or any(any(a.dynamic or []) for a in program.arrays)
    if rng.random() < 0.5 and not takes_long:
        options.append("cyclic=always")
    return ",".join(options)
