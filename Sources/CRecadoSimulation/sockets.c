// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Sockets, and what waits for them.

#define _GNU_SOURCE
#include "world.h"
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int socket(int family, int kind, int protocol) {
    const recado_system *system = in_world();
    if (!system) return (int)recado_kernel(SYS_socket, family, kind, protocol);
    if (family != AF_INET) return (int)recado_result(-EAFNOSUPPORT);
    return (int)recado_result(system->socket());
}

int eventfd(unsigned count, int flags) {
    const recado_system *system = in_world();
    if (!system || recado_is_dispatch(__builtin_return_address(0))) {
        return (int)recado_kernel(SYS_eventfd2, count, flags);
    }
    return (int)recado_result(system->eventfd());
}

int epoll_create1(int flags) {
    const recado_system *system = in_world();
    if (!system || recado_is_dispatch(__builtin_return_address(0))) {
        return (int)recado_kernel(SYS_epoll_create1, flags);
    }
    return (int)recado_result(system->epoll_create());
}

int close(int descriptor) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) return (int)recado_kernel(SYS_close, descriptor);
    return (int)recado_result(system->close(descriptor));
}

// Names

static bool take(const struct sockaddr *name, socklen_t size, uint32_t *address, uint16_t *port) {
    if (size < sizeof(struct sockaddr_in) || name->sa_family != AF_INET) return false;
    const struct sockaddr_in *internet = (const struct sockaddr_in *)(const void *)name;
    *address = ntohl(internet->sin_addr.s_addr);
    *port = ntohs(internet->sin_port);
    return true;
}

static void give(uint32_t address, uint16_t port, struct sockaddr *name, socklen_t *size) {
    struct sockaddr_in internet = {0};
    internet.sin_family = AF_INET;
    internet.sin_addr.s_addr = htonl(address);
    internet.sin_port = htons(port);
    if (!name || !size) return;
    memcpy(name, &internet, *size < sizeof internet ? *size : sizeof internet);
    *size = sizeof internet;
}

int bind(int descriptor, const struct sockaddr *name, socklen_t size) {
    const recado_system *system = in_world_with(descriptor);
    uint32_t address;
    uint16_t port;
    if (!system) return (int)recado_kernel(SYS_bind, descriptor, name, size);
    if (!take(name, size, &address, &port)) return (int)recado_result(-EAFNOSUPPORT);
    return (int)recado_result(system->bind(descriptor, address, port));
}

int connect(int descriptor, const struct sockaddr *name, socklen_t size) {
    const recado_system *system = in_world_with(descriptor);
    uint32_t address;
    uint16_t port;
    if (!system) return (int)recado_kernel(SYS_connect, descriptor, name, size);
    if (!take(name, size, &address, &port)) return (int)recado_result(-EAFNOSUPPORT);
    return (int)recado_result(system->connect(descriptor, address, port));
}

static int name_of(int descriptor, bool is_peer, struct sockaddr *name, socklen_t *size) {
    uint32_t address = 0;
    uint16_t port = 0;
    int code = recado_world_system.name(descriptor, is_peer, &address, &port);
    if (code == 0) give(address, port, name, size);
    return (int)recado_result(code);
}

int getsockname(int descriptor, struct sockaddr *restrict name, socklen_t *restrict size) {
    if (in_world_with(descriptor)) return name_of(descriptor, false, name, size);
    return (int)recado_kernel(SYS_getsockname, descriptor, name, size);
}

int getpeername(int descriptor, struct sockaddr *restrict name, socklen_t *restrict size) {
    if (in_world_with(descriptor)) return name_of(descriptor, true, name, size);
    return (int)recado_kernel(SYS_getpeername, descriptor, name, size);
}

int setsockopt(
    int descriptor, int level, int option, const void *value, socklen_t size) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) {
        return (int)recado_kernel(SYS_setsockopt, descriptor, level, option, value, size);
    }
    if (level == SOL_SOCKET && option == SO_LINGER && size >= sizeof(struct linger) &&
        ((const struct linger *)value)->l_onoff) {
        system->break_off(descriptor);
    }
    return 0;
}

int getsockopt(
    int descriptor, int level, int option, void *restrict value, socklen_t *restrict size) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) {
        return (int)recado_kernel(SYS_getsockopt, descriptor, level, option, value, size);
    }
    if (level != SOL_SOCKET || *size < sizeof(int)) return (int)recado_result(-ENOPROTOOPT);
    switch (option) {
    case SO_ERROR: *(int *)value = system->error(descriptor); return 0;
    case SO_TYPE: *(int *)value = SOCK_STREAM; return 0;
    case SO_ACCEPTCONN: *(int *)value = system->is_listening(descriptor); return 0;
    default: return (int)recado_result(-ENOPROTOOPT);
    }
}

// Sockets of a world never block, and no program takes the place of one of its own.
int fcntl(int descriptor, int command, ...) {
    if (in_world_with(descriptor)) return 0;
    va_list list;
    va_start(list, command);
    long argument = va_arg(list, long);
    va_end(list);
    return (int)recado_kernel(SYS_fcntl, descriptor, command, argument);
}

