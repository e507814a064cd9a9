// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ComparisonRule {
    /// Reports subprotocols of a WebSocket that only one version accepts.
    ///
    /// A browser closes a WebSocket if the server accepts none of the offered subprotocols.
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
