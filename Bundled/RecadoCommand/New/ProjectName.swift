// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The name of a new package, and those that come from it.
struct ProjectName: Sendable, Hashable {
    /// The name as it was given, such as `table-bookings`.
    let text: String

    /// The longest name: what is made of it stays within the lines of the sources.
    static let longest = 24

    /// Names that the compiler, the package manager or the toolkit has for something else.
    private static let taken: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
        "defer", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "index", "init", "inout", "internal", "is", "let",
        "main", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "swift",
        "switch", "test", "testing", "throw", "throws", "true", "try", "typealias", "var",
        "where", "while",
        // Users of every Debian: a unit of that name would run as one of them.
        "backup", "bin", "daemon", "games", "irc", "list", "lp", "mail", "man", "news",
        "nobody", "proxy", "root", "sync", "sys", "uucp",
    ]

    /// Takes a name.
    ///
    /// - Throws: The use was wrong: the name is no word of small letters, digits and hyphens, or has another meaning.
    init(_ text: String) throws(CommandError) {
        guard text.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil,
            text.utf8.count <= Self.longest
        else {
            throw .usage(
                "“\(DisplayText.clean(text))” cannot be the name of a package",
                """
                expected small letters, digits and hyphens, \(Self.longest) at most, as in: recado new \
                table-bookings
                """
            )
        }
        guard !Self.taken.contains(text), !text.hasPrefix("recado") else {
            throw .usage("“\(text)” means something else already; choose another name")
        }
        self.text = text
    }

    /// The name in types: `TableBookings`.
    var type: String {
        text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name of the program's module: `table_bookings`.
    var module: String { text.replacing("-", with: "_") }
}
