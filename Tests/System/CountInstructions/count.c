// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Counts the instructions of a program that runs under callgrind, from one question to the next.
//
//     clang -O1 -fPIC -shared -o count.so count.c
//     LD_PRELOAD=./count.so COUNT_QUESTIONS=in COUNT_ANSWERS=out valgrind --tool=callgrind …
//
// COUNT_QUESTIONS and COUNT_ANSWERS are named pipes. For each byte that comes in the first, callgrind
// writes what it has counted since the last one to its next file, and the byte goes back through the
// second.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

// Valgrind 3.19 writes into the set of signals that the program gives it here; Dispatch's stands in
// memory that cannot be written.
int sigsuspend(const sigset_t *mask) {
    static int (*next)(const sigset_t *);
    if (!next) { next = (int (*)(const sigset_t *))dlsym(RTLD_NEXT, "sigsuspend"); }
    sigset_t copy = *mask;
    return next(&copy);
}

static void *answer(void *unused) {
    (void)unused;
    int questions = open(getenv("COUNT_QUESTIONS"), O_RDONLY | O_CLOEXEC);
    int answers = open(getenv("COUNT_ANSWERS"), O_WRONLY | O_CLOEXEC);
    char byte;
    while (read(questions, &byte, 1) == 1) {
        CALLGRIND_DUMP_STATS;
        if (write(answers, &byte, 1) != 1) { break; }
    }
    return NULL;
}

__attribute__((constructor)) static void start(void) {
    if (!getenv("COUNT_QUESTIONS") || !getenv("COUNT_ANSWERS")) { return; }
    // What starts valgrind is loaded with this, too, and would take the first question.
    if (!RUNNING_ON_VALGRIND) { return; }
    // The program's own threads handle its signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pthread_t thread;
    if (pthread_create(&thread, NULL, answer, NULL) == 0) { pthread_detach(thread); }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
