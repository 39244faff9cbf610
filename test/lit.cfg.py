# Configuration of the lit suites. A build loads it by way of the lit.site.cfg.py
# that CMake makes; to run one test by hand:
#
#   lit -v build/test/Catalog/axpy.mlir
#
# Substitutions
#   dmm-opt, dmm-run     the tools of this build
#   mlir-opt, mlir-runner, FileCheck, not, count, split-file
#                        the stock tools of LLVM
#   %plugin              the two flags that load this build's plugin in mlir-opt
#   %dmm_runtime         the runtime library of this build
#   %check_run           check_run.py with this build's dmm-run
#   %src_root, %python   the top of the source tree; the Python interpreter

import os
import subprocess

import lit.formats

config.name = "DMM"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = config.dmm_obj_root


def sanitizer_environment():
    """Variables that make uninstrumented stock tools load an instrumented
    plugin: the sanitizer's runtime must come first in the process. Leaks are
    looked for in this build's tools alone."""
    library = subprocess.run(
        [config.c_compiler, "-print-file-name=libasan.so"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    return f"env LD_PRELOAD={library} ASAN_OPTIONS=detect_leaks=0 "


sanitized = "address" in config.dmm_sanitize
if sanitized:
    config.available_features.add("asan")
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"

stock = sanitizer_environment() if sanitized else ""

# What a sanitizer finds does not depend on the number of partitions, once there
# are several and, if possible, two axes: the other grids are left to the plain
# build. There, DMM_TEST_GRIDS (such as 1,8,2x3) bounds them where time is short.
chosen_grids = "2x2" if sanitized else os.environ.get("DMM_TEST_GRIDS")
only_grids = f" --only {chosen_grids}" if chosen_grids else ""
plugin = os.path.join(config.dmm_lib, "libDMMPlugin.so")
source_root = os.path.dirname(config.test_source_root)


def substitute_tool(name, command):
    """Replaces `name` where it is a word of its own and no part of a path."""
    config.substitutions.append((rf"(?<![\w/.%-]){name}(?![\w/.=-])", command))


for tool in ["dmm-opt", "dmm-run"]:
    substitute_tool(tool, os.path.join(config.dmm_bin, tool))
for tool in ["mlir-opt", "mlir-runner"]:
    substitute_tool(tool, stock + os.path.join(config.llvm_bin, tool))
for tool in ["FileCheck", "not", "count", "split-file"]:
    substitute_tool(tool, os.path.join(config.llvm_bin, tool))

config.substitutions += [
    (
        "%plugin",
        f"--load-dialect-plugin={plugin} --load-pass-plugin={plugin}",
    ),
    ("%dmm_runtime", os.path.join(config.dmm_lib, "libdmm-runtime.so")),
    (
        "%check_run",
        f"{config.python} {config.test_source_root}/check_run.py "
        f"--dmm-run {config.dmm_bin}/dmm-run{only_grids}",
    ),
    ("%src_root", source_root),
    ("%python", config.python),
]
