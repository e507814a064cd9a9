// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Response content in errors` {
    private func error(
        _ stub: StubTransport,
        _ configure: (inout Client.Settings) -> Void = { _ in }
    ) async throws -> CallError<Never> {
        let client = try Client(stub, configure: configure)
        let error = await callError { () throws(CallError<Never>) in
            let _: Film = try await client.get("films/7")
        }
        return try #require(error)
    }

    @Test
    func `an error response is kept byte for byte`() async throws {
        let page = "<p>\u{0}\u{FF} no"
        let stub = StubTransport(.badGateway, [.contentType: "text/html"], page)
        let error = try await error(stub)
        #expect(error.content == Array(page.utf8))
        #expect(!error.isContentTruncated)
        let other = try #require(error as any Error as? any AnyCallError)
        #expect(other.content == error.content)
    }

    @Test
    func `an undecodable response is kept up to the limit`() async throws {
        let error = try await error(StubTransport(json: #"{"id":"seven"}"#))
        #expect(error.kind == .unreadable)
        #expect(error.content == Array(#"{"id":"seven"}"#.utf8))
        let long = StubTransport(json: #"{"id":"seven"}"#)
        let cut = try await self.error(long) { $0.errorContentLimit = 3 }
        #expect(cut.content == Array(#"{"i"#.utf8))
        #expect(cut.isContentTruncated)
    }

    struct Size: Sendable, CustomTestStringConvertible {
        var name: String
        var length: Int
        var limit: Int?
        var kept: Int
        var testDescription: String { name }
    }

    static let sizes = [
        Size(name: "just the default", length: 65_536, limit: nil, kept: 65_536),
        Size(name: "a byte more", length: 65_537, limit: nil, kept: 65_536),
        Size(name: "a limit of one's own", length: 100_001, limit: 100_000, kept: 100_000),
        Size(name: "nothing at all", length: 1, limit: 0, kept: 0),
        Size(name: "a limit that is none", length: 1, limit: -1, kept: 0),
        Size(name: "no content", length: 0, limit: 0, kept: 0),
    ]

    @Test(arguments: sizes, [true, false])
    func `large content is truncated to the limit`(size: Size, isStream: Bool) async throws {
        let bytes = (0..<size.length).map { UInt8($0 % 251) }
        let stub = StubTransport { _ throws(TransportError) in
            let pieces = PiecewiseSource(
                stride(from: 0, to: bytes.count, by: 1000).map {
                    Array(bytes[$0..<min($0 + 1000, bytes.count)])
                }
            )
            let content = isStream ? Content(reading: pieces) : Content(bytes)
            return Response(status: .internalServerError, content: content)
        }
        let error = try await error(stub) { settings in
            if let limit = size.limit { settings.errorContentLimit = limit }
        }
        #expect(error.content == Array(bytes.prefix(size.kept)))
        #expect(error.isContentTruncated == (size.length > size.kept))
        #expect(error.isContentTruncated == "\(error)".contains("was not read"))
        #expect(error.status == .internalServerError)
    }

    @Test
    func `content received before the connection was lost is kept`() async throws {
        let stub = StubTransport { _ throws(TransportError) in
            let lost = TransportError(.connectionLost)
            let source = PiecewiseSource([Array("abcd".utf8), Array("ef".utf8)], failure: lost)
            return Response(status: .conflict, content: Content(reading: source))
        }
        let error = try await error(stub)
        #expect(error.kind == .unreachable)
        #expect(error.status == .conflict)
        #expect(error.content == Array("abcdef".utf8))
        #expect(error.isContentTruncated)
        #expect(error.isRetryable)
    }

    @Test
    func `truncated problem details are not decoded, and content is not printed`() async throws {
        let problem = #"{"type":"about:blank","title":"No","status":409}"#
        let stub = StubTransport(.conflict, [.contentType: "application/problem+json"], problem)
        let whole = try await error(stub)
        #expect(whole.problem?.title == "No")
        let part = try await error(stub) { $0.errorContentLimit = problem.utf8.count - 1 }
        #expect(part.problem == nil)
        #expect(part.content.count == problem.utf8.count - 1)
        #expect(!"\(whole)".contains("about"))
    }
}
