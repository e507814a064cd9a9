// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoEndpoints
import RecadoHTTP

extension OpenAPI {
    /// Creates the description of a service with its collections of resources, its views and the
    /// parameter `format`.
    ///
    /// - Parameter service: The service.
    /// - Throws: `UndescribedType` when a type's schema cannot be found.
    public init(_ service: Service) throws(UndescribedType) {
        let described = try Self.document(of: service.api, answeredBy: service)
        guard !service.collections.isEmpty, var document = described.objectValue else {
            self.init(value: described)
            return
        }
        var paths = document["paths"]?.objectValue ?? [:]
        var components = document["components"]?.objectValue ?? [:]
        var schemas = components["schemas"]?.objectValue ?? [:]
        for collection in service.collections {
            do {
                let resource = try ResourceShape.resource(collection)
                schemas[collection.resourceType] = resource
                if !collection.rules.isReadOnly, var new = resource.objectValue {
                    new["required"] = ["type"]
                    schemas[ResourcePaths.newName(of: collection.resourceType)] = .object(new)
                }
            } catch {
                throw UndescribedType(reason: "\(error)")
            }
            for (path, item) in ResourcePaths(collection).items {
                // A declared endpoint takes precedence over the operation that every collection
                // has, because its description has more details.
                var operations = item.objectValue ?? [:]
                for (method, declared) in paths[path]?.objectValue ?? [:] {
                    operations[method] = ResourcePaths.answeringJSON(declared)
                }
                paths[path] = .object(operations)
            }
        }
        ResourceShape.addErrors(to: &schemas)
        components["schemas"] = .object(schemas)
        document["paths"] = .object(paths)
        document["components"] = .object(components)
        self.init(value: .object(document))
    }
}

/// The addresses of a collection in an OpenAPI document.
private struct ResourcePaths {
    private let type: String
    private let rules: CollectionRules

    init(_ collection: any ServedCollection) {
        type = collection.resourceType
        rules = collection.rules
    }

    /// The name of the schema of a new resource, which need not have an identity.
    static func newName(of type: String) -> String { "New-\(type)" }

    var items: [(path: String, item: Value)] {
        let data: Value = ["$ref": .string("#/components/schemas/\(type)")]
        let new: Value = ["$ref": .string("#/components/schemas/\(Self.newName(of: type))")]
        var items: [(path: String, item: Value)] = [
            (rules.path, item(["get": list, "post": operation("create", new, success: 201)])),
            (
                rules.path + "/{id}",
                item([
                    "parameters": [Self.id],
                    "get": operation("show", success: 200),
                    "patch": operation("update", data, success: 200),
                    "delete": operation("delete", success: 204),
                ])
            ),
        ]
        for relationship in rules.relationships {
            let name = relationship.name
            let data = Self.linkage(to: relationship)
            var linkage: Value.Object = [
                "parameters": [Self.id],
                "get": operation("show-\(name)-links", success: 200),
                "patch": operation("replace-\(name)", data, success: 204),
            ]
            if relationship.isList {
                linkage["post"] = operation("add-\(name)", data, success: 204)
                linkage["delete"] = operation("remove-\(name)", data, success: 204)
            }
            items.append(("\(rules.path)/{id}/relationships/\(name)", item(linkage)))
            items.append(
                (
                    "\(rules.path)/{id}/\(name)",
                    [
                        "parameters": [Self.id],
                        "get": operation("show-\(name)", success: 200),
                    ]
                )
            )
        }
        return items
    }

    /// Returns the operations at an address; of a collection that never changes only those that
    /// read.
    private func item(_ operations: Value.Object) -> Value {
        guard rules.isReadOnly else { return .object(operations) }
        let reading = operations.filter { ["parameters", "get"].contains($0.key) }
        return .object(Value.Object(reading))
    }

