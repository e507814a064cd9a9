// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Carries out work that must be done even if the client has gone in the meantime.
///
/// The task of a request is cancelled when its client ends its side of the connection, and
/// databases abandon the statements of a cancelled task. A client must not be able to keep its
/// failures from being counted by leaving. A task of its own is not cancelled together with the
/// task that waits for it; it costs two changes of threads, which is little compared with a
/// database.
///
/// - Parameters:
///   - isLocal: True if the work waits for nothing and is not abandoned on cancellation.
///   - body: The work.
/// - Returns: The result of the body.
/// - Throws: The errors of the body.
func uncancelled<Value: Sendable>(
    isLocal: Bool = false,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    if isLocal { return try await body() }
    return try await Task { try await body() }.value
}
