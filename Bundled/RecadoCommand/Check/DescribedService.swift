// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// A running service with the operations of its OpenAPI document.
struct DescribedService: Sendable {
    /// The operations of one path.
    struct Path: Sendable {
        let template: String
        let operations: [Operation]
    }

    let base: URI
    let paths: [Path]

    /// The greatest number of paths in a document.
    private static let pathLimit = 1_000
    private static let methods: [Method] = [.get, .head, .options, .post, .put, .patch, .delete]

    /// Fetches the document at a URL, or `openapi.json` below the URL if it names a folder.
    static func fetch(
        _ uri: URI,
        with caller: CheckCaller
    ) async throws(CommandError) -> DescribedService {
        let folder = uri.description + (uri.path.hasSuffix("/") ? "" : "/")
        let candidates = [uri, try? URI(folder + "openapi.json")].compactMap { $0 }
        var isRefused = false
        do {
            for candidate in candidates {
                let request = try Request(
                    method: .get,
                    uri: candidate,
                    fields: [.accept: "application/json"]
                )
                let exchange = try await caller.send(request)
                if exchange.extent == .excessive {
                    throw ContentTooLarge(limit: CheckCaller.contentLimit)
                }
                isRefused = exchange.status.class == .clientError
                guard exchange.status == .ok,
                    let document: Value = try? JSON().decode(from: exchange.content),
                    document["paths"]?.objectValue != nil
                else { continue }
                return try DescribedService(document, at: candidate)
            }
        } catch {
            throw CommandError(unfetched: error, at: uri.description)
        }
        throw CommandError(
            code: isRefused ? 4 : 5,
            "there is no OpenAPI document at \(uri), nor openapi.json below it",
            "each service has one of its own, such as \(uri.origin ?? "")/videoclub"
        )
    }

    init(_ document: Value, at uri: URI) throws {
        let server = document["servers"]?[0]?["url"]?.stringValue ?? "/"
        let there = try uri.resolving(server)
        // A document must not cause calls to other hosts.
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
                    operation,
                    root: origin + path + member.key,
                    inputs.map { samples.resolve($0) },
                    samples
                )
            }
            return Path(template: path + member.key, operations: operations)
        }
    }
}
