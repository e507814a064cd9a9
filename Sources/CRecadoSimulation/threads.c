// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The threads of a world: stacks on the one thread of its scheduler, of which one runs at a time.
//
// To pass the turn from one thread of the system to another would cost more than most turns do.

#define _GNU_SOURCE
#include "world.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

// As much as the system gives a thread; pages that are not touched cost nothing.
static const size_t stack_size = 8 << 20;

// Stacks that are used again: most worlds need as many as the one before. Worlds follow each other,
// and so one thread of the system at a time is here.
enum { most_free_stacks = 64 };
static void *free_stacks[most_free_stacks];
static int free_stack_count;

static _Thread_local recado_thread *this_thread;

// The values that a thread keeps under keys of its own, such as its turns.
enum { most_values = 8 };

typedef struct {
    pthread_key_t key;
    // That of the side which does not run: the scheduler's while the thread does.
    void *value;
} kept_value;

struct recado_stack {
    ucontext_t own;
    ucontext_t scheduler;
    void *memory;
    kept_value values[most_values];
    int value_count;
};

static void *take_stack(void) {
    if (free_stack_count > 0) return free_stacks[--free_stack_count];
    void *memory = mmap(
        NULL, stack_size, PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    // What runs over the end of the stack is stopped there.
    mprotect(memory, 4096, PROT_NONE);
    return memory;
}

static void give_back_stack(void *memory) {
    if (free_stack_count < most_free_stacks) {
        free_stacks[free_stack_count++] = memory;
    } else {
        munmap(memory, stack_size);
    }
}

static void run(unsigned high, unsigned low) {
    recado_thread *thread = (recado_thread *)((uintptr_t)high << 32 | (uintptr_t)low);
    thread->body(thread->argument);
    thread->has_ended = true;
    swapcontext(&thread->stack->own, &thread->stack->scheduler);
}

static recado_thread *make(void *(*body)(void *), void *argument) {
    recado_thread *thread = calloc(1, sizeof(recado_thread));
    if (!thread) return NULL;
    thread->stack = calloc(1, sizeof(struct recado_stack));
    void *memory = thread->stack ? take_stack() : NULL;
    if (!memory) {
        free(thread->stack);
        free(thread);
        return NULL;
    }
    thread->stack->memory = memory;
    thread->body = body;
    thread->argument = argument;
    thread->host = recado_host();
    getcontext(&thread->stack->own);
    thread->stack->own.uc_stack.ss_sp = memory;
    thread->stack->own.uc_stack.ss_size = stack_size;
    uintptr_t address = (uintptr_t)thread;
    makecontext(
        &thread->stack->own, (void (*)(void))run, 2, (unsigned)(address >> 32),
        (unsigned)address);
    return thread;
}

// What stands for a thread's number: none is joined, and to be detached changes nothing.
static bool is_of_world(pthread_t id) { return ((uintptr_t)id & 1) == 1; }

int pthread_create(
    pthread_t *id, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static int (*original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    const recado_system *system = in_world();
    if (!system || recado_is_dispatch(__builtin_return_address(0))) {
        if (!original) {
            original = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))
                dlsym(RTLD_NEXT, "pthread_create");
        }
        return original ? original(id, attributes, body, argument) : EAGAIN;
    }
    recado_thread *thread = make(body, argument);
    if (!thread) return EAGAIN;
    *id = (pthread_t)((uintptr_t)thread | 1);
    system->start_thread(thread);
    return 0;
}

int pthread_detach(pthread_t id) {
    static int (*original)(pthread_t);
    if (is_of_world(id)) return 0;
    if (!original) original = (int (*)(pthread_t))dlsym(RTLD_NEXT, "pthread_detach");
    return original ? original(id) : EINVAL;
}

static int set_value(pthread_key_t key, const void *value) {
    static int (*original)(pthread_key_t, const void *);
    if (!original) {
        original = (int (*)(pthread_key_t, const void *))dlsym(RTLD_NEXT, "pthread_setspecific");
    }
    return original ? original(key, value) : ENOMEM;
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    struct recado_stack *stack = this_thread ? this_thread->stack : NULL;
    if (!stack) return set_value(key, value);
    int index = 0;
    while (index < stack->value_count && stack->values[index].key != key) index++;
    if (index == most_values) return ENOMEM;
    if (index == stack->value_count) {
        stack->values[stack->value_count++] = (kept_value){key, pthread_getspecific(key)};
    }
    return set_value(key, value);
}

// The stacks are on one thread of the system, which has one value under a key.
static void exchange_values(struct recado_stack *stack) {
    for (int index = 0; index < stack->value_count; index++) {
        kept_value *kept = &stack->values[index];
        void *value = pthread_getspecific(kept->key);
        set_value(kept->key, kept->value);
        kept->value = value;
    }
}

recado_thread *recado_current_thread(void) { return this_thread; }

void recado_thread_resume(recado_thread *thread) {
    const void *world = recado_world();
    int64_t host = recado_host();
    recado_enter(thread->world, thread->host);
    exchange_values(thread->stack);
    this_thread = thread;
    swapcontext(&thread->stack->scheduler, &thread->stack->own);
    this_thread = NULL;
    exchange_values(thread->stack);
    recado_enter(world, host);
}

void recado_thread_wait(recado_thread *thread) {
    swapcontext(&thread->stack->own, &thread->stack->scheduler);
}

void recado_thread_free(recado_thread *thread) {
    give_back_stack(thread->stack->memory);
    free(thread->stack);
    free(thread);
}
