// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Queues and semaphores of libdispatch, by which Swift's tasks sleep, among others.

#define _GNU_SOURCE
#include "world.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*function)(void *_Nullable);

// The time of a dispatch_time_t: two bits of it say of which clock it is.
static int64_t nanoseconds_until(uint64_t time) {
    const uint64_t wall = 3ull << 62, monotonic = 1ull << 63;
    if (time == 0) return 0;
    if (time == UINT64_MAX) return INT64_MAX;
    if ((time & wall) == wall) return (int64_t)-time - recado_world_system.wall_time();
    return (int64_t)(time & ~monotonic) - recado_world_system.monotonic_time();
}

void dispatch_after_f(uint64_t time, void *queue, void *context, function work) {
    static void (*original)(uint64_t, void *, void *, function);
    const recado_system *system = in_world();
    if (system) {
        int64_t delay = nanoseconds_until(time);
        return system->call_later(work, context, queue, delay > 0 ? (uint64_t)delay : 0);
    }
    if (!original) {
        original = (void (*)(uint64_t, void *, void *, function))dlsym(
            RTLD_NEXT, "dispatch_after_f");
    }
    if (original) original(time, queue, context, work);
}

void dispatch_async_f(void *queue, void *context, function work) {
    static void (*original)(void *, void *, function);
    const recado_system *system = in_world();
    if (system) return system->call_later(work, context, queue, 0);
    if (!original) {
        original = (void (*)(void *, void *, function))dlsym(RTLD_NEXT, "dispatch_async_f");
    }
    if (original) original(queue, context, work);
}

// Of the runtime of blocks, which libdispatch brings along.
extern void *_Block_copy(const void *block);
extern void _Block_release(const void *block);

struct block {
    void *class;
    int flags;
    int reserved;
    void (*invoke)(void *block);
};

static void run_block(void *block) {
    ((struct block *)block)->invoke(block);
    _Block_release(block);
}

void dispatch_async(void *queue, const void *block) {
    static void (*original)(void *, const void *);
    const recado_system *system = in_world();
    if (system) return system->call_later(run_block, _Block_copy(block), queue, 0);
    if (!original) original = (void (*)(void *, const void *))dlsym(RTLD_NEXT, "dispatch_async");
    if (original) original(queue, block);
}

void dispatch_barrier_async(void *queue, const void *block) { dispatch_async(queue, block); }

void dispatch_after(uint64_t time, void *queue, const void *block) {
    dispatch_after_f(time, queue, _Block_copy(block), run_block);
}

void dispatch_apply(size_t count, void *_Nullable queue, const void *block) {
    static void (*original)(size_t, void *, const void *);
    if (in_world()) {
        for (size_t index = 0; index < count; index++) {
            ((void (*)(const void *, size_t))(void *)((const struct block *)block)->invoke)(
                block, index);
        }
        return;
    }
    if (!original) {
        original = (void (*)(size_t, void *, const void *))dlsym(RTLD_NEXT, "dispatch_apply");
    }
    if (original) original(count, queue, block);
}

// Semaphores: what is counted is libdispatch's, what waits is the world's.

typedef intptr_t (*wait_function)(void *, uint64_t);

static intptr_t wait_outside(void *semaphore, uint64_t time) {
    static wait_function original;
    if (!original) original = (wait_function)dlsym(RTLD_NEXT, "dispatch_semaphore_wait");
    return original ? original(semaphore, time) : 0;
}

intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t time) {
    const recado_system *system = in_world();
    if (!system) return wait_outside(semaphore, time);
    while (true) {
        if (wait_outside(semaphore, 0) == 0) return 0;
        int64_t rest = nanoseconds_until(time);
        if (time == 0 || rest <= 0) return 1;
        if (!system->wait_for_signal(semaphore, rest)) {
            if (rest < INT64_MAX) return 1;
            fputs("A task of a world waits for a semaphore, and would keep all from it.\n", stderr);
            abort();
        }
    }
}

intptr_t dispatch_semaphore_signal(void *semaphore) {
    static intptr_t (*original)(void *);
    if (!original) original = (intptr_t(*)(void *))dlsym(RTLD_NEXT, "dispatch_semaphore_signal");
    intptr_t woken = original ? original(semaphore) : 0;
    const recado_system *system = in_world();
    if (system) system->signal(semaphore);
    return woken;
}
