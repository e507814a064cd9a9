// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// Who acts: asked for the first time that it matters, and remembered by the browser.
extension VideoclubApp {
    typealias Login = VideoclubModel.Login

    /// Acts as a member; asks for the login first where it is not known, and then goes on.
    ///
    /// The form that asks is sent to the same address with all that was filled in, so that nothing has to be
    /// kept meanwhile. Whoever has logged in with it is another visitor from then on, so that nobody can have
    /// prepared the number that their forms bear.
    ///
    /// - Parameters:
    ///   - visit: The form that was sent.
    ///   - purpose: What the login is for.
    ///   - act: What is to be done; it leads on, and shows no form.
    ///   - refuse: What is shown when that fails, with forms of the visitor that it is given.
    /// - Returns: What came of it, or the form that asks.
    func asMember(
        _ visit: Visit,
        _ purpose: Phrase,
        _ act: (Login) async throws(Trouble) -> Answer,
        orElse refuse: (Visit, Trouble) -> Answer
    ) async -> Answer {
        let entered = LoginView.entered(in: visit)
        do throws(Trouble) {
            var login = entered
            if login == nil { login = try visit.member.get()?.login }
            guard let login else {
                let wasEmpty = visit.form[LoginView.userName] != nil
                return ask(visit, purpose, wasEmpty ? .noLogin : nil)
            }
            let answer = try await act(login)
            return entered == nil ? answer : await remember(login, visit, Visitor(), in: answer)
        } catch {
            if error.kind == .notSignedIn { return ask(visit, purpose, error) }
            // Whoever is refused for another reason has been recognised all the same.
            let isKnown = [.notAllowed, .missing, .conflict].contains(error.kind)
            guard let entered, isKnown else { return refuse(visit, error) }
            var renewed = visit
            renewed.visitor = Visitor()
            return await remember(entered, visit, renewed.visitor, in: refuse(renewed, error))
        }
    }

    /// Begins a session, and makes the browser another visitor.
    private func remember(
        _ login: Login,
        _ visit: Visit,
        _ visitor: Visitor,
        in answer: Answer
    ) async -> Answer {
        var answer = answer
        answer.visitor = visitor
        // What was asked for is done: without a session the login is asked for again the next time.
        guard let cookie = try? await MemberSession.begin(login, visit) else { return answer }
        return answer.with(cookie)
    }

    private func ask(_ visit: Visit, _ purpose: Phrase, _ trouble: Trouble?) -> Answer {
        let view = LoginView(purpose: visit.language(purpose), trouble: trouble, visit: visit)
        guard let trouble else { return .show(view.screen) }
        // What passes is not the fault of what was entered, and is not remembered as what came of it.
        return .show(view.screen, trouble.isPassing ? trouble.kind.status : .unprocessableContent)
    }

    // MARK: - Routes

    /// What a login is for that nothing else waits for.
    private static let anything = Phrase(
        "Para alquilar, añadir y cambiar películas",
        en: "To rent, add and change films"
    )

    /// Shows the form to those who want to log in before they have to.
    func askForLogin(_ visit: Visit) -> Answer { ask(visit, Self.anything, nil) }

    /// Finds out whether a login is right, and remembers it.
    func logIn(_ visit: Visit) async -> Answer {
        guard let login = LoginView.entered(in: visit) else {
            return ask(visit, Self.anything, .noLogin)
        }
        do throws(Trouble) {
            try await model.verify(login)
            let cookie = try await MemberSession.begin(login, visit)
            let words = visit.language("Hola, \(login.user).", en: "Hello, \(login.user).")
            var answer = Answer.lead(to: identity.path, saying: Notice(words)).with(cookie)
            answer.visitor = Visitor()
            return answer
        } catch {
            return ask(visit, Self.anything, error)
        }
    }

    /// Ends the session, for everybody who has its cookie.
    func logOut(_ visit: Visit) async -> Answer {
        do throws(Trouble) {
            let cookie = try await MemberSession.end(visit)
            let words = visit.language("Has salido.", en: "You are logged out.")
            return .lead(to: identity.path, saying: Notice(words)).with(cookie)
        } catch {
            return .show(RepeatView(trouble: error, visit: visit).screen, error.kind.status)
        }
    }
}

extension Trouble {
    fileprivate static let noLogin = Trouble(
        .notSignedIn,
        Phrase("Faltan el usuario y la contraseña.", en: "The name and the password are missing.")
    )
}
