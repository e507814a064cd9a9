// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A text that is compared by its bytes, because documents compare names in this way.
///
/// A comparison by characters would treat `é` and `e` with a combining accent as equal, and would
/// take quadratic time for many combining marks on one letter.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
