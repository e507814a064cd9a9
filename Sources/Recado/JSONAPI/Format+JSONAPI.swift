// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
import RecadoHTTP

extension Format {
    /// JSON:API 1.1: values are resources, lists of them, or documents of their own.
    public static let jsonAPI = jsonAPI(JSONAPI())

    /// JSON:API with other choices than the default ones.
    ///
    /// - Parameters:
    ///   - choices: How documents are read and written.
    ///   - extensions: The URIs of extensions that content keeps to; none by default.
    ///   - profiles: The URIs of profiles that content keeps to; none by default.
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
    ) throws(CodingFailure) -> Document {
        try document(from: bytes)
    }

    func decode<T: Decodable>(
        _ type: T.Type,
        from bytes: [UInt8],
        mediaType: MediaType?
    ) throws(CodingFailure) -> T {
        try decode(type, from: bytes, at: root(of: type))
    }

    func content<T: Encodable>(
        of value: T
    ) throws(CodingFailure) -> (bytes: [UInt8], mediaType: MediaType?) {
        guard let document = OutgoingDocument(of: value) else {
            throw CodingFailure(.unsupported, "expected resources, found \(T.self)")
        }
        return (try encode(document), nil)
    }

    /// Models are the primary data; whole documents and errors are what stands around it.
    func root(of type: Any.Type) -> CodingPath {
        type is any WholeDocument.Type ? .root : "data"
    }
}
