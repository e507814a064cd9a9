// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import Synchronization

/// Verifies passwords that arrive with every request, and computes each hash only once a minute.
///
/// HTTP Basic sends the password each time, and each verification takes about twenty milliseconds
/// of a core. The verifier remembers each verdict, for a minute by default:
///
/// ```swift
/// let stored = try await store.read { … }         // the user's hash; nil when there is no user
/// let isRight = try await verifier.verify(password, of: name, against: stored)
/// ```
///
/// 1. A verdict is stored under the HMAC-SHA256 of the name, the password and the stored hash, with
///    a random key of the verifier. So no password stays in memory, and a verdict is not found
///    after the stored hash has changed.
/// 2. Right and wrong passwords are remembered separately, so that guesses do not displace right
///    passwords.
/// 3. Concurrent calls with the same credentials share one verification.
/// 4. The check of an unknown user takes as much work as that of a known user.
///
/// The verifier does not count failed attempts: the caller does, because it knows the client's
/// address.
public final class PasswordVerifier: Sendable {
    /// The lifetime of remembered verdicts, and the maximum number of them.
    public struct Options: Sendable {
        /// The time for which a verdict is valid; one minute by default.
        public var lifetime: Duration = .seconds(60)
        /// The maximum number of right passwords to remember; 4096 by default, which take less than
        /// a megabyte.
        public var acceptedCapacity: Int = 4_096
        /// The maximum number of wrong passwords to remember; 1024 by default.
        ///
        /// These verdicts help against a client that repeats one mistake, not against one that
        /// guesses.
        public var rejectedCapacity: Int = 1_024

        /// Creates the default options.
        public init() {}

        /// Creates options that differ from the default.
        ///
        /// - Parameter change: Changes the default options.
        public init(_ change: (inout Options) -> Void) {
            change(&self)
        }
    }

    private typealias Verdict = Result<Bool, PasswordError>

    private struct State: Sendable {
        var accepted: VerdictCache
        var rejected: VerdictCache
        var flights: [[UInt8]: [CheckedContinuation<Verdict, Never>]] = [:]
        /// The number of calls of ``forget(_:)``: a verification that began before the latest call
        /// does not store its result.
        var generation: UInt64 = 0

        mutating func verdict(of attempt: [UInt8], at now: Duration) -> Bool? {
            if accepted.contains(attempt, at: now) { return true }
            return rejected.contains(attempt, at: now) ? false : nil
        }
    }

    private enum Step {
        case answer(Bool)
        case wait
        case begin(generation: UInt64)
    }

    private let hasher: PasswordHasher
    private let now: @Sendable () -> Duration
    private let key: [UInt8]
    /// A hash that no password matches, verified for users that do not exist.
    private let decoy: EncodedHash
    private let state: Mutex<State>

    /// Creates a verifier that remembers nothing yet.
    ///
    /// - Parameters:
    ///   - hasher: The hasher that verifies passwords, within its own limits.
    ///   - options: The limits of the verdicts that are remembered.
    ///   - clock: The clock by which verdicts expire.
    public init<C: Clock<Duration>>(
        hasher: PasswordHasher,
        options: Options = Options(),
        clock: C = ContinuousClock()
    ) {
        self.hasher = hasher
        let start = clock.now
        now = { start.duration(to: clock.now) }
        key = RandomBytes.make(32)
        decoy = EncodedHash(
            cost: hasher.options.cost,
            salt: RandomBytes.make(16),
            tag: RandomBytes.make(32)
        )
        let lifetime = options.lifetime
        state = Mutex(
            State(
                accepted: VerdictCache(capacity: options.acceptedCapacity, lifetime: lifetime),
                rejected: VerdictCache(capacity: options.rejectedCapacity, lifetime: lifetime)
            )
        )
    }

    // MARK: - Verifying

