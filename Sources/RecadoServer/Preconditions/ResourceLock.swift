// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP

/// The exclusive right to change a resource, until it is released.
struct ResourceLock: Sendable {
    let resource: String
    /// The lease that keeps other servers from changing the resource; `nil` without leases.
    let lease: Lease?

    /// Runs the change through the lease; if another server has taken the lease in the meantime,
    /// the change may be refused.
    func guarding<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let lease else { return try await body() }
        return try await lease.leases.guarding(lease.name, for: lease.holder, body)
    }

    /// A lease, which is prolonged until the change is complete.
    struct Lease: Sendable {
        let name: String
        let holder: String
        let leases: any ResourceLeases
        private let upkeep: Task<Void, Never>

        /// The time after which a lease ends if its server has died.
        static let term = Duration.seconds(15)
        /// The longest time that a change waits for other servers.
        static let patience = Duration.seconds(10)
        /// The most milliseconds between two attempts to take the lease.
        private static let longestRest = 40

        /// Waits until no other server changes a resource.
        ///
        /// - Parameters:
        ///   - resource: The resource.
        ///   - leases: The leases of all resources.
        ///   - isNext: True if this server just released the resource, so that other servers may be
        ///     waiting for it.
        /// - Throws: 503 when waiting takes too long, or when the leases cannot be read.
        init(
            of resource: String,
            _ leases: any ResourceLeases,
            isNext: Bool
        ) async throws(ProblemDetails) {
            // The name is hashed, because a path can be longer than a database key.
            guard let hash = HashFunction.sha256.hash(Array(resource.utf8)) else {
                throw .changesElsewhere
            }
            let (name, holder) = (Base64.encode(hash), RequestID.make())
            let end = ContinuousClock.now + Self.patience
            if isNext { await Self.rest() }
            while try await !Self.take(name, for: holder, leases) {
                guard ContinuousClock.now < end, !Task.isCancelled else {
                    throw .changesElsewhere
                }
                await Self.rest()
            }
            (self.name, self.holder, self.leases) = (name, holder, leases)
            upkeep = Task {
                while (try? await Task.sleep(for: Self.term / 3)) != nil {
                    // If this fails, there is another attempt before the lease ends.
                    if (try? await leases.keep(name, for: holder, Self.term)) == false { return }
                }
            }
        }

        /// Pauses for a random time, so that no server is always first.
        private static func rest() async {
            try? await Task.sleep(for: .milliseconds(Int.random(in: 1...longestRest)))
        }

        private static func take(
            _ name: String,
            for holder: String,
            _ leases: any ResourceLeases
        ) async throws(ProblemDetails) -> Bool {
            do {
                return try await uncancelled { try await leases.take(name, for: holder, term) }
            } catch {
                // The lease may have been taken despite the error.
                try? await uncancelled { await leases.release(name, from: holder) }
                throw .changesElsewhere
            }
        }

        /// Releases the lease, even if the client has gone.
        func end() async {
            upkeep.cancel()
            // The upkeep must end first; otherwise it could take the lease again after its release.
            await upkeep.value
            // If this fails, the lease ends by itself.
            try? await uncancelled { [leases, name, holder] in
                await leases.release(name, from: holder)
            }
        }
    }
}

extension ProblemDetails {
    /// The problem when another server changes the resource, or when the leases cannot be read.
    fileprivate static var changesElsewhere: ProblemDetails {
        var problem = ProblemDetails(
            status: .serviceUnavailable,
            detail: Language.words(
                "Another server is changing this resource, or cannot be asked whether it is.",
                es:
                    "Otro servidor está cambiando este recurso, o no se le puede preguntar si lo está."
            )
        )
        problem.retryAfter = .seconds(1)
        return problem
    }
}
