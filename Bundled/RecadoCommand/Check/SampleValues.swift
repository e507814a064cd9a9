// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// Makes example values for the schemas of a document; a value may break some rules of its schema.
struct SampleValues: Sendable {
    /// The greatest nesting of values, because schemas may contain themselves.
    private static let depthLimit = 16

    let document: Value

    /// Returns the target of a reference within the document; other values are returned unchanged.
    func resolve(_ value: Value) -> Value {
        var value = value
        for _ in 0..<Self.depthLimit {
            guard let reference = value["$ref"]?.stringValue, reference.hasPrefix("#/") else {
                break
            }
            var target: Value? = document
            for part in reference.dropFirst(2).split(separator: "/") {
                target = target?[String(part)]
            }
            guard let target else { return .null }
            value = target
        }
        return value
    }

    /// Returns an example value of a parameter, as text.
    func text(of parameter: Value) -> String {
        let value = parameter["example"] ?? sample(of: parameter["schema"] ?? .null)
        return switch value {
        case .string(let text): text
        case .array(let elements): elements.first?.stringValue ?? "1"
        default: value.description
        }
    }

    /// Returns an example value for a schema.
    func sample(of schema: Value, depth: Int = 0) -> Value {
        let schema = resolve(schema)
        guard depth < Self.depthLimit else { return .null }
        for key in ["const", "example", "default"] {
            if let value = schema[key] { return value }
        }
        for key in ["examples", "enum"] {
            if let value = schema[key]?[0] { return value }
        }
        for key in ["allOf", "anyOf", "oneOf"] {
            if let first = schema[key]?[0] { return sample(of: first, depth: depth + 1) }
        }
        switch schema["type"]?.stringValue ?? schema["type"]?[0]?.stringValue {
        case "object": return object(schema, depth)
        case "array":
            let count = min(schema["minItems"]?.intValue ?? 0, 10)
            let element = sample(of: schema["items"] ?? .null, depth: depth + 1)
            return .array(Array(repeating: element, count: max(0, count)))
        case "integer", "number":
            return schema["minimum"] ?? .number(.init(1))
        case "boolean": return true
        case "null": return .null
        default: return .string(text(schema))
        }
    }

    private func object(_ schema: Value, _ depth: Int) -> Value {
        var object = Value.Object()
        for name in schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
            object[name] = sample(of: schema["properties"]?[name] ?? .null, depth: depth + 1)
        }
        return .object(object)
    }

    private func text(_ schema: Value) -> String {
        switch schema["format"]?.stringValue {
        case "date-time": return "2026-01-02T03:04:05Z"
        case "date": return "2026-01-02"
        case "time": return "03:04:05Z"
        case "uri", "uri-reference", "url": return "https://example.org/a"
        case "email": return "a@example.org"
        case "uuid": return "00000000-0000-4000-8000-000000000000"
        default:
            let count = min(max(schema["minLength"]?.intValue ?? 1, 1), 1_000)
            return String(repeating: "1", count: count)
        }
    }
}
