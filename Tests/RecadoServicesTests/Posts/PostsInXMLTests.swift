// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoStore
import Testing

/// The posts in XML, over a socket.
@Suite(.timeLimit(.minutes(3)))
struct `The posts service in XML` {
    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#

    /// Sends content in XML, and expects a response in XML.
    private static func send(
        _ visitor: Visitor,
        _ method: String,
        _ rest: String = "",
        _ xml: String? = nil
    ) async throws -> Visitor.Answer {
        try await visitor.send(
            Blog.path + rest,
            method: method,
            json: xml,
            fields: ["Content-Type": "text/xml; charset=utf-8", "Accept": "application/xml"]
        )
    }

    @Test func `a post is written, read, changed and removed`() async throws {
        try await Blog.open { blog in
            try await blog.stand.serve { base in
                let visitor = Visitor(base: base)
                let empty = try await Self.send(visitor, "GET")
                #expect(empty.fields["content-type"] == "application/xml")
                #expect(empty.text == Self.declaration + "<posts/>")
                let draft = "<post><title>Hola ñ &amp; 🎬</title><body/><author>1</author></post>"
                let made = try await Self.send(visitor, "POST", ".xml", draft)
                #expect(made.status == 201)
                let location = try #require(made.fields["location"])
                let id = location.dropFirst(Blog.path.utf8.count + 1)
                let post = """
                    <post><_id>\(id)</_id><title>Hola ñ &amp; 🎬</title><body/><author>1</author>\
                    <__v>0</__v></post>
                    """
                #expect(made.text == Self.declaration + post)
                let list = try await Self.send(visitor, "GET", "?page=1&count=100")
                #expect(list.text == "\(Self.declaration)<posts>\(post)</posts>")
                #expect(list.fields["x-total-count"] == "1")
                let change = "<post><body>Otro</body><__v>0</__v></post>"
                let edited = try await Self.send(visitor, "PUT", "/\(id)", change)
                #expect(edited.text.contains("<body>Otro</body><author>1</author><__v>1</__v>"))
                let emptied = try await Self.send(visitor, "PUT", "/\(id)", "<post><body/></post>")
                #expect(emptied.text.contains("<body/><author>1</author><__v>2</__v>"))
                let late = try await Self.send(visitor, "PUT", "/\(id)", change)
                #expect(late.status == 409)
                #expect(late.fields["content-type"] == "application/problem+xml")
                #expect(try await Self.send(visitor, "DELETE", "/\(id)").status == 204)
                let gone = try await Self.send(visitor, "GET", "/\(id)")
                #expect(gone.status == 404)
                #expect(gone.text.contains("<title>There is no such post</title>"))
            }
        }
    }

    @Test(arguments: [
        ("", 400), ("<post><title>T", 400), ("<posts/>", 400), ("<!DOCTYPE post><post/>", 400),
        ("<post/>", 422), ("<post><title/></post>", 422),
        ("<post><title>T</title><author>x</author></post>", 422),
        ("<post><title>\(String(repeating: "ñ", count: 201))</title></post>", 422),
    ])
    func `an invalid post is refused in XML and not stored`(xml: String, status: Int) async throws {
        try await Blog.open { blog in
            try await blog.stand.serve { base in
                let refused = try await Self.send(Visitor(base: base), "POST", "", xml)
                #expect(refused.status == status, "\(refused.text)")
                #expect(refused.fields["content-type"] == "application/problem+xml")
                #expect(try await blog.titles() == [])
            }
        }
    }

    @Test func `declared endpoints write, edit, list and delete posts in XML`() async throws {
        try await Blog.open { blog in
            try await blog.stand.serve("/api") { client in
                let options = CallOptions(format: .xml)
                let draft = PostDraft(title: "T", body: " <B> ", author: nil)
                let post = try await client.send(NewPost(post: draft), with: options).post
                #expect(post.body == " <B> " && post.author == nil)
                let edit = EditPost(id: post.id, changes: PostChanges(author: 7))
                #expect(try await client.send(edit, with: options).author == 7)
                #expect(try await client.send(ListPosts(), with: options).elements.count == 1)
                try await client.send(DeletePost(id: post.id), with: options)
                #expect(try await client.send(ListPosts(), with: options).elements.isEmpty)
            }
        }
    }

    @Test func `long lists are streamed in batches, complete and in order`() async throws {
        try await Blog.open { blog in
            let body = String(repeating: "<", count: 20_000)
            try await blog.store.write { transaction in
                for number in 1...150 {
                    let id = String(repeating: "0", count: 21) + String(100 + number)
                    let title = "T\(number)"
                    try transaction.execute(
                        "INSERT INTO post (id, title, body) VALUES (\(id), \(title), \(body))"
                    )
                }
            }
            let request = Request(
                method: .get,
                authority: "posts.example",
                target: Blog.path + ".xml?count=150"
            )
            let response = await blog.stand.application.respond(to: request)
            #expect(response.status == .ok && response.content.length == nil)
            #expect(response.fields[.contentType] == "application/xml")
            var (bytes, largest) = ([UInt8](), 0)
            for try await piece in response.content.pieces {
                largest = max(largest, piece.count)
                bytes += piece
            }
            // A batch has 128 KiB before escaping, which turns each `<` into four bytes.
            #expect(largest < 1 << 20)
            let posts = try XML().decode([Post].self, from: bytes)
            #expect(posts.map(\.title) == (1...150).reversed().map { "T\($0)" })
            #expect(posts.allSatisfy { $0.body == body })
            #expect(
                String(decoding: bytes.prefix(60), as: UTF8.self).contains("<posts><post><_id>")
            )
            try await blog.stand.serve("/api") { client in
                let list = ListPosts(page: 2, count: 100)
                let page = try await client.send(list, with: CallOptions(format: .xml))
                #expect(page.elements.count == 50 && page.total == 150)
            }
        }
    }
}
