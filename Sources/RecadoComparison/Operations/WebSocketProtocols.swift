// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// The subprotocols of a WebSocket.
    ///
    /// A browser closes a WebSocket if the server accepts none of the subprotocols that it offers.
    static let webSocketProtocols = ComparisonRule(
        "WebSocket protocols",
        .operation { pair in
            guard let old = pair.old.webSocket?.protocols,
                let new = pair.new.webSocket?.protocols
            else { return [] }
            let gone = old.filter { !new.contains($0) }
            let come = new.filter { !old.contains($0) }
            return gone.map { (.breaking, "", "“\($0)” is no longer spoken") }
                + come.map { (.note, "", "“\($0)” is spoken as well") }
        }
    )
}
