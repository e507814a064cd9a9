// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// Collects the parts of an OpenAPI document.
struct OpenAPIWriter {
    let api: API
    /// The service that implements the API; `nil` for the declaration alone.
    let service: Service?
    private var paths = Value.Object()
    private var securitySchemes = Value.Object()

    init(api: API, service: Service?) {
        self.api = api
        self.service = service
    }

    /// Returns the document, with the schemas that its operations refer to.
    func document(schemas library: SchemaLibrary) -> Value {
        var schemas = Value.Object()
        for (name, schema) in library.definitions.sorted(by: { $0.key < $1.key }) {
            schemas[name] = schema.jsonSchema
        }
        schemas["Problem"] = Self.problemSchema
        if api.endpoints.contains(where: { $0.formats.contains(where: \.isForResources) }) {
            ResourceShape.addErrors(to: &schemas)
        }
        let inlining = SchemaInlining(library, schemas)
        for name in library.inlined { schemas[name] = nil }
        if let files = library.files { schemas[files] = nil }
        var components: Value.Object = ["schemas": inlining.applied(to: .object(schemas))]
        if !securitySchemes.isEmpty { components["securitySchemes"] = .object(securitySchemes) }
        var info: Value.Object = ["title": .string(api.title), "version": .string(api.version)]
        if !api.about.isEmpty { info["description"] = .string(api.about) }
        return [
            "openapi": "3.1.0",
            "info": .object(info),
            "servers": [["url": .string(api.prefix.isEmpty ? "/" : api.prefix)]],
            "paths": inlining.applied(to: .object(paths)),
            "components": .object(components),
        ]
    }

    /// Adds the operation of an endpoint.
    mutating func add<E: Endpoint>(_ endpoint: E.Type, _ plan: EndpointLayout) {
        var operation: Value.Object = ["operationId": .string(E.name)]
        let about = E.about
        if !about.tags.isEmpty { operation["tags"] = .array(about.tags.map { .string($0) }) }
        if !about.summary.isEmpty { operation["summary"] = .string(about.summary) }
        if !about.detail.isEmpty { operation["description"] = .string(about.detail) }
        if about.isDeprecated { operation["deprecated"] = true }
        var parameters = plan.inputs.filter { $0.location != .content }.map(Self.parameter)
        if let format = formatParameter(of: endpoint, plan) { parameters.append(format) }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if let content = plan.content {
            operation["requestBody"] = [
                "required": .bool(content.isRequired),
                "content": Self.content(of: content, to: endpoint),
                "x-content-limit": .number(.init(E.contentLimit)),
            ]
        }
        operation["responses"] = responses(of: endpoint, plan)
        if let messages = plan.messages, let socket = endpoint as? any WebSocketEndpoint.Type {
            operation["x-websocket"] = Self.webSocket(socket, messages)
        }
        if E.Caller.self != Anyone.self {
            operation["security"] = .array(secure(E.Caller.self))
        }
        let method = E.route.method.name.lowercased()
        var item = paths[E.route.path]?.objectValue ?? [:]
        item[method] = .object(operation)
        paths[E.route.path] = .object(item)
    }

    /// Adds the schemes of a caller's credentials, and returns the references to them,
    /// as alternatives.
    private mutating func secure<C: Caller>(_ caller: C.Type) -> [Value] {
        let name = KebabCase.name(from: "\(C.self)")
        var names: [SecurityScheme: String] = [:]
        let schemes = C.Credentials.securitySchemes
        return C.Credentials.securityRequirements.map { way in
            var requirement = Value.Object()
            for scheme in way {
                var unique = schemes.count == 1 ? name : "\(name)-\(scheme.word)"
                if names[scheme] == nil, names.values.contains(unique) {
                    unique += "-\(names.count + 1)"
                }
                let known = names[scheme] ?? unique
                names[scheme] = known
                securitySchemes[known] = .object(scheme.object)
                requirement[known] = []
            }
            return .object(requirement)
        }
    }

    // MARK: - Inputs

