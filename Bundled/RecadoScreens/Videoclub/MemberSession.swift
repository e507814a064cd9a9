// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoClient
public import RecadoHTTP

/// The member who acts: asked for when it first matters, and remembered in a store.
///
/// ```swift
/// let result = await session.perform(.rent) { login in
///     try await calls.setRented(7, true, as: login)
/// }
/// ```
///
/// While ``LoginState/purpose`` is there, a screen shows the form; ``submit()`` and ``dismiss()`` end it. What was
/// to be done goes on by itself with the login that was entered, which is kept when it works.
@Observable @MainActor
public final class MemberSession {
    /// The state of the login.
    public private(set) var state = LoginState()

    private let store: any CredentialStore
    private let space: ProtectionSpace
    private let check: (@Sendable (BasicCredentials) async throws(ScreenError) -> Void)?
    private let owner = CallOwner("login")
    @ObservationIgnored private var isRestored = false
    @ObservationIgnored private var waiting: CheckedContinuation<BasicCredentials?, Never>?
    @ObservationIgnored private var form: UInt = 0

    /// Creates a session that nobody has begun.
    ///
    /// - Parameters:
    ///   - store: The place where a login is kept, such as the keychain; until the program ends by default.
    ///   - space: The service that the login is for.
    ///   - check: Finds out by one call whether a login is right, for ``logIn()``; it throws an error of the kind
    ///     `notSignedIn` for one that is not. Without it, by default, the first change finds out.
    public init(
        store: any CredentialStore = MemoryCredentialStore(),
        space: ProtectionSpace,
        check: (@Sendable (BasicCredentials) async throws(ScreenError) -> Void)? = nil
    ) {
        self.store = store
        self.space = space
        self.check = check
    }

    /// The name as it is typed.
    public var user: String {
        get { state.user }
        set { state.user = newValue }
    }

    /// The password as it is typed.
    public var password: String {
        get { state.password }
        set { state.password = newValue }
    }

    /// Whether the form is shown; setting it to false dismisses the form.
    public var isAsking: Bool {
        get { state.purpose != nil }
        set { if !newValue, isAsking { dismiss() } }
    }

    /// The name of the member who is known; `nil` for none.
    public var memberName: String? { state.login?.user }

    /// Takes the login out of the store, if it holds one.
    public func restore() async {
        guard !isRestored else { return }
        isRestored = true
        // A store that fails is as good as an empty one: the login is asked for.
        guard let login = try? await store.credentials(for: space, failures: 0) else { return }
        if state.login == nil { state.accept(login) }
    }

    /// Does something as a member, and asks for the login where it is not known or no longer right.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the login, for the form.
    ///   - work: The work; it is done again with another login after one that is wrong.
    /// - Returns: What came of it; the error `cancelled` when the form was dismissed or the task cancelled.
    public func perform<Output: Sendable>(
        _ purpose: LoginState.Purpose,
        _ work: @escaping @Sendable (BasicCredentials) async throws(ScreenError) -> Output
    ) async -> Result<Output, ScreenError> {
        await restore()
        var known = state.login
        var error: ScreenError?
        while let login = await login(known, purpose, after: error) {
            let call = owner.start { () async throws(ScreenError) in try await work(login) }
            let result = await call.result
            guard case .failure(let failure) = result, failure.kind == .notSignedIn else {
                await end(result, login, isNew: known == nil)
                return result
            }
            if known != nil { await forget() }
            known = nil
            error = failure
        }
        return .failure(ScreenError(.cancelled))
    }

    /// Asks for the login and checks it, for somebody who wants to be known before it matters.
    public func logIn() async {
        let check = check
        if state.login != nil { await logOut() }
        _ = await perform(.logIn) { login async throws(ScreenError) in try await check?(login) }
    }

    /// Forgets the member, here and in the store.
    public func logOut() async {
        isRestored = true
        await forget()
    }

    /// Goes on with the login that was entered; shows an error where a field is missing.
    public func submit() {
        guard let login = state.submit() else { return }
        resume(login)
    }

    /// Closes the form: nothing is done.
    public func dismiss() {
        owner.cancelAll()
        state.close()
        resume(nil)
    }

    // MARK: - Parts

    /// The login that is known, or the one that is entered now; `nil` when the form is dismissed.
    private func login(
        _ known: BasicCredentials?,
        _ purpose: LoginState.Purpose,
        after error: ScreenError?
    ) async -> BasicCredentials? {
        if let known { return known }
        // One form at a time: what waited for another one is given up.
        resume(nil)
        guard !Task.isCancelled else { return nil }
        state.ask(for: purpose, after: error)
        form &+= 1
        let form = form
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiting = $0 }
        } onCancel: {
            Task { await self.dismiss(form) }
        }
    }

    /// Closes a form, unless another one stands in its place by now.
    private func dismiss(_ form: UInt) {
        if form == self.form { dismiss() }
    }

    private func resume(_ login: BasicCredentials?) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: login)
    }

    /// Keeps a login that was entered, unless the service has not come to know it.
    private func end<Output>(
        _ result: Result<Output, ScreenError>,
        _ login: BasicCredentials,
        isNew: Bool
    ) async {
        guard isNew else { return }
        guard Self.isRecognised(result) else { return state.close() }
        state.accept(login)
        // What cannot be stored is asked for again the next time that the program runs.
        try? await store.store(login, for: space)
    }

    /// Whoever is refused for another reason than the login has been recognised all the same; a connection that logins
    /// must not go over is refused before the login is looked at.
    private static func isRecognised<Output>(_ result: Result<Output, ScreenError>) -> Bool {
        switch result {
        case .success: true
        case .failure(let error):
            error.reason == .notOwner || [.missing, .conflict].contains(error.kind)
        }
    }

    private func forget() async {
        state.forget()
        try? await store.remove(for: space)
    }
}
