// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A text that is found by its bytes, as the names of documents are.
///
/// By characters `é` and `e` with an accent are one, and many marks on a letter
/// take the square of their number.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
