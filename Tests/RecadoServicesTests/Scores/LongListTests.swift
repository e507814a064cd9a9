// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoServices
import RecadoSockets
import RecadoStore
import Testing

/// Lists of many or long scores, which are generated while they are read.
@Suite(.timeLimit(.minutes(3)))
struct `Long lists of scores` {
    /// Inserts scores directly into the table, without the limits that apply to callers.
    private static func fill(
        _ board: Board,
        _ count: Int,
        name: @escaping @Sendable (Int) -> String
    ) async throws {
        try await board.store.write { transaction in
            for number in 1...count {
                try transaction.execute(
                    """
                    INSERT INTO score (name, total, created_at, updated_at)
                    VALUES (\(name(number)), \(number), 0, 0)
                    """
                )
            }
        }
    }

    private static func pieces(_ board: Board, _ target: String) async throws -> [[UInt8]] {
        let request = Request(method: .get, authority: "scores.example", target: target)
        let response = await board.application.respond(to: request)
        #expect(response.status == .ok)
        #expect(!response.fields.contains(.eTag))
        #expect(response.fields[.cacheControl] == "no-cache")
        #expect(response.content.length == nil)
        var pieces: [[UInt8]] = []
        for try await piece in response.content.pieces { pieces.append(piece) }
        return pieces
    }

    @Test(arguments: Storage.all)
    func `are streamed in pieces, complete and in order`(storage: Storage) async throws {
        try await Board.open(over: storage) { board in
            try await Self.fill(board, 3_000) { "<\($0)>" }
            let json = try await Self.pieces(board, "/scores.json")
            #expect(json.count > 2)
            #expect(json.allSatisfy { $0.count < 1 << 18 })
            let list = try JSON().value(from: json.flatMap(\.self)).arrayValue ?? []
            #expect(list.map { $0["id"]?.intValue } == (1...3_000).map { Optional($0) })
            #expect(list.last?["name"] == "<3000>")
            let xml = try await Self.pieces(board, "/scores.xml")
            let text = String(decoding: xml.flatMap(\.self), as: UTF8.self)
            #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<scores type"))
            #expect(text.hasSuffix("</score>\n</scores>\n"))
            #expect(text.split(separator: "<score>").count == 3_001)
            let page = try await Self.pieces(board, "/scores")
            let html = String(decoding: page.flatMap(\.self), as: UTF8.self)
            #expect(html.split(separator: "<tr><td>").count == 3_001)
            #expect(html.hasSuffix("</html>\n"))
            #expect(html.contains("<td>&lt;3000&gt;</td>"))
        }
    }

    @Test func `have at most one score in each piece if scores are long`() async throws {
        try await Board.open { board in
            let name = String(repeating: "n", count: 1 << 20)
            try await Self.fill(board, 5) { "\($0)" + name }
            for target in ["/scores.json", "/scores.xml", "/scores"] {
                let pieces = try await Self.pieces(board, target)
                #expect(pieces.count >= 5)
                #expect(pieces.allSatisfy { $0.count < 1 << 21 })
            }
            // A name that is longer than callers may send is still shown, and the score can be
            // changed otherwise.
            #expect(try await board.send(.get, "/scores/3.json").status == 200)
            #expect(try await board.json(.put, "/scores/3.json", #"{"total":9}"#).status == 200)
            #expect(try await board.send(.delete, "/scores/3.json").status == 204)
        }
    }

    @Test func `continue over a socket while scores are removed`() async throws {
        try await Board.open { board in
            try await Self.fill(board, 5_000) { "\($0)" }
            try await board.serve { authority, transport in
                let request = Request(method: .get, authority: authority, target: "/scores.json")
                let response = try await transport.send(request)
                var bytes: [UInt8] = []
                for try await piece in response.content.pieces {
                    if bytes.isEmpty {
                        try await board.store.write { transaction in
                            try transaction.execute("DELETE FROM score WHERE id > 4000")
                        }
                    }
                    bytes += piece
                }
                let list = try JSON().value(from: bytes).arrayValue ?? []
                #expect((4_000...5_000).contains(list.count))
                #expect(list.map { $0["id"]?.intValue } == (1...list.count).map { Optional($0) })
            }
        }
    }

    @Test func `fail if the store is closed`() async throws {
        try await Board.open { board in
            try await Self.fill(board, 3_000) { "\($0)" }
            let request = Request(
                method: .get,
                authority: "scores.example",
                target: "/scores.json"
            )
            let response = await board.application.respond(to: request)
            let source = response.content.makeSource()
            #expect(try await source.next() != nil)
            await board.store.close()
            await #expect(throws: (any Error).self) { try await source.next() }
        }
    }

    @Test func `have pages of ten thousand scores`() async throws {
        try await Board.open { board in
            try await Self.fill(board, 10_001) { "\($0)" }
            let first = try await board.send(.get, "/scores.json")
            #expect(first.value.arrayValue?.count == 10_000)
            #expect(first.fields[.link] == "</scores.json?page=2>; rel=\"next\"")
            let second = try await board.send(.get, "/scores.json?page=2")
            #expect(second.value.arrayValue?.map { $0["id"]?.intValue } == [10_001])
            #expect(second.fields[.link] == nil)
            #expect(second.fields[.eTag] != nil)
            for page in ["3", "922337203685478", "9223372036854775807"] {
                #expect(try await board.send(.get, "/scores.json?page=\(page)").text == "[]")
            }
        }
    }
}
