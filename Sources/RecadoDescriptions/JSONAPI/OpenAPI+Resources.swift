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
                schemas[collection.resourceType] = try ResourceShape.resource(collection)
            } catch {
                throw UndescribedType(reason: "\(error)")
            }
            for (path, item) in ResourcePaths(collection).items {
                // A declared endpoint takes precedence over the operation that every collection
                // has, because its description has more details.
                var operations = item.objectValue ?? [:]
                for (method, declared) in paths[path]?.objectValue ?? [:] {
                    operations[method] = declared
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

    var items: [(path: String, item: Value)] {
        var items: [(path: String, item: Value)] = [
            (rules.path, ["get": list, "post": operation("create", content: true, success: 201)]),
            (
                rules.path + "/{id}",
                [
                    "parameters": [Self.id],
                    "get": operation("show", content: false, success: 200),
                    "patch": operation("update", content: true, success: 200),
                    "delete": operation("delete", content: false, success: 204),
                ]
            ),
        ]
        for relationship in rules.relationships {
            let name = relationship.name
            var linkage: Value.Object = [
                "parameters": [Self.id],
                "get": operation("show-\(name)-links", content: false, success: 200),
                "patch": operation("replace-\(name)", content: true, success: 204),
            ]
            if relationship.isList {
                linkage["post"] = operation("add-\(name)", content: true, success: 204)
                linkage["delete"] = operation("remove-\(name)", content: true, success: 204)
            }
            items.append(("\(rules.path)/{id}/relationships/\(name)", .object(linkage)))
            items.append(
                (
                    "\(rules.path)/{id}/\(name)",
                    [
                        "parameters": [Self.id],
                        "get": operation("show-\(name)", content: false, success: 200),
                    ]
                )
            )
        }
        return items
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
        var operation = operation("list", content: false, success: 200).objectValue ?? [:]
        operation["parameters"] = .array(parameters)
        return .object(operation)
    }

    private func operation(_ verb: String, content: Bool, success: Int) -> Value {
        var operation: Value.Object = ["operationId": .string("\(verb)-\(type)")]
        let media = MediaType.jsonAPI.description
        let resource: Value = ["$ref": .string("#/components/schemas/\(type)")]
        let isList = verb == "list"
        let data: Value = isList ? ["type": "array", "items": resource] : resource
        let document: Value = ["type": "object", "properties": ["data": data]]
        if content {
            operation["requestBody"] = [
                "required": true,
                "content": .object([media: ["schema": ["type": "object"]]]),
                "x-content-limit": .number(.init(rules.contentLimit)),
            ]
        }
        var answer: Value.Object = [
            "description": .string(Status(success)?.reasonPhrase ?? "")
        ]
        let isOfResource = ["list", "create", "show", "update"].contains(verb)
        if success != 204 {
            let schema: Value = isOfResource ? document : ["type": "object"]
            answer["content"] = .object([media: ["schema": schema]])
        }
        let refusal: Value = [
            "description": "A refusal",
            "content": .object([media: ResourceShape.errorsReference]),
        ]
        operation["responses"] = .object(["\(success)": .object(answer), "default": refusal])
        return .object(operation)
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
