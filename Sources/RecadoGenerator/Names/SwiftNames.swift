// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Makes Swift names from names in schemas.
struct SwiftNames {
    private var taken = UniqueNames([
        "Value", "Date", "Data", "Decimal", "String", "Int", "Bool", "SOAP",
    ])

    /// Returns a unique name for a type: `film-list` becomes `FilmList`, or `FilmList2` if that is
    /// taken.
    mutating func typeName(_ name: String) -> String {
        let base = Self.words(of: name).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return taken.take(Self.startsWithLetter(base) ? base : "Type" + base)
    }

    /// Returns a name in lower camel case for a property or a case.
    static func memberName(_ name: String) -> String {
        let words = words(of: name)
        guard let first = words.first else { return "value" }
        let capitals = first.prefix { $0.isUppercase }
        // `IPAddress` becomes `ipAddress`, `ID` becomes `id`, and `V4` becomes `v4`.
        let isAcronym = capitals.count > 1 && capitals.count < first.count
        let lowered =
            isAcronym && first[capitals.endIndex].isLowercase
            ? capitals.dropLast().lowercased() + first.dropFirst(capitals.count - 1)
            : capitals.lowercased() + first.dropFirst(capitals.count)
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        let joined = lowered + rest
        return startsWithLetter(joined) ? joined : "value" + joined
    }

    /// Returns unique names for several members.
    static func memberNames(_ names: [String]) -> [String] {
        var taken = UniqueNames()
        return names.map { taken.take(memberName($0)) }
    }

    /// Returns a name as it is written in code, with backticks around keywords.
    static func quoted(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Returns a text as a Swift string literal.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            case _ where scalar.isUnseen:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// Returns the first 200 scalars of a name, because a very long name would be slow to use.
    static func shortened(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.prefix(200)))
    }

    private static func words(of name: String) -> [String] {
        shortened(name).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func startsWithLetter(_ name: String) -> Bool { name.first?.isLetter == true }

    static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}
