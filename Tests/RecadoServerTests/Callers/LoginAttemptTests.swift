// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import Synchronization
import Testing

/// A clock that moves only when a test says so.
final class TestTime: Sendable {
    private let value = Mutex(Duration.zero)
    var now: Duration { value.withLock { $0 } }
    func pass(_ duration: Duration) { value.withLock { $0 += duration } }
}

@Suite struct `Failed login attempts` {
    private let time = TestTime()
    private let store: MemoryLoginAttemptStore
    private let limits = Service.LoginAttemptLimits()

    init() {
        store = MemoryLoginAttemptStore { [time] in time.now }
    }

    private func attempt(_ account: String?, _ address: String? = "a") -> LoginAttempt {
        LoginAttempt(realm: "r", account: account, address: address)
    }

    /// Fails as soon as an attempt is allowed, and returns the wait before that.
    @discardableResult
    private func fail(_ attempt: LoginAttempt) -> Duration {
        let wait = store.wait(for: attempt, limits)
        time.pass(wait)
        #expect(store.conclude(attempt, isRight: false, limits) == .zero)
        return wait
    }

    @Test func `from the sixth failure on, the wait doubles up to 15 minutes`() {
        let waits = (0..<18).map { _ in fail(attempt("robin")).components.seconds }
        #expect(waits == [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
    }

    @Test func `a correct password does not end a wait early`() {
        for _ in 0..<6 { fail(attempt("robin")) }
        #expect(store.conclude(attempt("robin"), isRight: true, limits) == .seconds(1))
        time.pass(.seconds(1))
        #expect(store.conclude(attempt("robin"), isRight: true, limits) == .zero)
        #expect(store.wait(for: attempt("robin"), limits) == .zero)
    }

    @Test func `simultaneous attempts test no more passwords than successive ones`() {
        let told = (0..<100).filter { _ in
            store.conclude(attempt("robin"), isRight: false, limits) == .zero
        }
        #expect(told.count == 6)
    }

