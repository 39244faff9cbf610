//===- meta.c - Reading the meta of a message -----------------------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "meta.h"

/// What is left to read; n < 0 once a section went past the end.
typedef struct Reader {
  const int64_t *words;
  int64_t n;
} Reader;

static const int64_t *take(Reader *r, int64_t n) {
  const int64_t *taken = r->words;
  if (n < 0 || n > r->n) {
    r->n = -1;
    return taken;
  }
  r->words += n;
  r->n -= n;
  return taken;
}

/// A section of items of `words` words each that is led by its length.
static const int64_t *take_section(Reader *r, int64_t words, int64_t *n) {
  const int64_t *length = take(r, 1);
  *n = r->n < 0 ? 0 : *length;
  if (*n < 0 || *n > r->n) {
    r->n = -1;
    *n = 0;
  }
  return take(r, *n * words);
}

/// Whether the digits of an axis, one in each stage, cover its size.
static bool stages_cover(const DmmMeta *m, int64_t axis, int64_t size) {
  const int64_t *digits = m->stages + axis;
  for (int64_t s = 0; s < m->nstages; ++s)
    if (digits[s * m->naxes] < 1)
      return false;
  return dmm_digits_reach(size, digits, m->nstages, m->naxes);
}

/// `ndigits` is the length of the section.
static const char *check_stages(DmmMeta *m, int64_t ndigits) {
  m->nstages = m->naxes > 0 ? ndigits / m->naxes : 0;
  if (m->nstages * m->naxes != ndigits || m->nstages > DMM_RT_MAX_LEVELS)
    return "the number of the stages' digits is out of range";
  for (int64_t i = 0; m->nstages > 0 && i < m->naxes; ++i)
    if (!stages_cover(m, i, m->grid[m->axes[i]]))
      return "the stages' digits do not cover an axis";
  return 0;
}

static const char *check(const DmmMeta *m) {
  if (m->ngrid < 1 || m->ngrid > DMM_RT_MAX_AXES)
    return "the grid's number of axes is out of range";
  if (m->nlayout != 0 && m->nlayout != m->ngrid)
    return "the layout's number of axes is not the grid's";
  for (int64_t i = 0; i < m->naxes; ++i)
    if (m->axes[i] < 0 || m->axes[i] >= m->ngrid)
      return "an axis is out of range";
  for (int64_t i = 0; i < m->nlayout; ++i)
    if (m->layout[i].cycle != 0)
      return "a layout has more than one block a coordinate";
  return 0;
}

static const char *check_all(DmmMeta *m, int64_t ndigits) {
  const char *error = check(m);
  return error ? error : check_stages(m, ndigits);
}

const char *dmm_meta_read(DmmMeta *meta, const int64_t *words, int64_t n) {
  Reader r = {words, n};
  const int64_t *head = take(&r, 4);
  if (r.n < 0 || head[0] != DMM_META_VERSION)
    return "its version is not the runtime's";
  meta->op = head[1];
  meta->kind = head[2];
  meta->root = head[3];
  meta->grid = take_section(&r, 1, &meta->ngrid);
  meta->axes = take_section(&r, 1, &meta->naxes);
  meta->layout = (const DmmAxisLayout *)take_section(&r, DMM_AXIS_LAYOUT_WORDS,
                                                     &meta->nlayout);
  meta->ints = take_section(&r, 1, &meta->nints);
  meta->box = take_section(&r, 1, &meta->nbox);
  int64_t ndigits;
  meta->stages = take_section(&r, 1, &ndigits);
  const int64_t *bytes = take(&r, 1);
  int64_t nbytes = r.n < 0 ? 0 : *bytes;
  meta->location = (const char *)take(&r, dmm_ceildiv(nbytes, 8));
  meta->location_bytes = (int)nbytes;
  return r.n < 0 ? "a section goes past its end" : check_all(meta, ndigits);
}
