// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// What a thread knows of its world, and the jobs of Swift.

#define _GNU_SOURCE
#include "world.h"
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Thread_local const void *recado_this_world;
static _Thread_local int64_t this_host;
recado_system recado_world_system;

const void *recado_world(void) { return recado_this_world; }
int64_t recado_host(void) { return this_host; }

void recado_enter(const void *world, int64_t host) {
    recado_this_world = world;
    this_host = host;
}

// Above what tests open, and low: servers keep their connections in arrays by descriptor.
int recado_first_descriptor(void) { return 1024; }

bool recado_is_dispatch(const void *caller) {
    Dl_info info;
    return dladdr(caller, &info) != 0 && info.dli_fname && strstr(info.dli_fname, "libdispatch");
}

long recado_result(long result) {
    if (result >= 0) return result;
    errno = (int)-result;
    return -1;
}

// Jobs

// Of swift/Runtime/Concurrency.h: where Swift's own executor can be replaced.
typedef void (*enqueue_original)(void *job) __attribute__((swiftcall));
typedef void (*delay_original)(uint64_t delay, void *job) __attribute__((swiftcall));
typedef void (*deadline_original)(long long, long long, long long, long long, int, void *)
    __attribute__((swiftcall));
extern void swift_job_run(void *job, void *identity, uintptr_t implementation)
    __attribute__((swiftcall));
extern uint64_t swift_task_getJobTaskId(void *job) __attribute__((swiftcall));
__attribute__((swiftcall)) static void enqueue(void *job, enqueue_original original) {
    if (in_world()) return recado_world_system.enqueue(job, 0);
    original(job);
}

__attribute__((swiftcall)) static void enqueue_delayed(
    uint64_t delay, void *job, delay_original original) {
    if (in_world()) return recado_world_system.enqueue(job, delay);
    original(delay, job);
}

__attribute__((swiftcall)) static void enqueue_until(
    long long seconds, long long nanoseconds, long long leeway_seconds,
    long long leeway_nanoseconds, int clock, void *job, deadline_original original) {
    if (!in_world()) {
        return original(
            seconds, nanoseconds, leeway_seconds, leeway_nanoseconds, clock, job);
    }
    int64_t time = recado_world_system.monotonic_time();
    int64_t end;
    if (__builtin_mul_overflow(seconds, 1000000000ll, &end) ||
        __builtin_add_overflow(end, nanoseconds, &end)) {
        end = INT64_MAX;
    }
    recado_world_system.enqueue(job, end > time ? (uint64_t)(end - time) : 0);
}

void recado_run_job(void *job) { swift_job_run(job, NULL, 0); }
uint64_t recado_task_of_job(void *job) { return swift_task_getJobTaskId(job); }

// A variable of Swift's libraries; a copy in this program would be another one.
static bool set(const char *name, void *value) {
    void **variable = dlsym(RTLD_NEXT, name);
    if (variable) *variable = value;
    return variable != NULL;
}

bool recado_simulation_install(const recado_system *system) {
    recado_world_system = *system;
    return set("swift_task_enqueueGlobal_hook", (void *)enqueue) &&
           set("swift_task_enqueueMainExecutor_hook", (void *)enqueue) &&
           set("swift_task_enqueueGlobalWithDelay_hook", (void *)enqueue_delayed) &&
           set("swift_task_enqueueGlobalWithDeadline_hook", (void *)enqueue_until);
}

bool recado_hashes_alike(void) {
    const char *wish = getenv("SWIFT_DETERMINISTIC_HASHING");
    return !wish || !*wish || !strchr("0fFnN", *wish);
}

// Before the first dictionary is made: their order would differ in each process.
__attribute__((constructor)) static void hash_alike(void) {
    if (!recado_hashes_alike()) return;
    struct {
        uint64_t seeds[2];
        bool is_deterministic;
    } *parameters = dlsym(RTLD_NEXT, "_swift_stdlib_Hashing_parameters");
    if (!parameters) return;
    parameters->seeds[0] = 0;
    parameters->seeds[1] = 0;
    parameters->is_deterministic = true;
}
