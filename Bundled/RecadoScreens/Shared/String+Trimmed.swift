// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without leading and trailing white space.
    public var trimmed: String {
        let inner = drop(while: \.isWhitespace)
        guard let last = inner.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(inner[...last])
    }
}
