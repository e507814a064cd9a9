// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A side of a WebSocket.
public enum WebSocketRole: String, Sendable, Hashable {
    /// The side that opened the WebSocket; it masks the payloads that it sends.
    case client
    /// The side that accepted the WebSocket.
    case server
}
