// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoPasswords
import RecadoPostgreSQL
import RecadoServer
import RecadoServices
import RecadoStore
import Testing

/// Tests many clients that change one record at once, in one process and in two over one database.
///
/// Each client reads the record, adds a word of its own, and sends it back with the tag or the
/// version that it read; a client that was overtaken tries again. In the end every word is there
/// once.
@Suite(.timeLimit(.minutes(3)))
struct `Lost updates` {
    private static let writers = 16

    /// Runs a number of clients at once, each with its number.
    private static func write(
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<writers { group.addTask { try await body(number) } }
            try await group.waitForAll()
        }
    }

    private static func expectAll(_ text: String?) {
        let words = (text ?? "").split(separator: " ").compactMap { Int($0) }
        #expect(words.sorted() == Array(0..<writers), "\(text ?? "nothing")")
    }

    // MARK: - Posts

    @Test(arguments: Storage.all, ["tag", "version"])
    func `a post edited by many clients at once keeps every change`(
        storage: Storage,
        condition: String
    ) async throws {
        try await Blog.open(over: storage) { blog in
            let id = try await blog.write("t")
            try await Self.write { number in
                try await Self.append(number, to: id, by: condition) { method, json, fields in
                    try await blog.send(method, "/\(id)", json: json, fields: fields)
                }
            }
            Self.expectAll(try await blog.send(.get, "/\(id)").value["body"]?.stringValue)
        }
    }

    @Test(arguments: Storage.all)
    func `a post edited by two processes at once keeps every change`(storage: Storage) async throws
    {
        try await Blog.open(over: storage) { blog in
            // A second service over the same store shares no memory with the first, like another
            // process.
            let other = try Stand([try await PostsService(store: blog.store).service])
            let id = try await blog.write("t")
            try await Self.write { number in
                let stand = number.isMultiple(of: 2) ? blog.stand : other
                try await Self.append(number, to: id, by: "version") { method, json, fields in
                    try await stand.send(
                        method,
                        "\(Blog.path)/\(id)",
                        json: json,
                        fields: fields
                    )
                }
            }
            let post = try await blog.send(.get, "/\(id)").value
            Self.expectAll(post["body"]?.stringValue)
            #expect(post["__v"]?.intValue == Self.writers)
        }
    }

    /// Adds a number to a post's text, and tries again until nobody else has changed it meanwhile.
    private static func append(
        _ number: Int,
        to id: String,
        by condition: String,
        _ send: (RecadoHTTP.Method, String?, Fields) async throws -> Reply
    ) async throws {
        while true {
            let read = try await send(.get, nil, [:])
            var changes: Value = [:]
            changes["body"] = .string((read.value["body"]?.stringValue ?? "") + " \(number)")
            var fields = Fields()
            if condition == "tag" {
                fields[.ifMatch] = try #require(read.fields[.eTag] as String?)
            } else {
                changes["__v"] = read.value["__v"]
            }
            let written = try await send(.put, try JSON().encodeToString(changes), fields)
            if written.status == 200 { return }
            try #require(written.status == (condition == "tag" ? 412 : 409), "\(written.text)")
        }
    }

    // MARK: - The videoclub

    @Test(arguments: Storage.all)
    func `a film edited by many clients at once keeps every change`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let id = try await club.add("Una")
            try await Self.write { number in
                while true {
                    let read = try await club.send(.get, "\(id)")
                    let tag = try #require(read.fields[.eTag] as String?)
                    let text = read.value["synopsis"]?.stringValue ?? ""
                    let changes: Value = ["synopsis": .string(text + " \(number)")]
                    let written = try await club.send(
                        .put,
                        "\(id)",
                        as: .guest,
                        json: try JSON().encodeToString(changes),
                        fields: [.ifMatch: tag]
                    )
                    if written.status == 200 { return }
                    try #require(written.status == 412, "\(written.text)")
                }
            }
            Self.expectAll(try await club.send(.get, "\(id)").value["synopsis"]?.stringValue)
        }
    }

    @Test(arguments: Storage.all)
    func `concurrent changes of different members of a film are all kept`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let id = try await club.add("Una")
            let members = ["title", "director", "synopsis", "year"]
            try await Self.write { number in
                let member = members[number % members.count]
                let json = #"{"\#(member)":"\#(number % members.count)"}"#
                let reply = try await club.send(.put, "\(id)", as: .guest, json: json)
                #expect(reply.status == 200)
            }
            let film = try await club.send(.get, "\(id)").value
            for (number, member) in members.enumerated() {
                #expect(film[member]?.stringValue == "\(number)")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `a film rented by two processes at once is rented only once`(storage: Storage) async throws
    {
        try await Club.open(over: storage) { club in
            let other = try await VideoclubService(
                store: club.store,
                passwords: .quick,
                publicBase: Club.base
            )
            let applications = [club.application, try Application([other.service])]
            let authorization = try User.guest.authorization
            for _ in 0..<8 {
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for application in applications {
                        group.addTask {
                            let request = Request(
                                method: .put,
                                authority: "club.example",
                                target: Club.catalog + "/8/rent",
                                fields: [.authorization: authorization]
                            )
                            return await application.respond(to: request).status.code
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [200, 409])
                #expect(try await club.send(.put, "8/return", as: .guest).status == 200)
            }
        }
    }

    // MARK: - Scores

    /// The Rails service has no conditional requests, so of two changes of the same member the last
    /// one wins; changes of different members are all kept.
    @Test(arguments: Storage.all)
    func `concurrent changes of the name and the total of a score are both kept`(
        storage: Storage
    ) async throws {
        try await Board.open(over: storage) { board in
            let json = "application/json"
            let made = try await board.send(
                .post,
                "/scores.json",
                #"{"score":{"name":"a","total":0}}"#,
                as: json
            )
            #expect(made.status == 201)
            for round in 1...8 {
                async let name = board.send(
                    .put,
                    "/scores/1.json",
                    #"{"score":{"name":"n\#(round)"}}"#,
                    as: json
                )
                async let total = board.send(
                    .put,
                    "/scores/1.json",
                    #"{"score":{"total":\#(round)}}"#,
                    as: json
                )
                #expect(try await [name.status, total.status] == [200, 200])
                let score = try await board.send(.get, "/scores/1.json").value
                #expect(score["name"]?.stringValue == "n\(round)")
                #expect(score["total"]?.intValue == round)
            }
        }
    }

    @Test(arguments: Storage.all)
    func `of many concurrent deletions of a score, one succeeds`(storage: Storage) async throws {
        try await Board.open(over: storage) { board in
            let json = #"{"score":{"name":"a","total":1}}"#
            _ = try await board.send(.post, "/scores.json", json, as: "application/json")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<Self.writers {
                    group.addTask { try await board.send(.delete, "/scores/1.json").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 204 } == 1)
            #expect(statuses.count { $0 == 404 } == Self.writers - 1)
        }
    }
}
