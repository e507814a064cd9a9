// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoEndpoints

/// Values that schemas allow, for examples and as initial values of forms.
public struct ExampleValues: Sendable {
    /// The maximum nesting depth, because schemas that contain themselves have no end.
    private static let depthLimit = 6
    private static let lengthLimit = 1_000

    /// The definitions that schemas refer to by name.
    public let library: SchemaLibrary
    /// Values for inputs and members, keyed by their names.
    public let samples: [String: String]

    /// Creates values for schemas.
    ///
    /// - Parameters:
    ///   - library: The definitions that schemas refer to by name.
    ///   - samples: Values for inputs and members, keyed by their names; none by default.
    public init(library: SchemaLibrary, samples: [String: String] = [:]) {
        self.library = library
        self.samples = samples
    }

    /// Returns a value of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The name of the value, for samples and for texts.
    /// - Returns: The value. Values inside six or more levels are null, and a choice of `oneOf`
    ///   counts as a level. Optional properties that would be null are left out.
    public func value(of schema: Schema, named name: String) -> Value {
        value(of: schema, named: name, depth: 0)
    }

    private func value(of schema: Schema, named name: String, depth: Int) -> Value {
        let schema = library.resolve(schema)
        guard depth < Self.depthLimit else { return .null }
        if let first = schema.values.first { return first }
        switch schema.kind {
        case .any, .reference: return .null
        case .boolean: return .bool(samples[name] == "true")
        case .integer: return .number(.init(integer(schema, name)))
        case .number: return Value(floatLiteral: samples[name].flatMap { Double($0) } ?? 1.5)
        case .string: return .string(text(schema, name))
        case .array(let element):
            return .array([value(of: element, named: name, depth: depth + 1)])
        case .map(let element):
            return ["name": value(of: element, named: "name", depth: depth + 1)]
        case .oneOf(let choices):
            return choices.first.map { value(of: $0, named: name, depth: depth + 1) } ?? .null
        case .object(let properties): return object(properties, depth)
        }
    }

    /// Returns a value of a schema, as the text for a path or a query.
    func text(of schema: Schema, named name: String) -> String {
        switch value(of: schema, named: name) {
        case .string(let text): text
        case .array(let elements): elements.first?.stringValue ?? "1"
        case .null: name
        case let other: other.description
        }
    }

    private func object(_ properties: [Schema.Property], _ depth: Int) -> Value {
        var object = Value.Object()
        for property in properties {
            let value = value(of: property.schema, named: property.name, depth: depth + 1)
            if value.isNull, !property.isRequired { continue }
            object[property.name] = value
        }
        return .object(object)
    }

    private func integer(_ schema: Schema, _ name: String) -> Int {
        let wanted = samples[name].flatMap { Int($0) } ?? 1
        let least = max(wanted, schema.minimum ?? wanted)
        return min(least, schema.maximum ?? least)
    }

    private func text(_ schema: Schema, _ name: String) -> String {
        let text = plainText(schema, name)
        guard let pattern = schema.pattern, !pattern.matches(text) else { return text }
        return pattern.sample ?? text
    }

    private func plainText(_ schema: Schema, _ name: String) -> String {
        let wanted = samples[name] ?? Self.text(of: schema.format) ?? (name.isEmpty ? "text" : name)
        let least = min(schema.minimumLength ?? 0, Self.lengthLimit)
        var scalars = wanted.unicodeScalars
        while scalars.count < least { scalars.append("x") }
        if let greatest = schema.maximumLength { scalars = .init(scalars.prefix(max(0, greatest))) }
        return String(scalars)
    }

    private static func text(of format: String?) -> String? {
        switch format {
        case "date-time": "2026-01-31T10:20:30Z"
        case "date": "2026-01-31"
        case "time": "10:20:30Z"
        case "uuid": "00000000-0000-4000-8000-000000000000"
        case "uri", "uri-reference": "https://example.org/"
        case "email": "ana@example.org"
        case "byte": "UmVjYWRv"
        default: nil
        }
    }
}
