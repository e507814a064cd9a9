// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

@Suite struct `Multipart forms and models` {
    struct Poster: Codable, Equatable {
        struct Size: Codable, Equatable {
            var width: Int
            var height: Int
        }
        var title: String
        var year: Int?
        var isColor: Bool
        var size: Size
        var tags: [String]
        var image: FormFile
        var stills: [FormFile]
        var sound: FormFile?
    }

    private let poster = Poster(
        title: "El \"Camión\"\r\n",
        year: 1972,
        isColor: true,
        size: Poster.Size(width: 3, height: 4),
        tags: ["a", "b"],
        image: FormFile(filename: "s.png", mediaType: .png, bytes: [0x89, 0xFF, 0x0D, 0x0A]),
        stills: [
            FormFile(filename: "1", mediaType: .octetStream, bytes: []),
            FormFile(filename: "2", mediaType: .plainText, bytes: Array("text".utf8)),
        ],
        sound: nil
    )

    private func form(_ parts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts {
            let head = part.prefix { $0 != "|" }
            let content = part.dropFirst(head.count + 1)
            bytes += "--x\r\nContent-Disposition: form-data; \(head)\r\n\r\n\(content)\r\n".utf8
        }
        return bytes + Array("--x--".utf8)
    }

    private func decode<T: Decodable>(_ type: T.Type, _ parts: String...) throws -> T {
        let boundary = try #require(Multipart.Boundary("x"))
        return try MultipartForm().decode(type, from: form(parts), boundary: boundary)
    }

    // MARK: - Round trips

    @Test(arguments: [
        URLEncodedForm.ArrayStyle.brackets, .indexes, .repeats,
    ])
    func `a model with files is read back unchanged`(_ arrays: URLEncodedForm.ArrayStyle) throws {
        var coder = MultipartForm()
        coder.arrays = arrays
        for sortsKeys in [false, true] {
            coder.sortsKeys = sortsKeys
            let (bytes, type) = try coder.encode(poster)
            #expect(try coder.decode(Poster.self, from: bytes, mediaType: type) == poster)
        }
    }

