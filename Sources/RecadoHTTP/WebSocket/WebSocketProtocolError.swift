// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// What the other side of a WebSocket did wrong.
public struct WebSocketProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code that tells the other side.
    public let code: WebSocketClose.Code
    /// What it was, in one line without content.
    public let detail: String

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - code: The code that tells the other side.
    ///   - detail: What it was, in one line without content.
    public init(_ code: WebSocketClose.Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// What it was, and the code.
    public var description: String { "\(detail) (\(code))" }
}
