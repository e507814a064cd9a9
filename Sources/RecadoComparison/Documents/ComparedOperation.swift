// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// The parts of an operation that are compared.
struct ComparedOperation: Sendable {
    /// An input that is sent outside the content, such as a query item.
    struct Parameter: Sendable {
        /// The part of the request and the name of the input; for a path parameter, its position
        /// instead of the name.
        let key: String
        /// The part of the request and the name, for reports.
        let name: String
        let isRequired: Bool
        let schema: Value
    }

    /// The messages of a WebSocket, which a document describes as `x-websocket`.
    struct WebSocket: Sendable {
        /// The shape of the messages that clients send.
        let incoming: Value
        /// The shape of the messages that the server sends.
        let outgoing: Value
        /// The subprotocols of the WebSocket.
        let protocols: [String]
    }

    let method: String
    let path: String
    /// The document that contains the targets of references.
    let root: Value
    private let value: Value
    let parameters: [Parameter]

    init(method: String, path: String, _ value: Value, shared item: Value, root: Value) {
        self.method = method
        self.path = path
        self.value = value
        self.root = root
        let own = value["parameters"]?.arrayValue ?? []
        let shared = item["parameters"]?.arrayValue ?? []
        let names = Self.names(in: path)
        var parameters: [Parameter] = []
        // An operation's own parameters replace those of its path.
        for parameter in own + shared {
            let parameter = Self.parameter(ComparedDocument.resolve(parameter, in: root), names)
            guard let parameter, !parameters.contains(where: { $0.key == parameter.key }) else {
                continue
            }
            parameters.append(parameter)
        }
        self.parameters = parameters
    }

    private static func parameter(_ value: Value, _ names: [String]) -> Parameter? {
        guard let name = value["name"]?.stringValue, let place = value["in"]?.stringValue else {
            return nil
        }
        let content = value["content"]?.objectValue?.first?.value["schema"]
        var key = place == "header" ? name.lowercased() : name
        if place == "path", let index = names.firstIndex(of: name) { key = "\(index)" }
        return Parameter(
            key: "\(place) \(key)",
            name: "\(place) \(name)",
            isRequired: place == "path" || value["required"]?.boolValue == true,
            schema: value["schema"] ?? content ?? [:]
        )
    }

    /// Returns the names in braces, in their order.
    private static func names(in path: String) -> [String] {
        path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    // MARK: - Description

    var name: String { "\(method) \(path)" }
    var key: String { "\(method) \(pathKey)" }
    /// The path, without the names of its parameters.
    var pathKey: String {
        var key = ""
        var isName = false
        for character in path {
            if character == "{" { isName = true }
            if !isName { key.append(character) }
            if character == "}" {
                isName = false
                key += "{}"
            }
        }
        return key
    }
    var id: String? { value["operationId"]?.stringValue }
    var isDeprecated: Bool { value["deprecated"]?.boolValue == true }

    var content: Value? {
        let content = ComparedDocument.resolve(value["requestBody"] ?? .null, in: root)
        // In a conditional expression, `nil` would mean JSON's null.
        guard content.objectValue != nil else { return nil }
        return content
    }

    /// The shapes of the content, with their media types.
    var contentSchemas: [(mediaType: String, schema: Value)] { Self.schemas(content) }

    /// The messages of the WebSocket that the operation opens; `nil` if it opens none.
    var webSocket: WebSocket? {
        guard let socket = value["x-websocket"], socket.objectValue != nil else { return nil }
        return WebSocket(
            incoming: socket["client"] ?? [:],
            outgoing: socket["server"] ?? [:],
            protocols: socket["protocols"]?.arrayValue?.compactMap(\.stringValue) ?? []
        )
    }

    var statuses: [String] { value["responses"]?.objectValue?.keys ?? [] }

    /// Returns the shapes of the answers with a status, with their media types.
    func answerSchemas(_ status: String) -> [(mediaType: String, schema: Value)] {
        Self.schemas(ComparedDocument.resolve(value["responses"]?[status] ?? .null, in: root))
    }

    private static func schemas(_ value: Value?) -> [(mediaType: String, schema: Value)] {
        (value?["content"]?.objectValue ?? [:]).map { ($0.key, $0.value["schema"] ?? [:]) }
    }

    /// The alternative sets of credentials: a caller must have all credentials of one set; empty if
    /// anyone may call.
    var callers: [Set<String>] {
        let required = value["security"]?.arrayValue ?? root["security"]?.arrayValue ?? []
        let ways = required.map { way in
            Set((way.objectValue ?? [:]).keys.map(scheme))
        }
        return ways.contains([]) ? [] : ways
    }

    /// Returns the kind of credentials that a security scheme asks for, regardless of its name.
    private func scheme(_ name: String) -> String {
        let scheme = root["components"]?["securitySchemes"]?[name] ?? .null
        let type = scheme["type"]?.stringValue
        let details = type == "http" ? ["scheme"] : type == "apiKey" ? ["in", "name"] : []
        let parts = (["type"] + details).compactMap { scheme[$0]?.stringValue }
        return parts.isEmpty ? name : parts.joined(separator: " ").lowercased()
    }
}
