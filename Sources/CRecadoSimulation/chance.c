// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Time and chance.

#define _GNU_SOURCE
#include "world.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void split(int64_t nanoseconds, struct timespec *time) {
    time->tv_sec = nanoseconds / 1000000000;
    time->tv_nsec = nanoseconds % 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*original)(clockid_t, struct timespec *);
    const recado_system *system = in_world();
    bool is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    bool is_monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE ||
                        clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME;
    if (system && is_wall) {
        split(system->wall_time(), time);
        return 0;
    }
    if (system && is_monotonic) {
        split(system->monotonic_time(), time);
        return 0;
    }
    if (!original) {
        original = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }
    if (original) return original(clock, time);
    return (int)recado_kernel(SYS_clock_gettime, clock, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    const recado_system *system = in_world();
    if (!system) return (int)recado_kernel(SYS_gettimeofday, time, zone);
    int64_t now = system->wall_time();
    time->tv_sec = now / 1000000000;
    time->tv_usec = now % 1000000000 / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

static int rest(const recado_system *system, const struct timespec *time) {
    system->sleep(time->tv_sec * 1000000000 + time->tv_nsec);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *remaining) {
    const recado_system *system = in_world();
    if (system) return rest(system, time);
    return (int)recado_kernel(SYS_nanosleep, time, remaining);
}

int usleep(useconds_t microseconds) {
    struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
    return nanosleep(&time, NULL);
}

unsigned sleep(unsigned seconds) {
    struct timespec time = {seconds, 0};
    return nanosleep(&time, NULL) == 0 ? 0 : seconds;
}

ssize_t getrandom(void *bytes, size_t count, unsigned flags) {
    const recado_system *system = in_world();
    if (!system) return recado_kernel(SYS_getrandom, bytes, count, flags);
    system->random(bytes, count);
    return (ssize_t)count;
}

int getentropy(void *bytes, size_t count) {
    return getrandom(bytes, count, 0) == (ssize_t)count ? 0 : -1;
}

void arc4random_buf(void *bytes, size_t count) {
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = getrandom(next, count, 0);
        if (got <= 0) continue;
        next += got;
        count -= (size_t)got;
    }
}

uint32_t arc4random(void) {
    uint32_t number;
    arc4random_buf(&number, sizeof number);
    return number;
}

// Of files, that of random bytes alone is the world's.
int open(const char *path, int flags, ...) {
    const recado_system *system = in_world();
    if (system && strcmp(path, "/dev/urandom") == 0) {
        return (int)recado_result(system->open_random());
    }
    va_list list;
    va_start(list, flags);
    unsigned mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(list, unsigned) : 0;
    va_end(list);
    return (int)recado_kernel(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open64(const char *, int, ...) __attribute__((alias("open")));

// SQLite seeds its numbers once in a process: with each world it does so anew.
void recado_forget_chance(void) {
    static void (*randomness)(int, void *);
    if (!randomness) randomness = (void (*)(int, void *))dlsym(RTLD_DEFAULT, "sqlite3_randomness");
    if (randomness) randomness(0, NULL);
}

// Of libcrypto.
int RAND_bytes(unsigned char *bytes, int count) {
    static int (*original)(unsigned char *, int);
    const recado_system *system = in_world();
    if (system && count >= 0) {
        system->random(bytes, (size_t)count);
        return 1;
    }
    if (!original) original = (int (*)(unsigned char *, int))dlsym(RTLD_NEXT, "RAND_bytes");
    return original ? original(bytes, count) : 0;
}

// Swift asks for random numbers, and for its locks, by this.
long syscall(long number, ...) {
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
    va_end(list);
    if (number == SYS_getrandom && in_world()) {
        return getrandom((void *)arguments[0], (size_t)arguments[1], (unsigned)arguments[2]);
    }
    return recado_kernel_with(number, arguments);
}
