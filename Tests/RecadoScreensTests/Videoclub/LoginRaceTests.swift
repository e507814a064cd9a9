// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Synchronization
import Testing

/// Tests several screens that need the login at the same time.
@MainActor @Suite(.timeLimit(.minutes(1)))
struct `A login shared by several screens` {
    private let stage: Stage
    private let store = SlowStore()
    private let session: MemberSession

    init() async throws {
        stage = try await Stage()
        session = MemberSession(store: store, space: stage.films.protectionSpace)
    }

    private func login(_ password: String = Stage.member) throws -> BasicCredentials {
        try BasicCredentials(user: Stage.member, password: password)
    }

    private func rent(_ id: Int) -> Task<ScreenError?, Never> {
        let (calls, session) = (stage.films, session)
        return Task {
            let result = await session.perform(.rent) { login async throws(ScreenError) in
                try await calls.setRented(id, true, as: login)
            }
            if case .failure(let error) = result { return error }
            return nil
        }
    }

    @Test func `is read from a slow store while its form is shown`() async throws {
        store.isSlow.withLock { $0 = true }
        let restoring = Task { await session.restore() }
        await until { store.waitingCount == 1 }
        let rental = rent(11)
        await until { session.state.purpose == .rent }
        store.give(try login())
        await restoring.value
        #expect(await rental.value == nil)
        #expect(session.memberName == Stage.member && !session.isAsking)
    }

    @Test func `is not restored by a slow store after a logout`() async throws {
        store.isSlow.withLock { $0 = true }
        let restoring = Task { await session.restore() }
        await until { store.waitingCount == 1 }
        await session.logOut()
        store.give(try login())
        await restoring.value
        #expect(session.memberName == nil)
    }

    @Test func `a waiting login form closes when another screen's login is accepted`() async {
        stage.network.mode = .held
        let first = rent(11)
        await session.enter()
        await until { stage.network.heldCount == 1 }
        let second = rent(12)
        await until { session.state.purpose == .rent && !session.state.isChecking }
        stage.network.mode = .up
        stage.network.release()
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        #expect(!session.isAsking)
    }

    @Test func `a waiting form stays open when another screen's call is cancelled`() async {
        stage.network.mode = .held
        let first = rent(11)
        await session.enter()
        await until { stage.network.heldCount == 1 }
        let second = rent(12)
        await until { !session.state.isChecking }
        first.cancel()
        #expect(await first.value?.kind == .cancelled)
        #expect(session.isAsking)
        stage.network.mode = .up
        await session.enter()
        #expect(await second.value == nil)
    }

    @Test func `dismissing a form does not cancel calls of other screens`() async throws {
        store.give(try login())
        await session.restore()
        stage.network.mode = .held
        let known = rent(11)
        await until { stage.network.heldCount == 1 }
        await session.logOut()
        let asking = rent(12)
        await until { session.isAsking }
        session.dismiss()
        #expect(await asking.value?.kind == .cancelled)
        stage.network.release()
        #expect(await known.value == nil)
    }

    @Test func `a form dismissed right after submission sends no request`() async {
        let rental = rent(11)
        await until { session.isAsking }
        session.user = Stage.member
        session.password = Stage.member
        session.submit()
        session.dismiss()
        #expect(await rental.value?.kind == .cancelled)
        #expect(stage.network.calls.isEmpty)
    }

    @Test func `a newer login is kept when an older one is refused late`() async throws {
        store.give(try login("old"))
        await session.restore()
        stage.network.mode = .held
        let late = rent(11)
        await until { stage.network.heldCount == 1 }
        await session.logOut()
        let rental = rent(12)
        await session.enter()
        await until { stage.network.heldCount == 2 }
        stage.network.mode = .up
        stage.network.release(1)
        #expect(await rental.value == nil)
        stage.network.release()
        // The late call is repeated with the newer login, without asking the user.
        #expect(await late.value == nil)
        #expect(session.memberName == Stage.member)
        #expect(store.kept?.password == Stage.member)
    }
}

/// A store of credentials that can be made slow.
private final class SlowStore: CredentialStore {
    let isSlow = Mutex(false)
    private let state = Mutex<
        (kept: BasicCredentials?, waiting: [CheckedContinuation<Void, Never>])
    >(
        (nil, [])
    )

    var kept: BasicCredentials? { state.withLock(\.kept) }
    var waitingCount: Int { state.withLock(\.waiting.count) }

    /// Stores a login, and resumes the reads that wait for one.
    func give(_ login: BasicCredentials) {
        let waiting = state.withLock { state in
            defer { state = (login, []) }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func credentials(for space: ProtectionSpace, failures: Int) async -> BasicCredentials? {
        if isSlow.withLock({ $0 }) {
            await withCheckedContinuation { one in state.withLock { $0.waiting.append(one) } }
        }
        return kept
    }

    func store(_ credentials: BasicCredentials, for space: ProtectionSpace) {
        state.withLock { $0.kept = credentials }
    }

    func remove(for space: ProtectionSpace) { state.withLock { $0.kept = nil } }
}