int fcntl64(int, int, ...) __attribute__((alias("fcntl")));

// Connections

int listen(int descriptor, int backlog) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) return (int)recado_kernel(SYS_listen, descriptor, backlog);
    return (int)recado_result(system->listen(descriptor, backlog));
}

int accept4(
    int descriptor, struct sockaddr *restrict name, socklen_t *restrict size, int flags) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) return (int)recado_kernel(SYS_accept4, descriptor, name, size, flags);
    uint32_t address = 0;
    uint16_t port = 0;
    int accepted = system->accept(descriptor, &address, &port);
    if (accepted >= 0) give(address, port, name, size);
    return (int)recado_result(accepted);
}

int shutdown(int descriptor, int how) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) return (int)recado_kernel(SYS_shutdown, descriptor, how);
    return how == SHUT_RD ? 0 : (int)recado_result(system->shut_down(descriptor));
}

ssize_t recv(int descriptor, void *bytes, size_t count, int flags) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) {
        return recado_kernel(SYS_recvfrom, descriptor, bytes, count, flags, NULL, NULL);
    }
    return recado_result(system->receive(descriptor, bytes, count, (flags & MSG_PEEK) != 0));
}

ssize_t send(int descriptor, const void *bytes, size_t count, int flags) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) {
        return recado_kernel(SYS_sendto, descriptor, bytes, count, flags, NULL, 0);
    }
    return recado_result(system->send(descriptor, bytes, count));
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) return recado_kernel(SYS_read, descriptor, bytes, count);
    if (system->is_random(descriptor)) {
        system->random(bytes, count);
        return (ssize_t)count;
    }
    if (count < sizeof(uint64_t)) return recado_result(-EINVAL);
    long events = system->take_events(descriptor);
    if (events < 0) return recado_result(events);
    memcpy(bytes, &events, sizeof(uint64_t));
    return sizeof(uint64_t);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    const recado_system *system = in_world_with(descriptor);
    if (!system) {
        system = in_world();
        off_t offset = system ? lseek(descriptor, 0, SEEK_CUR) : -1;
        int code = offset >= 0 ? system->will_write(descriptor, offset, (int64_t)count) : 0;
        if (code < 0) return recado_result(code);
        return recado_kernel(SYS_write, descriptor, bytes, count);
    }
    uint64_t events;
    if (count < sizeof events) return recado_result(-EINVAL);
    memcpy(&events, bytes, sizeof events);
    int code = system->add_events(descriptor, events);
    return code < 0 ? recado_result(code) : (ssize_t)sizeof events;
}

// Waiting

int epoll_ctl(int poller, int operation, int descriptor, struct epoll_event *event) {
    const recado_system *system = in_world_with(poller);
    if (!system) return (int)recado_kernel(SYS_epoll_ctl, poller, operation, descriptor, event);
    uint32_t events = event ? event->events : 0;
    uint64_t token = event ? event->data.u64 : 0;
    return (int)recado_result(system->watch(poller, operation, descriptor, events, token));
}

int epoll_wait(int poller, struct epoll_event *events, int count, int milliseconds) {
    const recado_system *system = in_world_with(poller);
    if (system) return (int)recado_result(system->wait(poller, events, count, milliseconds));
    return (int)recado_kernel(
        SYS_epoll_pwait, poller, events, count, milliseconds, NULL, (long)8);
}

int poll(struct pollfd *entries, nfds_t count, int milliseconds) {
    const recado_system *system = count == 1 ? in_world_with(entries[0].fd) : NULL;
    if (!system) {
        struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
        return (int)recado_kernel(
            SYS_ppoll, entries, count, milliseconds < 0 ? NULL : &time, NULL, (long)8);
    }
    int events = system->poll(entries[0].fd, entries[0].events, milliseconds);
    if (events < 0) return (int)recado_result(events);
    entries[0].revents = (short)events;
    return events != 0;
}

// Addresses

typedef int (*look_up)(
    const char *, const char *, const struct addrinfo *, struct addrinfo **);

int getaddrinfo(
    const char *restrict name, const char *restrict service,
    const struct addrinfo *restrict hints, struct addrinfo **restrict result) {
    const recado_system *system = in_world();
    if (!system || !name) {
        static look_up original;
        if (!original) original = (look_up)dlsym(RTLD_NEXT, "getaddrinfo");
        return original ? original(name, service, hints, result) : EAI_SYSTEM;
    }
    bool is_unknown = false;
    uint32_t address = system->resolve(name, &is_unknown);
    if (address == 0) return is_unknown ? EAI_NONAME : EAI_AGAIN;
    // The C library releases both with one call.
    struct addrinfo *entry = calloc(1, sizeof(struct addrinfo) + sizeof(struct sockaddr_in));
    if (!entry) return EAI_MEMORY;
    socklen_t size = sizeof(struct sockaddr_in);
    entry->ai_family = AF_INET;
    entry->ai_socktype = SOCK_STREAM;
    entry->ai_addr = (struct sockaddr *)(void *)(entry + 1);
    entry->ai_addrlen = size;
    give(address, (uint16_t)(service ? atoi(service) : 0), entry->ai_addr, &size);
    *result = entry;
    return 0;
}
