// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoGenerator
import RecadoHTTP

extension ForeignDescription {
    /// Creates Swift declarations for the service of a WSDL 1.1 document.
    ///
    /// - Parameter place: The location of the document.
    /// - Returns: The declarations.
    /// - Throws: A ``DescriptionError``, or an error of reading a document.
    public func wsdl(at place: String) async throws -> SwiftDeclarations {
        let documents = try await parts(of: place)
        do throws(CodingError) {
            return try SwiftDeclarations(of: documents)
        } catch {
            throw DescriptionError.malformed(place, error)
        }
    }

    /// A reference to a document, with the namespace of the including schema.
    private struct Reference {
        let place: String
        let namespace: String?
    }

    private func parts(of place: String) async throws -> WSDLDocuments {
        var documents = WSDLDocuments()
        var waiting = [Reference(place: place, namespace: nil)]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert("\(next.place) \(next.namespace ?? "")").inserted else { continue }
            guard documents.count < WSDLDocuments.limit else {
                throw DescriptionError.tooManyParts(WSDLDocuments.limit)
            }
            let bytes = try await read(next.place, "text/xml, application/wsdl+xml")
            do throws(CodingError) {
                for found in try documents.add(bytes, includedIn: next.namespace) {
                    guard let place = Self.sibling(found.location, of: next.place) else { continue }
                    waiting.append(Reference(place: place, namespace: found.namespace))
                }
            } catch {
                throw DescriptionError.malformed(next.place, error)
            }
        }
        return documents
    }

    /// Returns the location that a reference in a document names; `nil` for an address with a
    /// different origin, and for a file outside the document's folder.
    private static func sibling(_ location: String, of place: String) -> String? {
        if isAddress(place) {
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
