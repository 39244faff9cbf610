//===- plugin_stderr.c - The error stream, for an archive that is not PIC -===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// isl's archive is position independent for executables only: its code reaches
// the variable `stderr` as if it were in the same object. Inside the plugin it
// is: the linker's --wrap=stderr turns every use into one of this copy.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

extern FILE *__real_stderr;
__attribute__((visibility("hidden"))) FILE *__wrap_stderr;

__attribute__((constructor)) static void set_stderr(void) {
  __wrap_stderr = __real_stderr;
}
