// Options of dmm-simplify that do not parse.
//
// RUN: not dmm-opt %s --dmm-simplify=simplify=maybe 2>&1 | FileCheck %s --check-prefix=SWITCH
// RUN: not dmm-opt %s --dmm-simplify=merge-words=many 2>&1 | FileCheck %s -DN=many --check-prefix=WORDS
// RUN: not dmm-opt %s --dmm-simplify=merge-words=-1 2>&1 | FileCheck %s -DN=-1 --check-prefix=WORDS
// RUN: not dmm-opt %s --dmm-simplify=merge-words=4097 2>&1 | FileCheck %s -DN=4097 --check-prefix=WORDS
// RUN: not dmm-opt %s --dmm-compile='grid=2 merge-words=4097' 2>&1 | FileCheck %s -DN=4097 --check-prefix=WORDS
// RUN: dmm-opt %s --dmm-simplify='simplify=true merge-words=0' -o /dev/null

// SWITCH: error: the option simplify is 'maybe': it takes true or false
// WORDS: error: the option merge-words is '[[N]]': it takes a number of words from 0 to 4096

func.func @f() {
  return
}
