// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoHTTP

extension Format {
    /// JSON:API 1.1, for values that are resources, lists of resources, or whole documents.
    public static let jsonAPI = jsonAPI(JSONAPI())

    /// JSON:API with options other than the defaults.
    ///
    /// - Parameters:
    ///   - choices: The options for reading and writing documents.
    ///   - extensions: The URIs of extensions that content conforms to; none by default.
    ///   - profiles: The URIs of profiles that content conforms to; none by default.
    /// - Returns: The format.
    public static func jsonAPI(
        _ choices: JSONAPI,
        extensions: [String] = [],
        profiles: [String] = []
    ) -> Format {
        var mediaType = MediaType.jsonAPI
        if !extensions.isEmpty { mediaType.parameters["ext"] = extensions.joined(separator: " ") }
        if !profiles.isEmpty { mediaType.parameters["profile"] = profiles.joined(separator: " ") }
        return Format(mediaType, as: "jsonapi", choices)
    }
}

extension JSONAPI: FormatCoder {
    func document(
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> Document {
        try document(from: bytes)
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingError) -> T {
        let document = try document(from: bytes)
        return try DocumentParts(document, choices, isOfResources: true)
            .decode(type, at: root(of: type))
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingError) -> (bytes: [UInt8], mediaType: MediaType?) {
        (try encode(document(of: value)), nil)
    }

    /// Returns the path at which a value of the type is found: `data` for models, the root for
    /// whole documents and errors.
    func root(of type: Any.Type) -> CodingPath {
        type is any WholeDocument.Type || type is any ResourceDocument.Type ? .root : "data"
    }

    /// Returns the document of a value, with the links and the selected fields for a request.
    func document(
        of value: some Encodable,
        answering request: Request? = nil
    ) throws(CodingError) -> OutgoingDocument {
        var document = try Self.document(of: value, request)
        guard let request else { return document }
        if request.method.isSafe, document.links["self"] == nil {
            document.links["self"] = Link(request.target)
        }
        document.fields = SparseFields(request).fields
        return document
    }

    private static func document<T: Encodable>(
        of value: T,
        _ request: Request?
    ) throws(CodingError) -> OutgoingDocument {
        if let whole = value as? any ResourceDocument {
            return try outgoing(whole, request)
        }
        guard let document = OutgoingDocument(of: value) else {
            throw CodingError(.unsupported, "expected resources, found \(T.self)")
        }
        return document
    }

    private static func outgoing<Whole: ResourceDocument>(
        _ value: Whole,
        _ request: Request?
    ) throws(CodingError) -> OutgoingDocument {
        let topLevel = value.document(answering: request)
        var document = OutgoingDocument(.nothing)
        if let data = topLevel.data { document = try Self.document(of: data, request) }
        document.links = topLevel.links
        document.meta = topLevel.meta
        return document
    }
}
