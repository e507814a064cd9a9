// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The threads of a world: the system's own, of which one runs at a time.

#define _GNU_SOURCE
#include "world.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local recado_thread *this_thread;

typedef int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static create original;
    if (!original) original = (create)dlsym(RTLD_NEXT, "pthread_create");
    return original ? original(thread, attributes, body, argument) : EAGAIN;
}

static void await_turn(recado_thread *thread) {
    while (sem_wait(&thread->turn) != 0) {}
}

static void end(void *argument) {
    recado_thread *thread = argument;
    recado_enter(NULL, 0);
    thread->has_ended = true;
    sem_post(thread->back);
}

static void *run(void *argument) {
    recado_thread *thread = argument;
    await_turn(thread);
    this_thread = thread;
    recado_enter(thread->world, thread->host);
    pthread_cleanup_push(end, thread);
    if (!thread->is_killed) thread->body(thread->argument);
    pthread_cleanup_pop(1);
    return NULL;
}

int pthread_create(
    pthread_t *id, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    const recado_system *system = in_world();
    if (!system) return create_thread(id, attributes, body, argument);
    recado_thread *thread = calloc(1, sizeof(recado_thread));
    if (!thread) return EAGAIN;
    sem_init(&thread->turn, 0, 0);
    thread->body = body;
    thread->argument = argument;
    thread->world = recado_world();
    thread->host = recado_host();
    int code = create_thread(id, attributes, run, thread);
    if (code != 0) {
        recado_thread_free(thread);
        return code;
    }
    system->start_thread(thread);
    return 0;
}

recado_thread *recado_current_thread(void) { return this_thread; }

void recado_thread_resume(recado_thread *thread) {
    sem_post(&thread->turn);
    while (sem_wait(thread->back) != 0) {}
}

void recado_thread_wait(recado_thread *thread) {
    sem_post(thread->back);
    await_turn(thread);
    // The functions on its stack never go on: what they hold is lost, as in a process that dies.
    if (thread->is_killed) pthread_exit(NULL);
}

void recado_thread_kill(recado_thread *thread) {
    thread->is_killed = true;
    recado_thread_resume(thread);
}

void recado_thread_free(recado_thread *thread) {
    sem_destroy(&thread->turn);
    free(thread);
}

sem_t *recado_semaphore_make(void) {
    sem_t *semaphore = malloc(sizeof(sem_t));
    if (!semaphore) abort();
    sem_init(semaphore, 0, 0);
    return semaphore;
}

void recado_semaphore_free(sem_t *semaphore) {
    sem_destroy(semaphore);
    free(semaphore);
}
