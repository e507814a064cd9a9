// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What the files of this module share.

#ifndef RECADO_SIMULATION_WORLD_H
#define RECADO_SIMULATION_WORLD_H

#include "CRecadoSimulation.h"

extern _Thread_local const void *_Nullable recado_this_world;
extern recado_system recado_world_system;

/// Calls the kernel; a failure is -1, and `errno` says which.
long recado_kernel(long number, ...);
/// The same with six arguments in a list.
long recado_kernel_with(long number, const long *_Nonnull arguments);

/// The world's table, on a thread of a world alone.
static inline const recado_system *_Nullable in_world(void) {
    return recado_this_world ? &recado_world_system : NULL;
}

/// The same, where the descriptor is one of the world's.
static inline const recado_system *_Nullable in_world_with(int descriptor) {
    return descriptor >= recado_first_descriptor() ? in_world() : NULL;
}

/// Whether a call comes from libdispatch itself, whose threads serve the whole process.
bool recado_is_dispatch(const void *_Nullable caller);

/// A result as the C library gives it.
long recado_result(long result);

#endif
