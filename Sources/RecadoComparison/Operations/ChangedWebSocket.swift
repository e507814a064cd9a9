// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports operations that open a WebSocket in only one version.
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
