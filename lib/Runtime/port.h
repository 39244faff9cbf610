//===- port.h - When messages leave a partition, and come in --------------===//
//
// Part of the DMM project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the virtual clock and the simulation of a plan both go by. A partition's
// port is busy for a message as long as its words take on the level which the
// message crosses. Plain functions of their arguments.
//
//===----------------------------------------------------------------------===//

#ifndef DMM_RUNTIME_PORT_H
#define DMM_RUNTIME_PORT_H

#include <math.h>

/// Messages leave one after the other, the next one from out_ns on; they come
/// in one after the other, too, and have kept the port busy for in_busy_ns
/// since in_since_ns.
typedef struct DmmPort {
  double out_ns, in_since_ns, in_busy_ns;
} DmmPort;

/// When a message has left that is posted now.
static inline double dmm_port_send(DmmPort *port, double now_ns,
                                   double busy_ns) {
  return port->out_ns = fmax(port->out_ns, now_ns) + busy_ns;
}

/// When a message is in that arrives then, or later if others keep the port
/// busy. Messages are waited for in any order: an early one has not come after
/// a late one that was waited for before it, so what counts is the time since
/// the first of them.
static inline double dmm_port_receive(DmmPort *port, double busy_ns,
                                      double arrival_ns) {
  double start_ns = arrival_ns - busy_ns;
  if (start_ns > port->in_since_ns + port->in_busy_ns) {
    port->in_since_ns = start_ns;
    port->in_busy_ns = 0;
  }
  port->in_since_ns = fmin(port->in_since_ns, start_ns);
  port->in_busy_ns += busy_ns;
  return fmax(arrival_ns, port->in_since_ns + port->in_busy_ns);
}

#endif // DMM_RUNTIME_PORT_H
