//===- npy.c - Arrays in .npy files ---------------------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file is a magic number, a version, the length of a header, the header (the
// text of a Python dictionary with the keys descr, fortran_order and shape),
// and the elements.
//
//===----------------------------------------------------------------------===//

#include "npy.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC_BYTES = 6, MAX_DESCR = 16 };

static const char magic[] = "\x93NUMPY";

typedef struct Header {
  char descr[MAX_DESCR];
  bool fortran_order;
  int rank;
  int64_t *sizes; ///< owned
  bool huge;      ///< a size does not fit 64 bits
} Header;

void dmm_sizes_print(int rank, const int64_t *sizes, DmmText *text) {
  if (!rank)
    dmm_text_printf(text, "scalar");
  for (int d = 0; d < rank; ++d) {
    if (sizes[d] < 0)
      dmm_text_printf(text, "%s?", d ? "x" : "");
    else
      dmm_text_printf(text, "%s%lld", d ? "x" : "", (long long)sizes[d]);
  }
}

//===----------------------------------------------------------------------===//
// The header
//===----------------------------------------------------------------------===//

/// Where the value of `key` begins, or null.
static const char *find_value(const char *header, const char *key) {
  const char *at = strstr(header, key);
  at = at ? strchr(at, ':') : NULL;
  return at ? at + 1 + strspn(at + 1, " ") : NULL;
}

static bool parse_descr(const char *text, Header *header) {
  char quote = text ? *text : 0;
  const char *end =
      quote == '\'' || quote == '"' ? strchr(text + 1, quote) : NULL;
  if (!end || end - text > MAX_DESCR)
    return false;
  memcpy(header->descr, text + 1, (size_t)(end - text - 1));
  return true;
}

static bool parse_order(const char *text, Header *header) {
  header->fortran_order = text && !strncmp(text, "True", 4);
  return header->fortran_order || (text && !strncmp(text, "False", 5));
}

static bool parse_shape(const char *text, Header *header) {
  if (!text || *text != '(')
    return false;
  size_t room = strcspn(text, ")") / 2 + 1; // a size and a comma each
  header->sizes = calloc(room, sizeof *header->sizes);
  for (++text; header->sizes && *text != ')'; text += strspn(text, ", ")) {
    char *end = NULL;
    errno = 0;
    int64_t size = strtoll(text, &end, 10);
    if (end == text || size < 0)
      return false;
    header->huge = header->huge || errno == ERANGE;
    header->sizes[header->rank++] = size;
    text = end;
  }
  return header->sizes;
}

static bool parse_header(const char *text, Header *header) {
  return parse_descr(find_value(text, "descr"), header) &&
         parse_order(find_value(text, "fortran_order"), header) &&
         parse_shape(find_value(text, "shape"), header);
}

