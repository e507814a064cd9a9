// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SecretMask {
    /// The bytes that end the authority of an address.
    enum AuthorityEnd: String, Sendable {
        /// For text that is one address.
        case address = "/?#"
        /// For text in which words and tags surround addresses.
        case text = "/?#\"<> \t\r\n"
    }

    /// Returns text without the user information of the addresses in it: `https://ana:x@a/b`
    /// becomes `https://…@a/b`.
    func withoutUsers(_ bytes: [UInt8], endingAt ends: AuthorityEnd = .text) -> [UInt8] {
        let (slash, at) = (UInt8(ascii: "/"), UInt8(ascii: "@"))
        guard bytes.contains(at) else { return bytes }
        let ends = Array(ends.rawValue.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let isBegun = index > 1 && bytes[index - 1] == slash && bytes[index - 2] == slash
            guard isBegun, !ends.contains(bytes[index]) else {
                output.append(bytes[index])
                index += 1
                continue
            }
            let authority = bytes[index...].prefix { !ends.contains($0) }
            if let last = authority.lastIndex(of: at), last > index {
                output += text.utf8
                output += authority[last...]
            } else {
                output += authority
            }
            index = authority.endIndex
        }
        return output
    }

    /// True if an address anywhere in the text has user information, escaped or not.
    package func holdsUser(_ text: [UInt8]) -> Bool {
        guard let readings = EscapedText.readings(of: text) else { return true }
        return readings.contains { withoutUsers($0) != $0 }
    }
}
