// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Which side of a WebSocket it is.
public enum WebSocketRole: String, Sendable, Hashable {
    /// The side that opened it, and that masks what it sends.
    case client
    /// The side that accepted it.
    case server
}
