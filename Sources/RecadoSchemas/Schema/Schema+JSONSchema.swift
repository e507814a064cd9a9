// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

extension Schema {
    /// The schema in JSON Schema 2020-12, with references into an OpenAPI document.
    public var jsonSchema: Value {
        if case .reference(let name) = kind {
            let reference: Value = ["$ref": .string("#/components/schemas/\(name)")]
            return isNullable ? ["anyOf": [reference, ["type": "null"]]] : reference
        }
        var members = Value.Object()
        if let typeName {
            members["type"] = isNullable ? [.string(typeName), "null"] : .string(typeName)
        }
        writeKind(to: &members)
        writeFacets(to: &members)
        return .object(members)
    }

    /// The same schema without null.
    public var withoutNull: Schema {
        var schema = self
        schema.isNullable = false
        return schema
    }

    private var typeName: String? {
        // A schema without `type` accepts values of other kinds, because `properties` and `items`
        // apply only to objects and arrays.
        if acceptsOtherKinds { return nil }
        return switch kind {
        case .any, .oneOf, .reference: nil
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .map, .object: "object"
        }
    }

    private func writeKind(to members: inout Value.Object) {
        switch kind {
        case .array(let element): members["items"] = element.jsonSchema
        case .map(let element): members["additionalProperties"] = element.jsonSchema
        case .oneOf(let choices):
            let null: [Value] = isNullable ? [["type": "null"]] : []
            members["oneOf"] = .array(choices.map(\.jsonSchema) + null)
        case .object(let properties):
            var list = Value.Object()
            for property in properties { list[property.name] = property.schema.jsonSchema }
            members["properties"] = .object(list)
            let required = properties.filter(\.isRequired).map { Value.string($0.name) }
            if !required.isEmpty { members["required"] = .array(required) }
        case .any, .boolean, .integer, .number, .string, .reference: break
        }
    }

    private func writeFacets(to members: inout Value.Object) {
        if let format { members["format"] = .string(format) }
        if let minimumLength { members["minLength"] = .number(.init(minimumLength)) }
        if let maximumLength { members["maxLength"] = .number(.init(maximumLength)) }
        if let pattern { members["pattern"] = .string(pattern.source) }
        if let minimum { members["minimum"] = .number(.init(minimum)) }
        if let maximum { members["maximum"] = .number(.init(maximum)) }
        if !values.isEmpty { members["enum"] = .array(isNullable ? values + [.null] : values) }
        if let title { members["title"] = .string(title) }
        if let about { members["description"] = .string(about) }
    }
}
