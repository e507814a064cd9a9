// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A running service, as its OpenAPI document describes it.
struct DescribedService: Sendable {
    /// An operation with inputs that were invented for it.
    struct Operation: Sendable {
        let method: Method
        let uri: URI
        let fields: Fields
        /// The content to send, when it takes some in JSON.
        let content: [UInt8]?
        /// Whether it takes content at all.
        let takesContent: Bool
    }

    /// The operations of one path.
    struct Path: Sendable {
        let template: String
        let operations: [Operation]
    }

    let base: URI
    let paths: [Path]

    /// The most paths of a document.
    private static let pathLimit = 1_000
    private static let methods: [Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// Fetches the document at an address, or the file `openapi.json` in the folder that it is.
    static func fetch(
        _ uri: URI,
        with caller: CheckCaller
    ) async throws(CommandFailure) -> DescribedService {
        let folder = uri.description + (uri.path.hasSuffix("/") ? "" : "/")
        let candidates = [uri, try? URI(folder + "openapi.json")].compactMap { $0 }
        do {
            for candidate in candidates {
                let request = try Request(
                    method: .get,
                    uri: candidate,
                    fields: [.accept: "application/json"]
                )
                let exchange = try await caller.send(request)
                guard exchange.status == .ok,
                    let document: Value = try? JSON().decode(from: exchange.content),
                    document["paths"]?.objectValue != nil
                else { continue }
                return try DescribedService(document, at: candidate)
            }
        } catch {
            throw CommandFailure(code: 3, "the document cannot be fetched: \(error)")
        }
        throw .failed("there is no OpenAPI document at the address, nor openapi.json below it")
    }

    init(_ document: Value, at uri: URI) throws {
        let server = document["servers"]?[0]?["url"]?.stringValue ?? "/"
        let there = try uri.resolving(server)
        // A document says nothing of other hosts: they are not to be called on its word.
        let origin = uri.origin ?? ""
        let path = there.path.hasSuffix("/") ? String(there.path.dropLast()) : there.path
        let base = try URI(origin + path + "/")
        let samples = SampleValues(document: document)
        self.base = base
        paths = try (document["paths"]?.objectValue ?? [:]).prefix(Self.pathLimit).map { member in
            let item = member.value
            let operations = try Self.methods.compactMap { method -> Operation? in
                guard let operation = item[method.name.lowercased()] else { return nil }
                let inputs =
                    (item["parameters"]?.arrayValue ?? [])
                    + (operation["parameters"]?.arrayValue ?? [])
                return try Operation(
                    method,
                    root: origin + path + member.key,
                    inputs.map { samples.resolve($0) },
                    samples.resolve(operation["requestBody"] ?? .null),
                    samples
                )
            }
            return Path(template: path + member.key, operations: operations)
        }
    }
}

extension DescribedService.Operation {
    /// Invents the inputs of an operation.
    fileprivate init(
        _ method: Method,
        root: String,
        _ inputs: [Value],
        _ content: Value,
        _ samples: SampleValues
    ) throws {
        var (address, query, fields) = (root, [String](), Fields())
        for input in inputs {
            guard let name = input["name"]?.stringValue, let place = input["in"]?.stringValue,
                place == "path" || input["required"]?.boolValue == true
            else { continue }
            let text = samples.text(of: input)
            switch place {
            case "path":
                let escaped = PercentEncoding.encode(text, keeping: .pathSegment)
                address = address.split(separator: "{\(name)}", omittingEmptySubsequences: false)
                    .joined(separator: escaped)
            case "query":
                let names = PercentEncoding.encode(name, keeping: .unreserved)
                query.append(names + "=" + PercentEncoding.encode(text, keeping: .unreserved))
            case "header":
                if let name = FieldName(name) { fields[name] = text }
            default: break
            }
        }
        // Parameters that the document forgot to declare.
        while let start = address.firstIndex(of: "{"),
            let end = address[start...].firstIndex(of: "}")
        { address.replaceSubrange(start...end, with: "1") }
        if !query.isEmpty { address += "?" + query.joined(separator: "&") }
        let formats = content["content"]?.objectValue
        let json = formats?.first { $0.key.hasPrefix("application/json") }?.value
        self.method = method
        uri = try URI(address)
        self.fields = fields
        self.content = try json.map { try JSON().encode(samples.sample(of: $0["schema"] ?? .null)) }
        takesContent = formats?.isEmpty == false
    }
}