/// The header's text, which the caller frees; null if the file is not one.
static char *read_header(FILE *in) {
  unsigned char lead[MAGIC_BYTES + 2], length[4] = {0};
  if (fread(lead, 1, sizeof lead, in) != sizeof lead ||
      memcmp(lead, magic, MAGIC_BYTES) || lead[MAGIC_BYTES] < 1 ||
      lead[MAGIC_BYTES] > 3)
    return NULL;
  size_t width = lead[MAGIC_BYTES] == 1 ? 2 : 4;
  if (fread(length, 1, width, in) != width)
    return NULL;
  size_t bytes = length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 |
                 (size_t)length[3] << 24;
  char *text = bytes < 1 << 20 ? calloc(bytes + 1, 1) : NULL;
  if (text && fread(text, 1, bytes, in) == bytes)
    return text;
  free(text);
  return NULL;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The type without the byte order, which does not matter for single bytes, and
/// with signed for unsigned: MLIR's integers have no sign.
static void normalize_descr(const char *descr, char *result) {
  bool little = *descr == '<' || *descr == '|' || *descr == '=';
  strcpy(result, little ? descr + 1 : descr);
  if (*result == 'u')
    *result = 'i';
}

static bool same_descr(const char *a, const char *b) {
  char left[MAX_DESCR + 1], right[MAX_DESCR + 1];
  normalize_descr(a, left);
  normalize_descr(b, right);
  return !strcmp(left, right);
}

static bool check_type(const Header *header, DmmElement element,
                       DmmText *error) {
  if (same_descr(header->descr, dmm_element_descr(element)))
    return true;
  dmm_text_printf(error, "expected elements of type %s ('%s'), got '%s'",
                  dmm_element_name(element), dmm_element_descr(element),
                  header->descr);
  return false;
}

static bool check_shape(const Header *header, int rank, int64_t *sizes,
                        DmmText *error) {
  if (header->huge) {
    dmm_text_printf(error, "a size of its shape does not fit 64 bits");
    return false;
  }
  bool same = header->rank == rank;
  for (int d = 0; same && d < rank; ++d)
    same = sizes[d] < 0 || sizes[d] == header->sizes[d];
  if (!same) {
    dmm_text_printf(error, "expected the shape ");
    dmm_sizes_print(rank, sizes, error);
    dmm_text_printf(error, ", got ");
    dmm_sizes_print(header->rank, header->sizes, error);
    return false;
  }
  for (int d = 0; d < rank; ++d)
    sizes[d] = header->sizes[d];
  return true;
}

static bool check_order(const Header *header, DmmText *error) {
  if (header->fortran_order)
    dmm_text_printf(error, "the array is in Fortran order, expected C order: "
                           "save numpy.ascontiguousarray(a)");
  return !header->fortran_order;
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

/// The product of the sizes and the element's bytes, or -1 if too large.
static int64_t total_bytes(DmmElement element, int rank, const int64_t *sizes) {
  int64_t bytes = (int64_t)dmm_element_bytes(element);
  for (int d = 0; d < rank; ++d)
    if (__builtin_mul_overflow(bytes, sizes[d], &bytes))
      return -1;
  return bytes;
}

static void *read_elements(FILE *in, DmmElement element, int rank,
                           const int64_t *sizes, DmmText *error) {
  int64_t bytes = total_bytes(element, rank, sizes);
  char *data = bytes < 0 ? NULL : malloc((size_t)bytes + 1);
  if (!data) {
    dmm_text_printf(error, "the array does not fit the memory");
    return NULL;
  }
  // One byte more than wanted shows that the file is too long.
  if (fread(data, 1, (size_t)bytes + 1, in) == (size_t)bytes)
    return data;
  dmm_text_printf(error, "the file does not hold as many elements as its "
                         "header says");
  free(data);
  return NULL;
}

static void *read_array(FILE *in, DmmElement element, int rank, int64_t *sizes,
                        DmmText *error) {
  Header header = {0};
  void *data = NULL;
  char *text = read_header(in);
  if (!text || !parse_header(text, &header))
    dmm_text_printf(error, "not a .npy file of a plain array");
  else if (check_type(&header, element, error) && check_order(&header, error) &&
           check_shape(&header, rank, sizes, error))
    data = read_elements(in, element, rank, sizes, error);
  free(text);
  free(header.sizes);
  return data;
}

void *dmm_npy_read(const char *file, DmmElement element, int rank,
                   int64_t *sizes, DmmText *error) {
  FILE *in = fopen(file, "rb");
  if (!in) {
    dmm_text_printf(error, "%s", strerror(errno));
    return NULL;
  }
  void *data = read_array(in, element, rank, sizes, error);
  fclose(in);
  return data;
}

/// The header's text, padded so that the elements are aligned to 64 bytes.
static void print_header(DmmElement element, int rank, const int64_t *sizes,
                         DmmText *text) {
  dmm_text_printf(text, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                  dmm_element_descr(element));
  for (int d = 0; d < rank; ++d)
    dmm_text_printf(text, "%lld,%s", (long long)sizes[d],
                    d + 1 < rank ? " " : "");
  dmm_text_printf(text, "), }");
  size_t lead = MAGIC_BYTES + 4;
  int padding = (int)(63 - (lead + text->length) % 64);
  dmm_text_printf(text, "%*s\n", padding, "");
}

static bool write_array(FILE *out, DmmElement element, int rank,
                        const int64_t *sizes, const void *data) {
  DmmText header = {0};
  print_header(element, rank, sizes, &header);
  size_t bytes = (size_t)total_bytes(element, rank, sizes);
  unsigned char version_and_length[4] = {1, 0,
                                         (unsigned char)(header.length & 0xff),
                                         (unsigned char)(header.length >> 8)};
  bool ok = fwrite(magic, 1, MAGIC_BYTES, out) == MAGIC_BYTES &&
            fwrite(version_and_length, 1, 4, out) == 4 &&
            fwrite(header.data, 1, header.length, out) == header.length &&
            fwrite(data, 1, bytes, out) == bytes;
  dmm_text_free(&header);
  return ok;
}

bool dmm_npy_write(const char *file, DmmElement element, int rank,
                   const int64_t *sizes, const void *data, DmmText *error) {
  FILE *out = fopen(file, "wb");
  bool ok = out && write_array(out, element, rank, sizes, data);
  int failure = errno;
  if (out && fclose(out)) {
    ok = false;
    failure = errno;
  }
  if (!ok)
    dmm_text_printf(error, "%s", strerror(failure));
  return ok;
}
