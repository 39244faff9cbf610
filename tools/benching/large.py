"""How PolyBench at its LARGE sizes would be distributed.

The programs are planned and modelled, not executed."""


def add_arguments(parser):
    add = parser.add_argument
    add("--partitions", type=int, default=8, help="number of partitions (default: 8)")
    add("--json", metavar="FILE", help="write the table to this file, too")


def main(options):
    return 0
