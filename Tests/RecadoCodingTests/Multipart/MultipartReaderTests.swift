// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Testing

@Suite struct `Reading multipart content` {
    private typealias Sample = MultipartSample

    @Test func `content from a browser is read however the input is split`() throws {
        let bytes = Sample.browser
        let boundary = "----WebKitFormBoundaryAbC123"
        for piece in [1, 2, 3, 5, 7, 64, .max] {
            let parts = try Sample.read(bytes, boundary: boundary, piece: piece)
            #expect(parts == Sample.browserParts)
        }
        for cut in 0...bytes.count {
            let parts = try Sample.read(bytes, boundary: boundary, cuts: [cut, bytes.count])
            #expect(parts == Sample.browserParts, "cut at \(cut)")
        }
    }

    @Test func `content split at any two places gives the same parts`() throws {
        let head = #"Content-Disposition: form-data; name="a""#
        let bytes = Sample.lines("--x", head, "", "\r\n--", "--x \t", head, "", "", "--x--", "e")
        let expected = [ReadPart("a", "\r\n--"), ReadPart("a", "")]
        for first in 0...bytes.count {
            for second in first...bytes.count {
                let parts = try Sample.read(bytes, cuts: [first, second, bytes.count])
                #expect(parts == expected, "cuts at \(first) and \(second)")
            }
        }
    }

