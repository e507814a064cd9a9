// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Runs a program and prints its time and its processor time in microseconds and its peak memory in
// KiB: Timing PROGRAM [ARGUMENT...]. It is small because a child's peak begins with its parent's.

static long long microseconds(struct timeval time) {
    return time.tv_sec * 1000000LL + time.tv_usec;
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

int main(int count, char **arguments) {
    if (count < 2) return 2;
    long long start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(arguments[1], arguments + 1);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) != child) return 1;
    long long time = now() - start;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 1;
    long long processor = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
    printf("%lld %lld %ld\n", time, processor, usage.ru_maxrss);
    return 0;
}
