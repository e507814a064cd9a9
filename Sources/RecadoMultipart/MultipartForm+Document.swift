// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
import RecadoHTTP

extension MultipartForm {
    /// Parses multipart content into a document, without copying the bytes of files.
    package func document(
        from bytes: [UInt8],
        boundary: Multipart.Boundary
    ) throws(CodingError) -> Document {
        guard bytes.count <= min(limits.bytes, Document.maximumBytes) else {
            throw CodingError(.tooLarge, "expected at most \(limits.bytes) bytes")
        }
        var reader = Multipart.Reader(boundary: boundary, limits: limits)
        // The whole content is in the first piece, so that ranges in the piece are ranges in the
        // content.
        reader.feed(bytes)
        var tree = FormTree(limits: treeLimits, source: bytes)
        var header: Multipart.Header?
        var content: Range<Int>?
        while let step = try reader.step() {
            switch step {
            case .began(let next): (header, content) = (next, nil)
            case .bytes(let range):
                let start = content?.lowerBound ?? range.lowerBound
                content = start..<range.upperBound
            case .ended:
                if let header { try insert(header, content ?? 0..<0, into: &tree) }
            }
        }
        try reader.finish()
        return tree.document()
    }

    private var treeLimits: URLEncodedForm.Limits {
        var tree = URLEncodedForm.Limits()
        tree.pairs = limits.parts
        tree.depth = limits.depth
        tree.keyBytes = limits.nameBytes
        tree.valueBytes = limits.textBytes
        tree.index = limits.index
        return tree
    }

    private func insert(
        _ header: Multipart.Header,
        _ range: Range<Int>,
        into tree: inout FormTree
    ) throws(CodingError) {
        guard let name = header.name else {
            throw CodingError(
                .malformed,
                "expected a part with a Content-Disposition of form-data and a name",
                place: CodingError.Location(offset: range.lowerBound)
            )
        }
        if header.isFile {
            // If no file was chosen, browsers send a file without a name and content.
            if range.isEmpty, header.filename?.isEmpty == true { return }
            let file = FormTree.File(
                bytes: range,
                filename: header.filename,
                mediaType: header.mediaType?.description
            )
            return try tree.insert(file: file, named: Array(name.utf8))
        }
        let text = tree.source[range]
        // HTML puts the name of the character set of all texts in this field.
        let isCharset = name.hasSameBytes(as: "_charset_")
        let charset =
            isCharset
            ? String(decoding: text.prefix(20), as: UTF8.self)
            : header.mediaType?.parameters["charset"]
        guard ["utf-8", "utf8", "us-ascii"].contains((charset ?? "utf-8").lowercased()) else {
            throw CodingError(
                .unsupported,
                "expected text in UTF-8, as the form's character set",
                pointer: "/" + JSONPointer.token(name),
                place: CodingError.Location(offset: range.lowerBound)
            )
        }
        if isCharset { return }
        try tree.insert(name: name.utf8, value: text, offset: range.lowerBound)
    }
}

extension Multipart.Header {
    /// True if the content is a file: it has a file name, or a media type other than text.
    var isFile: Bool {
        if filename != nil { return true }
        guard let mediaType else { return false }
        return mediaType.type != "text" && !mediaType.isJSON && !mediaType.isXML
    }
}