    @Test func `content from curl is read`() throws {
        let bytes = Sample.lines(
            "--------------------------d74496d66958873e",
            #"Content-Disposition: form-data; name="person""#,
            "",
            "anonymous",
            "--------------------------d74496d66958873e",
            #"Content-Disposition: form-data; name="secret"; filename="file.txt""#,
            "Content-Type: text/plain",
            "",
            "contents of the file\n",
            "--------------------------d74496d66958873e--",
            ""
        )
        let parts = try Sample.read(bytes, boundary: "------------------------d74496d66958873e")
        #expect(
            parts == [
                ReadPart("person", "anonymous"),
                ReadPart(
                    "secret",
                    "contents of the file\n",
                    filename: "file.txt",
                    type: "text/plain"
                ),
            ]
        )
    }

    @Test func `preamble and epilogue are ignored`() throws {
        let bytes = Sample.lines(
            "This is a message",
            " --x",
            "--y",
            "--x",
            #"Content-Disposition: form-data; name=a"#,
            "",
            "1",
            "--x--",
            "--x",
            "rest"
        )
        for piece in [1, 3, .max] {
            #expect(try Sample.read(bytes, piece: piece) == [ReadPart("a", "1")])
        }
        #expect(try Sample.read(Sample.lines("--x--", "")) == [])
        #expect(try Sample.read(Sample.lines("", "--x--")) == [])
        #expect(
            try Sample.read(Sample.lines("--x", "", "bare", "--x--")) == [ReadPart(nil, "bare")]
        )
    }

    // MARK: - Names

    @Test(arguments: [
        (#"form-data; name="a b""#, "a b", nil),
        (#"form-data;name=a;filename=b.txt"#, "a", "b.txt"),
        (#"FORM-DATA; NAME="a"; FileName="b""#, "a", "b"),
        (#"form-data; name="a%22b%0d%0Ac%41""#, "a\"b\r\nc%41", nil),
        (#"form-data; name="a"; filename="say \"hi\".txt""#, "a", #"say "hi".txt"#),
        (#"form-data; name="a\"; filename="b\""#, #"a\"#, ""),
        (#"form-data; name="a\b""#, #"a\b"#, nil),
        (#"form-data; name="a"; filename="C:\films\solaris.png""#, "a", "solaris.png"),
        (#"form-data; name="a"; filename="../../etc/passwd""#, "a", "passwd"),
        (#"form-data; name="a"; filename="..""#, "a", ""),
        (
            #"form-data; name="a"; filename="x"; filename*=UTF-8'en'Cami%C3%B3n.txt"#, "a",
            "Camión.txt"
        ),
        (#"form-data; name="a"; filename*=iso-8859-1''%A3%20rates; filename="x""#, "a", "£ rates"),
        (#"form-data; name="a"; filename="x"; filename*=UTF-8''%FF"#, "a", "x"),
        (#"form-data; name="a"; filename="x"; filename*=KOI8-R''%C1"#, "a", "x"),
        (#"form-data; name="日本"; filename="映画.png""#, "日本", "映画.png"),
        (#"attachment; name="a"; filename="x""#, nil, "x"), (#"form-data"#, nil, nil),
    ])
    func `names and file names are unescaped and sanitized`(
        _ disposition: String,
        _ name: String?,
        _ filename: String?
    ) throws {
        let parts = try Sample.read(
            Sample.lines("--x", "content-disposition: " + disposition, "", "", "--x--")
        )
        #expect(parts.count == 1)
        #expect(parts.first?.name == name)
        #expect(parts.first?.filename == filename)
    }

    // MARK: - Faults

    @Test(arguments: [
        "", "--x", "--x\r\n", "--x--x", "--xy\r\n\r\n\r\n--x--", "--x-\r\n\r\n\r\n--x--",
        "--x\n\n--x--",
        "--x\r\n\r\nno end", "--x\r\n\r\nalmost\r\n--x", "--x\r\n\r\nalmost\r\n--x-",
        "--x\r\n\r\n\n--x--", "--x\r\nA: b\r\n--x--", "--x\r\nno colon\r\n\r\n\r\n--x--",
        "--x\r\nA: b\r\n folded\r\n\r\n\r\n--x--", "--x\r\nA b: c\r\n\r\n\r\n--x--",
        "--x\r\nA: b\nB: c\r\n\r\n\r\n--x--", "--x\r\nA: \u{1}\r\n\r\n\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--x--",
        "--x\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--x--",
        "--x\r\nContent-Disposition: form-data\r\nContent-Disposition: form-data\r\n\r\n\r\n--x--",
        "--x\r\n\r\ncontent\r\n--xtra\r\n--x--", "--x\r\n\r\n\r\n--x junk\r\n--x--", "no boundary",
    ])
    func `malformed content is refused`(_ text: String) throws {
        let bytes = Array(text.utf8)
        for piece in [1, .max] {
            let failure = try #require(throws: CodingError.self) {
                try Sample.read(bytes, piece: piece)
            }
            #expect(failure.code == .malformed)
            let offset = try #require(failure.offset)
            #expect(offset <= bytes.count && failure.line == nil)
        }
    }

    @Test func `an error has a byte offset and is thrown again by later calls`() throws {
        let boundary = try #require(Multipart.Boundary("x"))
        var reader = Multipart.Reader(boundary: boundary)
        reader.feed(Sample.lines("--x", "", "1", "--x", "bad"))
        reader.feed(Array("\r\n\r\n".utf8))
        var failures: [CodingError] = []
        for _ in 0..<20 {
            do { _ = try reader.next() } catch { failures.append(error) }
        }
        #expect(failures.count > 10)
        #expect(
            failures.first?.description == """
                malformed (byte 15): part 2: expected a field with a name and a colon in the head \
                of a part
                """
        )
        #expect(throws: CodingError.self) { try reader.finish() }
    }

    @Test func `header fields not in UTF-8 and Base64 transfer encoding are refused`() throws {
        var bytes = Sample.lines("--x", "A: ?", "", "", "--x--")
        bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "?")))] = 0xFF
        #expect(Sample.code(bytes) == .malformed)
        let coded = Sample.lines("--x", "Content-Transfer-Encoding: base64", "", "MQ==", "--x--")
        #expect(Sample.code(coded) == .unsupported)
        let plain = Sample.lines("--x", "Content-Transfer-Encoding: 8BIT", "", "1", "--x--")
        #expect(Sample.code(plain) == nil)
    }

    @Test func `invalid boundaries are refused`() throws {
        for text in ["a", "a b", String(repeating: "x", count: 70), "'()+_,-./:=?"] {
            #expect(Multipart.Boundary(text)?.description == text)
        }
        for text in ["", "a ", String(repeating: "x", count: 71), "ä", "a\r\nb", "a\"b", "a;b"] {
            #expect(Multipart.Boundary(text) == nil)
        }
        let quoted = try #require(MediaType(#"multipart/form-data; boundary="a b""#))
        #expect(try Multipart.Boundary(of: quoted).description == "a b")
        for text in [
            "text/plain; boundary=a", "multipart/form-data", "multipart/mixed; boundary=\"a;\"",
        ] {
            let type = try #require(MediaType(text))
            #expect(throws: CodingError.self) { try Multipart.Boundary(of: type) }
        }
    }

    // MARK: - Limits

    @Test func `sizes are limited`() throws {
        let name = "Content-Disposition: form-data; name=abcd; filename=efgh"
        let bytes = Sample.lines("--x", name, "B: c", "", "12345", "--x", "", "", "--x--")
        func code(_ change: (inout Multipart.Limits) -> Void) -> CodingError.Code? {
            var limits = Multipart.Limits()
            change(&limits)
            return Sample.code(bytes, limits: limits)
        }
        #expect(code { $0.parts = 2 } == nil)
        #expect(code { $0.parts = 1 } == .tooLarge)
        #expect(code { $0.partBytes = 5 } == nil)
        #expect(code { $0.partBytes = 4 } == .tooLarge)
        #expect(code { $0.bytes = bytes.count } == nil)
        #expect(code { $0.bytes = bytes.count - 1 } == .tooLarge)
        #expect(code { $0.fields = 2 } == nil)
        #expect(code { $0.fields = 1 } == .tooLarge)
        #expect(code { $0.headBytes = name.utf8.count + 8 } == nil)
        #expect(code { $0.headBytes = name.utf8.count + 7 } == .tooLarge)
        var exact = Multipart.Limits()
        exact.headBytes = name.utf8.count + 8
        // The blank line that ends a part's header may also be split between pieces.
        #expect(try Sample.read(bytes, piece: 1, limits: exact).count == 2)
        #expect(code { $0.nameBytes = 4 } == nil)
        #expect(code { $0.nameBytes = 3 } == .tooLarge)
    }

    @Test func `an endless part header is refused early`() throws {
        let boundary = try #require(Multipart.Boundary("x"))
        var reader = Multipart.Reader(boundary: boundary)
        reader.feed(Array("--x\r\nA: ".utf8))
        var fed = 0
        let failure = try #require(throws: CodingError.self) {
            while fed < 1 << 20 {
                reader.feed([UInt8](repeating: 0x61, count: 100))
                fed += 100
                _ = try reader.next()
            }
        }
        #expect(failure.code == .tooLarge && fed < 1 << 14)
    }

    // MARK: - Effort

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a", 1 << 18), ("\r", 1 << 16), ("\r\n--", 1 << 16),
            ("\r\n--xxxxxxxxxxxxxxxxxxxxxxx", 1 << 16),
        ]
    )
    func `content fed byte by byte takes linear time`(_ unit: String, _ size: Int) throws {
        let boundary = String(repeating: "x", count: 70)
        let unit = Array(unit.utf8)
        var bytes = Array("--\(boundary)\r\n\r\n".utf8)
        let head = bytes.count
        while bytes.count < size { bytes += unit }
        let count = bytes.count - head
        bytes += Array("\r\n--\(boundary)--".utf8)
        let parts = try Sample.read(bytes, boundary: boundary, piece: 1)
        #expect(parts.map(\.bytes.count) == [count])
    }

    @Test(.timeLimit(.minutes(1))) func `a header fed byte by byte takes linear time`() throws {
        var limits = Multipart.Limits()
        limits.headBytes = 1 << 19
        limits.fields = 1 << 19
        let field = Array("a:\r\n".utf8)
        var bytes = Array("--x\r\n".utf8)
        for _ in 0..<30_000 { bytes += field }
        bytes += Array("\r\n\r\n--x--".utf8)
        #expect(try Sample.read(bytes, piece: 1, limits: limits) == [ReadPart(nil, "")])
    }
}
