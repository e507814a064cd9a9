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
/// While ``LoginState/purpose`` is there, a screen shows the form; ``submit()`` and
/// ``dismiss()`` end it. What was to be done goes on by itself with the login that was entered,
/// which is kept when it works.
@Observable @MainActor
public final class MemberSession {
    /// The state of the login.
    public private(set) var state = LoginState()

    private let store: any CredentialStore
    private let space: ProtectionSpace
    private let check: (@Sendable (BasicCredentials) async throws(ScreenError) -> Void)?
    private let owner = CallScope("login")
    @ObservationIgnored private var isRestored = false
    /// The number of times that somebody has logged out.
    @ObservationIgnored private var departures: UInt = 0
    @ObservationIgnored private var waiting: CheckedContinuation<BasicCredentials?, Never>?
    /// The number of the form that was shown last.
    @ObservationIgnored private var form: UInt = 0
    /// The number of the form that was dismissed last.
    @ObservationIgnored private var dismissed: UInt = 0
    /// The call that tries what was entered last.
    @ObservationIgnored private var trial: Trial?

    /// A call that tries what was entered in a form.
    private struct Trial {
        let form: UInt
        let cancel: @Sendable () -> Void
    }

    /// A login that is to be tried.
    private struct Attempt {
        let login: BasicCredentials
        /// The form in which it was entered; `nil` for a login that is known.
        let form: UInt?
    }

    /// Creates a session that nobody has begun.
    ///
    /// - Parameters:
    ///   - store: The place where a login is kept, such as the keychain; until
    ///     the program ends by default.
    ///   - space: The service that the login is for.
    ///   - check: Finds out by one call whether a login is right, for ``logIn()``; it
    ///     throws an error of the kind `notSignedIn` for one that is not. Without it, by
    ///     default, the first change finds out.
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
        let departures = departures
        // A store that fails is as good as an empty one: the login is asked for.
        guard let login = try? await store.credentials(for: space, failures: 0) else { return }
        if state.login == nil, departures == self.departures { accept(login) }
    }

    /// Does something as a member, and asks for the login where it is not known or no longer right.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the login, for the form.
    ///   - work: The work; it is done again with another login after one that is wrong.
    /// - Returns: The result of the work; the error `cancelled` when the form was dismissed or the
    ///   task cancelled.
    public func perform<Output: Sendable>(
        _ purpose: LoginState.Purpose,
        _ work: @escaping @Sendable (BasicCredentials) async throws(ScreenError) -> Output
    ) async -> Result<Output, ScreenError> {
        await restore()
        var error: ScreenError?
        while let attempt = await attempt(purpose, after: error) {
            let result = await result(of: attempt, work)
            guard case .failure(let failure) = result, failure.kind == .notSignedIn else {
                await end(attempt, with: result)
                return result
            }
            if attempt.form == nil { await forget(attempt.login) }
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
        departures &+= 1
        state.forget()
        try? await store.remove(for: space)
    }

    /// Goes on with the login that was entered; shows an error where a field is missing.
    public func submit() {
        guard let login = state.submit() else { return }
        resume(login)
    }

    /// Closes the form: nothing is done.
    public func dismiss() {
        dismissed = form
        if let trial, trial.form == form { trial.cancel() }
        state.close()
        resume(nil)
    }

    // MARK: - Parts

    /// The login that is known, or the one that is entered now; `nil` when the form is dismissed.
    private func attempt(
        _ purpose: LoginState.Purpose,
        after error: ScreenError?
    ) async -> Attempt? {
        if let known = state.login { return Attempt(login: known, form: nil) }
        // One form at a time: what waited for another one is given up.
        resume(nil)
        guard !Task.isCancelled else { return nil }
        state.ask(for: purpose, after: error)
        form &+= 1
        let form = form
        let entered = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting = $0 }
        } onCancel: {
            Task { await self.dismiss(form) }
        }
        guard let entered, dismissed != form else { return nil }
        return Attempt(login: entered, form: form)
    }

    /// Does the work; that with a login which was just entered is given up with its form.
    private func result<Output: Sendable>(
        of attempt: Attempt,
        _ work: @escaping @Sendable (BasicCredentials) async throws(ScreenError) -> Output
    ) async -> Result<Output, ScreenError> {
        let login = attempt.login
        let call = owner.start { () async throws(ScreenError) in try await work(login) }
        if let form = attempt.form { trial = Trial(form: form) { call.cancel() } }
        let result = await call.result
        if trial?.form == attempt.form { trial = nil }
        return result
    }

    /// Closes a form, unless another one stands in its place by now.
    private func dismiss(_ form: UInt) {
        if form == self.form { dismiss() }
    }

    /// Keeps a login in the state; whatever waits for one goes on with it.
    private func accept(_ login: BasicCredentials) {
        state.accept(login)
        resume(login)
    }

    private func resume(_ login: BasicCredentials?) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: login)
    }

    /// Keeps a login that was entered, unless the service has not come to know it.
    private func end<Output>(_ attempt: Attempt, with result: Result<Output, ScreenError>) async {
        guard let form = attempt.form else { return }
        if case .failure(let error) = result, !error.hasRecognisedMember {
            // Another form may stand in the place of this one by now.
            if form == self.form { state.close() }
            return
        }
        accept(attempt.login)
        // What cannot be stored is asked for again the next time that the program runs.
        try? await store.store(attempt.login, for: space)
    }

    /// Forgets a login that is no longer right, unless another one has taken its place.
    private func forget(_ login: BasicCredentials) async {
        guard let known = state.login, known.user == login.user, known.password == login.password
        else { return }
        state.forget()
        try? await store.remove(for: space)
    }
}
