// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoGenerator
import RecadoHTTP
import RecadoYAML

/// `recado describe swift`: declarations that call a service of others, from its own description.
enum DescribeSwiftCommand {
    private static let openAPI = CommandOption(
        "openapi",
        "file or address",
        about: "The description of a service in OpenAPI 3.0 or 3.1, as JSON or YAML."
    )
    private static let wsdl = CommandOption(
        "wsdl",
        "file or address",
        about: "The WSDL 1.1 description of a SOAP service."
    )
    private static let json = CommandOption(
        "json",
        "file or address",
        about: "A sample of JSON, for models alone."
    )

    static let command = Command(
        "swift",
        "Swift declarations of a foreign service.",
        detail: """
            One of --openapi, --wsdl and --json is needed. The parts that a description refers to are read \
            from beside it: from below the same folder or the same origin. What the declarations leave out \
            stands in comments, and is shown.
            """,
        options: [openAPI, wsdl, json, CheckCommand.timeout] + ConnectionOptions.trust
    ) { (arguments, terminal) async throws(CommandError) in
        let reader = try DocumentReader(arguments)
        let declarations: SwiftDeclarations
        switch (arguments[openAPI], arguments[wsdl], arguments[json]) {
        case (let place?, nil, nil): declarations = try await openAPI(place, reader)
        case (nil, let place?, nil): declarations = try await wsdl(place, reader)
        case (nil, nil, let place?): declarations = try await sample(place, reader)
        default: throw .usage("expected exactly one of --openapi, --wsdl and --json")
        }
        try terminal.write(declarations.text)
        for remark in declarations.remarks { terminal.note(DisplayText.clean(remark)) }
    }

    // MARK: - OpenAPI

    private static func openAPI(
        _ place: String,
        _ reader: DocumentReader
    ) async throws(CommandError) -> SwiftDeclarations {
        var documents = OpenAPIDocuments()
        var waiting = [place]
        var seen: Set<String> = []
        do {
            while let next = waiting.popLast() {
                guard seen.insert(next).inserted else { continue }
                let (value, written) = try await document(at: next, reader)
                let found = try documents.add(value, written: written, at: next)
                waiting += found.filter { isBeside($0, place) }
            }
            return try SwiftDeclarations(of: documents)
        } catch let failure as CommandError {
            throw failure
        } catch {
            throw .usage("\(DisplayText.clean("\(error)"))")
        }
    }

    /// Reads a document of JSON or YAML; in YAML with its scalars as they were written.
    private static func document(
        at place: String,
        _ reader: DocumentReader
    ) async throws(CommandError) -> (value: Value, written: Value?) {
        let types =
            "application/vnd.oai.openapi+json, application/json, application/yaml, */*;q=0.5"
        let bytes = try await reader.bytes(of: place, as: types)
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        do throws(CodingError) {
            // YAML reads JSON, too, but slowly.
            let first = bytes.first { !blanks.contains($0) }
            if first == UInt8(ascii: "{"), let value = try? JSON().value(from: bytes) {
                return (value, nil)
            }
            if place.hasSuffix(".json") { return (try JSON().value(from: bytes), nil) }
            var yaml = YAML()
            // As in JSON; descriptions are written by hand.
            yaml.duplicateKeys = .first
            let document = try yaml.document(from: bytes)
            return (document.value, document.written)
        } catch {
            let shown = DisplayText.clean(place)
            guard place.hasSuffix(".json") else { throw .usage("\(shown): \(error)") }
            throw .usage("\(shown) is no JSON: \(error)")
        }
    }

    /// Whether a document stands below the folder or at the origin of another one.
    private static func isBeside(_ place: String, _ root: String) -> Bool {
        if DocumentReader.isAddress(root) {
            guard let base = try? URI(root), let uri = try? URI(place) else { return false }
            return uri.authority == base.authority && uri.scheme == base.scheme
        }
        guard !place.contains("://") else { return false }
        let folder = root.lastIndex(of: "/").map { root[...$0] } ?? ""
        return place.hasPrefix(folder) && !place.dropFirst(folder.count).hasPrefix("/")
            && !place.dropFirst(folder.count).split(separator: "/").contains("..")
    }

    // MARK: - Samples

    private static func sample(
        _ place: String,
        _ reader: DocumentReader
    ) async throws(CommandError) -> SwiftDeclarations {
        let value = try await reader.read(place)
        let path = place.prefix { $0 != "?" && $0 != "#" }
        let file = path.split(separator: "/").last ?? "Sample"
        let name = String(file.prefix { $0 != "." })
        do throws(OpenAPIError) {
            return try SwiftDeclarations(samples: [value], named: name.isEmpty ? "Sample" : name)
        } catch {
            throw .usage("\(DisplayText.clean(error.description))")
        }
    }

    // MARK: - WSDL

    private static func wsdl(
        _ place: String,
        _ reader: DocumentReader
    ) async throws(CommandError) -> SwiftDeclarations {
        let documents = try await read(place, reader)
        do throws(CodingError) {
            return try SwiftDeclarations(of: documents)
        } catch {
            throw .usage("\(DisplayText.clean(place)): \(error)")
        }
    }

    /// A document that is referred to.
    private struct Reference {
        let place: String
        let namespace: String?
    }

    private static func read(
        _ place: String,
        _ reader: DocumentReader
    ) async throws(CommandError) -> WSDLDocuments {
        var documents = WSDLDocuments()
        var waiting = [Reference(place: place, namespace: nil)]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert("\(next.place) \(next.namespace ?? "")").inserted else { continue }
            guard documents.count < WSDLDocuments.limit else {
                throw .usage("the description has more than \(WSDLDocuments.limit) parts")
            }
            let bytes = try await reader.bytes(of: next.place, as: "text/xml, application/wsdl+xml")
            do throws(CodingError) {
                for found in try documents.add(bytes, includedIn: next.namespace) {
                    guard let place = sibling(found.location, of: next.place) else { continue }
                    waiting.append(Reference(place: place, namespace: found.namespace))
                }
            } catch {
                throw .usage("\(DisplayText.clean(next.place)): \(error)")
            }
        }
        return documents
    }

    /// The place of a document that another one refers to; `nil` for one of another origin.
    private static func sibling(_ location: String, of place: String) -> String? {
        if DocumentReader.isAddress(place) {
            guard let base = try? URI(place), let uri = try? base.resolving(location),
                uri.authority == base.authority, uri.scheme == base.scheme
            else { return nil }
            return "\(uri)"
        }
        guard !location.contains(":"), !location.hasPrefix("/") else { return nil }
        guard !location.split(separator: "/").contains("..") else { return nil }
        let folder = place.lastIndex(of: "/").map { place[...$0] } ?? ""
        return folder + location
    }
}