    /// Verifies the password of a user.
    ///
    /// A cancelled task still waits for its verdict, because a verification is short.
    ///
    /// - Parameters:
    ///   - password: The password; an empty or too long one is wrong.
    ///   - user: The user's name, by which ``forget(_:)`` finds the user's verdicts.
    ///   - stored: The user's stored hash; `nil` when there is no such user.
    /// - Returns: True if there is such a user and the password is right.
    /// - Throws: A ``PasswordError`` if the verification was not possible; the usual one is `busy`.
    public func verify(
        _ password: String,
        of user: String,
        against stored: String?
    ) async throws(PasswordError) -> Bool {
        let password = Array(password.utf8)
        guard hasher.isAcceptable(password) else { return false }
        let name = Array(user.utf8)
        guard let attempt = code(of: [name, password, Array((stored ?? "").utf8)]) else {
            throw .engine(code: 0)
        }
        // A remembered verdict needs no check of the hash's cost, because the cost was checked
        // before.
        if let isRight = remembered(attempt) { return isRight }
        let hash = if let stored { try hasher.admit(stored) } else { decoy }
        let verdict: Verdict = await withCheckedContinuation { continuation in
            switch next(attempt, continuation) {
            case .answer(let isRight):
                continuation.resume(returning: .success(isRight))
            case .wait:
                break
            case .begin(let generation):
                let isKnown = stored != nil
                let isAccepted = hasher.startVerifying(password, against: hash) { verdict in
                    // No password is known for the decoy's random tag, but an unknown user must
                    // never be accepted.
                    let verdict = verdict.map { $0 && isKnown }
                    self.end(attempt, verdict, user: name, generation: generation)
                }
                if !isAccepted {
                    end(attempt, .failure(.busy), user: name, generation: generation)
                }
            }
        }
        return try verdict.get()
    }

    /// Forgets the verdicts about a user, for example when the account is closed.
    ///
    /// After a change of password this is not needed, because the stored hash has changed.
    ///
    /// - Parameter user: The name that was given to ``verify(_:of:against:)``.
    public func forget(_ user: String) {
        guard let owner = code(of: [Array(user.utf8)]) else { return }
        state.withLock { state in
            state.generation &+= 1
            state.accepted.removeAll(of: owner)
            state.rejected.removeAll(of: owner)
        }
    }

    /// Returns the remembered verdict, if it is still valid.
    private func remembered(_ attempt: [UInt8]) -> Bool? {
        let now = now()
        return state.withLock { $0.verdict(of: attempt, at: now) }
    }

    /// Returns the next step: answer with a remembered verdict, wait for a verification under way,
    /// or begin one.
    private func next(
        _ attempt: [UInt8],
        _ continuation: CheckedContinuation<Verdict, Never>
    ) -> Step {
        let now = now()
        return state.withLock { state in
            if let isRight = state.verdict(of: attempt, at: now) { return .answer(isRight) }
            let isUnderWay = state.flights[attempt] != nil
            state.flights[attempt, default: []].append(continuation)
            return isUnderWay ? .wait : .begin(generation: state.generation)
        }
    }

    private func end(
        _ attempt: [UInt8],
        _ verdict: Verdict,
        user: [UInt8],
        generation: UInt64
    ) {
        let now = now()
        let owner = code(of: [user])
        let waiting = state.withLock { state in
            if state.generation == generation, let owner, case .success(let isRight) = verdict {
                if isRight {
                    state.accepted.insert(attempt, owner: owner, at: now)
                } else {
                    state.rejected.insert(attempt, owner: owner, at: now)
                }
            }
            return state.flights.removeValue(forKey: attempt) ?? []
        }
        for continuation in waiting { continuation.resume(returning: verdict) }
    }

    // MARK: - Codes

    /// Returns the HMAC of several texts, each preceded by its length, so that moving a character
    /// from one text to the next changes the code.
    private func code(of texts: [[UInt8]]) -> [UInt8]? {
        var message: [UInt8] = []
        for text in texts {
            var length = UInt64(text.count)
            for _ in 0..<8 {
                message.append(UInt8(truncatingIfNeeded: length))
                length >>= 8
            }
            message += text
        }
        return MessageAuthentication.code(of: message, key: key)
    }
}
