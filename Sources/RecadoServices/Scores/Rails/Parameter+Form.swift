// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Content or a query that cannot be read.
struct Unreadable: Error {}

extension Parameter {
    /// The deepest nesting of names in brackets.
    private static let depth = 100

    /// The parameters of a query or a form, whose names in brackets make maps and lists: `score[name]=Pedro`.
    ///
    /// - Parameters:
    ///   - text: The text, escaped.
    ///   - separators: What stands between two of them.
    /// - Returns: A map.
    /// - Throws: For escapes that are none, for bytes that are no UTF-8 and names that contradict each other.
    static func form(
        _ text: [UInt8],
        separatedBy separators: [UInt8]
    ) throws(Unreadable) -> Parameter {
        var parameter = Parameter.map([:])
        for piece in text.split(whereSeparator: separators.contains) {
            // Blanks behind a separator belong to it.
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

    /// Adds a value under a name as forms have it.
    mutating func add(_ name: String, _ value: Parameter) throws(Unreadable) {
        guard case .map(var members) = self else { throw Unreadable() }
        try Self.add(name[...], value, to: &members, Self.depth)
        self = .map(members)
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) throws(Unreadable) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = bytes.startIndex
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "+"): result.append(0x20)
            case UInt8(ascii: "%"):
                guard at + 2 < bytes.endIndex, let high = UInt8.hex(bytes[at + 1]),
                    let low = UInt8.hex(bytes[at + 2])
                else { throw Unreadable() }
                result.append(high << 4 | low)
                at += 2
            default: result.append(bytes[at])
            }
            at += 1
        }
        guard let text = String(validating: result, as: UTF8.self) else { throw Unreadable() }
        return text
    }

    // MARK: - Names

    /// Rack's way to take a name apart.
    private static func add(
        _ name: Substring,
        _ value: Parameter,
        to members: inout [String: Parameter],
        _ depth: Int
    ) throws(Unreadable) {
        guard depth > 0 else { throw Unreadable() }
        let (key, rest) = head(of: name)
        guard !key.isEmpty else { return }
        if rest.isEmpty {
            members[key] = value
        } else if rest == "[" {
            members[String(name)] = value
        } else if rest.hasPrefix("[]") {
            try append(rest.dropFirst(2), value, to: &members[key, default: .list([])], depth)
        } else {
            guard case .map(var inner) = members[key, default: .map([:])] else {
                throw Unreadable()
            }
            try add(rest, value, to: &inner, depth - 1)
            members[key] = .map(inner)
        }
    }

    /// Adds to a list; a member of an element begins another one when the last has it already.
    private static func append(
        _ rest: Substring,
        _ value: Parameter,
        to list: inout Parameter,
        _ depth: Int
    ) throws(Unreadable) {
        guard case .list(var elements) = list else { throw Unreadable() }
        if rest.isEmpty {
            elements.append(value)
        } else {
            var inner: [String: Parameter] = [:]
            let (key, _) = head(of: rest)
            if case .map(let last) = elements.last, last[key] == nil {
                inner = last
                elements.removeLast()
            }
            try add(rest, value, to: &inner, depth - 1)
            elements.append(.map(inner))
        }
        list = .list(elements)
    }

    /// The first name of `[name][other]`, without its brackets, and what follows it.
    private static func head(of name: Substring) -> (key: String, rest: Substring) {
        let begun = name.drop { $0 == "[" || $0 == "]" }
        let key = begun.prefix { $0 != "[" && $0 != "]" }
        return (String(key), begun.dropFirst(key.count).drop { $0 == "]" })
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    fileprivate static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
