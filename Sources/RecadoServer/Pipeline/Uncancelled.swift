// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Runs work that must finish even if the client leaves in the meantime.
///
/// The task of a request is cancelled when its client ends its side of the connection, and
/// databases abandon the statements of a cancelled task. But a client must not be able to prevent
/// the counting of its failures by leaving. So the work runs in a task of its own, which is not
/// cancelled with the waiting task. This costs two thread switches, little compared with a database
/// call.
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
