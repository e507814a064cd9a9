// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoWire

/// Limits how many credentials a client may try: a part of step 5 of ``EndpointPipeline``.
struct LoginThrottle: Sendable {
    private let limits: Service.LoginAttemptLimits
    private let isLocal: Bool
    private let store: any LoginAttemptStore
    private let realm: String

    init(_ limits: Service.LoginAttemptLimits, realm: String, in store: any LoginAttemptStore) {
        self.limits = limits
        self.store = store
        isLocal = store is MemoryLoginAttemptStore
        self.realm = realm
    }

    /// Checks the credentials of an attempt, unless it has to wait.
    ///
    /// If the store fails, the credentials are checked all the same, so that nobody is locked out.
    ///
    /// - Parameters:
    ///   - account: The account that the credentials name.
    ///   - peer: The peer that sent them.
    ///   - verify: Identifies the owner of the credentials.
    /// - Returns: The result of `verify`.
    /// - Throws: 429 for an attempt that has to wait; the errors of `verify`, which do not count as
    ///   failures.
    func admit<C: Sendable>(
        _ account: String?,
        from peer: Peer?,
        _ verify: () async throws(ProblemDetails) -> C?
    ) async throws(ProblemDetails) -> C? {
        let attempt = LoginAttempt(realm: realm, account: account, address: Self.address(of: peer))
        let pause = try? await uncancelled(isLocal: isLocal) { [store, limits] in
            try await store.wait(for: attempt, limits)
        }
        try Self.check(pause ?? .zero)
        let caller = try await verify()
        let isRight = caller != nil
        let wait = try? await uncancelled(isLocal: isLocal) { [store, limits] in
            try await store.conclude(attempt, isRight: isRight, limits)
        }
        try Self.check(wait ?? .zero)
        return caller
    }

    private static func check(_ wait: Duration) throws(ProblemDetails) {
        guard wait > .zero else { return }
        var problem = ProblemDetails(
            status: .tooManyRequests,
            detail: Language.words(
                "Too many wrong credentials have come; nothing is looked at for a while.",
                es:
                    "Han llegado demasiadas credenciales incorrectas; durante un rato no se mira ninguna."
            )
        )
        problem.retryAfter = max(wait, .seconds(1))
        throw problem
    }

    /// Returns the sender's address; `nil` for an address of this machine, which may be a proxy's.
    private static func address(of peer: Peer?) -> String? {
        guard let peer, InternetAddress(peer.address)?.isLoopback == false else { return nil }
        return peer.network
    }
}
