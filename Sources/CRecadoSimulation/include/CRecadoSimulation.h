// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The calls of the system that a simulated world answers instead of the kernel.
//
// A program that links this has functions of the C library's names. On a thread that belongs to a
// world they ask the world's table; on every other thread they do what the C library does.

#ifndef RECADO_SIMULATION_H
#define RECADO_SIMULATION_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#pragma clang assume_nonnull begin

struct recado_stack;

/// A thread of a world. One of them runs at a time.
typedef struct recado_thread {
    struct recado_stack *stack;
    void *_Nullable (*_Nonnull body)(void *_Nullable);
    void *_Nullable argument;
    const void *_Nullable world;
    /// The scheduler's own name of it.
    void *_Nullable owner;
    int64_t host;
    bool has_ended;
} recado_thread;

/// The world's answers. Those that return a number return the negative of `errno` on failure.
typedef struct recado_system {
    int (*socket)(void);
    int (*eventfd)(void);
    int (*epoll_create)(void);
    int (*close)(int descriptor);
    /// Opens a file of random bytes.
    int (*open_random)(void);
    bool (*is_random)(int descriptor);

    int (*bind)(int descriptor, uint32_t address, uint16_t port);
    int (*listen)(int descriptor, int backlog);
    int (*accept)(int descriptor, uint32_t *address, uint16_t *port);
    int (*connect)(int descriptor, uint32_t address, uint16_t port);
    int (*name)(int descriptor, bool is_peer, uint32_t *address, uint16_t *port);
    int (*error)(int descriptor);
    int (*is_listening)(int descriptor);
    int (*break_off)(int descriptor);
    int (*shut_down)(int descriptor);
    long (*receive)(int descriptor, uint8_t *_Nullable bytes, size_t count, bool peeks);
    long (*send)(int descriptor, const uint8_t *_Nullable bytes, size_t count);
    /// The number of an eventfd, which is 0 from then on.
    long (*take_events)(int descriptor);
    int (*add_events)(int descriptor, uint64_t count);

    int (*watch)(int poller, int operation, int descriptor, uint32_t events, uint64_t token);
    int (*wait)(int poller, struct epoll_event *events, int count, int milliseconds);
    /// The events that a descriptor has now, or after some milliseconds.
    int (*poll)(int descriptor, int events, int milliseconds);
    void (*sleep)(int64_t nanoseconds);
    /// The address of a host's name, or 0: no host has it, or that cannot be found out now.
    uint32_t (*resolve)(const char *name, bool *is_unknown);

    int (*will_write)(int file, int64_t offset, int64_t count);
    int (*will_truncate)(int file, int64_t length);
    int (*sync)(int file);

    int64_t (*monotonic_time)(void);
    int64_t (*wall_time)(void);
    void (*random)(uint8_t *bytes, size_t count);

    void (*enqueue)(void *job, uint64_t nanoseconds);
    /// Calls a function of a queue after those that were given to the same one before.
    void (*call_later)(
        void (*function)(void *_Nullable), void *_Nullable context, void *queue,
        uint64_t nanoseconds);
    /// Waits, unless the code is a task's, which cannot.
    bool (*wait_for_signal)(void *semaphore, int64_t nanoseconds);
    void (*signal)(void *semaphore);
    void (*start_thread)(recado_thread *thread);
} recado_system;

/// Has the worlds' threads answered by a table, which is the same for all worlds; once.
///
/// Returns whether Swift's runtime lets its executor be replaced: where it is linked statically, it
/// does not.
bool recado_simulation_install(const recado_system *system);

/// The world that the thread belongs to, and the host; no world is NULL.
const void *_Nullable recado_world(void);
int64_t recado_host(void);
void recado_enter(const void *_Nullable world, int64_t host);

/// Whether dictionaries have the same order in every process, as worlds need it: unless
/// `SWIFT_DETERMINISTIC_HASHING` is 0.
bool recado_hashes_alike(void);

/// Has libraries that have a generator of their own seed it again, such as SQLite.
void recado_forget_chance(void);

/// Ends the process with a message when the calling thread asks the kernel for time, chance, sockets
/// or waiting from now on; whether the kernel can do so.
bool recado_trap_calls(void);

/// The least descriptor of a world; the kernel's are below it.
int recado_first_descriptor(void);

/// Runs a job of Swift's up to where its task suspends.
void recado_run_job(void *job);
/// The number of a job's task, which no other task gets; 0 for a job that is none's.
uint64_t recado_task_of_job(void *job);

/// The thread of a world that calls; NULL on the scheduler.
recado_thread *_Nullable recado_current_thread(void);
/// Lets a thread run until it waits or ends.
void recado_thread_resume(recado_thread *thread);
/// Gives the turn of the calling thread back, and waits for the next one.
void recado_thread_wait(recado_thread *thread);
/// Forgets a thread, which does not go on: what the functions on its stack hold is lost, as in a
/// process that dies.
void recado_thread_free(recado_thread *thread);

#pragma clang assume_nonnull end
#endif
