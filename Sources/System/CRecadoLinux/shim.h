/* Part of Recado. See LICENSE.
   SPDX-License-Identifier: Apache-2.0

   What Linux has and the Glibc module leaves out. */

#ifndef RECADO_LINUX_SHIM_H
#define RECADO_LINUX_SHIM_H

#if defined(__linux__)

#include <stddef.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The headers show accept4 to _GNU_SOURCE alone, which the Glibc module does not define. */
int accept4(int, struct sockaddr *, socklen_t *, int);

/* syscall is variadic, which Swift does not import; the library's own wrapper needs _GNU_SOURCE. */
static inline long recado_affinity(unsigned long *mask, size_t bytes) {
    return syscall(SYS_sched_getaffinity, 0, bytes, mask);
}

#endif
#endif
