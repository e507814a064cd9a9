// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCredentials
import RecadoCrypto
public import RecadoEndpoints
import RecadoHTTP

/// Begins, finds and ends the sessions of users who sign in to a service's pages.
///
/// ```swift
/// service.authenticate(Visitor.self) { credentials, _ throws(ProblemDetails) in
///     try await sessions.session(of: credentials).map { Visitor(name: $0.account) }
/// }
/// ```
///
/// 1. An identifier has 256 random bits; the store contains only its SHA-256 hash.
/// 2. A user who signs in gets a new identifier, and the previous session is removed, so that
///    nobody can prepare a session for somebody else (session fixation).
/// 3. A session ends when it has not been used for a while, and after a maximum time even if it is
///    used.
public final class Sessions: Sendable {
    /// The lifetimes of sessions.
    public struct Options: Sendable {
        /// The time without use after which a session ends; 30 minutes by default.
        public var idleLifetime: Duration = .seconds(1_800)
        /// The time after which a session ends even if it is used; 12 hours by default.
        public var lifetime: Duration = .seconds(43_200)

        /// Creates the default options.
        public init() {}
    }

    private let store: any SessionStore
    private let options: Options
    private let now: @Sendable () -> Int64

    /// Creates the sessions of a store.
    ///
    /// - Parameters:
    ///   - store: The store of the sessions; the memory of this process by default.
    ///   - options: The lifetimes of the sessions.
    public convenience init(
        store: any SessionStore = MemorySessionStore(),
        options: Options = Options()
    ) {
        self.init(store: store, options: options) { Int64(Ticks.wallSeconds) }
    }

    /// Creates the sessions of a store with a function that returns the time, in seconds since
    /// 1970.
    package init(
        store: any SessionStore,
        options: Options = Options(),
        now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.options = options
        self.now = now
    }

    /// Begins a session for a user who has just been authenticated.
    ///
    /// - Parameters:
    ///   - account: The account that the session belongs to.
    ///   - old: The session that the user came with, which is removed once the new one is stored.
    /// - Returns: The credentials for the cookie, to be passed to `SignedIn`.
    /// - Throws: The errors of the store; the session that the user came with then continues.
    public func begin(
        for account: String,
        replacing old: SessionCredentials? = nil
    ) async throws -> SessionCredentials {
        let bytes = RandomBytes.make(32)
        let text = Base64.encode(bytes, alphabet: .urlSafe, padding: false)
        guard let credentials = SessionCredentials(identifier: text),
            let key = Self.key(of: credentials)
        else { throw ProblemDetails(status: .internalServerError) }
        let time = now()
        let session = Session(account: account, beganAt: time, usedAt: time)
        try await store.insert(session, for: key)
        guard let old else { return credentials }
        do {
            try await end(old)
        } catch {
            // The cookie of the new session has not been sent, so the new session is removed; the
            // old session continues.
            try? await store.remove(key)
            throw error
        }
        return credentials
    }

    /// Finds the session of a request.
    ///
    /// - Parameter credentials: The cookie.
    /// - Returns: The session; `nil` when there is none or it has ended.
    /// - Throws: 503 when the store fails.
    public func session(
        of credentials: SessionCredentials
    ) async throws(ProblemDetails) -> Session? {
        guard let key = Self.key(of: credentials) else { return nil }
        do {
            guard let session = try await store.session(for: key) else { return nil }
            let time = now()
            guard isAlive(session, at: time) else {
                try await store.remove(key)
                return nil
            }
            // Once a minute is enough, because a session is read far more often than written.
            if time - session.usedAt >= 60 { try await store.touch(key, at: time) }
            return session
        } catch {
            var problem = ProblemDetails(
                status: .serviceUnavailable,
                detail: Language.words(
                    "Sessions cannot be looked up now; try again in a moment.",
                    es: "Ahora no se pueden consultar las sesiones; prueba dentro de un momento."
                )
            )
            problem.retryAfter = .seconds(1)
            throw problem
        }
    }

    private func isAlive(_ session: Session, at time: Int64) -> Bool {
        // The absolute difference is used, so that setting the clock back cannot prolong sessions.
        let idle = abs(time - session.usedAt)
        let age = abs(time - session.beganAt)
        return idle < options.idleLifetime.components.seconds
            && age < options.lifetime.components.seconds
    }

    /// Ends a session, for example when the user signs out.
    ///
    /// - Parameter credentials: The cookie.
    /// - Throws: The errors of the store.
    public func end(_ credentials: SessionCredentials) async throws {
        if let key = Self.key(of: credentials) { try await store.remove(key) }
    }

    /// Ends all sessions of an account, for example when the password has changed.
    ///
    /// - Parameter account: The account that the sessions belong to.
    /// - Throws: The errors of the store.
    public func endAll(of account: String) async throws {
        try await store.removeAll(of: account)
    }

    /// Returns the key under which the store keeps a session.
    private static func key(of credentials: SessionCredentials) -> String? {
        HashFunction.sha256.hash(Array(credentials.identifier.utf8)).map(Hexadecimal.text)
    }
}
