// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import RecadoHTTP
import RecadoServices
import RecadoStore
import Testing

/// Tests the search for posts, with each kind of store.
@Suite(.timeLimit(.minutes(3)))
struct `The search for posts` {
    @Test(arguments: Storage.all)
    func `finds words in titles and texts regardless of case and accents`(
        storage: Storage
    ) async throws {
        try await Blog.open(over: storage) { blog in
            for (title, body) in [
                ("Película", "de anoche"), ("Otra", "una PELICULA más"), ("Nada", "100 % \\ _"),
            ] {
                let json = try JSON().encodeToString(["title": title, "body": body])
                #expect(try await blog.send(.post, json: json).status == 201)
            }
            #expect(try await blog.titles("?q=pel%C3%ADcula") == ["Otra", "Película"])
            #expect(try await blog.titles("?q=PELICULA%20MAS") == ["Otra"])
            // Characters with a meaning in SQL patterns are ordinary ones here.
            #expect(try await blog.titles("?q=%25") == ["Nada"])
            #expect(try await blog.titles("?q=_") == ["Nada"])
            #expect(try await blog.titles("?q=%5C") == ["Nada"])
            #expect(try await blog.titles("?q=pelicula_mas") == [])
            #expect(try await blog.titles("?q=").count == 3)
            let long = String(repeating: "%25", count: 256)
            #expect(try await blog.send(.get, "?q=\(long)").status == 422)
        }
    }

    @Test(arguments: Storage.all)
    func `has pages of results and finds changed posts by their new text`(
        storage: Storage
    ) async throws {
        try await Blog.open(over: storage) { blog in
            var ids: [String] = []
            for number in 1...6 {
                ids.append(try await blog.write(number.isMultiple(of: 2) ? "Par \(number)" : "Non"))
            }
            let page = try await blog.send(.get, "?q=par&count=2&page=1")
            #expect(page.films.compactMap { $0["title"]?.stringValue } == ["Par 6", "Par 4"])
            #expect(page.total == "3")
            #expect(page.fields[.link]?.contains("q=par") == true)
            #expect(try await blog.titles("?q=par&count=2&page=2") == ["Par 2"])
            _ = try await blog.send(.put, "/\(ids[5])", json: #"{"body":"ya no","title":"Seis"}"#)
            #expect(try await blog.titles("?q=par") == ["Par 4", "Par 2"])
            #expect(try await blog.titles("?q=ya%20no") == ["Seis"])
        }
    }

    @Test(arguments: Storage.all)
    func `finds posts that were stored by a version without search`(
        storage: Storage
    ) async throws {
        try await Blog.open(over: storage) { blog in
            for number in 1...230 { _ = try await blog.write("Época \(number)") }
            try await blog.store.write { try $0.execute("UPDATE post SET folded = NULL") }
            #expect(try await blog.titles("?q=epoca") == [])
            _ = try await PostsService(store: blog.store)
            #expect(try await blog.titles("?q=epoca&count=1000").count == 230)
        }
    }

    @Test func `the creation time of a post is read from its identifier`() {
        func time(_ id: String) -> Int64? {
            Post(id: id, title: "", body: "", author: nil).creationTime
        }
        #expect(time("589064ee0000000000000001") == 1_485_858_030)
        #expect(time("589064EE0000000000000001") == 1_485_858_030)
        #expect(time("000000010000000000000001") == nil)
        #expect(time("589064ee") == nil)
        #expect(time("+89064ee0000000000000001") == nil)
        #expect(time("ñ89064ee000000000000000") == nil)
    }
}
