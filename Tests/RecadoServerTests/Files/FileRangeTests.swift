// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import Testing

@Suite(.timeLimit(.minutes(1)), .ownThread) struct `Ranges of files` {
    private static let range: FieldName = "Range"
    private static let contentRange: FieldName = "Content-Range"

    private let directory: TestDirectory
    private let files: StaticFiles

    init() throws {
        directory = try TestDirectory()
        try directory.write("ten.txt", "0123456789")
        try directory.write("empty.txt", "")
        files = try StaticFiles(root: directory.path)
    }

    private func answer(
        _ range: String,
        _ fields: Fields = [:],
        method: Method = .get
    ) async throws -> Answer {
        var fields = fields
        fields[Self.range] = range
        return try await files.answer("/ten.txt", fields, method: method)
    }

    @Test(arguments: [
        "bytes=0-0": "0", "bytes=2-4": "234", "bytes=7-": "789", "bytes=-3": "789",
        "BYTES=8-99": "89", "bytes=-99": "0123456789", "bytes= 1-2 ": "12",
        "bytes=20-30,4-5": "45", "bytes=9-99999999999999999999999": "9",
        "bytes=-99999999999999999999999": "0123456789",
    ])
    func `a valid range is answered with 206`(range: String, text: String) async throws {
        let answer = try await answer(range)
        #expect(answer.status == .partialContent)
        #expect(answer.text == text)
        #expect(answer.response.fields[Self.contentRange]?.hasSuffix("/10") == true)
    }

    @Test(arguments: [
        "bytes=5-2", "bytes=", "bytes", "bytes=a-b", "bytes=1", "bytes=-", "bytes=+1-2",
        "bytes=0x1-2", "bytes=1-2-3", "bytes=1--2", "items=0-1", "bytes=0-1,,2-3",
        "bytes=0-9,0-9", "bytes=0-5,3-9",
        "bytes=" + (0..<17).map { _ in "0-0" }.joined(separator: ","),
    ])
    func `invalid or excessive ranges are ignored`(
        range: String
    ) async throws {
        let answer = try await answer(range)
        #expect(answer.status == .ok)
        #expect(answer.text == "0123456789")
    }

    @Test(arguments: ["bytes=10-", "bytes=10-20,30-40", "bytes=-0", "bytes=9999999999999999999-"])
    func `an unsatisfiable range is answered with 416 and the size`(range: String) async throws {
        let answer = try await answer(range)
        #expect(answer.status == .rangeNotSatisfiable)
        #expect(answer.response.fields[Self.contentRange] == "bytes */10")
    }

    @Test func `several ranges are sent as multipart/byteranges of known length`() async throws {
        let response = await files.respond(
            to: Request(
                method: .get,
                target: "/ten.txt",
                fields: [Self.range: "bytes=0-1, 4-5,-1"]
            )
        )
        let type = try #require(response.fields[.contentType].flatMap { MediaType($0) })
        #expect(type.essence == "multipart/byteranges")
        let boundary = try #require(type.parameters["boundary"])
        let length = response.content.length
        let answer = try await Answer(response)
        #expect(answer.text.utf8.count == length)
        let parts = [("0-1", "01"), ("4-5", "45"), ("9-9", "9")].map { place, text in
            "\r\n--\(boundary)\r\nContent-Type: text/plain; charset=utf-8\r\n"
                + "Content-Range: bytes \(place)/10\r\n\r\n\(text)"
        }
        #expect(answer.text == parts.joined() + "\r\n--\(boundary)--\r\n")
    }

    @Test func `a range is ignored if If-Range does not match`() async throws {
        let ifRange: FieldName = "If-Range"
        let fields = try await files.answer("/ten.txt").response.fields
        let current = [fields[.eTag], fields[.lastModified]].compactMap(\.self)
        #expect(current.count == 2)
        for validator in current {
            let answer = try await answer("bytes=1-2", [ifRange: validator])
            #expect(answer.status == .partialContent)
        }
        let weak = "W/\(fields[.eTag] ?? "")"
        for validator in ["\"x\"", weak, "Sun, 06 Nov 1994 08:49:37 GMT", "x"] {
            let answer = try await answer("bytes=1-2", [ifRange: validator])
            #expect(answer.status == .ok)
        }
    }

    @Test func `HEAD ignores ranges, and no range of an empty file is satisfiable`() async throws {
        let head = await files.respond(
            to: Request(method: .head, target: "/ten.txt", fields: [Self.range: "bytes=0-1"])
        )
        #expect(head.status == .ok)
        #expect(head.content.length == 10)
        let empty = try await files.answer("/empty.txt", [Self.range: "bytes=0-"])
        #expect(empty.status == .rangeNotSatisfiable)
        #expect(try await files.answer("/empty.txt").status == .ok)
    }

    // MARK: - Over connections

    private static let large = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private func withFiles(_ body: (TestClient) async throws -> Void) async throws {
        let files = files
        try await withServer(handler: FunctionHandler { await files.respond(to: $0) }) { port in
            try await body(TestClient(port: port, receiveBuffer: 4_096))
        }
    }

    @Test func `a large file is sent completely and keeps the connection open`() async throws {
        try directory.write("large.bin", Self.large)
        try await withFiles { client in
            for method in ["HEAD", "GET", "GET"] {
                try client.send("\(method) /large.bin HTTP/1.1\r\nHost: h\r\n\r\n")
                let head = try client.headText()
                #expect(head.contains("Content-Length: 1000000\r\n"))
                if method == "GET" { #expect(try client.take(1_000_000) == Self.large) }
            }
        }
    }

    @Test(arguments: [500_000, 0])
    func `a file that shrinks while it is sent ends the connection`(size: Int) async throws {
        // Larger than the buffers of both sockets, so that the file's end is read after it was
        // changed.
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 16_000_000)
        try directory.write("large.bin", bytes)
        try await withFiles { client in
            try client.send("GET /large.bin HTTP/1.1\r\nHost: h\r\n\r\n")
            let head = try client.headText()
            #expect(head.contains("Content-Length: 16000000\r\n"))
            directory.shorten("large.bin", to: size)
            let rest = try client.receiveBytes()
            #expect(rest < 16_000_000)
            #expect(client.hasEnded)
        }
    }
}

extension TestClient {
    /// Receives the header of the next response, without the empty line.
    func headText() throws -> String {
        while true {
            let text = String(decoding: buffer, as: UTF8.self)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = String(text[..<end.lowerBound]) + "\r\n"
                _ = try take(head.utf8.count + 2)
                return head
            }
            if try !receive() { throw Failure(description: "closed within a head") }
        }
    }

    /// Returns the number of bytes that arrive up to the connection's end.
    func receiveBytes() throws -> Int {
        var count = buffer.count
        buffer = []
        while let piece = try receiveRaw() { count += piece.count }
        return count
    }
}
