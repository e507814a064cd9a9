// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP

/// The right to change a resource, until it is given back.
struct ResourceLock: Sendable {
    let resource: String
    /// The same among servers, where there are others.
    let lease: Lease?

    /// Carries the change out; where others have the lease by then, nothing is written.
    func guarding<Value, Failure: Error>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        guard let lease else { return try await body() }
        return try await lease.leases.guarding(lease.name, for: lease.holder, body)
    }

    /// A lease, which is kept up for as long as the change takes.
    struct Lease: Sendable {
        let name: String
        let holder: String
        let leases: any ResourceLeases
        private let upkeep: Task<Void, Never>

        /// After which time a resource is free again whose server has died.
        static let term = Duration.seconds(15)
        /// The time for which others are waited for.
        static let patience = Duration.seconds(10)
        /// The most milliseconds between two looks whether others are ready.
        private static let longestRest = 40

        /// Waits until no other server changes a resource.
        ///
        /// - Parameters:
        ///   - resource: The resource.
        ///   - leases: The leases of all resources.
        ///   - isNext: Whether this server has just had it, and others may have waited meanwhile.
        /// - Throws: 503 when that takes too long, and when nobody can tell.
        init(
            of resource: String,
            _ leases: any ResourceLeases,
            isNext: Bool
        ) async throws(ProblemDetails) {
            // A path can be longer than a key of a database.
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
                    // Should it fail, there is another try before the term ends.
                    if (try? await leases.keep(name, for: holder, Self.term)) == false { return }
                }
            }
        }

        /// Rests for a time that nobody knows, so that none of several servers is always first.
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
                // It may have been taken all the same.
                try? await uncancelled { await leases.release(name, from: holder) }
                throw .changesElsewhere
            }
        }

        /// Gives the resource back, also for a client that has gone.
        func end() async {
            upkeep.cancel()
            // It could take the resource anew after that was given back.
            await upkeep.value
            // Should it fail, the lease ends by itself.
            try? await uncancelled { [leases, name, holder] in
                await leases.release(name, from: holder)
            }
        }
    }
}

extension ProblemDetails {
    /// Another server changes the resource, or cannot be asked whether it does.
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
