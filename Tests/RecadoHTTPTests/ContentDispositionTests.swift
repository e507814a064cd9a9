// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite
struct `Content-Disposition` {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var filename: String?
        var testDescription: String { text }

        init(_ text: String, _ filename: String?) {
            self.text = text
            self.filename = filename
        }
    }

    @Test(arguments: [
        Case("attachment", nil),
        Case("attachment; filename=film.mp4", "film.mp4"),
        Case("ATTACHMENT; FileName=\"film.mp4\"", "film.mp4"),
        Case("attachment; filename=\"a \\\"b\\\" c.mp4\"", "a \"b\" c.mp4"),
        Case("attachment; filename=my film.mp4 ; x=1", "my film.mp4"),
        Case("attachment; filename=\"Camión.mp4\"", "Camión.mp4"),
        Case("attachment; filename=\"x%20y.mp4\"", "x%20y.mp4"),
        Case("attachment; filename=x.mp4; filename*=UTF-8''Cami%C3%B3n.mp4", "Camión.mp4"),
        Case("attachment; filename*=UTF-8'es'Cami%C3%B3n.mp4; filename=x.mp4", "Camión.mp4"),
        Case("attachment; filename*=iso-8859-1''Cami%F3n.mp4", "Camión.mp4"),
        Case("attachment; filename=x.mp4; filename*=UTF-8''%FF", "x.mp4"),
        Case("attachment; filename=x.mp4; filename*=koi8-r''%FF", "x.mp4"),
        Case("attachment; filename=a; filename=b", "a"),
        Case("attachment; filename=\"open", nil),
        Case("attachment; filename=", nil),
        Case("attachment; ; filename = \"x\"", "x"),
        Case("inline; name=\"..; filename=y\"; filename=\"../x\"", "../x"),
    ])
    func `the file name is parsed as browsers do`(example: Case) throws {
        let value = try #require(ContentDisposition(example.text))
        #expect(value.filename == example.filename)
    }

    @Test
    func `a value without a type is refused`() {
        #expect(ContentDisposition("") == nil)
        #expect(ContentDisposition("=x") == nil)
        #expect(ContentDisposition(" Inline ")?.type == "inline")
    }

    @Test(arguments: [
        "film.mp4", "a \"b\" \\c.mp4", "Camión 🚚.mp4", "100% x.mp4", "%41.mp4", "a; b'c.mp4",
    ])
    func `a file name survives writing and parsing`(name: String) {
        let written = ContentDisposition(filename: name).description
        #expect(written.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(ContentDisposition(written)?.filename == name)
    }
}
