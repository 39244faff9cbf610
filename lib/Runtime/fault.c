//===- fault.c - Faults of partitions as failures of the run --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These signals are raised by the instruction that faults, on its own thread,
// so the handler may leave the partition's body as any other failure does. A
// fault of a thread that is no partition goes to the handler that was there
// before.
//
//===----------------------------------------------------------------------===//

#include "launch.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef struct Fault {
  int signal;
  const char *what;
} Fault;

static const Fault faults[] = {
    {SIGSEGV, "invalid memory access"},
    {SIGBUS, "invalid memory access"},
    {SIGFPE, "arithmetic fault (integer division by zero or overflow)"},
    {SIGILL, "illegal instruction or trap"},
};

enum { NUM_FAULTS = sizeof faults / sizeof *faults, STACK_BYTES = 64 * 1024 };

static struct sigaction previous[NUM_FAULTS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int users;

static int fault_of(int number) {
  int i = 0;
  while (faults[i].signal != number)
    ++i;
  return i;
}

static void handle(int number, siginfo_t *info, void *context) {
  int i = fault_of(number);
  (void)context;
  if (dmm_is_launched())
    dmm_fail("%s at address %p, in the code that follows this operation or in "
             "it",
             faults[i].what, info->si_addr);
  sigaction(number, &previous[i], NULL); // the instruction faults once more
}

void dmm_faults_install(void) {
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  pthread_mutex_lock(&mutex);
  if (users++ == 0)
    for (int i = 0; i < NUM_FAULTS; ++i)
      sigaction(faults[i].signal, &action, &previous[i]);
  pthread_mutex_unlock(&mutex);
}

void dmm_faults_remove(void) {
  pthread_mutex_lock(&mutex);
  if (--users == 0)
    for (int i = 0; i < NUM_FAULTS; ++i)
      sigaction(faults[i].signal, &previous[i], NULL);
  pthread_mutex_unlock(&mutex);
}

void *dmm_fault_stack_enter(void) {
  stack_t stack = {.ss_sp = malloc(STACK_BYTES), .ss_size = STACK_BYTES};
  if (stack.ss_sp)
    sigaltstack(&stack, NULL);
  return stack.ss_sp;
}

void dmm_fault_stack_leave(void *stack) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  free(stack);
}
