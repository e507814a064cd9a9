// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Files of a world's disks: real ones, of which it is known what a loss of power would take.

#define _GNU_SOURCE
#include "world.h"
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    const recado_system *system = in_world();
    if (system) {
        int code = system->will_write(file, offset, (int64_t)count);
        if (code < 0) return recado_result(code);
    }
    return recado_kernel(SYS_pwrite64, file, bytes, count, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    return pwrite64(file, bytes, count, offset);
}

int ftruncate64(int file, off64_t length) {
    const recado_system *system = in_world();
    if (system) {
        int code = system->will_truncate(file, length);
        if (code < 0) return (int)recado_result(code);
    }
    return (int)recado_kernel(SYS_ftruncate, file, length);
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

// Nothing of a world has to outlive the machine that it runs on.
static int sync_file(long call, int file) {
    const recado_system *system = in_world();
    if (!system) return (int)recado_kernel(call, file);
    return (int)recado_result(system->sync(file));
}

int fsync(int file) { return sync_file(SYS_fsync, file); }
int fdatasync(int file) { return sync_file(SYS_fdatasync, file); }
