// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP

/// The right to change a resource, until it is given back.
struct ResourceTurn: Sendable {
    let resource: String
    /// The same among servers, where there are others.
    let lease: Lease?

    /// A lease, which is kept up for as long as the change takes.
    struct Lease: Sendable {
        let name: String
        let holder: String
        let leases: any ResourceLeases
        private let upkeep: Task<Void, Never>

        /// After which time a resource is free again whose server has died.
        static let term = Duration.seconds(15)
        /// How long others are waited for.
        static let patience = Duration.seconds(10)
        private static let shortestRest = Duration.milliseconds(5)
        private static let longestRest = Duration.milliseconds(100)

        /// Waits until no other server changes a resource.
        ///
        /// - Throws: 503 when that takes too long, and when nobody can tell.
        init(of resource: String, _ leases: any ResourceLeases) async throws(ProblemDetails) {
            // A path can be longer than a key of a database.
            guard let hash = Sealing.hash(Array(resource.utf8)) else { throw .changesElsewhere }
            let (name, holder) = (Base64.encode(hash), RequestID.make())
            let end = ContinuousClock.now + Self.patience
            var rest = Self.shortestRest
            while try await !Self.take(name, for: holder, leases) {
                guard ContinuousClock.now < end, !Task.isCancelled else {
                    throw .changesElsewhere
                }
                try? await Task.sleep(for: rest)
                rest = min(rest * 2, Self.longestRest)
            }
            (self.name, self.holder, self.leases) = (name, holder, leases)
            upkeep = Task {
                while (try? await Task.sleep(for: Self.term / 3)) != nil {
                    _ = try? await leases.take(name, for: holder, Self.term)
                }
            }
        }

        private static func take(
            _ name: String,
            for holder: String,
            _ leases: any ResourceLeases
        ) async throws(ProblemDetails) -> Bool {
            do {
                return try await uncancelled { try await leases.take(name, for: holder, term) }
            } catch {
                throw .changesElsewhere
            }
        }

        /// Gives the resource back.
        func end() async {
            upkeep.cancel()
            // It could take the resource anew after that was given back.
            await upkeep.value
            await leases.giveBack(name, from: holder)
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
