"""Takes functions from the files of the tests and gives them other sizes."""

import re

# A size in a type, a loop's bound or a condition; not part of a name, of a
# floating-point number or of an element type.
SIZE = re.compile(r"(?<![\w.%#@-])\d+(?![\d.])|(?<=[\d?]x)\d+(?=x)")


def function_text(text, name):
    """The function, or "" where the file has none of that name."""
    found = re.search(rf"^func\.func @{name}\(.*?^}}\n", text, re.MULTILINE | re.DOTALL)
    return found.group(0) if found else ""


def resize(text, size):
    """The text with each size n replaced by size(n)."""
    return SIZE.sub(lambda found: str(size(int(found.group(0)))), text)
