// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Has callgrind, started with --instr-atstart=no, begin to count when the first connection comes.
//
// A server starts in a fraction of the time that it takes where its start is counted as well.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <valgrind/callgrind.h>

static atomic_flag begun = ATOMIC_FLAG_INIT;

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags) {
    static int (*next)(int, struct sockaddr *, socklen_t *, int);
    if (!next) { next = (int (*)(int, struct sockaddr *, socklen_t *, int))dlsym(RTLD_NEXT, "accept4"); }
    int accepted = next(socket, address, length, flags);
    if (accepted >= 0 && !atomic_flag_test_and_set(&begun)) { CALLGRIND_START_INSTRUMENTATION; }
    return accepted;
}
