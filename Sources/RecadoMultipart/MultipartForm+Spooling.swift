// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

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
    /// - Throws: `CodingError` for content that is malformed or beyond a limit, `ContentTooLarge`
    ///   for a part beyond a limit, `FileError` if the disk is full or fails, and the errors of
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
