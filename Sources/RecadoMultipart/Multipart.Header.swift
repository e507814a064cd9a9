// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension Multipart {
    /// The header of a part, which precedes its content: its name, its file name, its media type.
    public struct Header: Sendable, Hashable {
        /// The name of the form field (RFC 7578 §4.2), or `nil` if the part has none.
        ///
        /// The escapes `%22`, `%0D` and `%0A`, which browsers write, are resolved.
        public let name: String?

        /// The last component of the file's name, or `nil` if the part is not a file.
        ///
        /// Directories are cut off, since the name comes from the sender: the remaining name
        /// contains neither `/` nor `\` and is not `..`. It is empty if a form was sent without
        /// choosing a file. If a client sends `filename*` (RFC 8187), it takes precedence over
        /// `filename`.
        public let filename: String?

        /// The media type of the content, or `nil` if none is given or it cannot be read.
        ///
        /// If there is none, the content is text (RFC 7578 §4.4).
        public let mediaType: MediaType?

        /// All fields as they were sent.
        public let fields: Fields
    }
}

extension Multipart.Header {
    /// Reads the fields of a part.
    ///
    /// - Throws: ``Multipart/Reader/Problem`` for a disposition that cannot be read or an encoding
    ///   that RFC 7578 §4.7 deprecates.
    init(_ fields: Fields, limits: Multipart.Limits) throws(Multipart.Reader.Problem) {
        let dispositions = fields[values: .contentDisposition]
        guard dispositions.count <= 1, fields[values: .contentType].count <= 1 else {
            throw .repeatedField
        }
        if let coding = fields[.contentTransferEncoding] {
            let plain = ["7bit", "8bit", "binary"]
            guard plain.contains(coding.lowercased()) else { throw .transferEncoding }
        }
        var disposition = Multipart.Disposition()
        if let text = dispositions.first {
            guard let read = Multipart.Disposition(text) else { throw .disposition }
            disposition = read
        }
        let name = disposition.type == "form-data" ? disposition.name : nil
        guard (name?.utf8.count ?? 0) <= limits.nameBytes,
            (disposition.filename?.utf8.count ?? 0) <= limits.nameBytes
        else { throw .name }
        self.name = name
        filename = disposition.filename.map(Self.lastComponent)
        mediaType = fields[.contentType].flatMap { MediaType($0) }
        self.fields = fields
    }

    private static func lastComponent(_ path: String) -> String {
        let bytes = path.utf8
        let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let start = bytes.lastIndex(where: isSeparator).map(bytes.index(after:))
        let last = String(path[(start ?? bytes.startIndex)...])
        // NUL would end the name early in C functions.
        return last == "." || last == ".." || last.utf8.contains(0) ? "" : last
    }
}

extension FieldName {
    /// The encoding of a part's content in old messages (RFC 2045 §6).
    static let contentTransferEncoding = FieldName(known: "Content-Transfer-Encoding")
}
