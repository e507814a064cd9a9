// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension Multipart {
    /// Collects the fields and files of a form to be sent.
    ///
    /// ```swift
    /// var form = Multipart.Writer()
    /// form.append("Solaris", named: "title")
    /// try form.append(fileAt: "solaris.png", named: "poster", mediaType: .png)
    /// let (content, mediaType) = form.content()
    /// ```
    ///
    /// Names and file names are written as browsers write them: in UTF-8, with `"`, CR and LF as
    /// `%22`, `%0D` and `%0A` (WHATWG HTML, "multipart/form-data encoding algorithm"). Text is sent
    /// unchanged, including its line endings.
    public struct Writer: Sendable {
        struct Entry: Sendable {
            /// The fields of the part, each with its CRLF, and the empty line.
            let head: [UInt8]
            let content: Content
        }

        private var entries: [Entry] = []

        /// Creates a form without fields.
        public init() {}

        /// The number of parts.
        public var count: Int { entries.count }

        // MARK: - Parts

        /// Adds a field of text.
        ///
        /// - Parameters:
        ///   - text: The text.
        ///   - name: The name of the field.
        public mutating func append(_ text: String, named name: String) {
            append(Content(text), named: name)
        }

        /// Adds a part with any content: bytes in memory, a file, a stream.
        ///
        /// If a stream has no known length, the length of the form is unknown; if a stream can be
        /// read only once, the form can be sent only once.
        ///
        /// - Parameters:
        ///   - content: The content.
        ///   - name: The name of the field.
        ///   - filename: The name of the file, or `nil` for a part that is not a file.
        ///   - mediaType: The media type; by default none, which means text, or
        ///     `application/octet-stream` for a file.
        public mutating func append(
            _ content: Content,
            named name: String,
            filename: String? = nil,
            mediaType: MediaType? = nil
        ) {
            var head: [UInt8] = []
            head += "Content-Disposition: form-data; name=\"".utf8
            Self.escape(name, into: &head)
            head.append(UInt8(ascii: "\""))
            if let filename {
                head += "; filename=\"".utf8
                Self.escape(filename, into: &head)
                head.append(UInt8(ascii: "\""))
            }
            if let type = mediaType ?? (filename == nil ? nil : .octetStream) {
                head += "\r\nContent-Type: \(type)".utf8
            }
            head += "\r\n\r\n".utf8
            entries.append(Entry(head: head, content: content))
        }

        /// Adds a file.
        ///
        /// - Parameters:
        ///   - file: The file; without a name it is sent as a part that is not a file.
        ///   - name: The name of the field.
        public mutating func append(_ file: FormFile, named name: String) {
            append(
                file.content,
                named: name,
                filename: file.filename,
                mediaType: file.mediaType ?? .octetStream
            )
        }

        /// Adds a file by its path; the file is read piece by piece while the form is sent.
        ///
        /// - Parameters:
        ///   - path: The path of a regular file.
        ///   - name: The name of the field.
        ///   - filename: The name to send; by default the last component of the path.
        ///   - mediaType: The media type of the file; `application/octet-stream` by default.
        /// - Throws: `FileError` if there is no such file or it is not a regular one.
        public mutating func append(
            fileAt path: String,
            named name: String,
            filename: String? = nil,
            mediaType: MediaType = .octetStream
        ) throws(FileError) {
            let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
            append(
                try Content(fileAt: path),
                named: name,
                filename: filename ?? String(path[(last ?? path.startIndex)...]),
                mediaType: mediaType
            )
        }

        private static func escape(_ text: String, into head: inout [UInt8]) {
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""): head += "%22".utf8
                case 0x0D: head += "%0D".utf8
                case 0x0A: head += "%0A".utf8
                // Other control characters are not allowed in a field.
                case 0..<0x20, 0x7F: head.append(UInt8(ascii: " "))
                default: head.append(byte)
                }
            }
        }

        // MARK: - Content

        /// Creates the content of a message with a random boundary.
        ///
        /// - Returns: The content, and its media type with the boundary. The length of the content
        ///   is known if the lengths of all parts are known. The content can be sent again if all
        ///   parts can be read again.
        public func content() -> (content: Content, mediaType: MediaType) {
            content(isJoined: false)
        }

        /// Creates the content of a message; if `isJoined` is true and all parts are in memory, the
        /// content is one piece, whatever its size.
        func content(isJoined: Bool) -> (content: Content, mediaType: MediaType) {
            var generator = SystemRandomNumberGenerator()
            return content(using: &generator, joinedSize: isJoined ? Int.max : Self.joinedSize)
        }

        /// Creates the content of a message with a boundary from the given source of randomness.
        ///
        /// - Parameter generator: The source of randomness. A boundary that occurs in content in
        ///   memory is replaced by another one; streams are not searched.
        /// - Returns: The content and its media type.
        public func content(
            using generator: inout some RandomNumberGenerator
        ) -> (content: Content, mediaType: MediaType) {
            content(using: &generator, joinedSize: Self.joinedSize)
        }

        private func content(
            using generator: inout some RandomNumberGenerator,
            joinedSize: Int
        ) -> (content: Content, mediaType: MediaType) {
            var boundary = Boundary(using: &generator)
            while isTaken(boundary) { boundary = Boundary(using: &generator) }
            return content(boundary, joinedSize: joinedSize)
        }

        private func content(
            _ boundary: Boundary,
            joinedSize: Int
        ) -> (content: Content, mediaType: MediaType) {
            let type = MediaType.multipartForm.setting("boundary", to: boundary.description)
            let (entries, length) = (entries, length(boundary))
            if let bytes = joined(boundary, joinedSize) { return (Content(bytes), type) }
            guard entries.allSatisfy(\.content.isReplayable) else {
                let source = EntriesSource(entries, boundary, length: length)
                return (Content(reading: source), type)
            }
            let content = Content(length: length) {
                EntriesSource(entries, boundary, length: length)
            }
            return (content, type)
        }

        /// Content beyond this size is by default not copied into one piece.
        private static let joinedSize = 1 << 20

        /// Returns the whole content in one piece; `nil` if it is not in memory or has more than
        /// `most` bytes.
        private func joined(_ boundary: Boundary, _ most: Int) -> [UInt8]? {
            guard let length = length(boundary), length <= most,
                entries.allSatisfy({ $0.content.bytes != nil })
            else { return nil }
            return bytes(boundary)
        }

        /// Returns the whole content in one piece; all parts must be in memory.
        private func bytes(_ boundary: Boundary) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(length(boundary) ?? 0)
            for entry in entries {
                bytes += "--\(boundary)\r\n".utf8
                bytes += entry.head
                bytes += entry.content.bytes ?? []
                bytes += "\r\n".utf8
            }
            bytes += "--\(boundary)--\r\n".utf8
            return bytes
        }

        private func length(_ boundary: Boundary) -> Int? {
            let frame = boundary.description.utf8.count + 4
            var sum = frame + 2
            for entry in entries {
                guard let length = entry.content.length else { return nil }
                let (next, overflows) = sum.addingReportingOverflow(length)
                guard !overflows, next < Int.max - frame - 2 - entry.head.count else { return nil }
                sum = next + frame + 2 + entry.head.count
            }
            return sum
        }

        private func isTaken(_ boundary: Boundary) -> Bool {
            let wanted = Array(boundary.description.utf8)
            return entries.contains { entry in
                guard let bytes = entry.content.bytes else { return false }
                var window = ByteWindow(maximumBytes: .max, of: "a part")
                window.append(bytes)
                return window.find(wanted).isWhole
            }
        }
    }
}
