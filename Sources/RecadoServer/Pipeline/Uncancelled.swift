// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Carries out what must be done also if the client has gone in the meantime.
///
/// The task of a request is cancelled when its client ends its side of the connection, and
/// databases give up what a cancelled task asks of them. A client that leaves must not keep its
/// failures from being counted by that. A task of its own is not cancelled with the one that waits
/// for it; it costs two changes of threads, which is little beside a database.
///
/// - Parameters:
///   - isLocal: Whether what is to be done waits for nothing and is not given up.
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
