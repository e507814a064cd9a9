// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import Synchronization

/// Turns passwords into hashes to be stored, and verifies passwords against them.
///
/// ```swift
/// let hasher = PasswordHasher()
/// let stored = try await hasher.hash(password)    // "$argon2id$v=19$m=19456,t=2,p=1$…$…"
/// if try await hasher.verify(attempt, against: stored) {
///     if hasher.needsRehash(stored) { … }         // hash the password again, and store that
/// }
/// ```
///
/// The function is argon2id (RFC 9106) with a random salt of 16 bytes and a tag of 32 bytes. It
/// runs on a few threads of its own, never on Swift's cooperative pool. A stored hash with other
/// parameters is verified as well, if its cost is within the limits.
///
/// The password is hashed as the UTF-8 bytes that arrive, without Unicode normalization, for which
/// the standard library has no public function. A client on which "é" can be two characters should
/// send NFC (RFC 8265 §4.2), because different bytes are a different password.
///
/// A server that receives a password with each request should use a ``PasswordVerifier``.
public final class PasswordHasher: Sendable {
    /// The settings of the hasher.
    public let options: Options
    let lanes: HashLanes
    private let count = Atomic(0)

    /// Creates a hasher, whose threads start when they are needed.
    ///
    /// - Parameter options: The settings of the hasher; the defaults suit a service.
    public init(options: Options = Options()) {
        self.options = options
        lanes = HashLanes(count: options.concurrency, waitingLimit: options.waitingLimit)
    }

    /// The number of hashes computed so far, for new passwords and for verifications.
    public var computedCount: Int { count.load(ordering: .relaxed) }

    // MARK: - Hashing

    /// Hashes a new password.
    ///
    /// - Parameter password: The password, hashed as its UTF-8 bytes.
    /// - Returns: A text to store, in the PHC format.
    /// - Throws: A ``PasswordError``.
    public func hash(_ password: String) async throws(PasswordError) -> String {
        let password = Array(password.utf8)
        try checkLength(password)
        let salt = RandomBytes.make(16)
        let cost = options.cost
        return try await run { () throws(PasswordError) in
            let tag = try self.tag(of: password, salt: salt, cost: cost, length: 32)
            return EncodedHash(cost: cost, salt: salt, tag: tag).text
        }
    }

    /// Tells whether a stored hash should be replaced by a new one.
    ///
    /// - Parameter stored: A hash that ``hash(_:)`` returned earlier.
    /// - Returns: True if the hash cannot be read, its cost differs from that in the options, or
    ///   its tag does not have 32 bytes.
    public func needsRehash(_ stored: String) -> Bool {
        guard let hash = try? EncodedHash(stored) else { return true }
        return hash.cost != options.cost || hash.tag.count != 32
    }

    // MARK: - Verifying

    /// Verifies a password against a stored hash.
    ///
    /// - Parameters:
    ///   - password: The password; an empty or too long one is wrong.
    ///   - stored: The hash that ``hash(_:)`` returned, or another argon2id hash in the PHC format.
    /// - Returns: True if the password is right.
    /// - Throws: A ``PasswordError`` if the verification was not possible.
    public func verify(
        _ password: String,
        against stored: String
    ) async throws(PasswordError) -> Bool {
        let password = Array(password.utf8)
        guard isAcceptable(password) else { return false }
        let hash = try admit(stored)
        return try await run { () throws(PasswordError) in
            try self.isTag(of: password, hash)
        }
    }

    /// Queues a verification and passes its result to a closure; returns `false` if the queue is
    /// full.
    func startVerifying(
        _ password: [UInt8],
        against hash: EncodedHash,
        completion: @escaping @Sendable (Result<Bool, PasswordError>) -> Void
    ) -> Bool {
        lanes.submit {
            do throws(PasswordError) {
                completion(.success(try self.isTag(of: password, hash)))
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Reads a stored hash, and rejects a hash whose cost exceeds the limit.
    func admit(_ stored: String) throws(PasswordError) -> EncodedHash {
        let hash = try EncodedHash(stored)
        guard hash.cost.isWithin(options.acceptedCost) || hash.cost.isWithin(options.cost) else {
            throw .excessiveCost
        }
        return hash
    }

    /// True if the length of a password is within this hasher's limits.
    func isAcceptable(_ password: [UInt8]) -> Bool {
        !password.isEmpty && password.count <= options.passwordLimit
    }

    private func isTag(
        of password: [UInt8],
        _ hash: EncodedHash
    ) throws(PasswordError) -> Bool {
        let tag = try tag(
            of: password,
            salt: hash.salt,
            cost: hash.cost,
            length: hash.tag.count
        )
        return MessageAuthentication.areEqual(tag, hash.tag)
    }

    private func tag(
        of password: [UInt8],
        salt: [UInt8],
        cost: Cost,
        length: Int
    ) throws(PasswordError) -> [UInt8] {
        count.add(1, ordering: .relaxed)
        return try Argon2id.tag(of: password, salt: salt, cost: cost, length: length)
    }

    private func checkLength(_ password: [UInt8]) throws(PasswordError) {
        if password.isEmpty { throw .emptyPassword }
        if password.count > options.passwordLimit {
            throw .passwordTooLong(limit: options.passwordLimit)
        }
    }

    // MARK: - Turns

    /// Runs work when a thread is free; if the task is cancelled before that, the work is skipped.
    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws(PasswordError) -> Value
    ) async throws(PasswordError) -> Value {
        let cancellation = Cancellation()
        let result: Result<Value, PasswordError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAccepted = lanes.submit {
                    guard !cancellation.isCancelled else {
                        return continuation.resume(returning: .failure(.cancelled))
                    }
                    do throws(PasswordError) {
                        continuation.resume(returning: .success(try work()))
                    } catch {
                        continuation.resume(returning: .failure(error))
                    }
                }
                if !isAccepted { continuation.resume(returning: .failure(.busy)) }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try result.get()
    }
}
