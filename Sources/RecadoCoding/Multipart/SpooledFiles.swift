// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The files of a form that were received from a stream, each with a placeholder in the content.
///
/// A form is read into a model as a whole, but files on the disk are not read for that: the parsed
/// content has placeholders instead, and a ``FormFile`` that is read from one gets the file.
/// Placeholders need not be secret, since they refer to files of the same form only.
package struct SpooledFiles: Sendable {
    /// The files of the form that this task reads into a model.
    @TaskLocal package static var current: SpooledFiles?

    private var files: [[UInt8]: SpooledContent] = [:]

    package init() {}

    /// Keeps a file and returns its placeholder.
    mutating func mark(for file: SpooledContent) -> [UInt8] {
        let mark = Array("\u{0}recado-file-\(files.count)-\(file.length)".utf8)
        files[mark] = file
        return mark
    }

    /// The file of a placeholder, or `nil` for any other bytes.
    func file(for bytes: [UInt8]) -> SpooledContent? {
        bytes.first == 0 ? files[bytes] : nil
    }
}

extension MultipartForm {
    /// The largest number of bytes of a form that are kept in memory while it is received, for
    /// texts and small files.
    private static let memoryOfForm = 1 << 20

    /// Receives a form piece by piece: files larger than ``fileThreshold`` are stored on the disk.
    ///
    /// - Parameters:
    ///   - pieces: The content, in pieces of any size.
    ///   - mediaType: The media type of the content, with the boundary.
    /// - Returns: The content with placeholders for files that are on the disk, and those files.
    /// - Throws: ``CodingError`` for content that is malformed or beyond a limit, `ContentTooLarge`
    ///   for a part beyond a limit, ``FileError`` if the disk is full or fails, and the errors of
    ///   the pieces.
    package func spool<Pieces: AsyncSequence>(
        _ pieces: Pieces,
        mediaType: MediaType
    ) async throws -> (bytes: [UInt8], files: SpooledFiles) where Pieces.Element == [UInt8] {
        let boundary = try Multipart.Boundary(of: mediaType)
        var files = SpooledFiles()
        var bytes: [UInt8] = []
        let parts = try Multipart.parts(of: pieces, mediaType: mediaType, limits: limits)
        for try await part in parts {
            bytes += "--\(boundary)\r\n".utf8
            for entry in part.fields.entries {
                bytes += part.fields.nameBytes(of: entry)
                bytes += ": ".utf8
                bytes += part.fields.valueBytes(of: entry)
                bytes += "\r\n".utf8
            }
            bytes += "\r\n".utf8
            if part.header.isFile {
                let room = max(0, Self.memoryOfForm - bytes.count)
                let file = try await part.spool(
                    upTo: limits.partBytes,
                    threshold: min(fileThreshold, room),
                    in: fileDirectory
                )
                bytes += file.isInFile ? files.mark(for: file) : try file.bytes()
            } else {
                bytes += try await part.collect(upTo: limits.textBytes)
            }
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)--\r\n".utf8
        return (bytes, files)
    }
}
