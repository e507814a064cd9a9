// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Content or a query that cannot be read.
struct Unreadable: Error {}

extension Parameter {
    /// The greatest number of parameters of a request.
    ///
    /// The limit applies to the pairs of a form or a query, and to the elements and attributes of
    /// XML. In JSON, names and values both count, and twice as many are allowed. Rack 2.2.14 and
    /// later have this limit for forms and queries. A score has two parameters.
    static let limit = 4_096

    /// The greatest nesting depth of names in brackets.
    private static let depth = 100

    /// Parses the parameters of a query or a form, in which names in brackets form maps and lists:
    /// `score[name]=Pedro`.
    ///
    /// - Parameters:
    ///   - text: The percent-encoded text.
    ///   - separators: The bytes that separate two parameters.
    /// - Returns: A map.
    /// - Throws: `Unreadable` for invalid escapes, bytes that are not UTF-8, names that contradict
    ///   each other, and more pairs than ``limit``.
    static func form(
        _ text: [UInt8],
        separatedBy separators: [UInt8]
    ) throws(Unreadable) -> Parameter {
        let pieces = text.split(maxSplits: limit, whereSeparator: separators.contains)
        guard pieces.count <= limit else { throw Unreadable() }
        var parameter = Parameter.map([:])
        for piece in pieces {
            // Blanks after a separator are part of the separator.
            let piece = piece.startIndex == 0 ? piece : piece.drop { $0 == 0x20 }
            let pair = piece.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard let name = pair.first, !pair.allSatisfy(\.isEmpty) else { continue }
            let value = pair.count > 1 ? try unescaped(pair[1]) : nil
            try parameter.add(try unescaped(name), value.map(Parameter.text) ?? .null)
        }
        return parameter
    }

    /// Adds a value under the name of a form field.
    mutating func add(_ name: String, _ value: Parameter) throws(Unreadable) {
        try add(name[...].utf8, value, Self.depth)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) throws(Unreadable) -> String {
        let blanks = bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        guard let plain = PercentEncoding.decode(bytes: blanks.span),
            let text = String(validating: plain, as: UTF8.self)
        else { throw Unreadable() }
        return text
    }

    // MARK: - Names

    /// Adds a value under a name that is split as in Rack; maps and lists grow in place.
    private mutating func add(
        _ name: Substring.UTF8View,
        _ value: Parameter,
        _ depth: Int
    ) throws(Unreadable) {
        guard depth > 0, case .map(var members) = self else { throw Unreadable() }
        // This releases the other reference to the members, so that a change does not copy all of
        // them.
        self = .null
        defer { self = .map(members) }
        let (key, rest) = Self.head(of: name)
        guard !key.isEmpty else { return }
        if rest.isEmpty {
            members[key] = value
        } else if rest.elementsEqual("[".utf8) {
            members[ParameterName(name)] = value
        } else if rest.starts(with: "[]".utf8) {
            try members[key, default: .list([])].append(rest.dropFirst(2), value, depth)
        } else {
            try members[key, default: .map([:])].add(rest, value, depth - 1)
        }
    }

    /// Adds a value to a list of single values or of maps.
    ///
    /// A member of a map is added to the last map, or to a new map if the last one already has this
    /// member.
    private mutating func append(
        _ name: Substring.UTF8View,
        _ value: Parameter,
        _ depth: Int
    ) throws(Unreadable) {
        guard case .list(var elements) = self else { throw Unreadable() }
        self = .null
        defer { self = .list(elements) }
        guard !name.isEmpty else { return elements.append(value) }
        if let last = elements.indices.last, case .map = elements[last], !elements[last].has(name) {
            return try elements[last].add(name, value, depth - 1)
        }
        var element = Parameter.map([:])
        try element.add(name, value, depth - 1)
        elements.append(element)
    }

    /// True if there already is a value under a name; always false for the name of a list.
    private func has(_ name: Substring.UTF8View) -> Bool {
        var found = self
        var rest = name
        while !rest.isEmpty {
            if rest.starts(with: "[]".utf8) { return false }
            let (key, next) = Self.head(of: rest)
            guard !key.isEmpty else { return true }
            guard let inner = found[key] else { return false }
            (found, rest) = (inner, next)
        }
        return true
    }

    /// Returns the first name of `[name][other]`, without its brackets, and the rest.
    private static func head(
        of name: Substring.UTF8View
    ) -> (key: ParameterName, rest: Substring.UTF8View) {
        let begun = name.drop(while: isBracket)
        let end = begun.firstIndex(where: isBracket) ?? begun.endIndex
        return (
            ParameterName(begun[..<end]), begun[end...].drop { $0 == UInt8(ascii: "]") }
        )
    }

    private static func isBracket(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
    }
}
