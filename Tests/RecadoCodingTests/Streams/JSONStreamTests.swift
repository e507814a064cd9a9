// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Streams of JSON` {
    struct Film: Codable, Equatable, Sendable {
        var title: String
        var year: Int
    }

    private let films = [Film(title: "Solaris", year: 1972), Film(title: "Stalker", year: 1979)]

    /// Reads a text in pieces of every size, and checks that the values are always the same.
    private func everyWay<Model>(
        _ text: String,
        _ values: (CountedPieces) -> DecodedSequence<Model, CountedPieces>
    ) async throws -> [Model] where Model: Equatable {
        let bytes = Array(text.utf8)
        var first: [Model]?
        for size in Array(1...max(bytes.count, 1)) {
            var models: [Model] = []
            for try await model in values(CountedPieces(bytes, size: size)) { models.append(model) }
            if let first { #expect(models == first, "pieces of \(size)") } else { first = models }
        }
        return first ?? []
    }

    private func failure<Model>(
        _ values: DecodedSequence<Model, CountedPieces>
    ) async -> CodingError? {
        do {
            for try await _ in values {}
            return nil
        } catch {
            return error as? CodingError
        }
    }

    private func pieces(_ text: String, size: Int = 3) -> CountedPieces {
        CountedPieces(Array(text.utf8), size: size)
    }

    // MARK: - Lines

    @Test(arguments: [
        "{\"title\":\"Solaris\",\"year\":1972}\n{\"title\":\"Stalker\",\"year\":1979}\n",
        "{\"title\":\"Solaris\",\"year\":1972}\r\n\r\n \n{\"title\":\"Stalker\",\"year\":1979}",
    ])
    func `each line is read as a value`(_ text: String) async throws {
        let read = try await everyWay(text) { JSON().lines(of: Film.self, in: $0) }
        #expect(read == films)
    }

    @Test(arguments: [("", 0), ("\n", 0), ("1", 1), ("1\n2", 2), ("1\n\n", 1), ("null\n", 1)])
    func `blank lines are not values`(_ text: String, _ count: Int) async throws {
        let read = try await everyWay(text) { JSON().lines(of: Value.self, in: $0) }
        #expect(read.count == count)
    }

    @Test func `an error has the line and offset in the stream`() async throws {
        let text = "{\"title\":\"é\",\"year\":1}\n\n{\"title\":\"a\",\"year\":\"x\"}\n"
        let found = try #require(
            await failure(JSON().lines(of: Film.self, in: pieces(text)))
        )
        #expect(found.code == .typeMismatch && found.line == 3 && found.column == 21)
        #expect(found.offset == text.utf8.count - 5)
        #expect(found.description.contains("value 2: "))
    }

    @Test func `blank lines, long lines and too many lines can be refused`() async throws {
        var options = JSON.StreamOptions()
        options.refusesBlankLines = true
        let blank = await failure(
            JSON().lines(of: Int.self, in: pieces("1\n\n2\n"), options: options)
        )
        #expect(blank?.code == .malformed && blank?.line == 2)
        options = JSON.StreamOptions()
        options.valueBytes = 3
        let long = await failure(
            JSON().lines(of: Int.self, in: pieces("123\n1234\n"), options: options)
        )
        #expect(long?.code == .tooLarge && long?.line == 2)
        options = JSON.StreamOptions()
        options.values = 2
        let many = await failure(
            JSON().lines(of: Int.self, in: pieces("1\n2\n3\n"), options: options)
        )
        #expect(many?.code == .tooLarge && many?.line == 3)
    }

    @Test func `an endless line is refused early`() async throws {
        var options = JSON.StreamOptions()
        options.valueBytes = 1000
        let endless = CountedPieces([UInt8](repeating: 0x20, count: 1 << 20), size: 100)
        let found = await failure(JSON().lines(of: Int.self, in: endless, options: options))
        #expect(found?.code == .tooLarge)
        #expect(endless.counter.count <= 11)
    }

    @Test func `reading can continue after a malformed line`() async throws {
        var lines = JSON().lines(of: Int.self, in: pieces("1\nx\n3\n")).makeAsyncIterator()
        #expect(try await lines.next() == 1)
        await #expect(throws: CodingError.self) { try await lines.next() }
        #expect(try await lines.next() == 3)
        #expect(try await lines.next() == nil)
    }

    @Test func `options apply to each value`() async throws {
        var json = JSON()
        json.limits.depth = 1
        let found = await failure(json.lines(of: Value.self, in: pieces("[]\n[[]]\n")))
        #expect(found?.code == .tooDeep && found?.line == 2)
    }

    // MARK: - Sequences

    @Test func `each text after a record separator is a value`() async throws {
        let text =
            "\u{1E}\u{1E}{\"title\":\"Solaris\",\n\"year\":1972}\n\u{1E}{\"title\":\"Stalker\",\"year\":1979}\n"
        let read = try await everyWay(text) { JSON().sequence(of: Film.self, in: $0) }
        #expect(read == films)
        #expect(try await everyWay("") { JSON().sequence(of: Film.self, in: $0) } == [])
    }

    @Test func `a truncated value is reported, and the next one is read`() async throws {
        for cut in ["12", "true", "{\"a\":", "\"ab", "[1", "nul"] {
            let text = "\u{1E}1\n\u{1E}\(cut)\u{1E}3\n"
            var values = JSON().sequence(of: Value.self, in: pieces(text)).makeAsyncIterator()
            #expect(try await values.next() == 1)
            let found = await #expect(throws: CodingError.self) { try await values.next() }
            #expect(found?.code == .malformed && found?.pointer == "/1" && found?.line == 2)
            #expect(try await values.next() == 3)
            #expect(try await values.next() == nil)
        }
        let last = await failure(JSON().sequence(of: Int.self, in: pieces("\u{1E}12")))
        #expect(last?.code == .malformed)
    }

    @Test func `a sequence without a leading record separator is refused`() async throws {
        let found = await failure(JSON().sequence(of: Int.self, in: pieces("1\n\u{1E}2\n")))
        #expect(found?.code == .malformed && found?.offset == 0)
    }

    // MARK: - Elements

    @Test(arguments: [
        ("", "[1, 2,3]", 3), ("", " [ ] ", 0),
        ("", "\u{FEFF}[\"a,]\\\"[\", [[],{}], {\"a\":[\"}\"]}]", 3),
        ("a", #"{"b":[1],"a":[1,2],"c":{"a":[3]}}"#, 2),
        ("a.b", #"{"b":[],"a":{"a":1,"b":[ 1 ]},"a.b":0}"#, 1),
        ("a", #"{"\u0061":[1],"a":[2,3]}"#, 1), ("é", #"{"x":"\\\"","é":[null,true , -1.5e3]}"#, 3),
        ("a.a", #"{"a":[[1]],"b":{}}"#, -1), ("a", #"{"b":1}"#, -1), ("a", #"{"a":{}}"#, -1),
        ("a", "[1]", -1), ("", "{}", -1), ("", "1", -1), ("a.b.c", #"{"a":{"b":{"c":[7]}}}"#, 1),
        ("b", #"{"a":{"b":[1]},"b":[2,3]}"#, 2), ("a", #"{"a":null}"#, -1),
    ])
    func `the elements of the array at a path are read`(
        _ path: String,
        _ text: String,
        _ count: Int
    ) async throws {
        guard count >= 0 else {
            let found = await failure(
                JSON().elements(of: Value.self, at: CodingPath(path), in: pieces(text))
            )
            #expect(found?.code == .typeMismatch || found?.code == .keyNotFound)
            return
        }
        let read = try await everyWay(text) {
            JSON().elements(of: Value.self, at: CodingPath(path), in: $0)
        }
        #expect(read.count == count)
        let whole = try JSON().value(from: text)
        #expect(
            (path.isEmpty ? whole : try #require(whole[path: CodingPath(path)])) == .array(read)
        )
    }

    @Test(arguments: [
        "", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "[1]]", "[1]x", "[}", "[:]", "[1:2]",
        "[\"a]", "[tru]", "[{]}]", "[01]", #"{"a":[1]"#, #"{"a":[1],}"#, #"{"a":[1] "b":1}"#,
        #"{"a":[1],"b"}"#, #"{"a":[1],"b":}"#, #"{"a":[1],"b":01}"#, #"{"a":[1],"b":"\x"}"#,
        #"{"a":[1],"b":[1,]}"#, #"{"a":[1],"b":[1}}"#, #"{,"a":[1]}"#, #"{a:[1]}"#, #"{"a":[1]}}"#,
        #"{"b":"}"#, #"{"a":[1],"b":tru}"#, "{\"a\":[1],\"b\":\"\u{1}\"}", #"{"a":[1],"b":nul"#,
    ])
    func `a document malformed anywhere is refused`(_ text: String) async throws {
        let path: CodingPath = text.hasPrefix("{") ? "a" : .root
        for size in [1, 2, 1000] {
            let found = await failure(
                JSON().elements(of: Value.self, at: path, in: pieces(text, size: size))
            )
            #expect(found?.code == .malformed, "pieces of \(size)")
            #expect(found?.offset ?? 0 <= text.utf8.count)
        }
    }

    @Test(arguments: [
        [0x5B, 0x5D, 0xBF], [0x20, 0xBB, 0x5B, 0x5D], [0xEF, 0x5B, 0x5D], [0xEF, 0xBB, 0x20],
        [0xEF, 0xBB, 0xBF, 0xEF, 0x5B, 0x5D],
    ])
    func `a partial byte order mark is refused`(_ bytes: [UInt8]) async {
        for size in 1...bytes.count {
            let pieces = CountedPieces(bytes, size: size)
            let failure = await failure(JSON().elements(of: Value.self, in: pieces))
            #expect(failure != nil, "pieces of \(size)")
        }
    }

    @Test func `an error has the pointer and position of the element`() async throws {
        let text =
            "{\"data\": {\"films\": [\n  {\"title\":\"a\",\"year\":1},\n  {\"title\":\"b\",\n\"year\":\"x\"}]}}"
        let found = try #require(
            await failure(JSON().elements(of: Film.self, at: "data.films", in: pieces(text)))
        )
        #expect(found.pointer == "/data/films/1/year")
        #expect(found.line == 4 && found.column == 8)
        #expect(found.description.contains("value 2: "))
        let early = await failure(
            JSON().elements(of: Film.self, in: pieces("[\n {\"title\":\"a\",\"year\":x}]"))
        )
        #expect(early?.line == 2 && early?.column == 22 && early?.pointer == "/0")
    }

    @Test func `limits apply to elements, and no element is read ahead`() async throws {
        var options = JSON.StreamOptions()
        options.valueBytes = 4
        let long = await failure(
            JSON().elements(of: Value.self, in: pieces("[1234,\"123456\"]"), options: options)
        )
        #expect(long?.code == .tooLarge && long?.offset == 6)
        options = JSON.StreamOptions()
        options.values = 1
        let many = await failure(
            JSON().elements(of: Int.self, in: pieces("[1,2]"), options: options)
        )
        #expect(many?.code == .tooLarge)
        let counted = pieces("[1,2,3]", size: 1)
        var elements = JSON().elements(of: Int.self, in: counted).makeAsyncIterator()
        #expect(try await elements.next() == 1)
        #expect(counted.counter.count == 3)
        let deep = await failure(
            JSON().elements(
                of: Int.self,
                at: "b",
                in: pieces("{\"a\":" + String(repeating: "[", count: 100_000), size: 1 << 12)
            )
        )
        #expect(deep?.code == .tooDeep)
    }

    // MARK: - Writing

    private struct Films: AsyncSequence, Sendable {
        let films: [Film]

        struct Iterator: AsyncIteratorProtocol {
            var rest: ArraySlice<Film>

            mutating func next() async -> Film? { rest.popFirst() }
        }

        func makeAsyncIterator() -> Iterator { Iterator(rest: films[...]) }
    }

    @Test func `values are written as lines and as a sequence`() async throws {
        var json = JSON()
        json.isPretty = true
        let lines = Content(pieces: json.lines(encoding: Films(films: films)), isReplayable: true)
        let text = #"""
            {"title":"Solaris","year":1972}
            {"title":"Stalker","year":1979}

            """#
        #expect(try await lines.collect(upTo: 1000) == Array(text.utf8))
        #expect(try await lines.collect(upTo: 1000) == Array(text.utf8))
        let sequence = Content(pieces: json.sequence(encoding: Films(films: films)))
        let read = JSON().sequence(of: Film.self, in: sequence.pieces)
        var back: [Film] = []
        for try await film in read { back.append(film) }
        #expect(back == films)
        let again = try await Content(pieces: JSON().sequence(encoding: Films(films: films)))
            .collect(upTo: 1000)
        #expect(again.count { $0 == 0x1E } == 2 && again.last == 0x0A)
    }

    @Test func `a value that cannot be written is an error`() async throws {
        struct Rates: AsyncSequence {
            struct Iterator: AsyncIteratorProtocol {
                mutating func next() async -> Double? { .nan }
            }

            func makeAsyncIterator() -> Iterator { Iterator() }
        }
        var lines = JSON().lines(encoding: Rates()).makeAsyncIterator()
        await #expect(throws: CodingError.self) { try await lines.next() }
    }
}
