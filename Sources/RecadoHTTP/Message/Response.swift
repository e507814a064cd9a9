// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A response, as a server sends it and a client receives it (RFC 9110 §3.4).
///
/// ```swift
/// let response = Response(status: .ok, content: Content("hello"))
/// ```
public struct Response: Sendable {
    /// The status code, which tells the result of the request.
    public var status: Status
    /// The header fields, in their order.
    public var fields: Fields
    /// The content: bytes in memory, or a stream.
    public var content: Content

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The header section.
    ///   - content: The content.
    public init(status: Status, fields: Fields = [:], content: Content = .empty) {
        self.status = status
        self.fields = fields
        self.content = content
    }
}
