// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// The files of a form that were taken in from a stream, each with a mark that stands in its place.
///
/// A form is read into a model as a whole. What went to the disk is not read for that: the content
/// that is parsed has marks instead, and a ``FormFile`` that is read from one gets the file. Marks
/// need not be secret, for they lead to files of the same form alone.
package struct SpooledFiles: Sendable {
    /// Those of the form that this task reads into a model.
    @TaskLocal package static var current: SpooledFiles?

    private var files: [[UInt8]: SpooledContent] = [:]

    package init() {}

    /// Keeps a file and returns its mark.
    mutating func mark(for file: SpooledContent) -> [UInt8] {
        let mark = Array("\u{0}recado-file-\(files.count)-\(file.length)".utf8)
        files[mark] = file
        return mark
    }

    /// The file of a mark, or `nil` for any other bytes.
    func file(for bytes: [UInt8]) -> SpooledContent? {
        bytes.first == 0 ? files[bytes] : nil
    }
}

extension MultipartForm {
    /// The most bytes of a form that are kept in memory while it is
    /// taken in, texts and small files.
    private static let memoryOfForm = 1 << 20

    /// Takes in a form piece by piece: files larger than ``fileThreshold`` go to the disk.
    ///
    /// - Parameters:
    ///   - pieces: The content, in pieces of any size.
    ///   - mediaType: Its media type, with the boundary.
    /// - Returns: The content with marks in the place of files that went
    ///   to the disk, and those files.
    /// - Throws: ``CodingError`` for content that is malformed or beyond a limit,
    ///   `ContentTooLarge` for a part beyond a limit, ``FileError`` for a full disk and the
    ///   like, and what the pieces throw.
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
