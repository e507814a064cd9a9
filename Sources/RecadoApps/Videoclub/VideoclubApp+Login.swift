// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// Who acts: asked for the first time that it matters, and remembered sealed in the browser.
extension VideoclubApp {
    typealias Login = VideoclubModel.Login

    /// The cookie that holds the sealed login.
    private static let cookieName = "videoclub"
    /// How long a browser is remembered: 30 days.
    private static let lifetime = Duration.seconds(2_592_000)

    /// What is sealed: the login, and until when it may be used.
    private struct Memory: Codable, Sendable {
        let login: Login
        let until: Int
    }

    /// Acts as a member; asks for the login first where it is not known, and then goes on.
    ///
    /// The form that asks is sent to the same address with all that was filled in, so that nothing has to be
    /// kept meanwhile.
    ///
    /// - Parameters:
    ///   - visit: The form that was sent.
    ///   - purpose: What the login is for.
    ///   - act: What is to be done.
    ///   - refuse: What is shown when that fails.
    /// - Returns: What came of it, or the form that asks.
    func asMember(
        _ visit: Visit,
        _ purpose: Phrase,
        _ act: (Login) async throws(Trouble) -> Answer,
        orElse refuse: (Trouble) -> Answer
    ) async -> Answer {
        let entered = LoginView.entered(in: visit)
        guard let login = entered ?? Self.remembered(visit) else {
            let wasEmpty = visit.form[LoginView.userName] != nil
            return ask(visit, purpose, wasEmpty ? .noLogin : nil)
        }
        do throws(Trouble) {
            let answer = try await act(login)
            return entered == nil ? answer : Self.remember(login, in: answer, visit)
        } catch {
            if error.kind == .notSignedIn { return ask(visit, purpose, error) }
            let answer = refuse(error)
            // Whoever is refused for another reason has been recognised all the same.
            let isKnown = [.notAllowed, .missing, .conflict].contains(error.kind)
            guard entered != nil else { return answer }
            return isKnown ? Self.remember(login, in: answer, visit) : answer
        }
    }

    private func ask(_ visit: Visit, _ purpose: Phrase, _ trouble: Trouble?) -> Answer {
        let view = LoginView(purpose: visit.language(purpose), trouble: trouble, visit: visit)
        return .show(view.screen, trouble == nil ? .ok : .unprocessableContent)
    }

    // MARK: - Routes

    /// Shows the form to those who want to log in before they have to.
    func askForLogin(_ visit: Visit) -> Answer {
        ask(
            visit,
            Phrase(
                "Para alquilar, añadir y cambiar películas",
                en: "To rent, add and change films"
            ),
            nil
        )
    }

    /// Finds out whether a login is right, and remembers it.
    func logIn(_ visit: Visit) async -> Answer {
        let purpose = Phrase(
            "Para alquilar, añadir y cambiar películas",
            en: "To rent, add and change films"
        )
        guard let login = LoginView.entered(in: visit) else {
            return ask(visit, purpose, .noLogin)
        }
        do throws(Trouble) {
            try await model.verify(login)
            let words = visit.language("Hola, \(login.user).", en: "Hello, \(login.user).")
            let answer = Answer.lead(to: identity.path, saying: Notice(words))
            return Self.remember(login, in: answer, visit)
        } catch {
            return ask(visit, purpose, error)
        }
    }

    /// Forgets the login.
    func logOut(_ visit: Visit) -> Answer {
        let words = visit.language("Has salido.", en: "You are logged out.")
        return .lead(to: identity.path, saying: Notice(words))
            .with(Cookie(Self.cookieName, ""))
    }

    // MARK: - Memory

    /// The login that the browser keeps, sealed.
    static func remembered(_ visit: Visit) -> Login? {
        guard let sealed = Cookie.value(of: cookieName, in: visit.request),
            let text = visit.desk.vault.open(sealed, for: cookieName),
            let memory = try? JSON().decode(Memory.self, from: text),
            memory.until > visit.desk.now()
        else { return nil }
        return memory.login
    }

    private static func remember(_ login: Login, in answer: Answer, _ visit: Visit) -> Answer {
        let end = visit.desk.now() + Int(lifetime.components.seconds)
        let memory = Memory(login: login, until: end)
        guard let text = try? JSON().encodeToString(memory),
            let sealed = visit.desk.vault.seal(text, for: cookieName)
        else { return answer }
        return answer.with(Cookie(cookieName, sealed, for: lifetime))
    }
}

extension Trouble {
    fileprivate static let noLogin = Trouble(
        .notSignedIn,
        Phrase("Faltan el usuario y la contraseña.", en: "The name and the password are missing.")
    )
}
