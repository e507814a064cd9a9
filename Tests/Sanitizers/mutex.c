// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// Tells the thread sanitizer what Swift's Mutex does when threads contend for it.
//
// On Linux the quick paths of Mutex are compiled into its users, where the sanitizer sees them. The
// slow ones stand in libswiftSynchronization, which no sanitizer has seen (Swift 6.3): without this
// library, whatever a contended Mutex guards is reported as a race. scripts/sanitize loads it
// before the others, so that its functions are called in the place of the two slow paths.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// _MutexHandle._lockSlow(_: UInt32) and _MutexHandle._unlockSlow()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

// These are missing in programs without the sanitizer, such as the one that starts the tests.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void recado_lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void recado_unlock(SELF void *mutex) __asm__(UNLOCK);

SWIFT void recado_lock(uint32_t thread, SELF void *mutex) {
    SWIFT void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
    original(thread, mutex);
    if (__tsan_acquire != NULL) __tsan_acquire(mutex);
}

SWIFT void recado_unlock(SELF void *mutex) {
    SWIFT void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release != NULL) __tsan_release(mutex);
    original(mutex);
}
