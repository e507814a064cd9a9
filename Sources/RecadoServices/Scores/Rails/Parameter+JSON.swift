// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension Parameter {
    /// JSON as Ruby's library reads it: with comments, the last of equal keys, at most 100 levels deep.
    private static let json = {
        var json = JSON()
        json.duplicateKeys = .last
        json.limits.depth = 100
        return json
    }()

    /// The parameters of content in JSON; a document that is no object has none that anybody asks for.
    static func json(_ bytes: [UInt8]) throws(Unreadable) -> Parameter {
        // A byte order mark is none of Ruby's white space.
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
                    Dictionary(object.map { ($0.key, Parameter($0.value)) }) { _, last in last }
                )
            }
    }

    /// The text without comments; `nil` where there are none.
    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        var isString = false
        while at < bytes.count {
            let byte = bytes[at]
            let next = at + 1 < bytes.count ? bytes[at + 1] : 0
            if isString {
                if byte == UInt8(ascii: "\\"), at + 1 < bytes.count {
                    result.append(byte)
                    at += 1
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                result.append(bytes[at])
                at += 1
            } else if byte == UInt8(ascii: "/"), let end = endOfComment(bytes, at, next) {
                result.append(0x20)
                at = end
            } else {
                isString = byte == UInt8(ascii: "\"")
                result.append(byte)
                at += 1
            }
        }
        return result.count < bytes.count ? result : nil
    }

    /// The place behind a comment that begins somewhere; `nil` where none does, or it has no end.
    private static func endOfComment(_ bytes: [UInt8], _ start: Int, _ mark: UInt8) -> Int? {
        var at = start + 2
        switch mark {
        case UInt8(ascii: "/"):
            while at < bytes.count, bytes[at] != 0x0A { at += 1 }
            return at < bytes.count ? at : nil
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
