// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Recado
public import RecadoHTTP

/// What is different about one call.
///
/// ```swift
/// try await client.send(RentFilm(id: 7), with: CallOptions(credentials: anotherMember))
/// ```
public struct CallOptions: Sendable {
    /// Who calls, instead of the client's; sent even if the endpoint asks nobody who they are.
    public var credentials: (any CallerCredentials)?
    /// How long the call may take, instead of the client's.
    public var timeouts: Timeouts?
    /// Further fields, which replace the client's of the same names.
    public var fields: Fields

    /// Creates options.
    ///
    /// - Parameters:
    ///   - credentials: Who calls, instead of the client's.
    ///   - timeouts: How long the call may take, instead of the client's.
    ///   - fields: Further fields.
    public init(
        credentials: (any CallerCredentials)? = nil,
        timeouts: Timeouts? = nil,
        fields: Fields = [:]
    ) {
        self.credentials = credentials
        self.timeouts = timeouts
        self.fields = fields
    }
}
