// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Synchronization
import Testing

/// A transport that holds back responses to conditional requests until a test releases them.
private final class GatedTransport: Transport {
    private let count = Mutex(0)
    private let fields: Fields
    let arrivals: AsyncStream<String>
    private let arrive: AsyncStream<String>.Continuation
    private let gate: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init(_ fields: Fields) {
        self.fields = fields
        (arrivals, arrive) = AsyncStream.makeStream()
        (gate, opening) = AsyncStream.makeStream()
    }

    var requests: Int { count.withLock { $0 } }

    func open() { opening.finish() }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        count.withLock { $0 += 1 }
        guard request.fields.contains(.ifNoneMatch) else {
            return Response(status: .ok, fields: fields, content: Content("whole"))
        }
        arrive.yield("arrived")
        for await _ in gate {}
        if Task.isCancelled {
            arrive.yield("cancelled")
            throw TransportError(.cancelled)
        }
        return Response(status: .notModified, fields: fields)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct `Cached content` {
    static let fields: Fields = [.cacheControl: "max-age=60", .eTag: "\"a\""]

    private func peer(
        _ options: CachePolicy.Options = CachePolicy.Options(),
        _ content: @escaping @Sendable () -> Content
    ) -> CachePeer {
        CachePeer(options: options) { _ throws(TransportError) in
            Response(status: .ok, fields: Self.fields, content: content())
        }
    }

    private static func stream(_ pieces: [String], error: TransportError? = nil) -> Content {
        let stream = AsyncThrowingStream<[UInt8], any Error> { stream in
            for piece in pieces { stream.yield(Array(piece.utf8)) }
            stream.finish(throwing: error)
        }
        return Content(pieces: stream)
    }

    // MARK: - Streams

    @Test
    func `a stream is stored when it has been read to its end`() async throws {
        let peer = peer { Self.stream(["El ", "Camión"]) }
        let request = try Request(method: .get, uri: URI(CachePeer.page))
        let answer = try await peer.transport.send(request)
        let source = answer.content.makeSource()
        #expect(try await source.next() == Array("El ".utf8))
        #expect(peer.store.count == 0)
        #expect(try await source.next() == Array("Camión".utf8))
        #expect(try await source.next() == nil)
        #expect(try await source.next() == nil)
        #expect(peer.store.count == 1)
        #expect(try await peer.get().content == "El Camión")
    }

    @Test
    func `failed or abandoned content is not stored`() async throws {
        let peer = peer { Self.stream(["half"], error: TransportError(.connectionLost)) }
        await #expect(throws: TransportError(.connectionLost)) { try await peer.get() }
        let request = try Request(method: .get, uri: URI(CachePeer.page))
        _ = try await peer.transport.send(request).content.makeSource().next()
        #expect(peer.store.count == 0)
        #expect(peer.stub.sent.count == 2)
    }

    @Test(arguments: [3, 4])
    func `content above the limit is passed on but not stored`(limit: Int) async throws {
        var options = CachePolicy.Options()
        options.contentLimit = limit
        for content in [Content("film"), Self.stream(["f", "ilm"])] {
            let peer = peer(options) { content }
            #expect(try await peer.get().content == "film")
            #expect(peer.store.count == (limit == 4 ? 1 : 0))
        }
    }

    @Test
    func `a no-store response removes the stored response`() async throws {
        let isPrivate = Mutex(false)
        let peer = CachePeer { _ throws(TransportError) in
            let control = isPrivate.withLock { $0 } ? "no-store" : "max-age=1, stale-if-error=9999"
            return Response(status: .ok, fields: [.cacheControl: control])
        }
        _ = try await peer.get()
        #expect(peer.store.count == 1)
        isPrivate.withLock { $0 = true }
        peer.time.advance(5)
        _ = try await peer.get()
        #expect(peer.store.count == 0)
    }

    // MARK: - One revalidation

    /// Returns a cache with a stale response, over a transport that holds back the revalidation.
    private func stale(_ control: String) async throws -> (CacheTransport, GatedTransport, Request)
    {
        let base = GatedTransport([.cacheControl: control, .eTag: "\"a\""])
        let time = TestTime()
        let cache = CacheTransport(
            base: base,
            store: MemoryCacheStore(),
            options: CachePolicy.Options()
        ) { time.now }
        let request = try Request(method: .get, uri: URI(CachePeer.page))
        _ = try await cache.send(request)
        time.advance(61)
        return (cache, base, request)
    }

    @Test
    func `concurrent requests share one revalidation`() async throws {
        let (cache, base, request) = try await stale("max-age=60")
        try await withThrowingTaskGroup(of: Status.self) { group in
            group.addTask { try await cache.send(request).status }
            var arrivals = base.arrivals.makeAsyncIterator()
            _ = await arrivals.next()
            for _ in 1...20 { group.addTask { try await cache.send(request).status } }
            for _ in 1...100 { await Task.yield() }
            base.open()
            for try await status in group { #expect(status == .ok) }
        }
        #expect(base.requests == 2)
    }

    @Test
    func `a request that waits for a revalidation can be cancelled`() async throws {
        let (cache, base, request) = try await stale("max-age=60")
        let leader = Task { try await cache.send(request).status }
        var arrivals = base.arrivals.makeAsyncIterator()
        _ = await arrivals.next()
        let follower = Task { try await cache.send(request).status }
        follower.cancel()
        await #expect(throws: TransportError(.cancelled)) { try await follower.value }
        base.open()
        #expect(try await leader.value == .ok)
        #expect(base.requests == 2)
    }

    @Test
    func `releasing the cache cancels its revalidation`() async throws {
        var arrivals: AsyncStream<String>.Iterator
        do {
            let (cache, base, request) = try await stale("max-age=60, stale-while-revalidate=60")
            for _ in 1...3 { #expect(try await cache.send(request).status == .ok) }
            arrivals = base.arrivals.makeAsyncIterator()
            #expect(await arrivals.next() == "arrived")
        }
        #expect(await arrivals.next() == "cancelled")
    }

    // MARK: - Store

    private func entry(_ size: Int, _ selector: String = "") -> CacheEntry {
        CacheEntry(
            selectors: [CacheEntry.Selector(name: "Foo", value: selector)],
            status: .ok,
            fields: [:],
            content: [UInt8](repeating: 0, count: size),
            requested: HTTPDate(secondsSince1970: 0),
            received: HTTPDate(secondsSince1970: 0)
        )
    }

    @Test
    func `the store removes the least recently used entry`() {
        var limits = MemoryCacheStore.Limits()
        limits.entries = 10
        let store = MemoryCacheStore(limits: limits)
        for number in 1...10 { store.keep(entry(1), for: "\(number)") }
        _ = store.entries(for: "1")
        store.keep(entry(1), for: "11")
        #expect(store.count == 9)
        #expect(!store.entries(for: "1").isEmpty)
        #expect(store.entries(for: "2").isEmpty)
        #expect(!store.entries(for: "11").isEmpty)
    }

    @Test
    func `the store never exceeds its byte limit`() {
        var limits = MemoryCacheStore.Limits()
        limits.bytes = 10_000
        let store = MemoryCacheStore(limits: limits)
        for number in 1...100 { store.keep(entry(number * 50), for: "\(number % 20)") }
        #expect(store.size <= 10_000)
        #expect(store.count > 0)
        store.keep(entry(20_000), for: "huge")
        #expect(store.entries(for: "huge").isEmpty)
        #expect(store.count > 0)
        store.removeAll()
        #expect(store.size == 0 && store.count == 0)
    }

    @Test
    func `the store keeps the eight latest variants of a URL`() {
        let store = MemoryCacheStore()
        for number in 1...20 { store.keep(entry(1, "\(number)"), for: "a") }
        store.keep(entry(2, "20"), for: "a")
        let kept = store.entries(for: "a")
        #expect(kept.map { $0.selectors.first?.value } == (13...20).map { "\($0)" })
        #expect(store.count == 8)
        store.remove("a")
        #expect(store.size == 0)
    }
}
