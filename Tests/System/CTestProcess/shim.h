// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#ifndef CTEST_PROCESS_H
#define CTEST_PROCESS_H

#ifdef __linux__

#include <signal.h>
#include <spawn.h>

/* These need _GNU_SOURCE. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);

/* The program starts with no descriptor from a number on, and no signal waits or is ignored. */
static inline int test_spawn_inherits_nothing(
    posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes, int first
) {
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(attributes, &signals);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

static inline int test_spawn_changes_folder(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

#endif
#endif
