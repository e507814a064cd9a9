// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// A WebSocket that has become an ordinary operation, or the reverse.
    static let changedWebSocket = ComparisonRule(
        "WebSocket changed",
        .operation { pair in
            let (old, new) = (pair.old.webSocket != nil, pair.new.webSocket != nil)
            guard old != new else { return [] }
            let words = new ? "a WebSocket is opened now" : "a WebSocket is no longer opened"
            return [(.breaking, "", words)]
        }
    )
}
