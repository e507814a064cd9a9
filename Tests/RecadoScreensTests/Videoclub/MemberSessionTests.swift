// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP
import RecadoScreens
import RecadoTestSupport
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1)))
struct `The login of a member` {
    private let stage: Stage
    private let store = MemoryCredentialStore()
    private let session: MemberSession

    init() async throws {
        stage = try await Stage()
        session = MemberSession(store: store, space: stage.films.protectionSpace)
    }

    private var stored: BasicCredentials? {
        store.credentials(for: stage.films.protectionSpace, failures: 0)
    }

    private func rent(_ session: MemberSession, _ id: Int = 11) async -> ScreenError? {
        let calls = stage.films
        let result = await session.perform(.rent) { login async throws(ScreenError) in
            try await calls.setRented(id, true, as: login)
        }
        if case .failure(let error) = result { return error }
        return nil
    }

    @Test func `is requested when first needed, and stored once accepted`() async {
        #expect(session.state.purpose == nil && session.memberName == nil)
        async let error = rent(session)
        await session.enter()
        #expect(await error == nil)
        #expect(session.memberName == Stage.member)
        #expect(session.state.purpose == nil && session.password.isEmpty)
        #expect(stored?.password == Stage.member)
        // The second call does not ask for the login.
        #expect(await rent(session, 12) == nil)
    }

    @Test func `is requested again when wrong, and not stored`() async {
        async let error = rent(session)
        await session.enter(Stage.member, "no")
        await until { session.state.error?.reason == .wrongLogin && !session.state.isChecking }
        #expect(session.state.purpose == .rent)
        #expect(session.user == Stage.member && session.password.isEmpty)
        #expect(stored == nil)
        await session.enter()
        #expect(await error == nil)
        #expect(stored != nil)
    }

    @Test func `requires both fields, and a name without a colon`() async {
        let rental = Task { await rent(session) }
        await until { session.state.purpose != nil }
        session.submit()
        #expect(session.state.error?.fieldErrors.map(\.field) == ["user", "password"])
        session.user = "a:b"
        session.password = "x"
        session.submit()
        #expect(session.state.error?.reason == .wrongLogin)
        #expect(stage.network.calls.isEmpty)
        session.isAsking = false
        #expect(await rental.value?.kind == .cancelled)
        #expect(!session.isAsking)
    }

    @Test func `is removed from the store once the service refuses it`() async throws {
        let old = try BasicCredentials(user: Stage.member, password: "old")
        store.store(old, for: stage.films.protectionSpace)
        async let error = rent(session)
        await until { session.state.error?.reason == .wrongLogin }
        #expect(stored == nil)
        await session.enter()
        #expect(await error == nil)
        #expect(stored?.password == Stage.member)
    }

    @Test func `is not requested again when the network fails`() async {
        stage.network.mode = .down
        async let error = rent(session)
        await session.enter()
        #expect(await error?.kind == .unreachable)
        #expect(session.state.purpose == nil)
        #expect(session.memberName == nil && stored == nil)
    }

    @Test func `dismissing the form while the login is checked cancels the call`() async {
        stage.network.mode = .held
        let rental = Task { await rent(session) }
        await session.enter()
        await until { stage.network.heldCount == 1 }
        #expect(session.state.isChecking)
        session.dismiss()
        #expect(await rental.value?.kind == .cancelled)
        #expect(session.memberName == nil && session.state.purpose == nil)
    }

    @Test func `a cancelled screen closes its login form`() async {
        let rental = Task { await rent(session) }
        await until { session.state.purpose == .rent }
        #expect(session.isAsking)
        rental.cancel()
        #expect(await rental.value?.kind == .cancelled)
        #expect(session.state.purpose == nil)
    }

    @Test func `a second form replaces the first`() async {
        let first = Task { await rent(session) }
        await until { session.state.purpose == .rent }
        let second = Task { await session.logIn() }
        await until { session.state.purpose == .logIn }
        #expect(await first.value?.kind == .cancelled)
        await session.enter()
        await second.value
        #expect(session.memberName == Stage.member)
    }

    @Test func `can be checked by a call before it is needed`() async {
        let tried = Mutex<[String]>([])
        let session = MemberSession(store: store, space: stage.films.protectionSpace) {
            login throws(ScreenError) in
            tried.withLock { $0.append(login.user) }
            if login.user == "nadie" { throw ScreenError(.notSignedIn, .wrongLogin) }
        }
        let login = Task { await session.logIn() }
        await session.enter("nadie")
        await until { session.state.error?.reason == .wrongLogin && !session.state.isChecking }
        await session.enter("alguien")
        await login.value
        #expect(tried.withLock { $0 } == ["nadie", "alguien"])
        #expect(session.memberName == "alguien")
        await session.logOut()
        #expect(session.memberName == nil && stored == nil)
    }

    @Test func `is checked by a request for the member's own data`() async {
        let club = VideoclubModel(stage.films)
        let login = Task { await club.session.logIn() }
        await club.session.enter(Stage.member, "no")
        await until {
            club.session.state.error?.reason == .wrongLogin && !club.session.state.isChecking
        }
        await club.session.enter()
        await login.value
        #expect(club.session.memberName == Stage.member)
        let call = "GET /videoclub/api/v1/member"
        #expect(stage.network.calls == [call, call])
    }

    @Test(
        arguments: [(.notFound, nil), (.serviceUnavailable, .busy)] as [(Status, ScreenError.Kind?)]
    )
    func `is accepted unchecked if the check gets status 404`(
        status: Status,
        expected: ScreenError.Kind?
    ) async throws {
        stage.network.mode = .refusing(status)
        let login = try BasicCredentials(user: Stage.member, password: "no")
        var kind: ScreenError.Kind?
        do throws(ScreenError) { try await stage.films.check(login) } catch { kind = error.kind }
        #expect(kind == expected)
    }

    @Test func `is used but not stored if the store fails`() async {
        struct Broken: CredentialStore {
            struct Failure: Error {}
            func credentials(for space: ProtectionSpace, failures: Int) throws -> BasicCredentials?
            {
                throw Failure()
            }
            func store(_ credentials: BasicCredentials, for space: ProtectionSpace) throws {
                throw Failure()
            }
            func remove(for space: ProtectionSpace) throws { throw Failure() }
        }
        let session = MemberSession(store: Broken(), space: stage.films.protectionSpace)
        async let error = rent(session)
        await session.enter()
        #expect(await error == nil)
        #expect(session.memberName == Stage.member)
        await session.logOut()
        #expect(session.memberName == nil)
    }
}
