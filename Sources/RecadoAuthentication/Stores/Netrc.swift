// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP
public import RecadoTransport

/// The credentials in a `.netrc` file, with an entry for each host.
///
/// ```
/// machine example.org login ana password "two words"
/// default login guest password guest      # for every other host
/// ```
///
/// Words are separated by spaces and line ends, or are quoted; within quotes, `\"`, `\\`, `\n`,
/// `\r` and `\t` are escapes. A `#` at the start of a word begins a comment, unless a keyword's
/// value is expected. Macros are skipped. The first matching entry is used; `default` matches every
/// server that asks.
public struct Netrc: CredentialSource {
    private struct Entry: Sendable {
        /// The host in lower case; `nil` for the entry `default`.
        var host: String?
        var login = ""
        var password = ""
        var line: Int
    }

    private var entries: [(host: String?, credentials: BasicCredentials)] = []

    /// Parses the text of a `.netrc` file.
    ///
    /// - Parameter text: The text of the file.
    /// - Throws: `CredentialFileError` of the kind `malformed`, with the line.
    public init(parsing text: String) throws(CredentialFileError) {
        var words = NetrcWords(text)
        var entry: Entry?
        while let word = try words.next() {
            switch word {
            case "machine":
                try keep(entry)
                entry = Entry(host: try words.value().lowercased(), line: words.line)
            case "default":
                try keep(entry)
                entry = Entry(host: nil, line: words.line)
            case "login", "user":
                guard entry != nil else { throw .malformed(line: words.line, .unexpectedWord) }
                entry?.login = try words.value()
            case "password":
                guard entry != nil else { throw .malformed(line: words.line, .unexpectedWord) }
                entry?.password = try words.value()
            case "account":
                _ = try words.value()
            case "macdef":
                words.skipMacro()
            default:
                throw .malformed(line: words.line, .unexpectedWord)
            }
        }
        try keep(entry)
    }

    /// Reads a `.netrc` file, which must be readable only by its owner.
    ///
    /// - Parameter path: The path of the file. If the file does not exist, there are no entries.
    /// - Returns: The entries of the file.
    /// - Throws: `CredentialFileError`; of the kind `readableByOthers` if other users may read the
    ///   file.
    public static func read(_ path: String) throws(CredentialFileError) -> Netrc {
        guard let bytes = try PrivateFile.read(path) else { return try Netrc(parsing: "") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(line: 1, .notText)
        }
        return try Netrc(parsing: text)
    }

    /// Returns the credentials for the host of a protection space; `nil` for a proxy.
    ///
    /// - Parameters:
    ///   - space: The protection space of the credentials.
    ///   - failures: Not used, because the call ends when the same credentials are returned again.
    /// - Returns: The credentials.
    public func credentials(for space: ProtectionSpace, failures: Int) -> BasicCredentials? {
        space.side == .proxy ? nil : credentials(forHost: space.host)
    }

    /// Returns the credentials for a host, or the credentials of the entry `default`.
    ///
    /// - Parameter host: The host, without its port.
    /// - Returns: The credentials.
    public func credentials(forHost host: String) -> BasicCredentials? {
        let host = host.lowercased()
        return entries.first { $0.host == nil || $0.host == host }?.credentials
    }

    private mutating func keep(_ entry: Entry?) throws(CredentialFileError) {
        guard let entry, !entry.login.isEmpty || !entry.password.isEmpty else { return }
        guard let credentials = try? BasicCredentials(user: entry.login, password: entry.password)
        else { throw .malformed(line: entry.line, .unusable) }
        entries.append((entry.host, credentials))
    }
}

extension Netrc: CustomStringConvertible, CustomReflectable {
    /// The number of entries.
    public var description: String { "\(entries.count) hosts" }
    /// A mirror that shows only the hosts.
    public var customMirror: Mirror {
        Mirror(self, children: ["hosts": entries.map(\.host)], displayStyle: .struct)
    }
}

/// A reader of the words of a `.netrc` file.
private struct NetrcWords {
    private let bytes: [UInt8]
    private var position = 0
    /// The number of the line that is being read, from 1.
    private(set) var line = 1

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// Reads the next word, and skips comments before it.
    mutating func next() throws(CredentialFileError) -> String? {
        while true {
            skipBlanks()
            guard position < bytes.count else { return nil }
            guard bytes[position] == UInt8(ascii: "#") else { return try word() }
            skipLine()
        }
    }

    /// Reads the value of a keyword, which may begin with `#`.
    mutating func value() throws(CredentialFileError) -> String {
        skipBlanks()
        guard position < bytes.count else { throw .malformed(line: line, .missingValue) }
        return try word()
    }

    /// Skips the body of a macro, which ends with an empty line.
    mutating func skipMacro() {
        var isEmpty = false
        while position < bytes.count {
            let start = position
            skipLine()
            let length = bytes[start..<position].filter { $0 > 0x20 }.count
            isEmpty = length == 0
            if isEmpty { return }
        }
    }

    private mutating func word() throws(CredentialFileError) -> String {
        if bytes[position] == UInt8(ascii: "\"") { return try quoted() }
        let start = position
        while position < bytes.count, bytes[position] > 0x20 { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted() throws(CredentialFileError) -> String {
        let opening = line
        var content: [UInt8] = []
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\"), position < bytes.count else {
                content.append(byte)
                continue
            }
            content.append(Self.escapes[bytes[position]] ?? bytes[position])
            position += 1
        }
        throw .malformed(line: opening, .openQuote)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] <= 0x20 {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func skipLine() {
        while position < bytes.count {
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\n") {
                line += 1
                return
            }
        }
    }
}
