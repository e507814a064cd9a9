// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding

/// A schema that is prepared for the validation of many values.
package struct PreparedSchema: Sendable {
    package let schema: Schema
    /// The definitions that the schema refers to by name.
    package let library: SchemaLibrary
    /// The compiled rules that quickly recognize a valid value.
    package let shape: CompiledSchema

    package init(_ schema: Schema, _ library: SchemaLibrary) {
        self.schema = schema
        self.library = library
        shape = CompiledSchema(schema, library)
    }

    package static let any = PreparedSchema(.any, SchemaLibrary())
}

extension CompiledSchema {
    /// Prepares the quick check of a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - library: The definitions that the schema refers to by name.
    convenience init(_ schema: Schema, _ library: SchemaLibrary) {
        self.init { builder in
            var writer = ShapeWriter(library: library)
            _ = writer.add(schema, to: &builder)
        }
    }
}

/// Writes the compiled rules of schemas.
private struct ShapeWriter {
    package let library: SchemaLibrary
    /// The indices of the rules for references, keyed by the reference; references may be cyclic.
    private var known: [Schema: Int] = [:]

    init(library: SchemaLibrary) {
        self.library = library
    }

    /// Adds the rule of a schema, and returns its index.
    mutating func add(_ schema: Schema, to builder: inout CompiledSchema.Builder) -> Int {
        guard case .reference = schema.kind else {
            let place = builder.reserve()
            write(schema, at: place, to: &builder)
            return place
        }
        if let place = known[schema] { return place }
        let place = builder.reserve()
        known[schema] = place
        write(library.resolve(schema), at: place, to: &builder)
        return place
    }

    private mutating func write(
        _ schema: Schema,
        at place: Int,
        to builder: inout CompiledSchema.Builder
    ) {
        switch schema.kind {
        case .array(let element):
            let part = add(element, to: &builder)
            builder.set(Self.rule(.list, schema), of: part, at: place)
        case .map(let element):
            let part = add(element, to: &builder)
            builder.set(Self.rule(.map, schema), of: part, at: place)
        case .object(let properties):
            let members = properties.map {
                (name: $0.name, rule: add($0.schema, to: &builder), isRequired: $0.isRequired)
            }
            builder.set(Self.rule(.object, schema), with: members, at: place)
        case .string where !schema.values.isEmpty && schema.pattern == nil:
            let texts: [String] = schema.values.compactMap {
                if case .string(let text) = $0 { text } else { nil }
            }
            builder.set(Self.rule(.string, schema), among: texts, at: place)
        default: builder.set(Self.scalar(schema), at: place)
        }
    }

    /// Returns the rule of a value without parts; the rule `.open` is for values that the quick
    /// check cannot judge.
    private static func scalar(_ schema: Schema) -> CompiledSchema.Rule {
        switch schema.kind {
        case .any: return rule(.any, schema)
        case .boolean: return rule(.boolean, schema)
        case .number where schema.minimum == nil && schema.maximum == nil:
            return rule(.number, schema)
        case .integer where schema.values.isEmpty:
            var rule = rule(.integer, schema)
            rule.least = schema.minimum ?? .min
            rule.greatest = schema.maximum ?? .max
            return rule
        case .string where schema.pattern == nil:
            var rule = rule(.string, schema)
            rule.least = schema.minimumLength ?? 0
            rule.greatest = schema.maximumLength ?? .max
            return rule
        default: return rule(.open, schema)
        }
    }

    private static func rule(
        _ kind: CompiledSchema.Kind,
        _ schema: Schema
    ) -> CompiledSchema.Rule {
        var rule = CompiledSchema.Rule(kind)
        rule.isNullable = schema.isNullable
        return rule
    }
}
