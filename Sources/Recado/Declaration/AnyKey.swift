// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A coding key of any name.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init(stringLiteral: String) {
        stringValue = stringLiteral
    }

    package init?(intValue: Int) { nil }
}
