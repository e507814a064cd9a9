// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A violation of the protocol or of a limit by the other side of a WebSocket.
public struct WebSocketProtocolError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code that is sent to the other side.
    public let code: WebSocketClose.Code
    /// A description of the violation, in one line without content.
    public let detail: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code that is sent to the other side.
    ///   - detail: A description of the violation, in one line without content.
    public init(_ code: WebSocketClose.Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The description of the violation, and the code.
    public var description: String { "\(detail) (\(code))" }
}
