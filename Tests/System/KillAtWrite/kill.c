// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Ends a process with SIGKILL in the middle of writing a file.
//
//     clang -O1 -fPIC -shared -o kill.so kill.c
//     LD_PRELOAD=./kill.so KILL_FILE=/tmp/a.sqlite KILL_AT=3 recado serve --database /tmp/a.sqlite
//
// The process dies instead of making its KILL_ATth change of KILL_FILE, an absolute path without
// links: a pwrite or an ftruncate, which are all that SQLite changes a database by. What it has
// written before stays, as it does when a service is killed from outside.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long changes;

static void count(int file) {
    const char *name = getenv("KILL_FILE"), *at = getenv("KILL_AT");
    if (!name || !at) { return; }
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) { return; }
    path[length] = 0;
    if (strcmp(path, name) == 0 && atomic_fetch_add(&changes, 1) + 1 == atol(at)) {
        kill(getpid(), SIGKILL);
    }
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t place) {
    static ssize_t (*next)(int, const void *, size_t, off64_t);
    if (!next) { next = (ssize_t(*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64"); }
    count(file);
    return next(file, bytes, size, place);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
    return pwrite64(file, bytes, size, place);
}

int ftruncate64(int file, off64_t size) {
    static int (*next)(int, off64_t);
    if (!next) { next = (int (*)(int, off64_t))dlsym(RTLD_NEXT, "ftruncate64"); }
    count(file);
    return next(file, size);
}

int ftruncate(int file, off_t size) { return ftruncate64(file, size); }
