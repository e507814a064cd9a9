// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoServer
import RecadoTestSupport
import Synchronization

/// The handler that answers the promises' requests, over a socket or in this process.
final class Peer: Handler {
    /// Happens when a request has arrived.
    let arrived = Event()
    /// Happens when a response at `/wait` or `/endless` has been cancelled.
    let ended = Event()
    /// The number of bytes of the content at `/flood` that were read.
    var taken: Int { flood.taken }

    private let flood = FloodSource()

    func handle(_ request: Request) -> PendingResponse {
        .later { await self.answer(request) }
    }

    private func answer(_ request: Request) async -> Response {
        arrived.happen()
        let parts = request.path.split(separator: "/")
        let number = parts.last.flatMap { Int($0) } ?? 0
        switch parts.first {
        case "bytes": return Response(status: .ok, content: Content(Self.pattern(number)))
        case "digest": return await digest(request)
        case "stream": return Response(status: .ok, content: Self.pieces(number))
        case "status": return Response(status: Status(number) ?? .ok, fields: ["X-Status": "yes"])
        case "cookies", "fields", "moved", "challenge", "gzip": return fixed(parts[0])
        case "early": return Response(status: .contentTooLarge, content: Content("too much"))
        case "half":
            return Response(status: .ok, content: Content(reading: BrokenSource()))
        case "endless":
            return Response(status: .ok, content: Content(reading: EndlessSource(ended)))
        case "flood": return Response(status: .ok, content: Content(reading: flood))
        case "wait":
            await ended.after { try? await Task.sleep(for: .seconds(3600)) }
            return Response(status: .ok)
        default: return await echo(request)
        }
    }

    /// Answers with the request line, the fields whose names begin with X, and the content.
    private func echo(_ request: Request) async -> Response {
        var lines = ["\(request.method) \(request.target)"]
        for field in request.fields where field.name.rawName.lowercased().hasPrefix("x-") {
            lines.append("\(field.name.rawName.lowercased()): \(field.value)")
        }
        let content = (try? await request.content.collect(upTo: 1 << 20)) ?? []
        lines.append(String(decoding: content, as: UTF8.self))
        return Response(status: .ok, content: Content(lines.joined(separator: "\n")))
    }

    private func digest(_ request: Request) async -> Response {
        let content = try? await request.content.collect(upTo: 1 << 30)
        return Response(status: .ok, content: Content(Self.digest(of: content ?? [])))
    }

    private func fixed(_ name: Substring) -> Response {
        switch name {
        case "cookies":
            Response(
                status: .ok,
                fields: [
                    .setCookie: "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/",
                    .setCookie: "b=2, and more", .setCookie: "c=3; Secure",
                ]
            )
        case "fields":
            Response(
                status: .ok,
                fields: ["X-Two": "2", "X-One": "1", "X-Two": "zwei", "X-Empty": ""]
            )
        case "moved":
            Response(
                status: .found,
                fields: [.location: "/echo", "X-Moved": "yes"],
                content: Content("over there")
            )
        case "challenge":
            Response(
                status: .unauthorized,
                fields: [.wwwAuthenticate: "Basic realm=\"Club\""],
                content: Content("who are you?")
            )
        default:
            Response(
                status: .ok,
                fields: [.contentEncoding: "gzip"],
                content: Content(Self.compressed)
            )
        }
    }

    // MARK: - Content

    /// Returns bytes that are the same each time, but not all equal.
    static func pattern(_ count: Int) -> [UInt8] {
        // Doubled, because a loop over single bytes is slow in a debug build. 251 is prime, so the
        // pattern does not repeat at the sizes of network packets.
        var bytes = [UInt8](0..<251)
        while bytes.count < count { bytes += bytes }
        return Array(bytes.prefix(count))
    }

    /// Returns the number of bytes and a hash of them, which is the same within a process.
    static func digest(of bytes: [UInt8]) -> String {
        var hasher = Hasher()
        unsafe bytes.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        return "\(bytes.count) \(hasher.finalize())"
    }

    /// Returns the bytes of `pattern` in pieces; their length is unknown unless given.
    static func pieces(_ count: Int, length: Int? = nil) -> Content {
        let bytes = pattern(count)
        let pieces = stride(from: 0, to: count, by: 10_007).map { start in
            Array(bytes[start..<min(start + 10_007, count)])
        }
        return Content(reading: PieceSource(pieces, length: length))
    }

    static let plain = "El Camión, El Camión, El Camión"
    static let compressed: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x73, 0xCD, 0x51, 0x70,
        0x4E, 0xCC, 0xCD, 0x3C, 0xBC, 0x39, 0x4F, 0x47, 0xC1, 0x15, 0x2B, 0x1B, 0x00, 0xC8,
        0x7F, 0xA8, 0xBE, 0x22, 0x00, 0x00, 0x00,
    ]
}

/// A source of given pieces.
final class PieceSource: ContentSource {
    let length: Int?
    private let pieces: Mutex<[[UInt8]]>

    init(_ pieces: [[UInt8]], length: Int? = nil) {
        self.pieces = Mutex(pieces.reversed())
        self.length = length
    }

    func next() async throws -> [UInt8]? {
        pieces.withLock { $0.popLast() }
    }
}

/// A source of one piece that announces more bytes, and then fails.
final class BrokenSource: ContentSource {
    struct Failure: Error {}

    let length: Int? = 100
    private let isGiven = Mutex(false)

    func next() async throws -> [UInt8]? {
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        guard isFirst else { throw Failure() }
        return Array("half of it".utf8)
    }
}

/// A source of one piece that then waits until it is given up.
final class EndlessSource: ContentSource {
    let length: Int? = nil
    private let ended: Event
    private let isGiven = Mutex(false)

    init(_ ended: Event) {
        self.ended = ended
    }

    deinit {
        ended.happen()
    }

    func next() async throws -> [UInt8]? {
        let isFirst = isGiven.withLock { isGiven in
            defer { isGiven = true }
            return !isGiven
        }
        if isFirst { return Array("first".utf8) }
        return try await ended.after {
            try await Task.sleep(for: .seconds(3600))
            return []
        }
    }
}

/// A source of more bytes than any buffer holds.
final class FloodSource: ContentSource {
    static let size = 32 << 20

    let length: Int? = size
    private let given = Mutex(0)

    var taken: Int { given.withLock { $0 } }

    func next() async throws -> [UInt8]? {
        let piece = [UInt8](repeating: 0x78, count: 65_536)
        return given.withLock { given in
            guard given < Self.size else { return nil }
            given += piece.count
            return piece
        }
    }
}
