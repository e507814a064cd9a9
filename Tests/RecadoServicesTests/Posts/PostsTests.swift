// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import RecadoStore
import Testing

/// Posts are listed, read, written, changed and removed, with each kind of store.
@Suite(.timeLimit(.minutes(3)))
struct `The posts service` {
    @Test(arguments: Storage.all)
    func `a post is written, read, changed and removed`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            #expect(try await blog.send(.get).text == "[]")
            let draft = #"{"title":"Hola ñ 🎬","body":"Primer texto","author":1}"#
            let created = try await blog.send(.post, json: draft)
            #expect(created.status == 201)
            let id = try #require(created.value["_id"]?.stringValue)
            #expect(created.fields[.location] == "/api/posts/\(id)")
            #expect(
                created.text
                    == #"{"_id":"\#(id)","title":"Hola ñ 🎬","body":"Primer texto","author":1,"__v":0}"#
            )
            #expect(try await blog.send(.get, "/\(id)").text == created.text)
            #expect(try await blog.send(.get, "/\(id.uppercased())").text == created.text)
            #expect(try await blog.send(.get).text == "[\(created.text)]")

            let edited = try await blog.send(.put, "/\(id)", json: #"{"body":"Otro"}"#)
            #expect(edited.status == 200)
            #expect(edited.value["title"]?.stringValue == "Hola ñ 🎬")
            #expect(edited.value["body"]?.stringValue == "Otro")
            #expect(edited.value["author"]?.intValue == 1)
            #expect(edited.value["__v"]?.intValue == 1)
            // A change without effect does not increase the version.
            let same = try await blog.send(.put, "/\(id)", json: #"{"body":"Otro","x":1}"#)
            #expect(same.value["__v"]?.intValue == 1)

            let deleted = try await blog.send(.delete, "/\(id)")
            #expect(deleted.status == 204)
            #expect(deleted.text.isEmpty)
            for reply in [
                try await blog.send(.get, "/\(id)"), try await blog.send(.delete, "/\(id)"),
                try await blog.send(.put, "/\(id)", json: "{}"),
            ] {
                #expect(reply.status == 404)
                #expect(reply.value["type"]?.stringValue == "/posts/problems/no-such-post")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `posts are listed in pages, the newest first`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            for number in 1...5 { _ = try await blog.write("P\(number)") }
            #expect(try await blog.titles() == ["P5", "P4", "P3", "P2", "P1"])
            #expect(try await blog.titles("?page=1&count=100").count == 5)
            let second = try await blog.send(.get, "?page=2&count=2")
            #expect(second.films.compactMap { $0["title"]?.stringValue } == ["P3", "P2"])
            #expect(second.total == "5")
            let link = try #require(second.fields[.link])
            #expect(link.contains("</api/posts?count=2&page=3>; rel=\"next\""), "\(link)")
            #expect(try await blog.titles("?page=4&count=2") == [])
        }
    }

    @Test func `an identifier has the time, five fixed bytes and a counter`() async throws {
        try await Blog.open { blog in
            var ids: [String] = []
            for number in 0..<50 { ids.append(try await blog.write("P\(number)")) }
            #expect(Set(ids).count == 50)
            // The identifier begins with the time, here 1485858030 seconds since 1970.
            #expect(ids.allSatisfy { $0.hasPrefix("589064ee") && $0.utf8.count == 24 }, "\(ids[0])")
            #expect(Set(ids.map { $0.dropFirst(8).prefix(10) }).count == 1)
            let counters = ids.compactMap { Int($0.suffix(6), radix: 16) }
            for (one, next) in zip(counters, counters.dropFirst()) {
                #expect(next == (one + 1) % (1 << 24))
            }
        }
    }

    // MARK: - Refusals

    struct Refused: Sendable, CustomTestStringConvertible {
        let method: RecadoHTTP.Method
        let rest: String
        var json: String? = nil
        var type = "application/json"
        let status: Int
        var testDescription: String { "\(method) \(rest) \(json?.prefix(40) ?? "")" }
    }

    static let long = String(repeating: "ñ", count: 201)
    static let refusals = [
        Refused(method: .get, rest: "/123", status: 404),
        Refused(method: .get, rest: "/zzzzzzzzzzzzzzzzzzzzzzzz", status: 404),
        Refused(method: .get, rest: "/%27%20OR%20%271%27=%271%27--", status: 404),
        Refused(method: .get, rest: "/%FF", status: 400),
        Refused(method: .get, rest: "?page=0", status: 422),
        Refused(method: .get, rest: "?page=99999999999999999999", status: 422),
        Refused(method: .get, rest: "?count=1001", status: 422),
        Refused(method: .get, rest: "?count=1%3BDROP%20TABLE%20post", status: 422),
        Refused(method: .post, rest: "", json: "{}", status: 422),
        Refused(method: .post, rest: "", json: #"{"title":""}"#, status: 422),
        Refused(method: .post, rest: "", json: #"{"title":null}"#, status: 422),
        Refused(method: .post, rest: "", json: "{\"title\":\"\(long)\"}", status: 422),
        Refused(method: .post, rest: "", json: #"{"title":"t","author":"x"}"#, status: 422),
        Refused(method: .post, rest: "", json: #"{"title":"t","author":1e30}"#, status: 422),
        Refused(method: .post, rest: "", json: #"{"title":["t"]}"#, status: 422),
        Refused(method: .post, rest: "", json: "[]", status: 422),
        Refused(method: .post, rest: "", json: #"{"title":"#, status: 400),
        Refused(method: .post, rest: "", json: "", status: 400),
        Refused(method: .post, rest: "", json: "title=t", type: "text/plain", status: 415),
        Refused(method: .put, rest: "/123", json: "{}", status: 404),
        Refused(method: .put, rest: "", json: "{}", status: 405),
        Refused(method: .delete, rest: "", status: 405),
    ]

    @Test(arguments: refusals)
    func `invalid requests are refused and change nothing`(refused: Refused) async throws {
        try await Blog.open { blog in
            _ = try await blog.write("kept")
            let reply = try await blog.send(
                refused.method,
                refused.rest,
                json: refused.json,
                fields: refused.json == nil ? [:] : [.contentType: refused.type]
            )
            #expect(reply.status == refused.status, "\(reply.text)")
            #expect(reply.fields[.contentType] == "application/problem+json")
            #expect(try await blog.titles() == ["kept"])
        }
    }

    @Test(arguments: Storage.all)
    func `texts are stored unchanged, except for U+0000`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            for text in [
                "'; DROP TABLE post; --", "\" OR \"\"=\"", "<script>alert(1)</script>",
                "\u{202E}abc",
                "e\u{301}", String(repeating: "🎬", count: 200), "\\", "%s%n", "\u{FEFF}x", "$1",
            ] {
                let id = try await blog.write(text)
                let kept = try await blog.send(.get, "/\(id)").value["title"]?.stringValue
                #expect(kept?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            }
            // PostgreSQL cannot store U+0000.
            let id = try await blog.write("a\0b")
            #expect(try await blog.send(.get, "/\(id)").value["title"] == "a\u{FFFD}b")
        }
    }

    @Test func `a text of the maximum length is stored, and a longer one is refused`() async throws
    {
        try await Blog.open { blog in
            // As escapes, the characters take six bytes each, but count once.
            let body = String(repeating: "\\u00f1", count: 20_000)
            let most = #"{"title":"t","body":"\#(body)"}"#
            let kept = try await blog.send(.post, json: most)
            #expect(kept.status == 201)
            let more = #"{"title":"t","body":"\#(body)x"}"#
            let refused = try await blog.send(.post, json: more)
            #expect(refused.status == 422)
            let huge = #"{"title":"t","body":"\#(String(repeating: "x", count: 300_000))"}"#
            let unread = try await blog.send(.post, json: huge)
            #expect(unread.status == 413)
        }
    }

    // MARK: - Many at once

    @Test(arguments: Storage.all)
    func `of many changes with one ETag, one succeeds and the rest get 412`(
        storage: Storage
    ) async throws {
        try await Blog.open(over: storage) { blog in
            let id = try await blog.write("t")
            let tag = try #require(try await blog.send(.get, "/\(id)").fields[.eTag])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let json = #"{"body":"\#(number)"}"#
                        let fields: Fields = [.ifMatch: tag]
                        return try await blog.send(.put, "/\(id)", json: json, fields: fields)
                            .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 412 } == 19)
            let late = try await blog.send(.delete, "/\(id)", fields: [.ifMatch: tag])
            #expect(late.status == 412)
        }
    }

    @Test(arguments: Storage.all)
    func `of many changes with one version, one succeeds and the rest get 409`(
        storage: Storage
    ) async throws {
        try await Blog.open(over: storage) { blog in
            let id = try await blog.write("t")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let json = #"{"body":"\#(number)","__v":0}"#
                        return try await blog.send(.put, "/\(id)", json: json).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } == 1)
            #expect(statuses.count { $0 == 409 } == 19)
            #expect(try await blog.send(.get, "/\(id)").value["__v"]?.intValue == 1)
        }
    }

    @Test(arguments: Storage.all)
    func `of many concurrent deletions of a post, one succeeds`(storage: Storage) async throws {
        try await Blog.open(over: storage) { blog in
            let id = try await blog.write("t")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await blog.send(.delete, "/\(id)").status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 204 } == 1)
            #expect(statuses.count { $0 == 404 } == 19)
        }
    }

    @Test func `posts and the videoclub can share a database`() async throws {
        try await Club.open { club in
            let posts = try await PostsService(store: club.store)
            let stand = try Stand([posts.service])
            #expect(try await stand.send(.get, "/api/posts").status == 200)
            #expect(try await club.list().status == 200)
        }
        try await Blog.open { blog in
            _ = try await blog.write("kept")
            _ = try await VideoclubService(
                store: blog.store,
                passwords: .quick,
                publicBase: "http://localhost"
            )
            #expect(try await blog.titles() == ["kept"])
        }
    }

    // MARK: - Over a socket

    @Test func `the requests of the iOS course's client succeed`() async throws {
        try await Blog.open { blog in
            try await blog.stand.serve { base in
                let visitor = Visitor(base: base)
                // The document's `JSONRequestWithURL` sends both fields with every request, even
                // with GET.
                let fields = ["Content-Type": "application/json", "Accept": "application/json"]
                let empty = try await visitor.send("/api/posts", fields: fields)
                #expect(empty.text == "[]")

                // The members that the document's `dictionaryWithValuesForKeys:@[@"title", @"body",
                // @"author"]` gives.
                let created = try await visitor.send(
                    "/api/posts",
                    method: "POST",
                    json: #"{"title":"A post","body":"Its text","author":1}"#,
                    fields: fields
                )
                #expect(created.status == 201)
                #expect(created.fields["location"]?.hasPrefix("/api/posts/") == true)
                let post = try #require(created.object)
                #expect(post["_id"] as? String != nil)
                #expect(post["title"] as? String == "A post")
                #expect(post["body"] as? String == "Its text")
                #expect(post["author"] as? Int == 1)
                // A value that is nil is sent as null.
                let bare = try await visitor.send(
                    "/api/posts",
                    method: "POST",
                    json: #"{"title":"Bare","body":null,"author":null}"#,
                    fields: fields
                )
                #expect(bare.status == 201)

                let listed = try await visitor.send("/api/posts?page=1&count=100", fields: fields)
                let posts = try JSONSerialization.jsonObject(with: listed.data) as? [[String: Any]]
                #expect(posts?.map { $0["title"] as? String } == ["Bare", "A post"])
            }
        }
    }

    @Test func `pages of other origins may use every method`() async throws {
        try await Blog.open { blog in
            let preflight = try await blog.send(
                .options,
                "/589064ee0000000000000000",
                fields: [
                    "Origin": "https://app.example", "Access-Control-Request-Method": "PUT",
                    "Access-Control-Request-Headers": "content-type,if-match",
                ]
            )
            #expect(preflight.status == 204)
            #expect(preflight.fields["Access-Control-Allow-Origin"] == "*")
            let methods = preflight.fields["Access-Control-Allow-Methods"] ?? ""
            for method in ["GET", "PUT", "DELETE"] { #expect(methods.contains(method)) }
            let read = try await blog.send(.get, fields: ["Origin": "https://app.example"])
            #expect(read.fields["Access-Control-Allow-Origin"] == "*")
            #expect(read.fields["Access-Control-Expose-Headers"]?.contains("ETag") == true)
        }
    }

    @Test func `declared endpoints write, edit, list and delete posts`() async throws {
        try await Blog.open { blog in
            try await blog.stand.serve("/api") { client in
                let post = try await client.send(
                    NewPost(post: PostDraft(title: "T", body: "B", author: 7))
                ).post
                #expect(try await client.send(ShowPost(id: post.id)) == post)
                let page = try await client.send(ListPosts(page: 1, count: 100))
                #expect(page.elements == [post])
                let changes = PostChanges(body: "C", version: post.version)
                let edited = try await client.send(EditPost(id: post.id, changes: changes))
                #expect(edited.body == "C")
                do throws(CallError<EditPost.Failure>) {
                    _ = try await client.send(EditPost(id: post.id, changes: changes))
                    Issue.record("the old version was taken")
                } catch {
                    let failure = error.failure
                    #expect(failure == .changedMeanwhile)
                }
                try await client.send(DeletePost(id: post.id))
                #expect(try await client.send(ListPosts()).elements.isEmpty)
            }
        }
    }
}