    private static func parameter(_ input: EndpointLayout.Input) -> Value {
        let place =
            switch input.location {
            case .path: "path"
            case .query: "query"
            case .header: "header"
            case .content: "content"
            }
        var parameter: Value.Object = [
            "name": .string(input.wireName),
            "in": .string(place),
            "required": .bool(input.isRequired),
            "schema": input.schema.withoutNull.jsonSchema,
        ]
        if let words = input.lists.flatMap({ ParameterStyle.words(of: $0, in: input.location) }) {
            parameter["style"] = .string(words.style)
            parameter["explode"] = .bool(words.isExploded)
        }
        return .object(parameter)
    }

    /// Returns the schema of content in each format.
    ///
    /// - Parameters:
    ///   - schema: The schema of the value.
    ///   - formats: The formats.
    ///   - document: The schema of the JSON:API document that contains the value.
    /// - Returns: The schemas, keyed by media type.
    private static func content(
        of schema: Schema,
        in formats: [Format],
        document: @autoclosure () -> Value? = nil
    ) -> Value {
        var content = Value.Object()
        for format in formats {
            // Bytes need no schema (OpenAPI 3.1 §4.8.14.3).
            if format.isForBytes {
                content[format.documentedType] = [:]
                continue
            }
            let shape =
                format.isForResources ? document() : format.xml.map { schema.jsonSchema(in: $0) }
            content[format.documentedType] = ["schema": shape ?? schema.jsonSchema]
        }
        return .object(content)
    }

    /// Returns the schema of a request's content in each format.
    private static func content<E: Endpoint>(of input: EndpointLayout.Input, to: E.Type) -> Value {
        guard let formats = input.formats(among: E.formats) else {
            return ["*/*": ["schema": input.schema.jsonSchema]]
        }
        if input.streamed != nil, formats.contains(where: \.isForBytes) {
            return content(of: input.schema, in: formats)
        }
        return input.streamed == nil
            ? content(
                of: input.schema,
                in: formats,
                document: ResourceShape.content(input, of: E.self)
            )
            : content(ofElements: input.schema, in: formats)
    }

    // MARK: - Outputs

    /// Returns the description of a WebSocket's messages, which OpenAPI itself cannot express.
    private static func webSocket(
        _ endpoint: any WebSocketEndpoint.Type,
        _ messages: (incoming: Schema, outgoing: Schema)
    ) -> Value {
        var object: Value.Object = [
            "client": messages.incoming.jsonSchema, "server": messages.outgoing.jsonSchema,
        ]
        let protocols = endpoint.subprotocols
        if !protocols.isEmpty { object["protocols"] = .array(protocols.map { .string($0) }) }
        return .object(object)
    }

    private func responses<E: Endpoint>(of endpoint: E.Type, _ plan: EndpointLayout) -> Value {
        if !plan.documentedResponses.isEmpty {
            return Self.responses(plan.documentedResponses, plan, of: endpoint)
        }
        var success: Value.Object = ["description": .string(E.success.reasonPhrase)]
        if let output = plan.output {
            var content = Self.content(ofAnswer: output, to: endpoint)
            if hasView(of: endpoint) { content[MediaType.html.description] = Self.page }
            success["content"] = content
        }
        var responses: Value.Object = ["\(E.success.code)": .object(success)]
        let (declared, common) = E.problems(plan, in: api)
        let problems = declared + common.map { ProblemDetails(status: $0) }
        let formats = E.responseFormats
        for status in Set(problems.map(\.status)).sorted() {
            let these = problems.filter { $0.status == status }
            responses["\(status.code)"] = response(for: these, in: formats)
        }
        responses["default"] = response(for: [], saying: "Any other problem", in: formats)
        return .object(responses)
    }

    /// Returns the answers in an endpoint's `documentedResponses`.
    private static func responses<E: Endpoint>(
        _ answers: [DocumentedResponse],
        _ plan: EndpointLayout,
        of endpoint: E.Type
    ) -> Value {
        var responses = Value.Object()
        for answer in answers {
            var response = responses[answer.status]?.objectValue ?? [:]
            response["description"] = response["description"] ?? .string(answer.about)
            var content = response["content"]?.objectValue ?? [:]
            for type in answer.types {
                let schema = answer.schema ?? plan.output ?? .any
                let essence = MediaType(type)?.essence
                let format = E.formats.first { $0.mediaType.essence == essence }
                let xml = answer.schema == nil ? format?.xml : nil
                let shape = xml.map { schema.jsonSchema(in: $0) } ?? schema.jsonSchema
                content[type] = ["schema": shape]
            }
            if !content.isEmpty { response["content"] = .object(content) }
            responses[answer.status] = .object(response)
        }
        return .object(responses)
    }

