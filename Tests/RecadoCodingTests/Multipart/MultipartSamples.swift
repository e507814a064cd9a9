// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

/// A part whose content has been read completely.
struct ReadPart: Equatable, Sendable {
    var name: String?
    var filename: String?
    var type: String?
    var bytes: [UInt8]

    init(_ name: String?, _ text: String, filename: String? = nil, type: String? = nil) {
        (self.name, self.filename, self.type) = (name, filename, type)
        bytes = Array(text.utf8)
    }

    init(_ header: Multipart.Header, bytes: [UInt8]) {
        (name, filename) = (header.name, header.filename)
        type = header.mediaType?.description
        self.bytes = bytes
    }
}

enum MultipartSample {
    /// Reads bytes that come in pieces of a given size.
    static func read(
        _ bytes: [UInt8],
        boundary: String = "x",
        piece: Int = .max,
        limits: Multipart.Limits = Multipart.Limits()
    ) throws -> [ReadPart] {
        try read(bytes, boundary: boundary, cuts: cuts(bytes.count, piece), limits: limits)
    }

    /// Reads bytes that come in pieces which end at the given offsets.
    static func read(
        _ bytes: [UInt8],
        boundary: String = "x",
        cuts: [Int],
        limits: Multipart.Limits = Multipart.Limits()
    ) throws -> [ReadPart] {
        let boundary = try #require(Multipart.Boundary(boundary))
        var reader = Multipart.Reader(boundary: boundary, limits: limits)
        var parts: [ReadPart] = []
        var open: (header: Multipart.Header, bytes: [UInt8])?
        var start = 0
        for end in cuts {
            reader.feed(Array(bytes[start..<end]))
            start = end
            while let event = try reader.next() {
                switch event {
                case .began(let header):
                    #expect(open == nil)
                    open = (header, [])
                case .bytes(let bytes):
                    #expect(!bytes.isEmpty)
                    open?.bytes += bytes
                case .ended:
                    let part = try #require(open)
                    parts.append(ReadPart(part.header, bytes: part.bytes))
                    open = nil
                }
            }
        }
        try reader.finish()
        return parts
    }

    static func cuts(_ count: Int, _ piece: Int) -> [Int] {
        guard piece < count else { return [count] }
        return Array(stride(from: piece, to: count, by: piece)) + [count]
    }

    static func lines(_ lines: String...) -> [UInt8] {
        Array(lines.joined(separator: "\r\n").utf8)
    }

    static func code(
        _ bytes: [UInt8],
        limits: Multipart.Limits = Multipart.Limits()
    ) -> CodingError.Code? {
        do {
            _ = try read(bytes, limits: limits)
            return nil
        } catch {
            return (error as? CodingError)?.code
        }
    }

    /// The content that a browser sends for a text, a chosen file, and a file input left empty.
    static let browser = lines(
        "------WebKitFormBoundaryAbC123",
        #"Content-Disposition: form-data; name="title""#,
        "",
        "El Camión",
        "------WebKitFormBoundaryAbC123",
        #"Content-Disposition: form-data; name="poster"; filename="a %22big%22 post;er.png""#,
        "Content-Type: image/png",
        "",
        "\u{89}PNG\r\n\u{1A}\n--\r\n------WebKitFormBoundaryAbC12\r\n",
        "------WebKitFormBoundaryAbC123",
        #"Content-Disposition: form-data; name="still"; filename="""#,
        "Content-Type: application/octet-stream",
        "",
        "",
        "------WebKitFormBoundaryAbC123--",
        ""
    )

    static let browserParts = [
        ReadPart("title", "El Camión"),
        ReadPart(
            "poster",
            "\u{89}PNG\r\n\u{1A}\n--\r\n------WebKitFormBoundaryAbC12\r\n",
            filename: #"a "big" post;er.png"#,
            type: "image/png"
        ),
        ReadPart("still", "", filename: "", type: "application/octet-stream"),
    ]
}
