// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Derives one schema from samples of JSON.
enum SampleSchema {
    /// The maximum nesting depth of values; the schema allows any value below that depth.
    private static let depthLimit = 256

    /// Returns the schema that matches all the values.
    static func schema(of values: [Value], depth: Int = 0) -> Value {
        let present = values.filter { !$0.isNull }
        var schema = depth < depthLimit ? shape(of: present, depth) : [:]
        if present.count < values.count { schema["nullable"] = true }
        return .object(schema)
    }

    private static func shape(of values: [Value], _ depth: Int) -> Value.Object {
        let objects = values.compactMap(\.objectValue)
        let arrays = values.compactMap(\.arrayValue)
        if values.isEmpty { return [:] }
        if objects.count == values.count { return object(objects, depth) }
        if arrays.count == values.count {
            return ["type": "array", "items": schema(of: arrays.flatMap(\.self), depth: depth + 1)]
        }
        if values.allSatisfy({ $0.boolValue != nil }) { return ["type": "boolean"] }
        if values.allSatisfy({ $0.intValue != nil }) { return ["type": "integer"] }
        if values.allSatisfy({ $0.doubleValue != nil }) { return ["type": "number"] }
        let texts = values.compactMap(\.stringValue)
        if texts.count == values.count { return text(texts) }
        return [:]
    }

    private static func object(_ objects: [Value.Object], _ depth: Int) -> Value.Object {
        var order: [String] = []
        var members: [String: [Value]] = [:]
        for object in objects {
            for (key, value) in object {
                if members[key] == nil { order.append(key) }
                members[key, default: []].append(value)
            }
        }
        var properties = Value.Object()
        for key in order { properties[key] = schema(of: members[key] ?? [], depth: depth + 1) }
        let required = order.filter { members[$0]?.count == objects.count }
        return [
            "type": "object", "properties": .object(properties),
            "required": .array(required.map { .string($0) }),
        ]
    }

    private static func text(_ texts: [String]) -> Value.Object {
        if texts.allSatisfy(isTime) { return ["type": "string", "format": "date-time"] }
        if texts.allSatisfy(isIdentifier) { return ["type": "string", "format": "uuid"] }
        return ["type": "string"]
    }

    /// True if a text is a date and time with a time zone (RFC 3339).
    private static func isTime(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40 else { return false }
        let marks: [(Int, UInt8)] = [(4, 0x2D), (7, 0x2D), (10, 0x54), (13, 0x3A), (16, 0x3A)]
        guard marks.allSatisfy({ bytes[$0.0] == $0.1 }) else { return false }
        let digits = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18]
        guard digits.allSatisfy({ (0x30...0x39).contains(bytes[$0]) }) else { return false }
        let zone = bytes[19...].drop { $0 == 0x2E || (0x30...0x39).contains($0) }
        if zone == [0x5A] { return true }
        return zone.count == 6 && (zone.first == 0x2B || zone.first == 0x2D)
    }

    /// True if a text is a UUID.
    private static func isIdentifier(_ text: String) -> Bool {
        let parts = text.split(atByte: "-", omittingEmptySubsequences: false)
        let isHexadecimal = parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
        return parts.map(\.count) == [8, 4, 4, 4, 12] && isHexadecimal
    }
}
