// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoMultipart
import Synchronization
import Testing

/// A sequence of pieces of content that counts how many were taken.
struct CountedPieces: AsyncSequence, Sendable {
    final class Counter: Sendable {
        private let taken = Mutex(0)

        /// The number of pieces taken so far.
        var count: Int { taken.withLock { $0 } }

        func advance() {
            taken.withLock { $0 += 1 }
        }
    }

    struct Interruption: Error {}

    let pieces: [[UInt8]]
    let counter = Counter()
    var isInterrupted = false

    init(_ bytes: [UInt8], size: Int) {
        pieces = stride(from: 0, to: bytes.count, by: size).map { start in
            Array(bytes[start..<Swift.min(start + size, bytes.count)])
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        let sequence: CountedPieces
        var index = 0

        mutating func next() async throws -> [UInt8]? {
            guard index < sequence.pieces.count else {
                if sequence.isInterrupted { throw Interruption() }
                return nil
            }
            sequence.counter.advance()
            defer { index += 1 }
            return sequence.pieces[index]
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }
}

@Suite(.timeLimit(.minutes(1))) struct `Streaming multipart content` {
    private typealias Sample = MultipartSample
    private let type: MediaType

    init() throws {
        type = try #require(
            MediaType("multipart/form-data; boundary=----WebKitFormBoundaryAbC123")
        )
    }

    @Test(arguments: [1, 7, 100, 10_000])
    func `parts are streamed one after the other with their content`(_ size: Int) async throws {
        let pieces = CountedPieces(Sample.browser, size: size)
        var parts: [ReadPart] = []
        for try await part in try Multipart.parts(of: pieces, mediaType: type) {
            var bytes: [UInt8] = []
            for try await piece in part.content { bytes += piece }
            parts.append(ReadPart(part.header, bytes: bytes))
        }
        #expect(parts == Sample.browserParts)
    }

    @Test func `unread content of a part is skipped`() async throws {
        let content = Content(Sample.browser)
        var names: [String?] = []
        for try await part in try Multipart.parts(of: content, mediaType: type) {
            names.append(part.name)
            if part.name == "title" {
                var pieces = part.content.makeAsyncIterator()
                #expect(try await pieces.next() != nil)
            }
        }
        #expect(names == ["title", "poster", "still"])
    }

    @Test func `input is read only when a part or its content is requested`() async throws {
        let bytes = Sample.lines("--x", "", "1234567890", "--x", "", "second", "--x--")
        let pieces = CountedPieces(bytes, size: 1)
        let type = try #require(MediaType("multipart/mixed; boundary=x"))
        var parts = try Multipart.parts(of: pieces, mediaType: type).makeAsyncIterator()
        #expect(pieces.counter.count == 0)
        let first = try #require(try await parts.next())
        #expect(pieces.counter.count == 7)
        var content = first.content.makeAsyncIterator()
        #expect(try await content.next() == [UInt8(ascii: "1")])
        #expect(pieces.counter.count == 8)
        let second = try #require(try await parts.next())
        await #expect(throws: CodingError.self) { try await content.next() }
        #expect(try await second.text(upTo: 6) == "second")
        #expect(try await second.text(upTo: 6) == "")
        #expect(try await parts.next() == nil)
        #expect(try await parts.next() == nil)
    }

    @Test func `collecting a part beyond the limit is an error`() async throws {
        var parts = try Multipart.parts(of: Content(Sample.browser), mediaType: type)
            .makeAsyncIterator()
        let title = try #require(try await parts.next())
        await #expect(throws: ContentTooLarge(limit: 3)) { try await title.collect(upTo: 3) }
    }

    @Test func `a truncated or failing stream throws an error`() async throws {
        var pieces = CountedPieces(Array(Sample.browser.prefix(150)), size: 50)
        await #expect(throws: CodingError.self) {
            for try await part in try Multipart.parts(of: pieces, mediaType: type) {
                _ = try await part.collect(upTo: 1000)
            }
        }
        pieces.isInterrupted = true
        await #expect(throws: CountedPieces.Interruption.self) {
            for try await part in try Multipart.parts(of: pieces, mediaType: type) {
                _ = try await part.collect(upTo: 1000)
            }
        }
    }

    // MARK: - Files

    @Test(arguments: [true, false])
    func `content over the threshold is kept in a temporary file`(_ isLarge: Bool) async throws {
        let bytes = [UInt8](repeating: 7, count: isLarge ? 5000 : 4000)
        let pieces = CountedPieces(bytes, size: 300)
        let spooled = try await SpooledContent(pieces, threshold: 4000, limit: 5000)
        #expect(spooled.length == bytes.count)
        #expect(spooled.isInFile == isLarge)
        for _ in 0..<2 {
            #expect(try await spooled.content.collect(upTo: 5000) == bytes)
        }
        #expect(spooled.content.isReplayable && spooled.content.length == bytes.count)
        await #expect(throws: ContentTooLarge.self) {
            try await SpooledContent(pieces, threshold: 10, limit: bytes.count - 1)
        }
        await #expect(throws: FileError.self) {
            try await SpooledContent(pieces, threshold: 0, limit: 5000, in: "/absent/directory")
        }
    }

    @Test func `a temporary file has no directory entry`() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "recado-spool-\(UUID())").path()
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let pieces = CountedPieces([1, 2, 3], size: 1)
        let spooled = try await SpooledContent(pieces, threshold: 0, limit: 9, in: directory)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        #expect(try await spooled.content.collect(upTo: 3) == [1, 2, 3])
    }

    @Test func `reading a truncated temporary file is an error`() async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "recado-spool-\(UUID())").path()
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let pieces = CountedPieces([1, 2, 3], size: 1)
        let spooled = try await SpooledContent(pieces, threshold: 0, limit: 9, in: directory)
        let file = FormFile(filename: "a", content: spooled)
        #expect(try file.bytes == [1, 2, 3])
        #expect(file == file)
        #expect(try JSON().encodeToString(file).contains("AQID"))
        // Truncates the file, which has no name, by way of its descriptor, as another program
        // could.
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        let own = descriptors.map { "/proc/self/fd/\($0)" }.first {
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: $0)
            return place?.hasPrefix(directory) == true
        }
        try FileHandle(forWritingTo: URL(filePath: try #require(own))).truncate(atOffset: 2)
        #expect(throws: FileError.self) { try file.bytes }
        #expect(throws: (any Error).self) { try JSON().encode(file) }
        await #expect(throws: FileError.self) { try await file.content.collect(upTo: 9) }
        #expect(throws: FileError.self) { try file.save(to: directory + "/copy") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        #expect(file != file)
    }

    @Test func `a part is written to a file descriptor`() async throws {
        let pipe = Pipe()
        var parts = try Multipart.parts(of: Content(Sample.browser), mediaType: type)
            .makeAsyncIterator()
        let title = try #require(try await parts.next())
        let count = try await title.write(to: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        #expect(count == 10)
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("El Camión".utf8))
        let poster = try #require(try await parts.next())
        await #expect(throws: FileError.self) { try await poster.write(to: -1) }
    }
}
