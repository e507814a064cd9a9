// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoHTTP

/// The documents of a third-party service's description in OpenAPI 3.0 or 3.1.
///
/// This type does not fetch documents. The caller adds the documents that each document refers to,
/// until there are no more:
///
/// ```swift
/// var documents = OpenAPIDocuments()
/// var waiting = try documents.add(value, at: "petstore.json")
/// ```
public struct OpenAPIDocuments: Sendable {
    /// The maximum number of documents; the largest split descriptions have several hundred.
    public static let limit = 1_000
    /// The maximum length of a chain of references.
    static let hopLimit = 32
    /// The maximum nesting depth at which references are looked for.
    private static let depthLimit = 512

    private var documents: [ExactText: Document] = [:]
    /// The first document.
    private(set) var root = ""

    /// A document, with the original spelling of its scalars.
    private struct Document {
        let value: Value
        let written: Value?
    }

    /// Creates a description without documents.
    public init() {}

    /// The number of documents.
    public var count: Int { documents.count }

    /// Adds a document; the first one must be the document with the paths.
    ///
    /// - Parameters:
    ///   - value: The document.
    ///   - written: The same document, in which every scalar is a string with its original
    ///     spelling; `nil` if the spelling is not known. For example, YAML reads `version: 1.10` as
    ///     a number, but OpenAPI expects the string `1.10`.
    ///   - location: The file path or the URL of the document.
    /// - Returns: The locations of other documents that it refers to, each once.
    /// - Throws: ``OpenAPIError`` when the version of the first document is not supported, or there
    ///   are too many documents.
    public mutating func add(
        _ value: Value,
        written: Value? = nil,
        at location: String
    ) throws(OpenAPIError) -> [String] {
        if documents.isEmpty {
            try Self.check(DocumentPlace(document: location, value: value, written: written))
            root = location
        }
        guard documents.count < Self.limit else {
            throw OpenAPIError("the description has more than \(Self.limit) documents", location)
        }
        documents[ExactText(location)] = Document(value: value, written: written)
        var found: [String] = []
        var seen: Set<ExactText> = []
        Self.visit(value, 0, in: "") { reference in
            let target = Self.file(of: reference)
            guard !target.isEmpty else { return }
            let place = Self.location(of: target, from: location)
            let key = ExactText(place)
            if documents[key] == nil, seen.insert(key).inserted { found.append(place) }
        }
        return found
    }

    private static func check(_ root: DocumentPlace) throws(OpenAPIError) {
        guard root.value.objectValue != nil else {
            throw OpenAPIError("expected an object with the member “openapi”", at: root)
        }
        if let version = root.text("swagger") {
            let words = "this is Swagger \(version.prefix(20)); expected OpenAPI 3.0 or 3.1"
            throw OpenAPIError(words, at: root["swagger"] ?? root)
        }
        guard let version = root.text("openapi") else {
            throw OpenAPIError("expected the member “openapi”, a text such as 3.1.0", at: root)
        }
        guard version.hasPrefix("3.") else {
            let words = "this is OpenAPI \(version.prefix(20)); expected 3.0 or 3.1"
            throw OpenAPIError(words, at: root["openapi"] ?? root)
        }
    }

    /// The keys of objects whose members have arbitrary names.
    private static let named: Set<String> = [
        "properties", "patternProperties", "schemas", "responses", "parameters", "headers",
        "requestBodies", "definitions", "$defs", "pathItems",
    ]

    private static func visit(
        _ value: Value,
        _ depth: Int,
        in parent: String,
        _ found: (String) -> Void
    ) {
        guard depth < depthLimit else { return }
        switch value {
        case .object(let members):
            if let reference = members["$ref"]?.stringValue { found(reference) }
            let mapping = members["discriminator"]?["mapping"]?.objectValue ?? [:]
            for (_, target) in mapping {
                if let text = target.stringValue, text.utf8.contains(0x2F) { found(text) }
            }
            for member in members where !["example", "examples"].contains(member.key) {
                // Extensions may use `$ref` in their own way. Where names are arbitrary, `x-` does
                // not mark an extension.
                if member.key.hasPrefix("x-"), !named.contains(parent) { continue }
                visit(member.value, depth + 1, in: member.key, found)
            }
        case .array(let elements):
            for element in elements { visit(element, depth + 1, in: "", found) }
        default: break
        }
    }

    /// Returns the part of a reference before its fragment.
    private static func file(of reference: String) -> String {
        String(reference.split(atByte: "#", maxSplits: 1, omittingEmptySubsequences: false)[0])
    }

    /// Returns the location of the document that a reference names.
    static func location(of reference: String, from location: String) -> String {
        let isAddress = location.hasPrefix("http://") || location.hasPrefix("https://")
        if isAddress || reference.contains("://") {
            guard let base = try? URI(location), let uri = try? base.resolving(reference) else {
                return reference
            }
            return "\(uri)"
        }
        if reference.hasPrefix("/") { return reference }
        var parts = location.split(atByte: "/", omittingEmptySubsequences: false).dropLast()
        for part in reference.split(atByte: "/") {
            switch part.utf8.count <= 2 ? part : "-" {
            case ".": break
            case "..":
                if let last = parts.last, !last.hasSameBytes(as: ".."), !last.isEmpty {
                    parts.removeLast()
                } else {
                    parts.append(part)
                }
            default: parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }

    // MARK: - References

    /// The root of the first document.
    var start: DocumentPlace {
        place(of: root) ?? DocumentPlace(document: root, value: .null)
    }

    private func place(of location: String) -> DocumentPlace? {
        documents[ExactText(location)].map {
            DocumentPlace(document: location, value: $0.value, written: $0.written)
        }
    }

    /// Returns the target of a reference.
    func target(
        of reference: String,
        at place: DocumentPlace
    ) throws(OpenAPIError) -> DocumentPlace {
        let parts = reference.split(atByte: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = Self.file(of: reference)
        let location = file.isEmpty ? place.document : Self.location(of: file, from: place.document)
        guard var found = self.place(of: location) else {
            throw OpenAPIError("“\(reference.prefix(200))” leads to a missing document", at: place)
        }
        let pointer =
            parts.count > 1 ? PercentEncoding.decode(String(parts[1])) ?? String(parts[1]) : ""
        for token in pointer.split(atByte: "/") {
            let name = PointerToken.unescaped(token)
            guard let part = found[name] ?? Int(name).flatMap({ found[$0] }) else {
                throw OpenAPIError("“\(reference.prefix(200))” leads to nothing", at: place)
            }
            found = part
        }
        return found
    }
}
