// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

/// A file in a form, with its bytes in memory or on the disk.
///
/// ```swift
/// struct Poster: Codable {
///     var title: String
///     var image: FormFile
///     var stills: [FormFile]   // a repeated stills[] or stills
/// }
/// let poster = try MultipartForm().decode(Poster.self, from: bytes, mediaType: type)
/// ```
///
/// A server that receives a form keeps files of more than 256 KiB (``MultipartForm/fileThreshold``)
/// in temporary files. These are readable by their owner alone, have no name, and are removed when
/// the request has been answered and no copy of the value is left. Use ``save(to:)`` to keep a
/// file.
///
/// In multipart content, a file is a part. Every other format writes a file as an object with the
/// members `filename`, `mediaType` and `bytes`, where `bytes` is Base64.
public struct FormFile: Sendable {
    /// The name of the file without directories, or `nil` if it has none.
    public var filename: String?

    /// The media type that the sender stated, or `nil`; it may be wrong.
    public var mediaType: MediaType?

    private let storage: SpooledContent

    /// The content; if it is on the disk, each access reads it from there.
    ///
    /// Prefer ``content`` for files that may be large.
    ///
    /// - Throws: `FileError` if the disk fails; never for a file that is in memory (see
    ///   ``isOnDisk``).
    public var bytes: [UInt8] {
        get throws(FileError) { try storage.bytes() }
    }

    /// The content, which is read piece by piece if it is on the disk; it can be read repeatedly.
    public var content: Content { storage.content }

    /// The number of bytes.
    public var size: Int { storage.length }

    /// True if the content is on the disk.
    public var isOnDisk: Bool { storage.isInFile }

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - filename: The name of the file.
    ///   - mediaType: The media type of the file; if there is none, the file is sent as
    ///     `application/octet-stream`.
    ///   - bytes: The content.
    public init(filename: String?, mediaType: MediaType? = nil, bytes: [UInt8]) {
        self.init(filename: filename, mediaType: mediaType, content: SpooledContent(bytes))
    }

    /// Creates a file from content that was received from a stream.
    ///
    /// - Parameters:
    ///   - filename: The name of the file.
    ///   - mediaType: The media type of the file; if there is none, the file is sent as
    ///     `application/octet-stream`.
    ///   - content: The content.
    public init(filename: String?, mediaType: MediaType? = nil, content: SpooledContent) {
        self.filename = filename
        self.mediaType = mediaType
        storage = content
    }

    /// Writes the content to a new file, which all users can read unless the process's umask
    /// forbids it.
    ///
    /// This blocks the thread while the disk is busy. Choose the path yourself, because the sender
    /// controls ``filename``.
    ///
    /// - Parameter path: The path, at which no file may exist yet.
    /// - Throws: `FileError` if a file exists at the path, if the disk is full or otherwise
    ///   fails; an incomplete file is removed.
    public func save(to path: String) throws(FileError) { try storage.save(to: path) }
}

extension FormFile: Hashable {
    /// True if both files have the same name, media type and bytes; a file that cannot be read
    /// equals no file.
    public static func == (one: FormFile, other: FormFile) -> Bool {
        guard one.filename == other.filename, one.mediaType == other.mediaType,
            one.size == other.size,
            // A comparison cannot throw, and bytes that cannot be read are not considered equal.
            let bytes = try? one.bytes, let otherBytes = try? other.bytes
        else { return false }
        return bytes == otherBytes
    }

    /// Hashes the name, the media type and the size.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(filename)
        hasher.combine(mediaType)
        hasher.combine(size)
    }
}

extension FormFile: Codable {
    private enum CodingKeys: String, CodingKey {
        case bytes, filename, mediaType
    }

    /// Reads a file from a part of multipart content, or from an object.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: The errors of the decoder; `DecodingError` for bytes that are not Base64.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        filename = try members.decodeIfPresent(String.self, forKey: .filename)
        mediaType = try members.decodeIfPresent(String.self, forKey: .mediaType)
            .flatMap { MediaType($0) }
        if let document = decoder as? any FileDecoder {
            if let file = document.spooledFile {
                storage = file
                return
            }
            if let raw = try document.rawBytes() {
                storage = SpooledContent(raw)
                return
            }
        }
        let text = try members.decode(String.self, forKey: .bytes)
        guard let bytes = Base64.decode(bytes: Array(text.utf8)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes,
                in: members,
                debugDescription: "expected bytes in Base64"
            )
        }
        storage = SpooledContent(bytes)
    }

    /// Writes the file as a part of multipart content, or as an object.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The errors of the encoder; `FileError` when the disk fails.
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
