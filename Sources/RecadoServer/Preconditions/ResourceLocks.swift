// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Synchronization

/// The locks that serialize changes of each resource, in order of arrival.
///
/// A change that has the lock always releases it, so waiting ends. A change whose client has gone
/// still waits, and only notices that the client has gone when it has the lock. On each server,
/// only the first change in the queue competes with other servers.
final class ResourceLocks: Sendable {
    /// The names are kept as bytes, because hashing text from clients may take time quadratic in
    /// its length.
    private let waiters = Mutex<[[UInt8]: [CheckedContinuation<Void, Never>]]>([:])
    private let leases: (any ResourceLeases)?

    init(_ leases: (any ResourceLeases)? = nil) {
        self.leases = leases
    }

    /// Waits until no other request changes a resource.
    ///
    /// - Throws: 503 when other servers hold the resource for too long, or the leases cannot be
    ///   read.
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

    /// Waits for the lock of a resource; returns true if another request had it before.
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
