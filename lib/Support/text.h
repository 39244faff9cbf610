//===- text.h - Text that grows -------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DMM_SUPPORT_TEXT_H
#define DMM_SUPPORT_TEXT_H

#include <stdarg.h>
#include <stddef.h>

/// A growing, always NUL-terminated text. Start from {0}; data is null while
/// nothing was written.
typedef struct DmmText {
  char *data;
  size_t length, capacity;
} DmmText;

/// Appends the formatted text.
void dmm_text_printf(DmmText *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/// The same with the arguments in a list.
void dmm_text_vprintf(DmmText *text, const char *format, va_list args);

/// Frees the text and leaves it empty.
void dmm_text_free(DmmText *text);

#endif // DMM_SUPPORT_TEXT_H