    @Test func `files are written as parts with their names and types`() throws {
        let writer = try MultipartForm().writer(for: poster)
        let (content, type) = writer.content()
        let boundary = try #require(type.parameters["boundary"])
        let parts = try MultipartSample.read(try #require(content.bytes), boundary: boundary)
        #expect(
            parts.map(\.name) == [
                "title", "year", "isColor", "size[width]", "size[height]", "tags[]", "tags[]",
                "image", "stills[]", "stills[]",
            ]
        )
        #expect(parts.map(\.filename).suffix(3) == ["s.png", "1", "2"])
        #expect(
            parts.map(\.type).suffix(3) == ["image/png", "application/octet-stream", "text/plain"]
        )
        #expect(try parts[7].bytes == poster.image.bytes)
    }

    @Test func `in JSON a file is an object with Base64 data`() throws {
        let file = FormFile(filename: "s.png", mediaType: .png, bytes: [1, 2, 255])
        let text = try JSON().encodeToString(file)
        #expect(text == #"{"filename":"s.png","mediaType":"image/png","bytes":"AQL/"}"#)
        #expect(try JSON().decode(FormFile.self, from: text) == file)
        #expect(
            try JSON().decode(FormFile.self, from: #"{"bytes":""}"#)
                == FormFile(filename: nil, bytes: [])
        )
        #expect(throws: CodingError.self) {
            try JSON().decode(FormFile.self, from: #"{"bytes":"AQ"}"#)
        }
        var xml = XML()
        xml.writesDeclaration = false
        #expect(try xml.encodeToString(file).hasPrefix("<value>"))
        #expect(try xml.encodeToString([file]).hasPrefix("<items><item>"))
        let form = try URLEncodedForm().encode(["f": file])
        #expect(try URLEncodedForm().decode([String: FormFile].self, from: form) == ["f": file])
    }

    @Test func `a string that looks like an internal file marker stays a string`() throws {
        let (bytes, type) = try MultipartForm().encode(["a": "\u{0}file-1-2-0"])
        let read = try MultipartForm().decode([String: String].self, from: bytes, mediaType: type)
        #expect(read == ["a": "\u{0}file-1-2-0"])
    }

    // MARK: - Reading

    @Test func `names in brackets are nested, and arrays are read in every style`() throws {
        struct Model: Decodable, Equatable {
            var a: [String: [Int]]
            var files: [FormFile]
        }
        let one = FormFile(filename: "f", bytes: [0x31])
        let two = FormFile(filename: "g", bytes: [0x32])
        for name in ["files[]", "files"] {
            let model = try decode(
                Model.self,
                "name=a[b][]|1",
                "name=a[b][]|2",
                "name=\"\(name)\"; filename=f|1",
                "name=\"\(name)\"; filename=g|2"
            )
            #expect(model == Model(a: ["b": [1, 2]], files: [one, two]))
        }
        let single = try decode(Model.self, "name=a[b]|1", "name=files; filename=f|1")
        #expect(single == Model(a: ["b": [1]], files: [one]))
        let none = try decode(Model.self, "name=a[b]|1", "name=files; filename=\"\"|")
        #expect(none == Model(a: ["b": [1]], files: []))
    }

    @Test func `a file can be read as bytes, and the last of several files is used`() throws {
        struct Model: Decodable {
            var data: Data
            var bytes: [UInt8]
            var file: FormFile
            var none: FormFile?
        }
        let model = try decode(
            Model.self,
            "name=data; filename=f|ÿ",
            "name=bytes; filename=f|a",
            "name=bytes; filename=g|bc",
            "name=file; filename=1|1",
            "name=file; filename=2|22",
            "name=none; filename=\"\"|"
        )
        #expect(model.data == Data("ÿ".utf8))
        #expect(model.bytes == Array("bc".utf8))
        #expect(model.file == FormFile(filename: "2", bytes: Array("22".utf8)))
        #expect(model.none == nil)
    }

    @Test func `reading a file as a string or a string as a file is refused`() throws {
        let failure = try #require(throws: CodingError.self) {
            try decode([String: String].self, "name=a; filename=f|text")
        }
        #expect(failure.code == .typeMismatch && failure.pointer == "/a")
        #expect(throws: CodingError.self) { try decode([String: FormFile].self, "name=a|text") }
        #expect(throws: CodingError.self) {
            try decode([String: Int].self, "name=a; filename=f|1")
        }
    }

    @Test func `text in other character sets is refused`() throws {
        func code(_ parts: String...) -> CodingError.Code? {
            do {
                let boundary = try #require(Multipart.Boundary("x"))
                _ = try MultipartForm().decode(
                    [String: String].self,
                    from: form(parts),
                    boundary: boundary
                )
                return nil
            } catch {
                return (error as? CodingError)?.code
            }
        }
        #expect(code("name=_charset_|UTF-8", "name=a|é") == nil)
        #expect(code("name=_charset_|windows-1252", "name=a|e") == .unsupported)
        #expect(code("name=a\r\nContent-Type: text/plain; charset=utf-8|é") == nil)
        #expect(code("name=a\r\nContent-Type: text/plain; charset=iso-8859-1|e") == .unsupported)
        #expect(code("filename=a|x") == .malformed)
        #expect(code("name=a|1", "name=a[b]|1") == .typeMismatch)
    }

    @Test func `text that is not UTF-8 is refused`() throws {
        var bytes = form(["name=a|?"])
        let place = try #require(bytes.firstIndex(of: UInt8(ascii: "?")))
        bytes[place] = 0xFF
        let boundary = try #require(Multipart.Boundary("x"))
        let failure = try #require(throws: CodingError.self) {
            try MultipartForm().decode([String: String].self, from: bytes, boundary: boundary)
        }
        #expect(failure.code == .malformed && failure.pointer == "/a" && failure.offset == place)
    }

    @Test func `sizes, depth and number of parts are limited`() throws {
        let boundary = try #require(Multipart.Boundary("x"))
        let bytes = form(["name=a|12345", "name=b[c][d]|1", "name=e[7]|1"])
        func code(_ change: (inout Multipart.Limits) -> Void) -> CodingError.Code? {
            var coder = MultipartForm()
            change(&coder.limits)
            do {
                _ = try coder.decode(Value.self, from: bytes, boundary: boundary)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { _ in } == nil)
        #expect(code { $0.textBytes = 4 } == .tooLarge)
        #expect(code { $0.depth = 2 } == .tooDeep)
        #expect(code { $0.index = 6 } == .tooLarge)
        #expect(code { $0.parts = 2 } == .tooLarge)
        #expect(code { $0.bytes = 10 } == .tooLarge)
    }

    @Test func `a scalar or an array as the root value is refused`() {
        #expect(throws: CodingError.self) { try MultipartForm().encode(1) }
        #expect(throws: CodingError.self) { try MultipartForm().encode([poster.image]) }
    }
}