    /// Returns the schema of the identifiers that a relationship refers to.
    private static func linkage(to relationship: CollectionRules.Relationship) -> Value {
        let identifier: Value.Object = [
            "type": "object",
            "required": ["type", "id"],
            "properties": [
                "type": ["const": .string(relationship.target)], "id": ["type": "string"],
            ],
        ]
        if relationship.isList { return ["type": "array", "items": .object(identifier)] }
        return ["oneOf": [.object(identifier), ["type": "null"]]]
    }

    private var list: Value {
        var parameters: [Value] = [
            Self.parameter("include", "Relationships to follow, with commas between the paths."),
            Self.parameter("fields[\(type)]", "The fields that are wanted."),
        ]
        if !rules.sorts.isEmpty {
            let fields = rules.sorts.sorted().joined(separator: ", ")
            parameters.append(Self.parameter("sort", "Any of \(fields); descending with a hyphen."))
        }
        for filter in rules.filters.sorted() {
            parameters.append(Self.parameter("filter[\(filter)]", "What the field must be."))
        }
        let isOffset = rules.paging == .offset
        parameters.append(Self.parameter(isOffset ? "page[offset]" : "page[number]", "Which page."))
        parameters.append(
            Self.parameter(
                isOffset ? "page[limit]" : "page[size]",
                "At most \(rules.pageLimit); \(rules.pageSize) by default."
            )
        )
        var operation = operation("list", success: 200).objectValue ?? [:]
        operation["parameters"] = .array(parameters)
        return .object(operation)
    }

    /// Returns the description of an operation.
    ///
    /// - Parameters:
    ///   - verb: The beginning of the operation's name.
    ///   - content: The schema of the `data` that a request contains; `nil` without content.
    ///   - success: The status of a successful answer.
    /// - Returns: The description.
    private func operation(_ verb: String, _ content: Value? = nil, success: Int) -> Value {
        var operation: Value.Object = ["operationId": .string("\(verb)-\(type)")]
        let resource: Value = ["$ref": .string("#/components/schemas/\(type)")]
        let isList = verb == "list"
        let data: Value = isList ? ["type": "array", "items": resource] : resource
        let document: Value = ["type": "object", "properties": ["data": data]]
        if let content {
            let document: Value = [
                "type": "object", "required": ["data"], "properties": ["data": content],
            ]
            operation["requestBody"] = [
                "required": true,
                "content": .object([MediaType.jsonAPI.description: ["schema": document]]),
                "x-content-limit": .number(.init(rules.contentLimit)),
            ]
        }
        var answer: Value.Object = [
            "description": .string(Status(success)?.reasonPhrase ?? "")
        ]
        let isOfResource = ["list", "create", "show", "update"].contains(verb)
        if success != 204 {
            let schema: Value = isOfResource ? document : ["type": "object"]
            answer["content"] = Self.answer(["schema": schema])
        }
        let refusal: Value = [
            "description": "A refusal", "content": Self.answer(ResourceShape.errorsReference),
        ]
        operation["responses"] = .object(["\(success)": .object(answer), "default": refusal])
        return .object(operation)
    }

    /// Returns the content of an answer in JSON:API; clients that prefer `application/json` get the
    /// same document by that name.
    private static func answer(_ schema: Value) -> Value {
        .object([MediaType.jsonAPI.description: schema, MediaType.json.description: schema])
    }

    /// Returns a declared operation with the answers in `application/json` that a collection gives
    /// in its place.
    static func answeringJSON(_ operation: Value) -> Value {
        guard var members = operation.objectValue, let responses = members["responses"]?.objectValue
        else { return operation }
        members["responses"] = .object(
            Value.Object(
                responses.map { status, response in
                    let schema = response["content"]?[MediaType.jsonAPI.description]
                    guard let schema, var response = response.objectValue else {
                        return (status, response)
                    }
                    response["content"] = answer(schema)
                    return (status, .object(response))
                }
            )
        )
        return .object(members)
    }

    private static let id: Value = [
        "name": "id", "in": "path", "required": true, "schema": ["type": "string"],
    ]

    private static func parameter(_ name: String, _ text: String) -> Value {
        [
            "name": .string(name), "in": "query", "required": false,
            "description": .string(text), "schema": ["type": "string"],
        ]
    }
}
