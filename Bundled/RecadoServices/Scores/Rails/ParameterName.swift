// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The name of a parameter, compared byte by byte as Ruby does.
///
/// Hashing a `String` normalizes it, which takes quadratic time in the number of consecutive
/// combining marks. Therefore a text that a caller sends must not be used as a dictionary key
/// directly.
struct ParameterName: Sendable, Hashable, ExpressibleByStringLiteral {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    init(stringLiteral text: String) {
        self.text = text
    }

    /// Creates a name from the text between the brackets of a longer name.
    init(_ text: Substring.UTF8View) {
        self.text = String(Substring(text))
    }

    var isEmpty: Bool { text.isEmpty }

    static func == (one: ParameterName, other: ParameterName) -> Bool {
        one.text.utf8.elementsEqual(other.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
