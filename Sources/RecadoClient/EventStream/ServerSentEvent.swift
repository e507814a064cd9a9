// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An event that a server sent (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The name of the event; `message` if the server sent none.
    public var name: String
    /// The data; its lines are separated by LF.
    public var data: String
    /// The identifier of this event, or the most recent identifier before it if it has none.
    public var id: String

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - data: The data.
    ///   - id: The identifier of this event, or of the last earlier event that had one.
    public init(name: String = "message", data: String, id: String = "") {
        self.name = name
        self.data = data
        self.id = id
    }
}
