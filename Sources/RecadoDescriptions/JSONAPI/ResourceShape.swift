// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The schemas of JSON:API documents, as JSON Schema.
enum ResourceShape {
    // MARK: - Resources

    /// Returns the schema of a resource of a collection.
    static func resource(_ collection: any ServedCollection) throws -> Value {
        let recorder = SchemaRecorder()
        let fields = try collection.recordedFields(with: recorder)
        return resource(
            collection.resourceType,
            fields,
            recorder.library,
            requiring: ["type", "id"]
        ) {
            collection.rules.relationship($0.name) != nil
        }
    }

    /// Returns the schema of a resource of a type without a collection; `nil` if it cannot be
    /// found.
    private static func resource<Model: Resource>(
        _ type: Model.Type,
        requiring names: [Value],
        requiresAttributes: Bool = false
    ) -> Value? {
        let recorder = SchemaRecorder()
        guard case .reference(let name)? = try? recorder.describe(type).schema.kind,
            case .object(let fields)? = recorder.library.definitions[name]?.kind
        else { return nil }
        return resource(
            type.resourceType,
            fields,
            recorder.library,
            requiring: names,
            requiresAttributes: requiresAttributes
        ) {
            $0.schema.isRelationship
        }
    }

    private static func resource(
        _ type: String,
        _ fields: [Schema.Property],
        _ library: SchemaLibrary,
        requiring names: [Value],
        requiresAttributes: Bool = false,
        isRelationship: (Schema.Property) -> Bool
    ) -> Value {
        var attributes = Value.Object()
        var relationships = Value.Object()
        for field in fields where !["id", "lid", "type"].contains(field.name) {
            if isRelationship(field) {
                relationships[field.name] = [
                    "type": "object", "properties": ["data": field.schema.jsonSchema],
                ]
            } else {
                attributes[field.name] = field.schema.inlined(library).jsonSchema
            }
        }
        let needed = fields.filter { $0.isRequired && attributes[$0.name] != nil }
        var object: Value.Object = ["type": "object", "properties": .object(attributes)]
        if requiresAttributes, !needed.isEmpty {
            object["required"] = .array(needed.map { .string($0.name) })
        }
        var members: Value.Object = [
            "type": ["const": .string(type)],
            "id": ["type": "string"],
            "attributes": .object(object),
        ]
        if !relationships.isEmpty {
            members["relationships"] = ["type": "object", "properties": .object(relationships)]
        }
        let required = object["required"] == nil ? names : names + ["attributes"]
        return ["type": "object", "required": .array(required), "properties": .object(members)]
    }

    // MARK: - Documents

    /// Returns the schema of a request's content; `nil` for a value that is not a resource.
    static func content<E: Endpoint>(_ input: EndpointLayout.Input, of endpoint: E.Type) -> Value? {
        guard let model = input.resource else { return nil }
        let names: [Value] = E.identityParameter == nil ? ["type"] : ["type", "id"]
        return resource(model, requiring: names, requiresAttributes: true).map {
            document(holding: $0, requiresData: true)
        }
    }

    /// Returns the schema of an answer; `nil` for a value that is not a resource.
    static func answer(_ type: Any.Type) -> Value? {
        guard let (model, isList) = OutgoingDocument.resources(answeredBy: type),
            let resource = resource(model, requiring: ["type", "id"])
        else { return nil }
        return document(holding: isList ? ["type": "array", "items": resource] : resource)
    }

    private static func document(holding data: Value, requiresData: Bool = false) -> Value {
        var document: Value.Object = [
            "type": "object",
            "properties": [
                "data": data, "links": ["type": "object"], "meta": ["type": "object"],
            ],
        ]
        if requiresData { document["required"] = ["data"] }
        return .object(document)
    }

    /// Adds the schema of error documents to the named schemas.
    static func addErrors(to schemas: inout Value.Object) { schemas[errorsName] = errors }

    /// A reference to the schema of error documents.
    static let errorsReference: Value = [
        "schema": ["$ref": .string("#/components/schemas/\(errorsName)")]
    ]

    private static let errorsName = "JSONAPIErrors"

    private static let errors: Value = [
        "type": "object",
        "required": ["errors"],
        "properties": [
            "errors": [
                "type": "array",
                "items": [
                    "type": "object",
                    "properties": [
                        "status": ["type": "string"],
                        "title": ["type": "string"],
                        "detail": ["type": "string"],
                        "source": [
                            "type": "object",
                            "properties": [
                                "pointer": ["type": "string"],
                                "parameter": ["type": "string"],
                                "header": ["type": "string"],
                            ],
                        ],
                    ],
                ],
            ]
        ],
    ]
}

extension Schema {
    /// Returns the schema that this reference by name refers to; any other schema is returned
    /// unchanged.
    ///
    /// References of its properties are replaced, too, two levels deep by default. A deeper
    /// reference becomes the schema of any value.
    fileprivate func inlined(_ library: SchemaLibrary, depth: Int = 2) -> Schema {
        guard case .reference(let name) = kind else { return self }
        guard depth > 0, var schema = library.definitions[name] else { return Schema(.any) }
        if case .object(let properties) = schema.kind {
            schema.kind = .object(
                properties.map {
                    Property(
                        $0.name,
                        $0.schema.inlined(library, depth: depth - 1),
                        isRequired: $0.isRequired
                    )
                }
            )
        }
        schema.isNullable = isNullable
        return schema
    }
}
