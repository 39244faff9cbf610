//===- text.c - Text that grows -------------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/text.h"

#include <stdio.h>
#include <stdlib.h>

static void reserve(DmmText *text, size_t extra) {
  size_t need = text->length + extra + 1;
  if (need <= text->capacity)
    return;
  size_t capacity = need > 2 * text->capacity ? need : 2 * text->capacity;
  char *data = realloc(text->data, capacity);
  if (!data) {
    fputs("dmm: out of memory\n", stderr);
    abort();
  }
  text->data = data;
  text->capacity = capacity;
}

void dmm_text_vprintf(DmmText *text, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  reserve(text, (size_t)length);
  vsnprintf(text->data + text->length, (size_t)length + 1, format, args);
  text->length += (size_t)length;
}

void dmm_text_printf(DmmText *text, const char *format, ...) {
  va_list args;
  va_start(args, format);
  dmm_text_vprintf(text, format, args);
  va_end(args);
}

void dmm_text_free(DmmText *text) {
  free(text->data);
  *text = (DmmText){0};
}
