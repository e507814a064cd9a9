// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import RecadoHTTP
import RecadoScreens

/// The form that asks for a login before an action.
struct LoginView: Sendable {
    /// The login form, with the purpose of the login.
    let state: LoginState
    /// The reason why the user must log in again; `nil` for the first attempt.
    let trouble: UserFacingError?
    let visit: Visit

    static let userName = "login-user"
    private static let passwordName = FormSheet.passwordName
    /// The name of the query item with the address to return to after the login.
    private static let backName = "to"
    private static let home = AppIdentity.videoclub.path

    /// Returns the address of the login form.
    ///
    /// - Parameter address: The path and the query of the page to return to.
    /// - Returns: The path and the query.
    static func path(backTo address: String) -> String {
        address == home
            ? "\(home)/login" : "\(home)/login?\(([backName: address] as QueryItems).encoded)"
    }

    /// Returns the page to return to after the login, which must be a page of the videoclub; by
    /// default, the list.
    static func back(of visit: Visit) -> String {
        let address = visit.form[backName] ?? visit.query[backName] ?? ""
        return visit.isOwn(address, below: home) ? address : home
    }

    /// Returns the state of the login form, with the entries if it was sent.
    static func state(of visit: Visit, for purpose: LoginState.Purpose) -> LoginState {
        var state = LoginState()
        state.ask(for: purpose)
        state.user = visit.entry(userName)
        state.password = visit.takesSecrets ? visit.form[passwordName] ?? "" : ""
        return state
    }

    var screen: Screen {
        let title = visit.language("Entrar", en: "Log in")
        return Screen(
            title: title,
            origin: .init(path: before, title: visit.language("Cancelar", en: "Cancel")),
            content: visit.takesSecrets ? form(title) : refusal
        )
    }

    private var home: String { Self.home }

    /// The path of the page from which the user came: the film or the list.
    private var before: String {
        var path = visit.request.path
        guard path != "\(home)/login" else { return Self.back(of: visit) }
        guard path != home, let last = path.split(separator: "/").last else { return home }
        // The last segment of the path is an action on the film, such as `/rent`.
        if Int(last) == nil { path = path.dropLast(last.utf8.count + 1) }
        return String(path)
    }

    private func form(_ title: String) -> HTML {
        let say = visit.language
        let action =
            visit.request.method == .post ? String(visit.request.path) : "\(home)/login"
        let form = FormSheet(
            action: action,
            content: """
                \(FormSheet.carried(by: visit, except: [Self.userName, Self.backName]))
                \(action == "\(home)/login" ? backInput : "")
                \(fields.map(\.html))
                <p class="buttons">\(Button(title, style: .primary).html)
                \(Button(say("Cancelar", en: "Cancel"), leadingTo: before).html)</p>
                """
        )
        let note: HTML = trouble.map { ErrorNote(trouble: $0).html(in: visit) } ?? ""
        let purpose = say(state.purpose?.words ?? LoginState.Purpose.logIn.words)
        return """
            <h1>\(title)</h1>
            <p class="lead">\(say("\(purpose) hace falta una cuenta del videoclub.", en: "\(purpose) you need an account of the videoclub."))</p>
            \(note)
            \(form.html(in: visit))
            <p class="soft">\(hint)\(say(
                "El navegador recuerda la contraseña cifrada durante 30 días, o hasta que salgas.",
                en: "The browser remembers the password encrypted for 30 days, or until you log out."
            ))</p>
            """
    }

    private var fields: [Field] {
        let say = visit.language
        var user = Field(Self.userName, say("Usuario", en: "Name"), value: state.user)
        user.autocomplete = "username"
        user.isRequired = true
        // If the user name is filled in, most likely the password was wrong.
        user.isFirst = state.user.isEmpty
        let word = say("Contraseña", en: "Password")
        var password = Field(Self.passwordName, word, kind: .password)
        password.autocomplete = "current-password"
        password.isRequired = true
        password.isFirst = !state.user.isEmpty
        return [user, password]
    }

    private var backInput: HTML {
        #"<input type="hidden" name="\#(Self.backName)" value="\#(Self.back(of: visit))">"#
    }

    private var hint: String {
        guard visit.context.isDemonstration else { return "" }
        return visit.language(
            "Para probar: test123 con la contraseña test123. ",
            en: "To try: test123 with the password test123. "
        )
    }

    private var refusal: HTML {
        EmptyState(
            title: visit.language(
                "Aquí no se piden contraseñas",
                en: "No passwords are asked for here"
            ),
            text: visit.language(
                "La conexión no está cifrada y otros podrían leerlas. Usa https o la propia máquina.",
                en:
                    "The connection is not encrypted, and others could read them. Use https or the machine itself."
            )
        ).html
    }
}
