// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A message of a WebSocket (RFC 6455 §5.6).
public enum WebSocketMessage: Sendable, Hashable {
    /// A text message; if received, it has been checked to be UTF-8.
    case text(String)
    /// A binary message.
    case binary([UInt8])

    /// The content; text is encoded in UTF-8.
    public var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }

    /// The size of the content in bytes.
    public var size: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

extension WebSocketMessage: CustomStringConvertible {
    /// The kind and the size; the content may be a secret and is left out.
    public var description: String {
        switch self {
        case .text: "text of \(size) bytes"
        case .binary: "\(size) bytes"
        }
    }
}
