// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names whose values are likely to be secrets: names of header fields, of items in queries and
/// forms, and of members in documents.
///
/// There is one list for the process. Errors, logs of calls, recordings, curl commands and the
/// access log of a server use it, so that a value that one of them masks is masked by all. A
/// program adds further names when it starts:
///
/// ```swift
/// SensitiveNames.add("dni", "memberCard")
/// ```
///
/// Case does not matter, nor do `_`, `-`, spaces and a number at the end: `apiKey`, `API_KEY`,
/// `X-Api-Key` and `apiKey2` are equivalent. Each part of a path or of a name in brackets counts,
/// as in `user[password]` and `wsse:Password`. Short words count only as whole words: `user_pin` is
/// sensitive, `spinning` is not. In names of header fields, `key` and `auth` count anywhere, as in
/// `X-Userkey`.
public enum SensitiveNames: Sendable {
    private static let added = Mutex<Set<[UInt8]>>([])

    /// Adds names to the list of this process.
    ///
    /// - Parameter names: Whole names, such as `memberCard`, which also covers `member_card`. Of
    ///   `user[dni]` and `ns:dni` only the last part is added, which is then sensitive in any
    ///   position.
    public static func add(_ names: String...) {
        added.withLock { $0.formUnion(keys(of: names)) }
    }

    /// True if the values of a name are likely to be secrets.
    ///
    /// - Parameter name: The name, without escapes.
    /// - Returns: True if a part of the name is on the list.
    public static func contains(_ name: some StringProtocol) -> Bool {
        contains(Array(name.utf8), or: [])
    }

    /// True if one of the parts of a name is on the list, or among further names.
    static func contains(_ name: [UInt8], or further: Set<[UInt8]>) -> Bool {
        name.split(whereSeparator: isSeparator).contains { isSensitive($0, or: further) }
    }

    /// True if the value of a header field is likely to be a secret.
    ///
    /// The check is stricter than for other names, because redirects carry fields to other servers,
    /// and few field names hold `key` or `auth` by chance.
    package static func contains(field name: FieldName) -> Bool {
        let letters = letters(of: Array(name.rawName.utf8)[...])
        if challenges.contains(letters) { return false }
        return fieldParts.contains { letters.holds($0) } || contains(name.rawName)
    }

    private static func isSensitive(_ part: ArraySlice<UInt8>, or further: Set<[UInt8]>) -> Bool {
        let letters = letters(of: part)
        if challenges.contains(letters) { return false }
        // A name with a number is as sensitive as the name without it: `code2`.
        for name in [letters, withoutNumber(letters)] {
            if wholes.contains(name) || further.contains(name) { return true }
            if added.withLock({ $0.contains(name) }) { return true }
        }
        if parts.contains(where: { letters.holds($0) }) { return true }
        return words(of: part).contains { words.contains($0) }
    }

    // MARK: - Names of a program

    /// Returns the keys by which names are found: the letters of the last part of each name.
    static func keys(of names: some Sequence<String>) -> Set<[UInt8]> {
        Set(names.compactMap { key(of: $0) })
    }

    /// Returns the letters of the last part of a name; `nil` if it has none.
    static func key(of name: String) -> [UInt8]? {
        let parts = Array(name.utf8).split(whereSeparator: isSeparator)
        return parts.last.map { letters(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - The list

    /// The texts that are sensitive wherever they occur in a name.
    private static let parts = bytes([
        "accesskey", "apikey", "appid", "appkey", "assertion", "authorization", "authentication",
        "bearer",
        "codeverifier", "contrase", "cookie", "credential", "cvv", "kennwort", "motdepasse",
        "passcode", "passphrase", "passwd", "password", "passwort", "privatekey", "pwd", "secret",
        "sessid", "session", "signature", "token",
    ])

    /// The texts that are sensitive wherever they occur in the name of a header field.
    private static let fieldParts = bytes(["auth", "key"])

    /// The texts that are sensitive only as a word: as a part of a word they occur in too many
    /// other names.
    private static let words = Set(
        bytes([
            "auth", "clave", "csrf", "cvc", "dpop", "hmac", "jwt", "key", "keys", "oauth", "otp",
            "pass", "pin", "pins", "senha", "sid", "sig", "totp", "xsrf",
        ])
    )

    /// The names that are sensitive only as a whole: OAuth exchanges a `code` for a token, but a
    /// `zip_code` is harmless.
    private static let wholes = Set(
        bytes([
            "accesscode", "authcode", "cardnumber", "code", "devicecode", "logincode",
            "samlresponse", "securitycode", "usercode", "verificationcode",
        ])
    )

    /// The fields of challenges, which ask for credentials and hold none.
    private static let challenges = Set(bytes(["proxyauthenticate", "wwwauthenticate"]))

    private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

    /// All entries that apply to any name.
    package static var list: [String] {
        (parts + Array(words) + Array(wholes)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The entries that apply only to names of header fields.
    package static var fieldList: [String] {
        fieldParts.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - Words

    /// True if a byte separates the parts of a name, each of which is judged by itself.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        !isLetter(byte) && !"_- ".utf8.contains(byte)
    }

    /// Returns the letters and digits of a name in lowercase; all bytes outside ASCII count as
    /// letters.
    private static func letters(of name: ArraySlice<UInt8>) -> [UInt8] {
        name.compactMap { isLetter($0) ? $0.lowercased : nil }
    }

    /// Returns the words of a name in lowercase: each run of letters and digits, and the parts into
    /// which uppercase letters divide the run.
    private static func words(of name: ArraySlice<UInt8>) -> [[UInt8]] {
        var words: [[UInt8]] = []
        for run in name.split(whereSeparator: { !isLetter($0) }) {
            words.append(run.map(\.lowercased))
            var word: [UInt8] = []
            var wasCapital = false
            for byte in run {
                let isCapital = byte != byte.lowercased
                if isCapital, !wasCapital {
                    words.append(word)
                    word = []
                } else if !isCapital, wasCapital, word.count > 1 {
                    // The last of several uppercase letters begins a word, as in “PINCode”.
                    let first = word.removeLast()
                    words.append(word)
                    word = [first]
                }
                word.append(byte.lowercased)
                wasCapital = isCapital
            }
            words.append(word)
        }
        return words.map(withoutNumber)
    }

    /// Returns a word without its leading digits, up to the next digit: `pin` for `pin2` and
    /// `2pin`.
    private static func withoutNumber(_ word: [UInt8]) -> [UInt8] {
        Array(word.drop(while: isDigit).prefix { !isDigit($0) })
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: false
        }
    }
}

extension [UInt8] {
    /// True if the bytes contain the part; a search in a `String` takes much longer.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        let first = part.first
        return (0...count - part.count).contains { start in
            self[start] == first && part.indices.allSatisfy { self[start + $0] == part[$0] }
        }
    }
}
