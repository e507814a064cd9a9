/* Part of Recado. See LICENSE.
   SPDX-License-Identifier: Apache-2.0

   What Linux has and the Glibc module leaves out. */

#ifndef RECADO_LINUX_SHIM_H
#define RECADO_LINUX_SHIM_H

#if defined(__linux__)

#include <sys/time.h>
#include <signal.h>
#include <fcntl.h>
#include <spawn.h>
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

/* The variable is global and mutable, which Swift does not let be read. */
static inline char **recado_environment(void) {
    extern char **environ;
    return environ;
}

/* fcntl is variadic. */
static inline int recado_duplicate(int descriptor, int least) {
    return fcntl(descriptor, F_DUPFD_CLOEXEC, least);
}

static inline int recado_keep_to_itself(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -1;
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

/* Several modules declare the types of the system that are made here: Swift would have to import the one it met first. */
static inline int recado_limit_sending(int descriptor, int seconds) {
    struct timeval patience = {seconds, 0};
    return setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

static inline int recado_spawn_signals(posix_spawnattr_t *attributes) {
    sigset_t signals;
    sigemptyset(&signals);
    int code = posix_spawnattr_setsigmask(attributes, &signals);
    if (code != 0) return code;
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    sigaddset(&signals, SIGUSR2);
    code = posix_spawnattr_setsigdefault(attributes, &signals);
    if (code != 0) return code;
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* It needs _GNU_SOURCE. */
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);

static inline int recado_spawn_closes(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

#endif
#endif
