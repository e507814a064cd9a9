// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoHTTP
import RecadoSQLiteCache
import RecadoStore
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `A cache in an SQLite file` {
    private let folder = CacheFolder()

    private static func entry(
        _ content: String,
        _ selectors: [CacheEntry.Selector] = [],
        fields: Fields = [.contentType: "text/plain", .eTag: "\"1\""]
    ) -> CacheEntry {
        CacheEntry(
            selectors: selectors,
            status: .ok,
            fields: fields,
            content: Array(content.utf8),
            requested: HTTPDate(secondsSince1970: 1_000),
            received: HTTPDate(secondsSince1970: 1_001)
        )
    }

    private static let spanish = CacheEntry.Selector(name: .acceptLanguage, value: "es")
    private static let silent = CacheEntry.Selector(name: .acceptLanguage, value: nil)
    private static let empty = CacheEntry.Selector(name: .acceptLanguage, value: "")

    @Test
    func `responses are found before and after writing, and after a restart`() async throws {
        let fields: Fields = [
            .contentType: "text/plain", .vary: "Accept-Language", .vary: "Accept",
            "X-Empty": "", "X-Odd": "a: b: ü",
        ]
        let entries = [
            Self.entry("uno", [Self.spanish], fields: fields),
            Self.entry("one", [Self.silent]), Self.entry("", [Self.empty]),
        ]
        let store = try await folder.store()
        for entry in entries { store.keep(entry, for: "https://a.example/1") }
        #expect(await store.entries(for: "https://a.example/1") == entries)
        #expect(await store.entries(for: "https://a.example/2").isEmpty)
        await store.flush()
        #expect(await store.entries(for: "https://a.example/1") == entries)
        await store.close()
        #expect(await store.entries(for: "https://a.example/1").isEmpty)
        let next = try await folder.store()
        #expect(await next.entries(for: "https://a.example/1") == entries)
        await next.close()
    }

    @Test
    func `a response replaces the one with the same selectors`() async throws {
        let store = try await folder.store()
        store.keep(Self.entry("one", [Self.silent]), for: "a")
        store.keep(Self.entry("uno", [Self.spanish]), for: "a")
        await store.flush()
        store.keep(Self.entry("two", [Self.silent]), for: "a")
        #expect(await store.contents(of: "a") == ["two", "uno"])
        await store.flush()
        #expect(await store.contents(of: "a") == ["two", "uno"])
        await store.close()
    }

    @Test(arguments: [true, false])
    func `removed responses are not found again`(isWritten: Bool) async throws {
        let store = try await folder.store()
        for key in ["a", "b", "c"] { store.keep(Self.entry(key), for: key) }
        if isWritten { await store.flush() }
        store.remove("a")
        #expect(await store.contents(of: "a").isEmpty)
        #expect(await store.contents(of: "b") == ["b"])
        store.removeAll()
        store.keep(Self.entry("new"), for: "c")
        #expect(await store.contents(of: "b").isEmpty)
        #expect(await store.contents(of: "c") == ["new"])
        await store.close()
        let next = try await folder.store()
        #expect(await next.contents(of: "a").isEmpty)
        #expect(await next.contents(of: "b").isEmpty)
        #expect(await next.contents(of: "c") == ["new"])
        await next.close()
    }

    @Test
    func `the least recently used response is evicted first`() async throws {
        var limits = SQLiteCacheStore.Limits()
        limits.entries = 20
        let store = try await folder.store(limits)
        for number in 0..<20 { store.keep(Self.entry("\(number)"), for: "\(number)") }
        await store.flush()
        #expect(await store.contents(of: "0") == ["0"])
        await store.flush()
        store.keep(Self.entry("20"), for: "20")
        await store.flush()
        #expect(await store.contents(of: "0") == ["0"])
        #expect(await store.contents(of: "20") == ["20"])
        #expect(await store.contents(of: "1").isEmpty)
        await store.close()
    }

    @Test
    func `the limits on bytes and variants are enforced`() async throws {
        var limits = SQLiteCacheStore.Limits()
        limits.bytes = 20_000
        limits.variants = 3
        let store = try await folder.store(limits)
        for number in 0..<8 {
            let selector = CacheEntry.Selector(name: .accept, value: "\(number)")
            store.keep(Self.entry("\(number)", [selector]), for: "a")
        }
        await store.flush()
        #expect(await store.contents(of: "a") == ["5", "6", "7"])
        let large = String(repeating: "x", count: 8_000)
        for key in ["b", "c", "d"] { store.keep(Self.entry(large), for: key) }
        await store.flush()
        #expect(await store.contents(of: "b").isEmpty)
        #expect(await store.contents(of: "d") == [large])
        await store.close()
    }

    @Test
    func `a response too large for the write queue removes its predecessor`() async throws {
        var limits = SQLiteCacheStore.Limits()
        let store = try await folder.store(limits)
        store.keep(Self.entry("old"), for: "a")
        await store.close()
        limits.unwritten = 1_000
        let narrow = try await folder.store(limits)
        #expect(await narrow.contents(of: "a") == ["old"])
        narrow.keep(Self.entry(String(repeating: "x", count: 2_000)), for: "a")
        #expect(await narrow.contents(of: "a").isEmpty)
        await narrow.close()
    }

    @Test
    func `responses selected by a cookie are never written to the file`() async throws {
        let store = try await folder.store()
        let cookie = CacheEntry.Selector(name: .cookie, value: "session=hunter2")
        store.keep(Self.entry("mine", [cookie]), for: "a")
        #expect(await store.contents(of: "a") == ["mine"])
        await store.close()
        #expect(try folder.bytes().firstRange(of: Array("hunter2".utf8)) == nil)
        let next = try await folder.store()
        #expect(await next.contents(of: "a").isEmpty)
        await next.close()
    }

    @Test
    func `a client gets stale responses after a restart without its server`() async throws {
        let isUp = Mutex(true)
        let server = Server { request throws(TransportError) in
            guard isUp.withLock({ $0 }) else { throw TransportError(.cannotConnect) }
            let fields: Fields = [.contentType: "application/json", .cacheControl: "max-age=0"]
            return Response(status: .ok, fields: fields, content: Content(#"["El Camión"]"#))
        }
        for run in 1...2 {
            let store = try await folder.store()
            var options = CachePolicy.Options()
            options.staleIfError = .seconds(86_400)
            let client = try Client(
                base: "https://example.org",
                transport: server,
                middleware: .standard {
                    $0.retry = nil
                    $0.cache = CachePolicy(store: store, options: options)
                }
            )
            let titles: [String] = try await client.get("films")
            #expect(titles == ["El Camión"], "run \(run)")
            isUp.withLock { $0 = false }
            await store.close()
        }
    }

    @Test
    func `a file that is no database is refused and left unchanged`() async throws {
        let text = Array("a shopping list".utf8)
        try folder.write(text)
        await #expect(throws: StoreError.self) { _ = try await folder.store() }
        #expect(try folder.bytes() == text)
    }
}

extension SQLiteCacheStore {
    fileprivate func contents(of key: String) async -> [String] {
        await entries(for: key).map { String(decoding: $0.content, as: UTF8.self) }.sorted()
    }
}

private struct Server: Transport {
    let answer: @Sendable (Request) throws(TransportError) -> Response

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        try answer(request)
    }
}

/// A folder that is removed when its test ends.
private final class CacheFolder: Sendable {
    private let url = URL.temporaryDirectory.appending(path: "recado-cache-\(UUID())")

    private var file: URL { url.appending(path: "answers.sqlite") }

    init() {
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func store(_ limits: SQLiteCacheStore.Limits = .init()) async throws -> SQLiteCacheStore {
        try await SQLiteCacheStore.open(file.path, limits: limits)
    }

    func write(_ bytes: [UInt8]) throws {
        try Data(bytes).write(to: file)
    }

    func bytes() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: file))
    }
}
