// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import Observation
public import RecadoAuthentication
import RecadoClient
public import RecadoHTTP

/// The session of the member who makes changes, which asks for a login when one is first needed,
/// and keeps the login in a store.
///
/// ```swift
/// let result = await session.perform(.rent) { login in
///     try await calls.setRented(7, true, as: login)
/// }
/// ```
///
/// While ``LoginState/purpose`` is not `nil`, a screen shows the login form; ``submit()`` and
/// ``dismiss()`` end it. After ``submit()`` the change continues with the entered login, which is
/// kept if it is right.
@Observable @MainActor
public final class MemberSession {
    /// The state of the login.
    public private(set) var state = LoginState()

    private let store: any CredentialStore
    private let space: ProtectionSpace
    private let check: (@Sendable (BasicCredentials) async throws(ScreenError) -> Void)?
    private let owner = CallScope("login")
    @ObservationIgnored private var isRestored = false
    /// The number of times that a member has logged out.
    @ObservationIgnored private var departures: UInt = 0
    @ObservationIgnored private var waiting: CheckedContinuation<BasicCredentials?, Never>?
    /// The number of the form that was shown last.
    @ObservationIgnored private var form: UInt = 0
    /// The number of the form that was dismissed last.
    @ObservationIgnored private var dismissed: UInt = 0
    /// The call that tries the most recently entered login.
    @ObservationIgnored private var trial: Trial?

    /// A call that tries a login that was entered in a form.
    private struct Trial {
        let form: UInt
        let cancel: @Sendable () -> Void
    }

    /// A login to try.
    private struct Attempt {
        let login: BasicCredentials
        /// The form in which the login was entered; `nil` for a login that was known before.
        let form: UInt?
    }

    /// Creates a session without a member.
    ///
    /// - Parameters:
    ///   - store: The store for the login, such as the keychain; memory by default.
    ///   - space: The origin and the realm that the login is for.
    ///   - check: Checks a login with one call, for ``logIn()``; throws an error of the kind
    ///     `notSignedIn` for a wrong login. Without a check, which is the default, a wrong login is
    ///     found at the first change.
    public init(
        store: any CredentialStore = MemoryCredentialStore(),
        space: ProtectionSpace,
        check: (@Sendable (BasicCredentials) async throws(ScreenError) -> Void)? = nil
    ) {
        self.store = store
        self.space = space
        self.check = check
    }

    /// The name, as typed.
    public var user: String {
        get { state.user }
        set { state.user = newValue }
    }

    /// The password, as typed.
    public var password: String {
        get { state.password }
        set { state.password = newValue }
    }

    /// True while the form is shown; setting it to false dismisses the form.
    public var isAsking: Bool {
        get { state.purpose != nil }
        set { if !newValue, isAsking { dismiss() } }
    }

    /// The name of the member who is logged in; `nil` if there is none.
    public var memberName: String? { state.login?.user }

    /// Reads the login from the store, if it holds one.
    public func restore() async {
        guard !isRestored else { return }
        isRestored = true
        let departures = departures
        // A store that fails is treated like an empty store, so the session asks for the login.
        guard let login = try? await store.credentials(for: space, failures: 0) else { return }
        if state.login == nil, departures == self.departures { accept(login) }
    }

    /// Makes a change as a member, and asks for a login if none is known or the known login is
    /// wrong.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the login, for the form.
    ///   - work: Makes the change; after a wrong login, called again with another login.
    /// - Returns: The result of `work`; the error `cancelled` if the form was dismissed or the task
    ///   cancelled.
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

    /// Asks for the login and checks it, without making a change.
    public func logIn() async {
        let check = check
        if state.login != nil { await logOut() }
        _ = await perform(.logIn) { login async throws(ScreenError) in try await check?(login) }
    }

    /// Forgets the login, in this session and in the store.
    public func logOut() async {
        isRestored = true
        departures &+= 1
        state.forget()
        try? await store.remove(for: space)
    }

    /// Continues the change with the entered login; shows an error if a field is empty.
    public func submit() {
        guard let login = state.submit() else { return }
        resume(login)
    }

    /// Closes the form, without making the change.
    public func dismiss() {
        dismissed = form
        if let trial, trial.form == form { trial.cancel() }
        state.close()
        resume(nil)
    }

    // MARK: - Parts

    /// Returns the known login, or else asks for a login; returns `nil` when the form is dismissed.
    private func attempt(
        _ purpose: LoginState.Purpose,
        after error: ScreenError?
    ) async -> Attempt? {
        if let known = state.login { return Attempt(login: known, form: nil) }
        // Only one form is shown at a time, so a change that waits for another form is cancelled.
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

    /// Calls `work`; if the login has just been entered, dismissing the form cancels the call.
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

    /// Closes a form, unless another form has replaced it.
    private func dismiss(_ form: UInt) {
        if form == self.form { dismiss() }
    }

    /// Keeps a login in the state, and continues the change that waits for a login.
    private func accept(_ login: BasicCredentials) {
        state.accept(login)
        resume(login)
    }

    private func resume(_ login: BasicCredentials?) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: login)
    }

    /// Keeps a login that was entered, if the service has recognized it.
    private func end<Output>(_ attempt: Attempt, with result: Result<Output, ScreenError>) async {
        guard let form = attempt.form else { return }
        if case .failure(let error) = result, !error.hasRecognizedMember {
            // Another form may have replaced this one by now.
            if form == self.form { state.close() }
            return
        }
        accept(attempt.login)
        // If the login cannot be stored, the session asks for it again the next time the program
        // runs.
        try? await store.store(attempt.login, for: space)
    }

    /// Forgets a login that the service has refused, unless another login has replaced it.
    private func forget(_ login: BasicCredentials) async {
        guard let known = state.login, known.user == login.user, known.password == login.password
        else { return }
        state.forget()
        try? await store.remove(for: space)
    }
}
