// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import RecadoSockets
import Testing

/// The best three scores, as other processes and as calls of the declaration see them.
@Suite(.timeLimit(.minutes(3)))
struct `The three best scores` {
    @Test(arguments: Storage.all)
    func `are updated as scores are added, changed and removed`(storage: Storage) async throws {
        try await Board.open(over: storage) { board in
            #expect(try await board.top() == [])
            try await board.add("nadie", nil)
            try await board.add("menos", -5)
            #expect(try await board.top() == ["menos", "nadie"])
            try await board.add("Gabriel", 4)
            try await board.add("Jara", 4)
            try await board.add("Nuria", 2)
            #expect(try await board.top() == ["Gabriel", "Jara", "Nuria"])
            try await board.add("tarde", 2)
            #expect(try await board.top() == ["Gabriel", "Jara", "Nuria"])
            _ = try await board.json(.put, "/scores/1.json", #"{"total":9}"#)
            #expect(try await board.top() == ["nadie", "Gabriel", "Jara"])
            _ = try await board.send(.delete, "/scores/1.json")
            #expect(try await board.top() == ["Gabriel", "Jara", "Nuria"])
            _ = try await board.json(.patch, "/scores/3.json", #"{"total":null}"#)
            #expect(try await board.top() == ["Jara", "Nuria", "tarde"])
        }
    }

    @Test(arguments: Storage.all)
    func `are sent as events for changes by any process`(storage: Storage) async throws {
        try await Board.open(over: storage) { board in
            try await board.add("Ana", 1)
            try await board.serve { authority, transport in
                let client = try Client(base: "http://\(authority)", transport: transport)
                var lists: [[String?]] = []
                try await Board.reopen(board.path) { other in
                    for try await scores in client.events(of: WatchTopScores()) {
                        lists.append(scores.map(\.name))
                        switch lists.count {
                        case 1: try await board.add("Berta", 2)
                        case 2: try await other.add("Carla", 3)
                        default: return
                        }
                    }
                }
                #expect(lists == [["Ana"], ["Berta", "Ana"], ["Carla", "Berta", "Ana"]])
                #expect(try await board.top() == ["Carla", "Berta", "Ana"])
            }
        }
    }

    @Test(arguments: [Format.json, .xml])
    func `are read and changed through the declared endpoints`(format: Format) async throws {
        try await Board.open { board in
            try await board.serve { authority, transport in
                let client = try Client(base: "http://\(authority)", transport: transport)
                let options = CallOptions(format: format)
                let created = try await client.response(
                    to: CreateScore(.init(name: "Ana & Bé", total: 3)),
                    with: options
                )
                #expect(created.status == .created)
                #expect(created.fields[.contentType] == "\(format.mediaType); charset=utf-8")
                #expect(
                    created.output
                        == Score(
                            id: 1,
                            name: "Ana & Bé",
                            total: 3,
                            createdAt: "2017-01-31T10:20:30Z"
                        )
                )
                board.clock.advance(by: 60)
                let changed = try await client.send(
                    UpdateScore(id: 1, .init(total: 5)),
                    with: options
                )
                #expect(changed.total == 5)
                #expect(changed.name == "Ana & Bé")
                #expect(changed.updatedAt == "2017-01-31T10:21:30Z")
                #expect(try await client.send(ShowScore(id: 1), with: options) == changed)
                #expect(try await client.send(ListScores(), with: options) == [changed])
                #expect(try await client.send(TopScores(), with: options) == [changed])
                _ = try await client.send(DeleteScore(id: 1), with: options)
                #expect(try await client.send(TopScores(), with: options) == [])
                let missing = await #expect(throws: CallError<ScoreMissing>.self) {
                    try await client.send(ShowScore(id: 1), with: options)
                }
                #expect(missing?.failure == .noSuchScore)
            }
        }
    }

    @Test func `concurrent changes of a score are all kept`() async throws {
        try await Board.open { board in
            try await board.add("Ana", 0)
            await withTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    group.addTask {
                        let content = number % 2 == 0 ? #"{"name":"n"}"# : #"{"total":7}"#
                        _ = try? await board.json(.patch, "/scores/1.json", content)
                    }
                }
            }
            let score = try await board.send(.get, "/scores/1.json").value
            #expect(score["name"] == "n")
            #expect(score["total"] == 7)
            #expect(try await board.top() == ["n"])
        }
    }
}
