// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Who changes which resource at the moment: one after another, in the order of their coming.
///
/// A change that has the lock gives it back whatever becomes of it; waiting ends with that, and a
/// change that nobody waits for any more finds out when its turn comes.
final class ResourceLocks: Sendable {
    private let waiters = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Waits until nobody else changes a resource.
    func acquire(_ resource: String) async {
        let isFree = waiters.withLock { waiters in
            if waiters[resource] != nil { return false }
            waiters[resource] = []
            return true
        }
        if isFree { return }
        await withCheckedContinuation { continuation in
            let isFree = waiters.withLock { waiters in
                guard waiters[resource] != nil else {
                    waiters[resource] = []
                    return true
                }
                waiters[resource]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Lets the next one change the resource.
    func release(_ resource: String) {
        let next = waiters.withLock { waiters -> CheckedContinuation<Void, Never>? in
            guard waiters[resource]?.isEmpty == false else {
                waiters[resource] = nil
                return nil
            }
            return waiters[resource]?.removeFirst()
        }
        next?.resume()
    }
}
