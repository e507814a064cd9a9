// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The rules for the names of members.
///
/// JSON:API 1.1, "Member Names": letters, digits and all characters beyond ASCII are allowed
/// everywhere; hyphens, underscores and spaces only inside a name. A member of an extension has the
/// extension's namespace and a colon before its name; names that begin with `@` are not subject to
/// JSON:API.
package enum MemberName {
    /// True if a name is allowed.
    package static func isValid(_ name: some BidirectionalCollection<UInt8>) -> Bool {
        var rest = name[...]
        if rest.first == UInt8(ascii: "@") {
            rest = rest.dropFirst()
        } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            guard !rest[..<colon].isEmpty, rest[..<colon].allSatisfy(isAlphanumeric) else {
                return false
            }
            rest = rest[rest.index(after: colon)...]
        }
        guard let first = rest.first, let last = rest.last else { return false }
        return isOuter(first) && isOuter(last) && rest.allSatisfy { isOuter($0) || isInner($0) }
    }

    /// True if a name is allowed.
    package static func isValid(_ name: String) -> Bool { isValid(name.utf8) }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte &- 0x30 < 10
    }

    private static func isOuter(_ byte: UInt8) -> Bool { byte >= 0x80 || isAlphanumeric(byte) }

    private static func isInner(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
    }
}
