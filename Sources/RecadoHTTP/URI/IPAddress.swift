// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The syntax of addresses in URIs (RFC 3986 §3.2.2).
package enum IPAddress: Sendable {
    /// True if bytes are valid between the brackets of a host.
    package static func isLiteral(_ bytes: ArraySlice<UInt8>) -> Bool {
        isVersion6(bytes) || isFutureVersion(bytes)
    }

    /// True if bytes are four decimal numbers from 0 to 255, without leading zeros.
    package static func isVersion4(_ bytes: ArraySlice<UInt8>) -> Bool {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                guard (1...3).contains(part.count), part.first != 0x30 || part.count == 1 else {
                    return false
                }
                var value = 0
                for byte in part {
                    guard (0x30...0x39).contains(byte) else { return false }
                    value = value * 10 + Int(byte - 0x30)
                }
                return value <= 255
            }
    }

    /// True if bytes are an IPv6 address: eight groups, or fewer around one `::`.
    package static func isVersion6(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 45 else { return false }
        guard let gap = firstGap(in: bytes) else { return groups(in: bytes) == 8 }
        let (before, after) = (bytes[..<gap], bytes[(gap + 2)...])
        // An IPv4 part is allowed only at the end of the address, so it must not precede `::`.
        guard !before.contains(UInt8(ascii: ".")),
            let left = before.isEmpty ? 0 : groups(in: before),
            let right = after.isEmpty ? 0 : groups(in: after)
        else { return false }
        return left + right <= 7
    }

    private static func firstGap(in bytes: ArraySlice<UInt8>) -> Int? {
        let colon = UInt8(ascii: ":")
        return bytes.indices.dropLast().first { bytes[$0] == colon && bytes[$0 + 1] == colon }
    }

    /// Returns the number of 16-bit groups; `nil` if a group is malformed.
    private static func groups(in bytes: ArraySlice<UInt8>) -> Int? {
        var count = 0
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, isVersion4(part) {
                count += 2
            } else if (1...4).contains(part.count), part.allSatisfy({ $0.hexadecimalValue != nil })
            {
                count += 1
            } else {
                return nil
            }
        }
        return count
    }

    private static func isFutureVersion(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first?.lowercased == UInt8(ascii: "v"),
            let dot = bytes.firstIndex(of: UInt8(ascii: "."))
        else { return false }
        let (version, rest) = (bytes[..<dot].dropFirst(), bytes[(dot + 1)...])
        return !version.isEmpty && version.allSatisfy { $0.hexadecimalValue != nil }
            && !rest.isEmpty
            && rest.allSatisfy(allowedInFutureVersion.contains)
    }

    private static let allowedInFutureVersion = PercentEncoding.CharacterSet(
        unreservedAnd: "!$&'()*+,;=:"
    )
}
