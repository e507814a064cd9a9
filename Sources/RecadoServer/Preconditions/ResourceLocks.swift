// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// The locks of resources that are being changed: one change after another, in order of arrival.
///
/// A change that has the lock gives it back in any case, so that waiting ends; a change that nobody
/// waits for any more discovers that when its turn comes. Of each server, only the next change
/// competes with other servers.
final class ResourceLocks: Sendable {
    /// The keys are the bytes of the names: hashing text from clients may take time in the square
    /// of its length.
    private let waiters = Mutex<[[UInt8]: [CheckedContinuation<Void, Never>]]>([:])
    private let leases: (any ResourceLeases)?

    init(_ leases: (any ResourceLeases)? = nil) {
        self.leases = leases
    }

    /// Waits until no other request changes a resource.
    ///
    /// - Throws: 503 when other servers change it for too long, or the leases cannot be read.
    func acquire(_ resource: String) async throws(ProblemDetails) -> ResourceLock {
        let isNext = await wait(for: resource)
        guard let leases else { return ResourceLock(resource: resource, lease: nil) }
        do throws(ProblemDetails) {
            let lease = try await ResourceLock.Lease(of: resource, leases, isNext: isNext)
            return ResourceLock(resource: resource, lease: lease)
        } catch {
            wakeNext(for: resource)
            throw error
        }
    }

    /// Lets the next request change the resource.
    func release(_ turn: ResourceLock) async {
        if let lease = turn.lease { await lease.end() }
        wakeNext(for: turn.resource)
    }

    /// Waits for the request's turn, and returns true if another request had the resource before.
    private func wait(for name: String) async -> Bool {
        let resource = Array(name.utf8)
        let isFree = waiters.withLock { waiters in
            if waiters[resource] != nil { return false }
            waiters[resource] = []
            return true
        }
        if isFree { return false }
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
        return true
    }

    private func wakeNext(for name: String) {
        let resource = Array(name.utf8)
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