    @Test func `a successful login clears the account's failures at that address only`() {
        for _ in 0..<5 { fail(attempt("robin")) }
        for _ in 0..<5 { fail(attempt("robin", "b")) }
        _ = store.conclude(attempt("robin"), isRight: true, limits)
        for _ in 0..<5 { #expect(fail(attempt("robin")) == .zero) }
        fail(attempt("robin", "b"))
        #expect(store.wait(for: attempt("robin", "b"), limits) == .seconds(1))
    }

    @Test func `a successful login does not clear the failures of its address`() {
        for number in 0..<51 {
            fail(attempt("victim \(number)"))
            _ = store.conclude(attempt("own"), isRight: true, limits)
        }
        #expect(store.wait(for: attempt("another victim"), limits) > .zero)
    }

    @Test func `account names ignore case, and realms are counted separately`() {
        for _ in 0..<6 { fail(attempt("Robin")) }
        #expect(store.wait(for: attempt("rOBIN"), limits) > .zero)
        let elsewhere = LoginAttempt(realm: "s", account: "robin", address: "b")
        #expect(store.wait(for: elsewhere, limits) == .zero)
    }

    @Test func `failures from one address never lock the account at other addresses`() {
        let week = Duration.seconds(7 * 86_400)
        var attempts = 0
        while time.now < week {
            fail(attempt("robin"))
            attempts += 1
            #expect(store.wait(for: attempt("robin", "home"), limits) == .zero)
        }
        // About thirty attempts on the first day, and four an hour after that.
        #expect((600...720).contains(attempts))
    }

    @Test func `failures from many addresses delay an account by at most a minute`() {
        var longest = Duration.zero
        for number in 0..<300 { longest = max(longest, fail(attempt("robin", "\(number)"))) }
        #expect(longest == .seconds(60))
        #expect(store.wait(for: attempt("marta", "7"), limits) == .zero)
    }

    @Test func `failures on many accounts delay only the address they come from`() {
        let waits = (0..<60).map { fail(attempt("user \($0)")) }
        #expect(waits.prefix(51).allSatisfy { $0 == .zero })
        #expect(waits[51] == .seconds(1))
        #expect(store.wait(for: attempt("user 7", "b"), limits) == .zero)
    }

    @Test func `credentials without an account are counted by address`() {
        for _ in 0..<51 { fail(attempt(nil)) }
        #expect(store.wait(for: attempt(nil), limits) == .seconds(1))
        #expect(store.wait(for: attempt(nil, "b"), limits) == .zero)
    }

    @Test func `failures expire one by one`() {
        for _ in 0..<6 { fail(attempt("robin")) }
        time.pass(.seconds(3 * 1_800))
        for _ in 0..<2 { #expect(fail(attempt("robin")) == .zero) }
        fail(attempt("robin"))
        #expect(store.wait(for: attempt("robin"), limits) > .zero)
    }

    @Test func `a full store stays within its capacity and keeps current waits`() {
        let store = MemoryLoginAttemptStore(capacity: 100) { [time] in time.now }
        for _ in 0..<8 {
            time.pass(store.wait(for: attempt("robin"), limits))
            _ = store.conclude(attempt("robin"), isRight: false, limits)
        }
        let wait = store.wait(for: attempt("robin"), limits)
        for number in 0..<1_000 {
            let other = attempt("\(number) " + String(repeating: "x", count: 1_000), "\(number)")
            _ = store.conclude(other, isRight: false, limits)
            #expect(store.count <= 100)
        }
        #expect(wait > .zero)
        #expect(store.wait(for: attempt("robin"), limits) == wait)
    }
}

@Suite(.timeLimit(.minutes(1))) struct `Wrong passwords` {
    private let time = TestTime()

    private struct Broken: LoginAttemptStore {
        struct Gone: Error {}
        func wait(
            for attempt: LoginAttempt,
            _ limits: Service.LoginAttemptLimits
        ) async throws -> Duration {
            throw Gone()
        }
        func conclude(
            _ attempt: LoginAttempt,
            isRight: Bool,
            _ limits: Service.LoginAttemptLimits
        ) async throws -> Duration { throw Gone() }
    }

    private func application(
        _ store: (any LoginAttemptStore)? = nil,
        limits: Service.LoginAttemptLimits? = Service.LoginAttemptLimits()
    ) throws -> Application {
        var options = Application.Options()
        options.loginAttempts = store ?? MemoryLoginAttemptStore { [time] in time.now }
        var service = Shop.service()
        service.loginAttempts = limits
        return try Application([service], options: options)
    }

    private func delete(
        _ application: Application,
        password: String,
        user: String = "robin",
        from address: String = "192.0.2.1"
    ) async throws -> Answer {
        var request = Request(method: .delete, target: "/shop/books/7")
        request.peer = Peer(address: address, isLocal: address == "127.0.0.1", isSecure: true)
        let credentials = try BasicCredentials(user: user, password: password)
        request.fields[.authorization] = credentials.authorization
        return try await Answer(application.respond(to: request))
    }

    @Test func `block even the correct password with 429 after too many failures`() async throws {
        let application = try application()
        for _ in 0..<6 {
            #expect(try await delete(application, password: "no").status == .unauthorized)
        }
        for password in ["no", "pass"] {
            let answer = try await delete(application, password: password)
            #expect(answer.status == .tooManyRequests)
            #expect(answer.response.fields[.retryAfter] == "1")
            #expect(answer.response.fields[.wwwAuthenticate] == nil)
        }
        let home = try await delete(application, password: "pass", from: "198.51.100.7")
        #expect(home.status == .noContent)
        time.pass(.seconds(1))
        #expect(try await delete(application, password: "pass").status == .noContent)
    }

    @Test func `from the local machine are counted by account, not by address`() async throws {
        let application = try application()
        for number in 0..<60 {
            let answer = try await delete(
                application,
                password: "no",
                user: "user \(number)",
                from: "127.0.0.1"
            )
            #expect(answer.status == .unauthorized)
        }
        for _ in 0..<6 { _ = try await delete(application, password: "no", from: "127.0.0.1") }
        let answer = try await delete(application, password: "pass", from: "127.0.0.1")
        #expect(answer.status == .tooManyRequests)
    }

    @Test func `from IPv6 clients are counted by network, not by address`() async throws {
        let application = try application()
        for number in 1...6 {
            _ = try await delete(application, password: "no", from: "2001:db8::\(number)")
        }
        let near = try await delete(application, password: "no", from: "2001:db8::7")
        #expect(near.status == .tooManyRequests)
        let far = try await delete(application, password: "no", from: "2001:db8:1::7")
        #expect(far.status == .unauthorized)
    }

    @Test func `an outage of the verifier does not count as a failed attempt`() async throws {
        let application = try application()
        for _ in 0..<20 {
            let answer = try await delete(application, password: "no", user: "busy")
            #expect(answer.status == .serviceUnavailable)
        }
    }

    @Test func `an unreachable store does not block requests`() async throws {
        let application = try application(Broken())
        for _ in 0..<20 {
            #expect(try await delete(application, password: "no").status == .unauthorized)
        }
        #expect(try await delete(application, password: "pass").status == .noContent)
    }

    /// A store that behaves like a database: its calls fail if their task is cancelled.
    private struct Database: LoginAttemptStore {
        let memory: MemoryLoginAttemptStore

        func wait(
            for attempt: LoginAttempt,
            _ limits: Service.LoginAttemptLimits
        ) async throws -> Duration {
            try Task.checkCancellation()
            return memory.wait(for: attempt, limits)
        }
        func conclude(
            _ attempt: LoginAttempt,
            isRight: Bool,
            _ limits: Service.LoginAttemptLimits
        ) async throws -> Duration {
            try Task.checkCancellation()
            return memory.conclude(attempt, isRight: isRight, limits)
        }
    }

    @Test func `attempts of disconnected clients are counted, too`() async throws {
        let store = Database(memory: MemoryLoginAttemptStore { [time] in time.now })
        let application = try application(store)
        for expected in [Status](repeating: .unauthorized, count: 6) + [.tooManyRequests] {
            let answer = try await Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await delete(application, password: "no")
            }.value
            #expect(answer.status == expected)
        }
    }

    @Test func `a service can switch the counting off`() async throws {
        let application = try application(limits: nil)
        for _ in 0..<20 {
            #expect(try await delete(application, password: "no").status == .unauthorized)
        }
    }
}
