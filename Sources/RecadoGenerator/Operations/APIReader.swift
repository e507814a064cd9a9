// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Reads a service from its OpenAPI description.
struct APIReader {
    /// The maximum number of operations; the largest services have several thousand.
    private static let operationLimit = 10_000
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    let documents: CountedDocuments
    var schemas: SchemaReader
    var api = ForeignAPI()
    private var addresses: Set<String> = []
    /// The names of the declared caller types, keyed by their security requirements.
    var callers: [ExactText: String] = [:]
    /// The names of credential types, keyed by the names of their security schemes.
    var credentialTypes: [ExactText: String] = [:]
    /// The types for unnamed schemas, keyed by operation and location.
    var inlineTypes: [InlinePlace: SwiftType] = [:]
    /// True for a schema of content that is an object or a list, false for any other; keyed by
    /// location.
    var structured: [DocumentPlace.Key: Bool] = [:]
    /// The types that name header fields, keyed by the field's name in lowercase.
    var fieldTypes: [String: String] = [:]

    /// The location of an unnamed schema, with the operation that uses it.
    struct InlinePlace: Hashable {
        let operation: String
        let schema: DocumentPlace.Key
    }

    /// Reads a description.
    init(_ documents: CountedDocuments) throws(OpenAPIError) {
        self.documents = documents
        schemas = SchemaReader(documents)
        let root = documents.start
        readInformation(root)
        schemas.reserveNames()
        let found = try operations(of: root)
        for (_, operation, _, _) in found { try noteForms(operation) }
        let names = found.map { method, operation, path, _ in
            schemas.names.typeName(
                operation.text("operationId") ?? Self.words(method, path),
                suffix: "Operation"
            )
        }
        for (name, (method, operation, path, item)) in zip(names, found) {
            try read(operation, name, method, path, item)
        }
        if let webhooks = root["webhooks"], !webhooks.members.isEmpty {
            schemas.note(
                "webhooks are not called but received: serve them as endpoints of your own",
                at: webhooks
            )
        }
        try readUnused(root)
        let isXML = api.operations.contains { ($0.formats + $0.responseFormats).contains(".xml") }
        if isXML, Self.hasHints(root.value, 0) {
            schemas.note("names, attributes and wrappers in XML stand in comments only", at: root)
        }
        RecursionMarks.mark(&schemas.declarations)
    }

    /// True if any schema describes its XML form.
    private static func hasHints(_ value: Value, _ depth: Int) -> Bool {
        guard depth < 64 else { return false }
        switch value {
        case .object(let members):
            if members["xml"]?.objectValue != nil { return true }
            return members.contains { hasHints($0.value, depth + 1) }
        case .array(let elements): return elements.contains { hasHints($0, depth + 1) }
        default: return false
        }
    }

    private mutating func readInformation(_ root: DocumentPlace) {
        let information = root["info"]
        api.title = information?.text("title") ?? "Service"
        api.version = information?.text("version") ?? ""
        api.about = information?.text("description") ?? information?.text("summary") ?? ""
        let ignored: Set<String> = [
            "openapi", "api", "swagger", "the", "rest", "3", "0", "1", "v3", "-",
        ]
        let words = SwiftNames.identifierWords(of: api.title)
            .filter { !ignored.contains($0.lowercased()) }
        api.name = schemas.names.typeName(
            words.prefix(4).joined(separator: " ").isEmpty
                ? "Service" : words.prefix(4).joined(separator: " "),
            suffix: "Service"
        )
        let servers = root["servers"]?.elements ?? []
        api.addresses = servers.compactMap(Self.address)
        addresses = Set(api.addresses)
        api.prefix = Self.prefix(of: api.addresses.first ?? "")
    }

    /// Returns the address of a server, in which variables have their default values.
    static func address(of server: DocumentPlace) -> String? {
        guard let address = server.text("url") else { return nil }
        let variables = (server["variables"]?.members ?? []).map { name, variable in
            (name, variable.text("default") ?? "")
        }
        return AddressTemplate.filled(address, Dictionary(variables) { first, _ in first })
    }

    /// Returns the path of an address.
    private static func prefix(of address: String) -> String {
        var rest = address[...]
        if let range = address.firstRange(of: "://") {
            rest = address[range.upperBound...].drop { $0 != "/" }
        }
        while rest.last == "/" { rest.removeLast() }
        return rest.isEmpty || rest.hasPrefix("/") ? String(rest) : "/" + rest
    }

    // MARK: - Operations

    private typealias Found = (
        method: String, operation: DocumentPlace, path: String, item: DocumentPlace
    )

    private func operations(of root: DocumentPlace) throws(OpenAPIError) -> [Found] {
        var found: [Found] = []
        for (path, item) in root["paths"]?.members ?? [] where path.hasPrefix("/") {
            let item = try documents.resolve(item)
            for method in Self.methods {
                guard let operation = item[method], operation.value.objectValue != nil else {
                    continue
                }
                found.append((method.uppercased(), operation, path, item))
            }
            guard found.count <= Self.operationLimit else {
                throw OpenAPIError(
                    "there are more than \(Self.operationLimit) operations",
                    at: item
                )
            }
        }
        return found
    }

