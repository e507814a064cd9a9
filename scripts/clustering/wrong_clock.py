"""A clock of the wall that is wrong, for one process."""

import os
import subprocess

SOURCE = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += AHEAD;
    return (int)result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    if (time) *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *place) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (place) *place = now.tv_sec;
    return now.tv_sec;
}
"""


def environment(folder, ahead):
    """The environment of a process whose clock is some seconds ahead."""
    library = os.path.join(folder, "wrong-clock.so")
    command = ["g++", "-x", "c", "-shared", "-fPIC", f"-DAHEAD={ahead}", "-o", library, "-"]
    subprocess.run(command, input=SOURCE, text=True, check=True)
    return os.environ | {"LD_PRELOAD": library}
