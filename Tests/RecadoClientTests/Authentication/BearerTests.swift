// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Refreshing tokens` {
    /// A service that accepts one token at a time, counts refreshes and can hold them back.
    final class Issuer: Sendable {
        typealias Refresh =
            @Sendable (AccessToken?, any Transport) async throws -> AccessToken

        private struct State {
            var current = 1
            var refreshes = 0
            var held: [CheckedContinuation<Void, Never>] = []
            var now: Int64 = 1_000_000
        }

        private let state = Mutex(State())
        let holds: Bool
        let clock = VirtualClock()

        init(holds: Bool = false) {
            self.holds = holds
        }

        var refreshes: Int { state.withLock { $0.refreshes } }
        var heldCount: Int { state.withLock { $0.held.count } }
        var date: HTTPDate { HTTPDate(secondsSince1970: state.withLock { $0.now }) }

        func pass(_ seconds: Int64) { state.withLock { $0.now += seconds } }
        func revoke() { state.withLock { $0.current += 1 } }

        func release() {
            let held = state.withLock { state in
                defer { state.held = [] }
                return state.held
            }
            for continuation in held { continuation.resume() }
        }

        func issue() async -> AccessToken {
            state.withLock { $0.refreshes += 1 }
            if holds {
                await withCheckedContinuation { continuation in
                    state.withLock { $0.held.append(continuation) }
                }
            }
            return AccessToken("t\(state.withLock { $0.current })")
        }

        var server: GuardedServer {
            GuardedServer { [self] value, _ in
                value == "Bearer t\(state.withLock { $0.current })"
                    ? nil : [.wwwAuthenticate: #"Bearer error="invalid_token""#]
            }
        }

        func layer(
            _ server: any Transport,
            token: AccessToken? = AccessToken("t0"),
            refresh: Refresh? = nil
        ) throws -> BearerTransport {
            .dated(
                server,
                origin: try URI("https://example.org/api"),
                token: token,
                clock: clock,
                date: { self.date },
                refresh: refresh ?? { _, _ in await self.issue() }
            )
        }
    }

    @Test
    func `100 concurrent requests refused with 401 cause one refresh`() async throws {
        let issuer = Issuer(holds: true)
        let server = issuer.server
        let layer = try issuer.layer(server)
        await withTaskGroup(of: Status?.self) { group in
            for _ in 0..<100 { group.addTask { try? await layer.send(.film()).status } }
            await until { layer.waiterCount == 100 && issuer.heldCount == 1 }
            issuer.release()
            for await status in group { #expect(status == .ok) }
        }
        #expect(issuer.refreshes == 1)
        // A request that comes while the refresh is running waits for it instead of being refused.
        #expect((101...200).contains(server.requests.count))
        #expect(layer.token?.value == "t1")
    }

    @Test
    func `a late 401 response to an old token causes no second refresh`() async throws {
        let issuer = Issuer()
        let base = HeldFirst(issuer.server)
        let layer = try issuer.layer(base)
        let slow = Task { try await layer.send(.film(.get, "/slow")) }
        await until { base.isHolding }
        #expect(try await layer.send(.film()).status == .ok)
        base.release()
        #expect(try await slow.value.status == .ok)
        #expect(issuer.refreshes == 1)
    }

    @Test
    func `a token is refreshed before it expires, and fetched if there is none`() async throws {
        let issuer = Issuer()
        let expiry = HTTPDate(secondsSince1970: issuer.date.secondsSince1970 + 100)
        let server = issuer.server
        let layer = try issuer.layer(server, token: AccessToken("t1", expiry: expiry))
        _ = try await layer.send(.film())
        issuer.pass(69)
        _ = try await layer.send(.film())
        #expect(issuer.refreshes == 0)
        issuer.pass(1)
        _ = try await layer.send(.film())
        #expect(issuer.refreshes == 1)
        #expect(server.requests.count == 3)
        let other = try issuer.layer(server, token: nil)
        _ = try await other.send(.film())
        #expect(issuer.refreshes == 2)
        #expect(server.requests.count == 4)
    }

    @Test
    func `a failed refresh fails all waiting calls, and the next call tries again`() async throws {
        let gate = Issuer(holds: true)
        let fails = Mutex(true)
        let layer = try gate.layer(gate.server) { _, _ in
            let token = await gate.issue()
            if fails.withLock({ $0 }) { throw Leaky() }
            return token
        }
        await withTaskGroup(of: TransportError?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await transportError { () throws(TransportError) in
                        try await layer.send(.film())
                    }
                }
            }
            await until { layer.waiterCount == 20 && gate.heldCount == 1 }
            gate.release()
            for await error in group {
                #expect(error?.kind == .unauthenticated)
                #expect(error?.detail == "the token could not be refreshed: Leaky")
            }
        }
        #expect(gate.refreshes == 1)
        fails.withLock { $0 = false }
        let next = Task { try await layer.send(.film()) }
        await until { gate.heldCount == 1 }
        gate.release()
        #expect(try await next.value.status == .ok)
    }

    struct Leaky: Error, CustomStringConvertible {
        var description: String { "refresh token hunter2 is not known" }
    }

    @Test
    func `an unexpired token is used if its refresh fails`() async throws {
        let issuer = Issuer()
        let expiry = HTTPDate(secondsSince1970: issuer.date.secondsSince1970 + 20)
        let layer = try issuer.layer(issuer.server, token: AccessToken("t1", expiry: expiry)) {
            _,
            _ in
            throw Leaky()
        }
        #expect(try await layer.send(.film()).status == .ok)
        issuer.pass(20)
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film())
        }
        #expect(error?.kind == .unauthenticated)
    }

    @Test
    func `a cancelled call stops waiting while the refresh continues`() async throws {
        let issuer = Issuer(holds: true)
        let layer = try issuer.layer(issuer.server)
        let first = Task {
            await transportError { () throws(TransportError) in try await layer.send(.film()) }
        }
        await until { issuer.heldCount == 1 }
        let second = Task { try await layer.send(.film()) }
        await until { layer.waiterCount == 2 }
        first.cancel()
        #expect(await first.value?.description == "cancelled: while waiting for a token")
        #expect(layer.waiterCount == 1)
        issuer.release()
        #expect(try await second.value.status == .ok)
        #expect(issuer.refreshes == 1)
    }

    @Test
    func `a call that waits too long for a token times out`() async throws {
        let issuer = Issuer(holds: true)
        let layer = try issuer.layer(issuer.server)
        let task = Task {
            await transportError { () throws(TransportError) in
                try await layer.send(.film(), timeouts: Timeouts(total: .seconds(5)))
            }
        }
        await issuer.clock.sleepers(1)
        issuer.clock.advance(by: .seconds(5))
        let error = await task.value
        #expect(error?.description == "timed out while connecting: while waiting for a token")
        await until { issuer.heldCount == 1 }
        issuer.release()
    }

    @Test
    func `a 401 response after a refresh is returned`() async throws {
        let server = GuardedServer { _, _ in [:] }
        let issuer = Issuer()
        let layer = try issuer.layer(server)
        #expect(try await layer.send(.film()).status == .unauthorized)
        #expect(server.requests.count == 2)
    }

    @Test
    func `the number of refreshes is limited if every token is refused`() async throws {
        let server = GuardedServer { _, _ in [:] }
        let issuer = Issuer()
        let layer = try issuer.layer(server)
        for _ in 0..<5 { _ = try await layer.send(.film()) }
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film())
        }
        #expect(error?.description == "not authenticated: the token was refreshed too often")
        #expect(issuer.refreshes == 5)
        issuer.clock.advance(by: .seconds(30))
        _ = try await layer.send(.film())
        #expect(issuer.refreshes == 6)
    }

    @Test
    func `a refresher that calls through its own transport fails without deadlock`() async throws {
        let issuer = Issuer()
        let own = Mutex<BearerTransport?>(nil)
        let layer = try issuer.layer(issuer.server) { _, _ in
            let layer = own.withLock { $0 }
            _ = try await layer?.send(.film())
            return AccessToken("t1")
        }
        own.withLock { $0 = layer }
        let error = await transportError { () throws(TransportError) in
            try await layer.send(.film())
        }
        #expect(error?.detail.contains("the refresher calls through its own layer") == true)
    }

    @Test
    func `requests of the refresher carry no token`() async throws {
        let issuer = Issuer()
        let server = issuer.server
        let layer = try issuer.layer(server) { _, transport in
            _ = try await transport.send(.film(.post, "/token"))
            return AccessToken("t1")
        }
        _ = try await layer.send(.film())
        #expect(server.values == ["Bearer t0", nil, "Bearer t1"])
    }

    @Test
    func `tokens go to one origin only and replace no Authorization field`() async throws {
        let server = GuardedServer { _, _ in nil }
        let layer = try Issuer().layer(server)
        _ = try await layer.send(.film(host: "example.com"))
        _ = try await layer.send(.film(host: "example.org:8443"))
        _ = try await layer.send(.film(fields: [.authorization: "Basic mine"]))
        _ = try await layer.send(.film(host: "Example.org"))
        _ = try await layer.send(.film(host: "example.org:443"))
        #expect(server.values == [nil, nil, "Basic mine", "Bearer t0", "Bearer t0"])
    }

    @Test
    func `an insufficient_scope error causes no refresh`() async throws {
        let server = GuardedServer { _, _ in
            [.wwwAuthenticate: #"Bearer error="insufficient_scope""#]
        }
        let issuer = Issuer()
        _ = try await issuer.layer(server).send(.film())
        #expect(issuer.refreshes == 0)
    }

    @Test
    func `a token set during a refresh takes precedence over the refreshed token`() async throws {
        let issuer = Issuer(holds: true)
        let server = issuer.server
        let layer = try issuer.layer(server, token: nil)
        let task = Task { try await layer.send(.film()) }
        await until { issuer.heldCount == 1 }
        layer.replaceToken(with: AccessToken("t1", refreshToken: "mine"))
        issuer.release()
        #expect(try await task.value.status == .ok)
        #expect(layer.token?.refreshToken == "mine")
        layer.replaceToken(with: nil)
        let next = Task {
            await transportError { () throws(TransportError) in try await layer.send(.film()) }
        }
        await until { issuer.heldCount == 1 }
        layer.replaceToken(with: nil)
        issuer.release()
        #expect(await next.value?.description == "not authenticated: the token was taken away")
    }

    @Test
    func `the time of a refresh counts towards the total timeout of the call`() async throws {
        let issuer = Issuer()
        let base = ScriptedTransport(.ok)
        let clock = issuer.clock
        let layer = try issuer.layer(base, token: nil) { _, _ in
            clock.advance(by: .seconds(2))
            return AccessToken("t1")
        }
        _ = try await layer.send(.film(), timeouts: Timeouts(total: .seconds(5)))
        #expect(base.timeouts.map(\.total) == [.seconds(3)])
    }

    @Test
    func `a printed token does not contain its value`() {
        let token = AccessToken("hunter2", lifetime: .max, refreshToken: "hunter3")
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped] {
            #expect(!text.contains("hunter"))
        }
    }
}

/// A transport that holds back the first response until the test releases it.
private final class HeldFirst: Transport {
    private struct State {
        var isFirst = true
        var held: CheckedContinuation<Void, Never>?
    }

    private let base: any Transport
    private let state = Mutex(State())

    init(_ base: any Transport) {
        self.base = base
    }

    var isHolding: Bool { state.withLock { $0.held != nil } }

    func release() {
        state.withLock { state in
            state.held?.resume()
            state.held = nil
        }
    }

    func send(
        _ request: Request,
        timeouts: Timeouts
    ) async throws(TransportError) -> Response {
        let isFirst = state.withLock { state in
            defer { state.isFirst = false }
            return state.isFirst
        }
        let response = try await base.send(request, timeouts: timeouts)
        if isFirst {
            await withCheckedContinuation { continuation in
                state.withLock { $0.held = continuation }
            }
        }
        return response
    }
}
