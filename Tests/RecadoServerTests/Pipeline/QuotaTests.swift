// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Request quotas` {
    private struct Ping: Endpoint {
        static let route: Route = "GET /ping"
        static let quota: Quota? = Quota(3, per: .seconds(30))
        typealias Output = Note
    }

    private struct Pong: Endpoint {
        static let route: Route = "GET /pong"
        typealias Output = Note
    }

    private final class Time: Sendable {
        private let value = Mutex(Duration.zero)
        var now: Duration { value.withLock { $0 } }
        func pass(_ duration: Duration) { value.withLock { $0 += duration } }
    }

    private struct Broken: RateLimitStore {
        struct Gone: Error {}
        func take(_ client: String, _ quota: Quota) async throws -> RateLimitStatus { throw Gone() }
    }

    private func application(
        _ store: any RateLimitStore,
        of service: Quota? = nil
    ) throws -> Application {
        let api = API(name: "q", title: "Q", version: "1", endpoints: [Ping.self, Pong.self])
        var served = Service(api)
        served.quota = service
        served.serve { (_: Ping) in Note(text: "pong") }
        served.serve { (_: Pong) in Note(text: "ping") }
        var options = Application.Options()
        options.rateLimits = store
        return try Application([served], options: options)
    }

    private func call(
        _ application: Application,
        _ target: String = "/q/ping",
        from address: String = "192.0.2.1"
    ) async -> Response {
        let peer = Peer(address: address, isLocal: false, isSecure: false)
        return await application.respond(to: Request(method: .get, target: target, peer: peer))
    }

    @Test func `a client over its quota gets 429 until the next request is due`() async throws {
        let time = Time()
        let application = try application(MemoryRateLimitStore { time.now })
        for remaining in [2, 1, 0] {
            let answer = await call(application)
            #expect(answer.status == .ok)
            #expect(answer.fields["RateLimit"] == "\"default\";r=\(remaining);t=10")
            #expect(answer.fields["RateLimit-Policy"] == "\"default\";q=3;w=30")
        }
        let refused = try await Answer(call(application))
        #expect(refused.status == .tooManyRequests)
        #expect(refused.response.fields[.retryAfter] == "10")
        #expect(refused.problem?.detail?.contains("3 requests") == true)
        time.pass(.seconds(9))
        #expect(await call(application).status == .tooManyRequests)
        time.pass(.seconds(1))
        #expect(await call(application).status == .ok)
        #expect(await call(application).status == .tooManyRequests)
        time.pass(.seconds(300))
        #expect(await call(application).fields["RateLimit"] == "\"default\";r=2;t=10")
    }

    @Test func `a 429 response has the RateLimit fields`() async throws {
        let time = Time()
        let application = try application(MemoryRateLimitStore { time.now })
        for _ in 0..<3 { _ = await call(application) }
        let refused = await call(application)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields["RateLimit"] == "\"default\";r=0;t=10")
        #expect(refused.fields["RateLimit-Policy"] == "\"default\";q=3;w=30")
    }

    @Test func `a conditional change counts as one request`() async throws {
        let time = Time()
        let api = API(
            name: "library",
            title: "L",
            version: "1",
            endpoints: [ShowNote.self, EditNote.self]
        )
        var served = Service(api)
        served.quota = Quota(3, per: .seconds(30))
        served.serve { (_: ShowNote) async throws(ShowNote.Failure) in Note(text: "a") }
        served.serve { (call: EditNote) in call.note }
        var options = Application.Options()
        options.rateLimits = MemoryRateLimitStore { time.now }
        let application = try Application([served], options: options)
        let read = await call(application, "/library/notes/1")
        var change = Request(
            method: .put,
            target: "/library/notes/1",
            fields: [.contentType: "application/json", .ifMatch: read.fields[.eTag] ?? ""],
            content: Content(#"{"text":"b"}"#),
            peer: Peer(address: "192.0.2.1", isLocal: false, isSecure: false)
        )
        for remaining in [1, 0] {
            let answer = await application.respond(to: change)
            #expect(answer.status == .ok)
            #expect(answer.fields["RateLimit"] == "\"default\";r=\(remaining);t=10")
        }
        change.fields[.ifMatch] = "\"other\""
        #expect(await application.respond(to: change).status == .tooManyRequests)
    }

    @Test func `clients are counted by IPv4 address or IPv6 network`() async throws {
        let time = Time()
        let application = try application(MemoryRateLimitStore { time.now })
        for _ in 0..<3 { _ = await call(application, from: "2001:db8::1") }
        #expect(await call(application, from: "2001:db8::2").status == .tooManyRequests)
        #expect(await call(application, from: "2001:db8:0:1::1").status == .ok)
        #expect(await call(application, from: "192.0.2.1").status == .ok)
        #expect(await call(application, "/q/pong", from: "2001:db8::1").status == .ok)
    }

    @Test func `a service's quota applies to endpoints without one of their own`() async throws {
        let time = Time()
        let application = try application(
            MemoryRateLimitStore { time.now },
            of: Quota(1, per: .seconds(1))
        )
        #expect(await call(application, "/q/pong").status == .ok)
        #expect(await call(application, "/q/pong").status == .tooManyRequests)
        #expect(await call(application).status == .ok)
    }

    @Test func `no request is refused if the store fails`() async throws {
        let application = try application(Broken())
        for _ in 0..<5 {
            let answer = await call(application)
            #expect(answer.status == .ok)
            #expect(answer.fields["RateLimit"] == nil)
        }
    }

    @Test func `with too many clients, the busiest is not forgotten`() {
        let time = Time()
        let store = MemoryRateLimitStore { time.now }
        let quota = Quota(10, per: .seconds(10))
        for _ in 0..<10 { _ = store.take("busy", quota) }
        for number in 0..<MemoryRateLimitStore.limit { _ = store.take("\(number)", quota) }
        #expect(!store.take("busy", quota).isGranted)
    }

    @Test func `a client gets at most twice its quota in any period`() {
        var generator = SystemRandomNumberGenerator()
        let quota = Quota(7, per: .seconds(10))
        var account = QuotaAccount()
        var now = Duration.zero
        var granted: [Duration] = []
        for _ in 0..<5_000 {
            now += .milliseconds(Int.random(in: 0...900, using: &generator))
            if account.take(quota, now: now).isGranted { granted.append(now) }
        }
        // At most a whole quota at once, plus the part that is regained during the period.
        for start in granted {
            let count = granted.count { $0 >= start && $0 < start + .seconds(10) }
            #expect(count <= 14)
        }
        #expect(granted.count > 1_000)
    }

    @Test func `setting the clock back does not prolong the wait`() {
        let quota = Quota(2, per: .seconds(10))
        var account = QuotaAccount()
        let late = Duration.seconds(86_400)
        for _ in 0..<2 { #expect(account.take(quota, now: late).isGranted) }
        let refused = account.take(quota, now: .zero)
        #expect(!refused.isGranted)
        #expect(refused.wait == .seconds(5))
        #expect(account.take(quota, now: .seconds(5)).isGranted)
        #expect(!account.take(quota, now: .seconds(6)).isGranted)
    }
}
