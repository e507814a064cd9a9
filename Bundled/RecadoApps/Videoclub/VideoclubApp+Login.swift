// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import RecadoScreens

/// The part of the app that asks for a login when an action needs one, and stores the login in the
/// browser.
extension VideoclubApp {
    /// Performs an action as a member; if nobody is logged in, shows the login form first.
    ///
    /// The login form is sent to the same address, and contains all entries of the first form, so
    /// the server stores nothing in between. After the login, the browser gets a new visitor
    /// number, so that somebody who knew the old number cannot forge the member's forms.
    ///
    /// - Parameters:
    ///   - visit: The visit with the sent form.
    ///   - purpose: The purpose of the login.
    ///   - act: The action; it redirects to another page, and shows no form.
    ///   - refuse: Returns the answer if the action fails; the forms in the answer must belong to
    ///     the visitor that it is given.
    /// - Returns: The answer of the action, or the login form.
    func asMember(
        _ visit: Visit,
        _ purpose: LoginState.Purpose,
        _ act: (BasicCredentials) async throws(ScreenError) -> PageResponse,
        orElse refuse: (Visit, UserFacingError) -> PageResponse
    ) async -> PageResponse {
        var state = LoginView.state(of: visit, for: purpose)
        let wasAsked = visit.form[LoginView.userName] != nil
        let entered = wasAsked ? state.submit() : nil
        let known: BasicCredentials?
        do throws(UserFacingError) {
            known = entered == nil ? try visit.member.get()?.login : nil
        } catch {
            return refuse(visit, error)
        }
        // If no login was entered, the login of the session is used. If the entered login has
        // invalid characters, the form is shown again.
        guard let login = entered ?? known, state.error?.reason != .wrongLogin else {
            return ask(visit, state)
        }
        do throws(ScreenError) {
            let answer = try await act(login)
            return entered == nil ? answer : await remember(login, visit, Visitor(), in: answer)
        } catch {
            if error.kind == .notSignedIn || error.reason == .tooManyAttempts {
                state.ask(for: purpose, after: error)
                return ask(visit, state)
            }
            let trouble = UserFacingError(videoclub: error)
            guard let entered, error.hasRecognizedMember else { return refuse(visit, trouble) }
            var renewed = visit
            renewed.visitor = Visitor()
            return await remember(entered, visit, renewed.visitor, in: refuse(renewed, trouble))
        }
    }

    /// Begins a session, and makes the browser a new visitor.
    private func remember(
        _ login: BasicCredentials,
        _ visit: Visit,
        _ visitor: Visitor,
        in answer: PageResponse
    ) async -> PageResponse {
        var answer = answer
        answer.visitor = visitor
        // The service has already answered the action, so a failure to store the session is
        // ignored; the user must log in again for the next action.
        guard let cookie = try? await BrowserSession.begin(login, visit) else { return answer }
        return answer.with(cookie)
    }

    private func ask(
        _ visit: Visit,
        _ state: LoginState,
        _ outage: UserFacingError? = nil
    ) -> PageResponse {
        let trouble = outage ?? state.trouble
        let screen = LoginView(state: state, trouble: trouble, visit: visit).screen
        guard let trouble else { return .show(screen) }
        // After a temporary error, the same entries may succeed. The statuses 429 and 5xx keep
        // `FormSubmissions` from storing this answer, so the form can be sent again.
        guard trouble.wait == nil else { return .show(screen, .tooManyRequests) }
        return .show(screen, trouble.isTemporary ? trouble.kind.status : .unprocessableContent)
    }

    // MARK: - Routes

    /// Shows the login form to a user who wants to log in before an action requires it.
    func askForLogin(_ visit: Visit) -> PageResponse {
        var state = LoginState()
        state.ask(for: LoginView.back(of: visit).hasSuffix("/edit") ? .edit : .logIn)
        return ask(visit, state)
    }

    /// Checks a login, and starts a session if the login is correct.
    func logIn(_ visit: Visit) async -> PageResponse {
        var state = LoginView.state(of: visit, for: .logIn)
        guard let login = state.submit() else { return ask(visit, state) }
        do throws(ScreenError) {
            try await calls.check(login)
        } catch {
            state.ask(for: .logIn, after: error)
            return ask(visit, state)
        }
        do throws(UserFacingError) {
            let cookie = try await BrowserSession.begin(login, visit)
            let words = visit.language("Hola, \(login.user).", en: "Hello, \(login.user).")
            let path = LoginView.back(of: visit)
            var answer = PageResponse.lead(to: path, saying: Notice(words)).with(cookie)
            answer.visitor = Visitor()
            return answer
        } catch {
            return ask(visit, state, error)
        }
    }

    /// Ends the session, even for other browsers with a copy of the cookie.
    func logOut(_ visit: Visit) async -> PageResponse {
        do throws(UserFacingError) {
            let cookie = try await BrowserSession.end(visit)
            let words = visit.language("Has salido.", en: "You are logged out.")
            return .lead(to: identity.path, saying: Notice(words)).with(cookie)
        } catch {
            return .show(RepeatView(trouble: error, visit: visit).screen, error.kind.status)
        }
    }
}
