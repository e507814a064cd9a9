// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoApps
import RecadoClient
import RecadoContracts
import RecadoTesting
import Testing

/// The posts app without its looks, over the service.
@Suite(.timeLimit(.minutes(1)))
struct `The posts' model` {
    @Test func `lists the newest first, a page at a time`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            var model = PostsModel(client)
            await model.refresh()
            #expect(model.posts.isEmpty)
            #expect(model.pages == 1)
            #expect(model.trouble == nil)
            for number in 1...PostsModel.pageSize + 2 {
                _ = try await PostEntry(title: "P\(number)", body: "…").write(with: client)
            }
            await model.refresh()
            #expect(model.posts.first?.title == "P\(PostsModel.pageSize + 2)")
            #expect(model.posts.count == PostsModel.pageSize)
            #expect(model.total == PostsModel.pageSize + 2)
            #expect(model.pages == 2)
            await model.refresh(page: 2)
            #expect(model.posts.map(\.title) == ["P2", "P1"])
            await model.refresh(page: .max)
            #expect(model.posts.isEmpty)
            await model.refresh(page: -3)
            #expect(model.page == 1)
        }
    }

    @Test(
        arguments: [
            (.refused, .unreachable), (.error(.timedOut(.waiting)), .slow), (.unavailable(), .busy),
            (.garbage(), .unreadable),
        ] as [(Fault, Trouble.Kind)]
    )
    func `keeps what was there when the list cannot be read`(
        fault: Fault,
        kind: Trouble.Kind
    ) async throws {
        try await Services.open { services in
            _ = try await PostEntry(title: "Hola").write(with: try services.client("/api"))
            let plan = FaultPlan { _, number in number == 1 ? .none : fault }
            var model = PostsModel(try services.client("/api", plan))
            await model.refresh()
            await model.refresh()
            #expect(model.trouble?.kind == kind)
            #expect(model.posts.map(\.title) == ["Hola"])
        }
    }

    @Test func `a post is kept as it was typed`() async throws {
        try await Services.open { services in
            let client = try services.client("/api")
            let entry = PostEntry(title: "¿Qué <tal>?", body: "uno\n\ndos & «tres»", author: "7")
            let post = try await entry.write(with: client)
            #expect(post.title == "¿Qué <tal>?")
            #expect(post.body == "uno\n\ndos & «tres»")
            #expect(post.author == 7)
            #expect(try await PostsModel.post(post.id, with: client) == post)
            let missing = await #expect(throws: Trouble.self) {
                try await PostsModel.post("0123", with: client)
            }
            #expect(missing?.kind == .missing)
            let plain = try await PostEntry(title: "x").write(with: client)
            #expect(plain.author == nil)
        }
    }

    @Test func `a post that was kept although nobody said so is not kept twice`() async throws {
        try await Services.open { services in
            let entry = PostEntry(title: "Una vez")
            let late = FaultPlan { _, number in number == 1 ? .drop(after: 0) : .none }
            let client = try services.client("/api", late)
            await #expect(throws: Trouble.self) {
                try await entry.write(with: client, attempt: "a1")
            }
            let post = try await entry.write(with: client, attempt: "a1")
            #expect(post.title == "Una vez")
            var model = PostsModel(client)
            await model.refresh()
            #expect(model.posts == [post])
            _ = try await entry.write(with: client, attempt: "a2")
            await model.refresh()
            #expect(model.total == 2)
        }
    }

    struct Wrong: Sendable, CustomTestStringConvertible {
        let entry: PostEntry
        let fields: [String]
        var testDescription: String { fields.joined(separator: ", ") }
    }

    static let wrong = [
        Wrong(entry: PostEntry(body: "x"), fields: ["title"]),
        Wrong(
            entry: PostEntry(title: String(repeating: "é", count: 201)),
            fields: ["title"]
        ),
        Wrong(
            entry: PostEntry(title: "x", body: String(repeating: "x", count: 20_001)),
            fields: ["body"]
        ),
        Wrong(entry: PostEntry(title: "x", author: "Ana"), fields: ["author"]),
        Wrong(entry: PostEntry(author: "1.5"), fields: ["title", "author"]),
    ]

    @Test(arguments: wrong)
    func `a post that is not right is not sent`(wrong: Wrong) async throws {
        let stub = StubTransport()
        let client = try Services.client(stub, "/api")
        let trouble = await #expect(throws: Trouble.self) {
            try await wrong.entry.write(with: client)
        }
        #expect(trouble?.complaints.map(\.field) == wrong.fields)
        #expect(stub.requests.isEmpty)
    }

    @Test func `a post of the greatest lengths is taken by the service, too`() async throws {
        try await Services.open { services in
            let entry = PostEntry(
                title: String(repeating: "é", count: 200),
                body: String(repeating: "ñ", count: 20_000)
            )
            let post = try await entry.write(with: try services.client("/api"))
            #expect(post.body == entry.body)
        }
    }
}
