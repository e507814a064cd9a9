// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The system's own calls, which the functions of the C library's names have hidden.

#include "world.h"
#include <stdarg.h>

#if defined(__x86_64__)
static long call(long number, const long *a) {
    long result;
    register long fourth __asm__("r10") = a[3];
    register long fifth __asm__("r8") = a[4];
    register long sixth __asm__("r9") = a[5];
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(fourth), "r"(fifth),
                       "r"(sixth)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
static long call(long number, const long *a) {
    register long eighth __asm__("x8") = number;
    register long first __asm__("x0") = a[0];
    register long second __asm__("x1") = a[1];
    register long third __asm__("x2") = a[2];
    register long fourth __asm__("x3") = a[3];
    register long fifth __asm__("x4") = a[4];
    register long sixth __asm__("x5") = a[5];
    __asm__ volatile("svc 0"
                     : "+r"(first)
                     : "r"(eighth), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                     : "memory");
    return first;
}
#endif

long recado_kernel_with(long number, const long *arguments) {
    return recado_result(call(number, arguments));
}

long recado_kernel(long number, ...) {
    long arguments[6];
    va_list list;
    va_start(list, number);
    for (int index = 0; index < 6; index++) arguments[index] = va_arg(list, long);
    va_end(list);
    return recado_kernel_with(number, arguments);
}
