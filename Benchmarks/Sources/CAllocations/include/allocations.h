// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef RECADO_ALLOCATIONS_H
#define RECADO_ALLOCATIONS_H

/// The number of blocks that this process has asked for so far, on every thread.
unsigned long allocations_so_far(void);

#endif
