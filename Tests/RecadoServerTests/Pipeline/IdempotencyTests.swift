// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Repeated requests with an idempotency key` {
    private struct Order: Endpoint {
        static let route: Route = "POST /orders"
        static let success = Status.created
        typealias Output = Note
        enum Failure: Problem, CaseIterable {
            case soldOut, broken, busy
            var status: Status {
                switch self {
                case .soldOut: .conflict
                case .broken: .internalServerError
                case .busy: .serviceUnavailable
                }
            }
            var title: String { "\(self)" }
        }
        @Body var note: Note
    }

    private struct Pay: Endpoint {
        static let route: Route = "POST /payments"
        static let idempotencyKeys = IdempotencyKeys.required
        typealias Output = Note
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .relaxed) }
        func next() -> Int { value.add(1, ordering: .relaxed).newValue }
    }

    private let counter = Counter()
    private let application: Application

    init() throws {
        self.application = try Self.application(counter)
    }

    private static func application(
        _ counter: Counter,
        _ store: any IdempotencyStore = MemoryIdempotencyStore(),
        gate: @escaping @Sendable () async -> Void = {}
    ) throws -> Application {
        let api = API(name: "o", title: "O", version: "1", endpoints: [Order.self, Pay.self])
        var service = Service(api)
        service.serve { (call: Order) async throws(Order.Failure) -> Note in
            await gate()
            let number = counter.next()
            switch call.note.text {
            case "sold out": throw .soldOut
            case "broken": throw .broken
            case "busy": throw .busy
            default: return Note(text: "\(call.note.text) \(number)")
            }
        }
        service.serve { (_: Pay) in Note(text: "\(counter.next())") }
        var options = Application.Options()
        options.idempotency = store
        return try Application([service], options: options)
    }

    private static func request(
        _ text: String,
        _ key: String?,
        _ target: String = "/o/orders"
    ) -> Request {
        var request = Request(
            method: .post,
            target: target,
            fields: [.contentType: "application/json"],
            content: Content(#"{"text":"\#(text)"}"#)
        )
        if let key { request.fields[.idempotencyKey] = key }
        return request
    }

    private func send(_ text: String, _ key: String?) async throws -> Answer {
        try await Answer(application.respond(to: Self.request(text, key)))
    }

    @Test func `a repetition gets the first response and is not executed`() async throws {
        let first = try await send("a", "k1")
        #expect(first.status == .created)
        #expect(first.response.fields["Idempotency-Replayed"] == nil)
        let second = try await send("a", "k1")
        #expect(second.status == .created)
        #expect(second.text == first.text)
        #expect(second.response.fields["Idempotency-Replayed"] == "true")
        #expect(second.response.fields[.contentType] == "application/json")
        #expect(counter.count == 1)
        #expect(try await send("a", "k2").text != first.text)
        #expect(try await send("a", nil).text != first.text)
        #expect(counter.count == 3)
    }

    @Test func `a failure is replayed, even an internal server error`() async throws {
        #expect(try await send("sold out", "k").status == .conflict)
        #expect(try await send("sold out", "k").response.fields["Idempotency-Replayed"] == "true")
        #expect(try await send("broken", "b").status == .internalServerError)
        let second = try await send("broken", "b")
        #expect(second.status == .internalServerError)
        #expect(second.response.fields["Idempotency-Replayed"] == "true")
        #expect(counter.count == 2)
    }

    private struct Count: Endpoint {
        static let route: Route = "POST /counts"
        typealias Output = ElementFeed<Note>
    }

    @Test func `a repetition of a streamed response is refused with 409`() async throws {
        var service = Service(API(name: "o", title: "O", version: "1", endpoints: [Count.self]))
        service.serve { (_: Count) in
            let number = counter.next()
            return ElementFeed(
                AsyncStream { continuation in
                    continuation.yield(Note(text: "\(number)"))
                    continuation.finish()
                }
            )
        }
        let application = try Application([service])
        let request = Request(
            method: .post,
            target: "/o/counts",
            fields: [.idempotencyKey: "k"]
        )
        #expect(await application.respond(to: request).status == .ok)
        let second = try await Answer(application.respond(to: request))
        #expect(second.status == .conflict)
        #expect(second.problem?.detail?.contains("stream") == true)
        #expect(second.response.fields[.retryAfter] == nil)
        #expect(counter.count == 1)
    }

    @Test func `a repetition is replayed even if its precondition no longer holds`() async throws {
        let application = try Library().application()
        let tag = try #require(
            await application.respond(to: Request(method: .get, target: "/library/notes/1"))
                .fields[.eTag]
        )
        let change = Request(
            method: .patch,
            target: "/library/notes/1",
            fields: [.ifMatch: tag, .idempotencyKey: "k"]
        )
        let first = await application.respond(to: change)
        #expect(first.status == .ok)
        // Another client changes the note meanwhile.
        let other = Request(
            method: .put,
            target: "/library/notes/1",
            fields: [.contentType: "application/json"],
            content: Content(#"{"text":"other"}"#)
        )
        #expect(await application.respond(to: other).status == .ok)
        let second = await application.respond(to: change)
        #expect(second.status == .ok)
        #expect(second.fields["Idempotency-Replayed"] == "true")
        var third = change
        third.fields[.idempotencyKey] = "another"
        #expect(await application.respond(to: third).status == .preconditionFailed)
        // The third request was not carried out, so its key can be used again, with the new tag.
        let read = await application.respond(
            to: Request(method: .get, target: "/library/notes/1")
        )
        third.fields[.ifMatch] = read.fields[.eTag]
        #expect(await application.respond(to: third).status == .ok)
    }

    @Test func `a request that was answered with 503 is executed again`() async throws {
        #expect(try await send("busy", "b").status == .serviceUnavailable)
        let second = try await send("busy", "b")
        #expect(second.status == .serviceUnavailable)
        #expect(second.response.fields["Idempotency-Replayed"] == nil)
        #expect(counter.count == 2)
    }

    /// A store that fails to keep the first answers, like a database that is unreachable.
    private final class Away: IdempotencyStore {
        struct Gone: Error {}
        private let memory = MemoryIdempotencyStore()
        private let failures: Mutex<Int>
        let wasCancelled = Mutex<[Bool]>([])
        let kept = Gate()

        init(failures: Int = .max) { self.failures = Mutex(failures) }

        func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision {
            memory.begin(key, fingerprint)
        }
        func finish(
            _ key: String,
            _ claim: IdempotencyClaim,
            _ answer: StoredResponse
        ) async throws {
            wasCancelled.withLock { $0.append(Task.isCancelled) }
            let isAway = failures.withLock { count in
                defer { count -= 1 }
                return count > 0
            }
            if isAway { throw Gone() }
            memory.finish(key, claim, answer)
            kept.open()
        }
        func abandon(_ key: String, _ claim: IdempotencyClaim) async {
            memory.abandon(key, claim)
        }
    }

    @Test func `storing a response is retried until it succeeds`() async throws {
        let store = Away(failures: 2)
        let application = try Self.application(counter, store)
        #expect(await application.respond(to: Self.request("a", "k")).status == .created)
        #expect(await application.respond(to: Self.request("a", "k")).status == .conflict)
        await store.kept.wait()
        let repeated = await application.respond(to: Self.request("a", "k"))
        #expect(repeated.status == .created)
        #expect(repeated.fields["Idempotency-Replayed"] == "true")
        #expect(counter.count == 1)
    }

    @Test func `a request is not executed again if its response cannot be stored`() async throws {
        let store = Away()
        let application = try Self.application(counter, store)
        #expect(await application.respond(to: Self.request("a", "k")).status == .created)
        let second = await application.respond(to: Self.request("a", "k"))
        #expect(second.status == .conflict)
        #expect(counter.count == 1)
    }

    @Test func `a response is stored even if the client has disconnected`() async throws {
        let store = Away()
        let application = try Self.application(counter, store) {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        await Task { _ = await application.respond(to: Self.request("a", "k")) }.value
        #expect(store.wasCancelled.withLock(\.self) == [false])
    }

    @Test func `an expired attempt cannot complete or abandon the next one`() throws {
        let time = Mutex(Duration.zero)
        let store = MemoryIdempotencyStore { time.withLock { $0 } }
        guard case .first(let lost) = store.begin("k", [1]) else {
            return #expect(Bool(false), "it is not the first")
        }
        time.withLock { $0 += .seconds(86_401) }
        guard case .first(let next) = store.begin("k", [1]) else {
            return #expect(Bool(false), "it was never given up")
        }
        let response = Response(status: .ok, content: Content("late"))
        store.finish("k", lost, try #require(StoredResponse(response)))
        store.abandon("k", lost)
        guard case .underWay = store.begin("k", [1]) else {
            return #expect(Bool(false), "the late one has ended it")
        }
        store.abandon("k", next)
        guard case .first = store.begin("k", [1]) else {
            return #expect(Bool(false), "it was not forgotten")
        }
    }

    @Test func `a key that was used for a different request is refused`() async throws {
        _ = try await send("a", "k")
        let answer = try await send("b", "k")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.problem?.detail?.contains("another request") == true)
    }

    @Test func `a request with other credentials does not get a stored response`() async throws {
        _ = try await send("a", "k")
        var request = Self.request("a", "k")
        request.fields[.authorization] = "Bearer x"
        let answer = await application.respond(to: request)
        #expect(answer.fields["Idempotency-Replayed"] == nil)
        #expect(counter.count == 2)
    }

    @Test func `a repetition during the first request gets 409 and Retry-After`() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let (opened, open) = AsyncStream.makeStream(of: Void.self)
        let application = try Self.application(counter) {
            enter.yield()
            for await _ in opened { return }
        }
        async let first = application.respond(to: Self.request("a", "k"))
        var arrivals = entered.makeAsyncIterator()
        await arrivals.next()
        let second = await application.respond(to: Self.request("a", "k"))
        #expect(second.status == .conflict)
        #expect(second.fields[.retryAfter] == "1")
        open.yield()
        #expect(await first.status == .created)
        #expect(counter.count == 1)
    }

    @Test(arguments: [nil, "", String(repeating: "x", count: 256)])
    func `a missing or invalid key is refused where one is required`(key: String?) async throws {
        let request = Self.request("a", key, "/o/payments")
        let answer = try await Answer(application.respond(to: request))
        #expect(answer.status == .badRequest)
        #expect(answer.problem?.detail?.contains("Idempotency-Key") == true)
        let good = await application.respond(to: Self.request("a", "k", "/o/payments"))
        #expect(good.status == .ok)
    }

    private struct Broken: IdempotencyStore {
        struct Gone: Error {}
        func begin(_ key: String, _ fingerprint: [UInt8]) async throws -> IdempotencyDecision {
            throw Gone()
        }
        func finish(
            _ key: String,
            _ claim: IdempotencyClaim,
            _ answer: StoredResponse
        ) async throws {}
        func abandon(_ key: String, _ claim: IdempotencyClaim) async {}
    }

    @Test func `if the store fails, requests with a key are not executed`() async throws {
        let application = try Self.application(counter, Broken())
        let answer = await application.respond(to: Self.request("a", "k"))
        #expect(answer.status == .serviceUnavailable)
        #expect(counter.count == 0)
        #expect(await application.respond(to: Self.request("a", nil)).status == .created)
    }

    @Test func `responses are kept for a day and within the memory limit`() throws {
        let time = Mutex(Duration.zero)
        let store = MemoryIdempotencyStore { time.withLock { $0 } }
        let content = [UInt8](repeating: 0, count: 1 << 20)
        let answer = try #require(
            StoredResponse(Response(status: .ok, content: Content(content)))
        )
        for number in 0..<40 {
            guard case .first(let claim) = store.begin("\(number)", [1]) else { continue }
            store.finish("\(number)", claim, answer)
        }
        func isKnown(_ key: String) -> Bool {
            if case .answered = store.begin(key, [1]) { true } else { false }
        }
        #expect(isKnown("39"))
        #expect(!isKnown("0"))
        time.withLock { $0 += .seconds(86_401) }
        #expect(!isKnown("39"))
    }
}
