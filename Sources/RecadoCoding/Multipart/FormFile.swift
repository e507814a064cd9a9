// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

/// A file in a form, with its bytes at hand.
///
/// ```swift
/// struct Poster: Codable {
///     var title: String
///     var image: FormFile
///     var stills: [FormFile]   // stills[] or stills again and again
/// }
/// let poster = try MultipartForm().decode(Poster.self, from: bytes, mediaType: type)
/// ```
///
/// In multipart content it is a part of its own. Every other format writes an object with the members
/// `filename`, `mediaType` and `bytes`, the last in Base64.
public struct FormFile: Sendable, Hashable {
    /// The name of the file without directories, or `nil` if it has none.
    public var filename: String?

    /// The media type that the sender gave, or `nil`; it may be wrong.
    public var mediaType: MediaType?

    /// The content.
    public var bytes: [UInt8]

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - filename: The name of the file.
    ///   - mediaType: Its media type; when sent without one it is `application/octet-stream`.
    ///   - bytes: The content.
    public init(filename: String?, mediaType: MediaType? = nil, bytes: [UInt8]) {
        self.filename = filename
        self.mediaType = mediaType
        self.bytes = bytes
    }
}

extension FormFile: Codable {
    private enum CodingKeys: String, CodingKey {
        case bytes, filename, mediaType
    }

    /// Reads a file from a part of multipart content, or from an object.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: What the decoder throws; `DecodingError` for bytes that are not Base64.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        filename = try members.decodeIfPresent(String.self, forKey: .filename)
        mediaType = try members.decodeIfPresent(String.self, forKey: .mediaType)
            .flatMap { MediaType($0) }
        if let document = decoder as? DocumentDecoder, let raw = document.rawBytes {
            bytes = raw
            return
        }
        let text = try members.decode(String.self, forKey: .bytes)
        guard let bytes = Base64.decode(bytes: Array(text.utf8)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes,
                in: members,
                debugDescription: "expected bytes in Base64"
            )
        }
        self.bytes = bytes
    }

    /// Writes the file as a part of multipart content, or as an object.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        if let key = FormFileRegistry.key,
            let registry = encoder.userInfo[key] as? FormFileRegistry
        {
            var container = encoder.singleValueContainer()
            try container.encode(registry.mark(for: self))
            return
        }
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(filename, forKey: .filename)
        try members.encodeIfPresent(mediaType?.description, forKey: .mediaType)
        try members.encode(Base64.encode(bytes), forKey: .bytes)
    }
}
