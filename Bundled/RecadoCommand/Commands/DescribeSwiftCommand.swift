// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoGenerator
import RecadoHTTP

/// `recado describe swift`: declarations that call a service of others, from its own description.
enum DescribeSwiftCommand {
    private static let wsdl = CommandOption(
        "wsdl",
        "file or address",
        about: "The WSDL 1.1 description of a SOAP service.",
        isRequired: true
    )

    static let command = Command(
        "swift",
        "Swift declarations of a foreign SOAP service.",
        detail: """
            The schemas and parts that the description refers to are read from beside it: from below the \
            same folder or the same origin. What the declarations leave out stands in comments.
            """,
        options: [wsdl, CheckCommand.timeout] + ConnectionOptions.trust
    ) { (arguments, terminal) async throws(CommandFailure) in
        guard let place = arguments[wsdl] else { throw .usage("--wsdl is needed") }
        let documents = try await read(place, try DocumentReader(arguments))
        try terminal.write(try text(documents, of: place))
    }

    private static func text(
        _ documents: WSDLDocuments,
        of place: String
    ) throws(CommandFailure) -> String {
        do throws(CodingFailure) {
            return try SwiftDeclarations(of: documents).text
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
    ) async throws(CommandFailure) -> WSDLDocuments {
        var documents = WSDLDocuments()
        var waiting = [Reference(place: place, namespace: nil)]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert("\(next.place) \(next.namespace ?? "")").inserted else { continue }
            guard documents.count < WSDLDocuments.limit else {
                throw .usage("the description has more than \(WSDLDocuments.limit) parts")
            }
            let bytes = try await reader.bytes(of: next.place, as: "text/xml, application/wsdl+xml")
            do throws(CodingFailure) {
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
