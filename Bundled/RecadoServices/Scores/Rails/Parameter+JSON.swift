// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Parameter {
    /// The rules of Ruby's JSON library: comments are allowed, the last of equal keys wins, and
    /// there are at most 100 levels of nesting.
    private static let json = {
        var json = JSON()
        json.duplicateKeys = .last
        json.limits.depth = 100
        // A member counts as two nodes: a name and a value.
        json.limits.nodes = 2 * limit
        return json
    }()

    /// Parses the parameters of JSON content; a document that is not an object has no relevant
    /// parameters.
    static func json(_ bytes: [UInt8]) throws(Unreadable) -> Parameter {
        // Ruby does not treat a byte order mark as white space.
        guard bytes.first != 0xEF else { throw Unreadable() }
        let value: Value
        do {
            value = try json.value(from: bytes)
        } catch {
            guard let plain = withoutComments(bytes), let found = try? json.value(from: plain)
            else { throw Unreadable() }
            value = found
        }
        let parameter = Parameter(value)
        if case .map = parameter { return parameter }
        return .map(["_json": parameter])
    }

    private init(_ value: Value) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(Parameter.init))
            case .object(let object):
                .map(
                    Dictionary(object.map { (ParameterName($0.key), Parameter($0.value)) }) {
                        _,
                        last in last
                    }
                )
            }
    }

    // MARK: - Comments

    /// Returns the text with comments replaced by blanks; `nil` if the text has no slash, or a
    /// comment without an end.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(UInt8(ascii: "/")) else { return nil }
        var result = bytes
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): at = endOfString(bytes, at)
            case UInt8(ascii: "/"):
                guard let end = endOfComment(bytes, at) else { return nil }
                while at < end {
                    result[at] = 0x20
                    at += 1
                }
            default: at += 1
            }
        }
        return result
    }

    /// Returns the position after the string that begins at `start`.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int {
        var at = start + 1
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "\""): return at + 1
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        return bytes.count
    }

    /// Returns the position after the comment that begins at `start`; `nil` if no comment begins
    /// there, or if the comment has no end.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int) -> Int? {
        var at = start + 2
        guard at < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "/"):
            return bytes[at...].firstIndex(of: 0x0A).map { $0 + 1 }
        case UInt8(ascii: "*"):
            while at + 1 < bytes.count {
                if bytes[at] == UInt8(ascii: "*"), bytes[at + 1] == UInt8(ascii: "/") {
                    return at + 2
                }
                at += 1
            }
            return nil
        default: return nil
        }
    }
}