    /// Returns the schema of the answer in each format; for a stream, the schema of an element or
    /// event, or of the whole array if the elements are sent as an array.
    private static func content<E: Endpoint>(ofAnswer schema: Schema, to: E.Type) -> Value {
        let formats = E.responseFormats
        return E.Output.self is any StreamedOutput.Type
            ? content(ofElements: schema, in: formats)
            : content(of: schema, in: formats, document: ResourceShape.answer(E.Output.self))
    }

    private static func content(ofElements schema: Schema, in formats: [Format]) -> Value {
        if formats.allSatisfy({ $0.mediaType == .eventStream }) {
            return [MediaType.eventStream.description: ["schema": event(holding: schema)]]
        }
        guard formats.contains(.json) else { return content(of: schema, in: formats) }
        var content = content(of: schema, in: formats).objectValue ?? [:]
        content[MediaType.json.description] = ["schema": Schema(.array(schema)).jsonSchema]
        return .object(content)
    }

    /// Returns the schema of an event (WHATWG HTML §9.2.6), whose data is a value in JSON.
    private static func event(holding schema: Schema) -> Value {
        [
            "type": "object",
            "required": ["data"],
            "properties": [
                "data": [
                    "type": "string",
                    "contentMediaType": .string(MediaType.json.description),
                    "contentSchema": schema.jsonSchema,
                ],
                "event": ["type": "string"],
                "id": ["type": "string"],
                "retry": ["type": "integer", "minimum": 0],
            ],
        ]
    }

    private func response(
        for problems: [ProblemDetails],
        saying text: String = "",
        in formats: [Format]
    ) -> Value {
        var examples = Value.Object()
        for problem in problems where problem.type != "about:blank" {
            let name = problem.type.split(separator: "/").last.map(String.init) ?? problem.type
            examples[name] = ["value": problem.example]
        }
        var media: Value.Object = ["schema": ["$ref": "#/components/schemas/Problem"]]
        if !examples.isEmpty { media["examples"] = .object(examples) }
        let titles = text.isEmpty ? problems.map(\.title).joined(separator: "; ") : text
        var content: Value.Object = ["application/problem+json": .object(media)]
        if formats.contains(.xml) {
            content["application/problem+xml"] = [
                "schema": ["$ref": "#/components/schemas/Problem"]
            ]
        }
        if formats.contains(where: \.isForResources) {
            content[MediaType.jsonAPI.description] = ResourceShape.errorsReference
        }
        if service?.problemView != nil { content[MediaType.html.description] = Self.page }
        return ["description": .string(titles), "content": .object(content)]
    }

    private static let problemSchema: Value = [
        "type": "object",
        "description": "Problem details (RFC 9457)",
        "xml": ["name": "problem", "namespace": "urn:ietf:rfc:7807"],
        "properties": [
            "type": ["type": "string", "format": "uri-reference"],
            "title": ["type": "string"],
            "status": ["type": "integer", "minimum": 400, "maximum": 599],
            "detail": ["type": "string"],
            "instance": ["type": "string", "format": "uri-reference"],
            "errors": [
                "type": "array",
                "description": "Every input that was refused",
                "xml": ["wrapped": true],
                "items": [
                    "type": "object",
                    "xml": ["name": "i"],
                    "properties": [
                        "pointer": ["type": "string", "format": "json-pointer"],
                        "parameter": ["type": "string"],
                        "header": ["type": "string"],
                        "code": ["type": "string"],
                        "detail": ["type": "string"],
                    ],
                    "required": ["code", "detail"],
                ],
            ],
        ],
        "required": ["type", "title", "status"],
    ]
}

extension ProblemDetails {
    /// The standard members of the problem, as a value.
    fileprivate var example: Value {
        var members: Value.Object = [
            "type": .string(type), "title": .string(title), "status": .number(.init(status.code)),
        ]
        if let detail { members["detail"] = .string(detail) }
        return .object(members)
    }
}
