// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Traps for calls that reach the kernel although a world should have answered them.

#define _GNU_SOURCE
#include "world.h"
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// Time, chance, waiting and sockets; files and memory are the system's.
static const int trapped[] = {
    SYS_getrandom,    SYS_clock_gettime, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday,
    SYS_epoll_pwait,  SYS_epoll_ctl,     SYS_epoll_create1,   SYS_eventfd2,  SYS_ppoll,
    SYS_pselect6,     SYS_socket,        SYS_connect,         SYS_accept4,   SYS_bind,
    SYS_listen,       SYS_sendto,        SYS_recvfrom,        SYS_sendmsg,   SYS_recvmsg,
    SYS_fsync,        SYS_fdatasync,     SYS_timerfd_create,
#if defined(__x86_64__)
    SYS_epoll_wait,   SYS_poll,          SYS_select,          SYS_time,
#endif
};
enum { trapped_count = sizeof trapped / sizeof trapped[0] };

static void tell(int signal, siginfo_t *info, void *context) {
    char text[160];
    int count = snprintf(
        text, sizeof text, "A world asked the system behind its back: %s %d.\n",
        signal == SIGSYS ? "call" : "clock or memory, signal",
        signal == SIGSYS ? info->si_syscall : signal);
    if (count > 0) (void)!write(STDERR_FILENO, text, (size_t)count);
    abort();
}

bool recado_trap_calls(void) {
    struct sock_filter code[trapped_count + 3] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    };
    for (int index = 0; index < trapped_count; index++) {
        code[1 + index] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)trapped[index],
            (unsigned char)(trapped_count - index), 0);
    }
    code[trapped_count + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[trapped_count + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP);
    struct sock_fprog program = {trapped_count + 3, code};
    struct sigaction action = {0};
    action.sa_sigaction = tell;
    action.sa_flags = SA_SIGINFO;
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGSYS);
    sigaddset(&signals, SIGSEGV);
    if (pthread_sigmask(SIG_UNBLOCK, &signals, NULL) != 0) return false;
    if (sigaction(SIGSYS, &action, NULL) != 0) return false;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return false;
#if defined(__x86_64__)
    // The clock can be read without a call, by the processor's counter.
    if (sigaction(SIGSEGV, &action, NULL) != 0) return false;
    if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) != 0) return false;
#endif
    return true;
}
