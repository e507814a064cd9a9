// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a new package, and the names derived from it.
public struct ProjectName: Sendable, Hashable {
    /// The name as the user typed it, such as `table-bookings`.
    public let text: String

    /// The greatest length of a name, so that lines with derived names fit into 100 columns.
    public static let longest = 24

    /// Names that the compiler, SwiftPM or Recado uses for other things.
    private static let taken: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "index", "init", "inout", "internal", "is", "let",
        "main", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "swift",
        "switch", "test", "testing", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
        // Names of system users on Debian, because a systemd unit with such a name would run as
        // that user.
        "backup", "bin", "daemon", "games", "irc", "list", "lp", "mail", "man", "news",
        "nobody", "proxy", "root", "sync", "sys", "uucp",
    ]

    /// Creates a name from a text.
    ///
    /// - Parameter text: The name.
    /// - Throws: ``ProjectError/invalidName(_:)`` or ``ProjectError/reservedName(_:)``.
    public init(_ text: String) throws(ProjectError) {
        guard text.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil,
            text.utf8.count <= Self.longest
        else { throw .invalidName(text) }
        guard !Self.taken.contains(text), !text.hasPrefix("recado") else {
            throw .reservedName(text)
        }
        self.text = text
    }

    /// The name as a Swift type: `TableBookings`.
    var type: String {
        text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of the program's module: `table_bookings`.
    var module: String { text.replacing("-", with: "_") }
}
