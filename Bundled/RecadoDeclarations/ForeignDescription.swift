// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoGenerator
import RecadoHTTP
import RecadoYAML

/// A reader of the descriptions of other services, which may consist of several documents.
///
/// Further documents are read only if they are in the folder of the first document or below it, or
/// have the same origin.
public struct ForeignDescription: Sendable {
    /// A function that reads a document from a file, or requests it from an address as one of the
    /// given media types.
    public typealias Read =
        @Sendable (_ place: String, _ mediaTypes: String) async throws -> [UInt8]

    let read: Read

    /// Creates a reader of descriptions.
    ///
    /// - Parameter read: The function that reads a document. The methods of this type rethrow its
    ///   errors.
    public init(_ read: @escaping Read) {
        self.read = read
    }

    /// Tells whether a location is an address rather than a file.
    ///
    /// - Parameter place: The location.
    /// - Returns: `true` for an address of `http` or `https`.
    public static func isAddress(_ place: String) -> Bool {
        place.hasPrefix("http://") || place.hasPrefix("https://")
    }

    // MARK: - OpenAPI

    /// Creates Swift declarations for the service of an OpenAPI 3.0 or 3.1 document, in JSON or
    /// YAML.
    ///
    /// - Parameter place: The location of the document.
    /// - Returns: The declarations.
    /// - Throws: A ``DescriptionError``, or an error of reading a document.
    public func openAPI(at place: String) async throws -> SwiftDeclarations {
        var documents = OpenAPIDocuments()
        var waiting = [place]
        var seen: Set<String> = []
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            let (value, written) = try await document(at: next)
            do throws(OpenAPIError) {
                let found = try documents.add(value, written: written, at: next)
                waiting += found.filter { Self.isBeside($0, place) }
            } catch {
                throw DescriptionError.refused(error.description)
            }
        }
        do throws(OpenAPIError) {
            return try SwiftDeclarations(of: documents)
        } catch {
            throw DescriptionError.refused(error.description)
        }
    }

    /// Reads a JSON or YAML document; for YAML, `written` is the same document with every scalar as
    /// the text in the file.
    private func document(
        at place: String
    ) async throws -> (value: Value, written: Value?) {
        let types =
            "application/vnd.oai.openapi+json, application/json, application/yaml, */*;q=0.5"
        let bytes = try await read(place, types)
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        do throws(CodingError) {
            // The YAML parser also reads JSON, but slowly.
            let first = bytes.first { !blanks.contains($0) }
            if first == UInt8(ascii: "{"), let value = try? JSON().value(from: bytes) {
                return (value, nil)
            }
            if place.hasSuffix(".json") { return (try JSON().value(from: bytes), nil) }
            var yaml = YAML()
            // Descriptions written by hand may repeat a key; as in JSON, the first of equal keys
            // counts.
            yaml.duplicateKeys = .first
            let document = try yaml.document(from: bytes)
            return (document.value, document.written)
        } catch {
            guard place.hasSuffix(".json") else { throw DescriptionError.malformed(place, error) }
            throw DescriptionError.notJSON(place, error)
        }
    }

    /// True if a document is in or below the folder of another document, or has the same origin.
    private static func isBeside(_ place: String, _ root: String) -> Bool {
        if isAddress(root) {
            guard let base = try? URI(root), let uri = try? URI(place) else { return false }
            return uri.authority == base.authority && uri.scheme == base.scheme
        }
        guard !place.contains("://") else { return false }
        let folder = root.lastIndex(of: "/").map { root[...$0] } ?? ""
        return place.hasPrefix(folder) && !place.dropFirst(folder.count).hasPrefix("/")
            && !place.dropFirst(folder.count).split(separator: "/").contains("..")
    }

    // MARK: - Samples

    /// Creates Swift declarations for a JSON sample; the models are named after its location.
    ///
    /// - Parameter place: The location of the sample.
    /// - Returns: The declarations.
    /// - Throws: A ``DescriptionError``, or an error of reading a document.
    public func sample(at place: String) async throws -> SwiftDeclarations {
        let bytes = try await read(place, "application/json")
        let value: Value
        do throws(CodingError) {
            value = try JSON().value(from: bytes)
        } catch {
            throw DescriptionError.notJSON(place, error)
        }
        let path = place.prefix { $0 != "?" && $0 != "#" }
        let file = path.split(separator: "/").last ?? "Sample"
        let name = String(file.prefix { $0 != "." })
        do throws(OpenAPIError) {
            return try SwiftDeclarations(samples: [value], named: name.isEmpty ? "Sample" : name)
        } catch {
            throw DescriptionError.refused(error.description)
        }
    }
}
