// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP
public import RecadoMultipart

/// The content of an upload, with its media type and options.
///
/// ```swift
/// try await client.upload(.file("poster.png", as: .png), to: "films/7/poster", method: .put)
/// try await client.upload(Upload(Content(pieces: frames)), to: "recordings")
/// ```
///
/// Bytes in memory, files, and streams that can be created again are sent again if a redirect, a
/// challenge or a retry requires it. If the content is a stream that can be read only once, the
/// call fails in these cases.
public struct Upload: Sendable {
    /// The content.
    public var content: Content
    /// The media type of the content; `nil` for none.
    public var mediaType: MediaType?
    /// True to compress the content with gzip if that makes it smaller; `false` by default.
    ///
    /// Not every server understands compressed content; see ``CompressionTransport``.
    public var compresses = false
    /// The meter that reports the progress of the upload, in bytes before compression.
    public var meter: TransferMeter?

    /// Creates an upload of any content.
    ///
    /// - Parameters:
    ///   - content: Bytes in memory, or a stream; see `Content`.
    ///   - mediaType: The media type; `application/octet-stream` by default.
    public init(_ content: Content, as mediaType: MediaType? = .octetStream) {
        self.content = content
        self.mediaType = mediaType
    }

    /// Returns an upload of a regular file, which each attempt reads piece by piece from the
    /// beginning.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mediaType: The media type; `application/octet-stream` by default.
    /// - Returns: The upload.
    /// - Throws: `FileError` if the file does not exist.
    public static func file(
        _ path: String,
        as mediaType: MediaType = .octetStream
    ) throws(FileError) -> Upload {
        Upload(try Content(fileAt: path), as: mediaType)
    }

    /// Returns an upload of a multipart form, which may contain files.
    ///
    /// - Parameter form: The form; its length is known if the lengths of all parts are known.
    /// - Returns: The upload.
    public static func form(_ form: Multipart.Writer) -> Upload {
        let (content, mediaType) = form.content()
        return Upload(content, as: mediaType)
    }

    /// Returns the same upload with other options.
    ///
    /// - Parameter configure: Changes the options.
    /// - Returns: The other upload.
    public func with(_ configure: (inout Upload) -> Void) -> Upload {
        var upload = self
        configure(&upload)
        return upload
    }
}
