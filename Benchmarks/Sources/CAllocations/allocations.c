// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include "allocations.h"

#include <stdatomic.h>
#include <stddef.h>

// An executable's own malloc takes the place of the C library's, which stays reachable under the
// names that glibc exports for this purpose.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_ulong count;

unsigned long allocations_so_far(void) {
    return atomic_load_explicit(&count, memory_order_relaxed);
}

static void note(void) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    note();
    return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    note();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}
