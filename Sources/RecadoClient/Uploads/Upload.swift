// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

/// The content of an upload, with its media type and options.
///
/// ```swift
/// try await client.upload(.file("poster.png", as: .png), to: "films/7/poster", method: .put)
/// try await client.upload(Upload(Content(pieces: frames)), to: "recordings")
/// ```
///
/// Content that can be read again is sent again where a redirect, a challenge or another attempt
/// demands it: bytes at hand, files, and streams that are made anew. A stream that can be read only
/// once makes such a call fail.
public struct Upload: Sendable {
    /// The content.
    public var content: Content
    /// The media type of the content; `nil` for none.
    public var mediaType: MediaType?
    /// Whether the content is compressed with gzip where that makes it smaller; `false` by default.
    ///
    /// Not every server understands it; see ``CompressionTransport``.
    public var compresses = false
    /// The meter that reports the progress of the upload, in bytes before compression.
    public var meter: TransferMeter?

    /// Creates an upload of any content.
    ///
    /// - Parameters:
    ///   - content: Bytes at hand, or a stream; see `Content` for the ways to make one.
    ///   - mediaType: The media type; bytes of no particular kind by default.
    public init(_ content: Content, as mediaType: MediaType? = .octetStream) {
        self.content = content
        self.mediaType = mediaType
    }

    /// An upload of a regular file, which is read piece by piece, from its
    /// beginning for every attempt.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - mediaType: The media type; bytes of no particular kind by default.
    /// - Returns: The upload.
    /// - Throws: `FileError` if there is no such file.
    public static func file(
        _ path: String,
        as mediaType: MediaType = .octetStream
    ) throws(FileError) -> Upload {
        Upload(try Content(fileAt: path), as: mediaType)
    }

    /// An upload of a form with files.
    ///
    /// - Parameter form: The form; its length is known if that of every part is.
    /// - Returns: The upload.
    public static func form(_ form: Multipart.Writer) -> Upload {
        let (content, mediaType) = form.content()
        return Upload(content, as: mediaType)
    }

    /// Returns the same upload with other choices.
    ///
    /// - Parameter configure: Changes them.
    /// - Returns: The other upload.
    public func with(_ configure: (inout Upload) -> Void) -> Upload {
        var upload = self
        configure(&upload)
        return upload
    }
}
