// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension SecretMask {
    /// The characters that may separate a name from its value.
    private enum Signs: Sendable {
        /// `name=value`.
        case equals
        /// `name=value` and `name: value`.
        case equalsAndColons
    }

    /// Returns a query, a form or a text without the values of sensitive names and without user
    /// information.
    package func pairs(_ text: some StringProtocol) -> String {
        masked(text, .equalsAndColons) { $0 == UInt8(ascii: "&") }
    }

    /// True if a text holds values of sensitive names, or user information.
    package func holdsPairs(_ text: [UInt8]) -> Bool {
        let text = String(decoding: text, as: UTF8.self)
        return !pairs(text).utf8.elementsEqual(text.utf8)
    }

    /// Returns a path without the values of sensitive names, as in `/films;token=1`, and without
    /// user information.
    ///
    /// A colon does not begin a value: it begins the name of an operation, as in `/tokens:revoke`.
    package func path(_ text: some StringProtocol) -> String {
        // Most paths have no values.
        guard text.utf8.contains(where: { "=%@".utf8.contains($0) }) else { return String(text) }
        return masked(text, .equals) { "/;".utf8.contains($0) }
    }

    private func masked(
        _ text: some StringProtocol,
        _ signs: Signs,
        _ isSeparator: (UInt8) -> Bool
    ) -> String {
        let bytes = withoutUsers(Array(text.utf8))
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var start = 0
        for end in 0...bytes.count where end == bytes.count || isSeparator(bytes[end]) {
            let piece = Array(bytes[start..<end])
            let shown = masked(piece, signs)
            output += shown
            if shown != piece, goesOn(piece, shown) { break }
            if end < bytes.count { output.append(bytes[end]) }
            start = end + 1
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// True if a masked value may continue after the next separator; if so, the caller leaves out
    /// the rest of the text.
    ///
    /// A value may continue if it has unescaped marks of JSON or XML (see `isMark`), or if it is
    /// text after a colon. The value of a pair in a query, which has an equals sign and no spaces,
    /// cannot continue.
    private func goesOn(_ piece: [UInt8], _ shown: [UInt8]) -> Bool {
        if piece.contains(where: Self.isMark) { return true }
        let isText = !piece.contains(Self.equals) || piece.contains(0x20)
        return isText && shown.dropLast(text.utf8.count).last == UInt8(ascii: ":")
    }

    // MARK: - One pair

    /// Masks the value in a pair.
    ///
    /// Any equals sign in the pair, plain or escaped, may separate the name from the value: some
    /// servers read `/films%3Ftoken=1` as a query, and a value may itself be an address with a
    /// query. A colon may do so only if `signs` includes colons.
    private func masked(_ pair: [UInt8], _ signs: Signs) -> [UInt8] {
        if holdsDocument(pair) { return withoutValue(pair, signs) }
        if let masked = cut(pair, signs) { return masked }
        // If a secret appears only after further escapes are resolved, its place in the pair is
        // unknown, so the whole value is masked.
        let readings = EscapedText.readings(of: pair)
        let isShown =
            readings?.dropFirst().allSatisfy { cut($0, signs) == nil && withoutUsers($0) == $0 }
        return isShown == true ? pair : withoutValue(pair, signs)
    }

    /// Returns a pair up to the sign after the first sensitive name, then the mask; `nil` if no
    /// name is sensitive.
    private func cut(_ pair: [UInt8], _ signs: Signs) -> [UInt8]? {
        var start = 0
        var index = 0
        while index < pair.count {
            guard let length = Self.lengthOfSign(pair, index, signs) else {
                index += 1
                continue
            }
            let name = Array(pair[start..<index])
            index += length
            if isSensitive(escaped: name) { return Array(pair[..<index]) + text.utf8 }
            start = index
        }
        return nil
    }

    /// Returns the name of a pair with the mask as its value, or only the mask if the name itself
    /// may hold a secret.
    private func withoutValue(_ pair: [UInt8], _ signs: Signs) -> [UInt8] {
        let name = Array(pair.prefix { $0 != Self.equals })
        guard name.count < pair.count, !hasMarks(name), masked(name, signs) == name else {
            return Array(text.utf8)
        }
        return name + [Self.equals] + text.utf8
    }

    // MARK: - Bytes

    /// Returns the length of an equals sign or a colon, which may have been escaped several times:
    /// `%3D`, `%253D`.
    private static func lengthOfSign(_ bytes: [UInt8], _ index: Int, _ signs: Signs) -> Int? {
        let hasColons = signs == .equalsAndColons
        switch bytes[index] {
        case equals: return 1
        case UInt8(ascii: ":"): return hasColons ? 1 : nil
        case UInt8(ascii: "%"):
            var end = index + 1
            while bytes[end...].starts(with: "25".utf8) { end += 2 }
            let sign = bytes[end...].prefix(2).map(\.lowercased)
            let isMark =
                sign.elementsEqual("3d".utf8) || hasColons && sign.elementsEqual("3a".utf8)
            return isMark ? end + 2 - index : nil
        default: return nil
        }
    }

    private static let equals = UInt8(ascii: "=")
}