    /// Returns the words for the name of an unnamed operation: `GET /pets/{id}` becomes `get pets
    /// id`.
    private static func words(_ method: String, _ path: String) -> String {
        let parts = path.split(separator: "/").map { $0.filter { $0 != "{" && $0 != "}" } }
        return ([method.lowercased()] + parts).joined(separator: " ")
    }

    private mutating func read(
        _ place: DocumentPlace,
        _ name: String,
        _ method: String,
        _ path: String,
        _ item: DocumentPlace
    ) throws(OpenAPIError) {
        guard let reason = Self.obstacle(path) else {
            try documents.budget.spend(text: path.utf8.count, at: place)
            try documents.budget.spend(whole: place.value, at: place)
            var operation = ForeignOperation(name: name, method: method, path: path, place: place)
            operation.id = place.text("operationId")
            operation.summary = place.text("summary") ?? item.text("summary") ?? ""
            operation.detail = place.text("description") ?? item.text("description") ?? ""
            operation.tags = place.texts("tags")
            operation.isDeprecated = place.isTrue("deprecated")
            try readInputs(of: &operation, place, item)
            try readContent(of: &operation, place)
            try readAnswers(of: &operation, place)
            try readCaller(of: &operation, place)
            try noteRest(of: &operation, place, item)
            nameInputs(of: &operation)
            api.operations.append(operation)
            return
        }
        schemas.note("\(method) \(path) is left out: \(reason)", at: place)
    }

    /// Returns the reason why a path cannot be a route; `nil` if it can.
    private static func obstacle(_ path: String) -> String? {
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            if segment.isEmpty, index + 1 < segments.count {
                return "its path has an empty segment"
            }
            let isParameter = segment.hasPrefix("{") && segment.hasSuffix("}") && segment.count > 2
            let inner = isParameter ? segment.dropFirst().dropLast() : segment
            if inner.contains(where: { "{}?#%".contains($0) }) {
                return "the segment “\(segment.prefix(100))” is neither fixed nor one parameter"
            }
        }
        return nil
    }

    /// Notes the details of an operation that are neither inputs nor answers.
    private mutating func noteRest(
        of operation: inout ForeignOperation,
        _ place: DocumentPlace,
        _ item: DocumentPlace
    ) throws(OpenAPIError) {
        // Only the first server's address is used for calls.
        let server = (place["servers"] ?? item["servers"])?[0]
        if let server { try documents.budget.spend(whole: server.value, at: server) }
        if let address = server.flatMap(Self.address), !addresses.contains(address) {
            operation.notes.append("It answers at \(address).")
            schemas.note("the operation answers at another address, \(address)", at: place)
        }
        if let callbacks = place["callbacks"], !callbacks.members.isEmpty {
            let names = callbacks.members.map(\.name).joined(separator: ", ")
            operation.notes.append("The service calls back: \(names).")
            schemas.note("the callbacks \(names) are not declared", at: callbacks)
        }
    }

    /// Sets the property name of each input, and notes wire names that differ from the default.
    private func nameInputs(of operation: inout ForeignOperation) {
        // Path parameters come first.
        let isInPath = { (input: ForeignInput) in input.wrapper == "Path" }
        let others = operation.inputs.filter { !isInPath($0) }
        operation.inputs = operation.inputs.filter(isInPath) + others
        let names = SwiftNames.propertyNames(operation.inputs.map(\.name))
        for (index, name) in names.enumerated() {
            operation.inputs[index].property = name
            let input = operation.inputs[index]
            switch input.wrapper {
            case "Path": operation.inputs[index].isSpelled = input.name != name
            case "Query": operation.inputs[index].isSpelled = input.name != KebabName.of(name)
            default: break
            }
        }
    }

    /// Reads the named schemas that no operation uses.
    private mutating func readUnused(_ root: DocumentPlace) throws(OpenAPIError) {
        for (name, _) in root["components"]?["schemas"]?.members ?? [] {
            let pointer = "#/components/schemas/\(PointerToken.escaped(name))"
            let reference: Value = ["$ref": .string(pointer)]
            let place = DocumentPlace(document: documents.root, value: reference)
            _ = try schemas.use(of: place, SchemaReader.Context(name: name))
        }
    }

    /// Notes the schemas of multipart forms, in which binary members are files.
    private mutating func noteForms(_ operation: DocumentPlace) throws(OpenAPIError) {
        guard let body = operation["requestBody"] else { return }
        let content = try documents.resolveWhole(body)["content"]?.members ?? []
        guard content.allSatisfy({ $0.name.hasPrefix("multipart/") }) else { return }
        for (_, media) in content {
            guard let schema = media["schema"] else { continue }
            schemas.formSchemas.insert(try documents.resolve(schema).key)
        }
    }
}
