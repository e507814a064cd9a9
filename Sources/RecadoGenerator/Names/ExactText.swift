// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// A text that is compared by its bytes, like the names in documents.
///
/// Compared by characters, `é` and `e` with an accent would be equal, and many combining marks on a
/// letter would take quadratic time.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.hasSameBytes(as: other.text)
    }

    func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}
