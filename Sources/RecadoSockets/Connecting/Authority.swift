// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A host with an optional port, as a request names it.
struct Authority: Hashable, Sendable {
    /// The host; an IPv6 address has its brackets.
    let host: String
    /// The port, if there is one.
    let port: Int?

    init(_ text: some StringProtocol) {
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
            (host, port) = (String(text), nil)
            return
        }
        host = String(text[..<colon])
        port = Int(text[text.index(after: colon)...])
    }
}
