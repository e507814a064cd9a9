// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The names whose values are likely to be secrets: names of fields, of items in queries and forms,
/// and of members.
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
/// `X-Api-Key` and `apiKey2` are alike. Each part of a path or of a name in brackets counts, as in
/// `user[password]` and `wsse:Password`. Short words count as whole words: `user_pin` is sensitive,
/// `spinning` is not. In names of fields, `key` and `auth` count anywhere, as in `X-Userkey`.
public enum SensitiveNames: Sendable {
    private static let added = Mutex<Set<[UInt8]>>([])

    /// Adds names for as long as the process runs.
    ///
    /// - Parameter names: Whole names, such as `memberCard`, which is then also found as
    ///   `member_card`. Of `user[dni]` and `ns:dni` only the last part counts, and it is found in
    ///   any position.
    public static func add(_ names: String...) {
        added.withLock { $0.formUnion(keys(of: names)) }
    }

    /// Tells whether the values under a name are likely to be secrets.
    ///
    /// - Parameter name: The name, as it is read: without escapes.
    /// - Returns: True if one of its parts is on the list.
    public static func contains(_ name: some StringProtocol) -> Bool {
        contains(Array(name.utf8), or: [])
    }

    /// Tells whether one of the parts of a name is on the list, or among further names.
    static func contains(_ name: [UInt8], or further: Set<[UInt8]>) -> Bool {
        name.split(whereSeparator: isSeparator).contains { isSensitive($0, or: further) }
    }

    /// Tells whether the value of a field is likely to be a secret.
    ///
    /// The check is stricter than for other names: redirects carry fields to strangers, and few
    /// field names hold `key` or `auth` by chance.
    package static func contains(field name: FieldName) -> Bool {
        let letters = letters(of: Array(name.rawName.utf8)[...])
        if challenges.contains(letters) { return false }
        return fieldParts.contains { letters.holds($0) } || contains(name.rawName)
    }

    private static func isSensitive(_ part: ArraySlice<UInt8>, or further: Set<[UInt8]>) -> Bool {
        let letters = letters(of: part)
        if challenges.contains(letters) { return false }
        // A second name of a kind is as sensitive as the first: `code2`.
        for name in [letters, withoutNumber(letters)] {
            if wholes.contains(name) || further.contains(name) { return true }
            if added.withLock({ $0.contains(name) }) { return true }
        }
        if parts.contains(where: { letters.holds($0) }) { return true }
        return words(of: part).contains { words.contains($0) }
    }

    // MARK: - Names of a program

    /// The letters of the last part of each name, by which it is found.
    static func keys(of names: some Sequence<String>) -> Set<[UInt8]> {
        Set(names.compactMap { key(of: $0) })
    }

    /// The letters of the last part of a name, if it has any.
    static func key(of name: String) -> [UInt8]? {
        let parts = Array(name.utf8).split(whereSeparator: isSeparator)
        return parts.last.map { letters(of: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - The list

    /// Sensitive wherever they occur in a name.
    private static let parts = bytes([
        "accesskey", "apikey", "appid", "appkey", "assertion", "authorization", "authentication",
        "bearer",
        "codeverifier", "contrase", "cookie", "credential", "cvv", "kennwort", "motdepasse",
        "passcode", "passphrase", "passwd", "password", "passwort", "privatekey", "pwd", "secret",
        "sessid", "session", "signature", "token",
    ])

    /// Sensitive wherever they occur in the name of a field.
    private static let fieldParts = bytes(["auth", "key"])

    /// Sensitive as a word of a name; as a part of a word they occur in too many other names.
    private static let words = Set(
        bytes([
            "auth", "clave", "csrf", "cvc", "dpop", "hmac", "jwt", "key", "keys", "oauth", "otp",
            "pass", "pin", "pins", "senha", "sid", "sig", "totp", "xsrf",
        ])
    )

    /// Sensitive only as a whole name: OAuth exchanges a `code` for a token, but a `zip_code` is
    /// harmless.
    private static let wholes = Set(
        bytes([
            "accesscode", "authcode", "cardnumber", "code", "devicecode", "logincode",
            "samlresponse", "securitycode", "usercode", "verificationcode",
        ])
    )

    /// Challenges ask for credentials and hold none.
    private static let challenges = Set(bytes(["proxyauthenticate", "wwwauthenticate"]))

    private static func bytes(_ names: [String]) -> [[UInt8]] { names.map { Array($0.utf8) } }

    /// All names of the list.
    package static var list: [String] {
        (parts + Array(words) + Array(wholes)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The further parts of names of fields.
    package static var fieldList: [String] {
        fieldParts.map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: - Words

    /// Tells whether a byte separates names that are judged one by one.
    private static func isSeparator(_ byte: UInt8) -> Bool {
        !isLetter(byte) && !"_- ".utf8.contains(byte)
    }

    /// The letters and digits of a name in small letters; all bytes outside ASCII count as letters.
    private static func letters(of name: ArraySlice<UInt8>) -> [UInt8] {
        name.compactMap { isLetter($0) ? $0.lowercased : nil }
    }

    /// The words of a name in small letters: each run of letters and digits as a whole, and the
    /// parts of it that begin with capitals.
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
                    // The last one of several capital letters begins a word, as in “PINCode”.
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

    /// A word without digits at its start, up to the next digit: `pin` of `pin2` and `2pin`.
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
    /// Tells whether the bytes contain others in a row; a search in a text takes much longer.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        let first = part.first
        return (0...count - part.count).contains { start in
            self[start] == first && part.indices.allSatisfy { self[start + $0] == part[$0] }
        }
    }
}
