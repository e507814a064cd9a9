// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Carries out what must be done also if the client has gone in the meantime.
///
/// The task of a request is cancelled when its client ends its side of the connection, and databases
/// give up what a cancelled task asks of them. A client that leaves must not keep its failures from
/// being counted by that. A task of its own is not cancelled with the one that waits for it.
///
/// - Parameter body: What is to be done.
/// - Returns: What it returns.
/// - Throws: What it throws.
func uncancelled<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await Task { try await body() }.value
}
