// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP
import RecadoServer

/// The form that asks who is there, before what they wanted to do is done.
struct LoginView: Sendable {
    /// What the login is for.
    let purpose: String
    /// Why it has to be asked again; nothing the first time.
    let trouble: Trouble?
    let visit: Visit

    static let userName = "login-user"
    static let passwordName = "login-password"

    /// The login that was filled in; `nil` where something is missing.
    static func entered(in visit: Visit) -> VideoclubModel.Login? {
        let user = visit.entry(userName)
        guard let password = visit.form[passwordName], !user.isEmpty, !password.isEmpty,
            visit.takesSecrets
        else { return nil }
        return VideoclubModel.Login(user: user, password: password)
    }

    var screen: Screen {
        let title = visit.language("Entrar", en: "Log in")
        return Screen(
            title: title,
            origin: .init(path: home, title: visit.language("Cancelar", en: "Cancel")),
            content: visit.takesSecrets ? form(title) : refusal
        )
    }

    private var home: String { AppIdentity.videoclub.path }

    private func form(_ title: String) -> HTML {
        let say = visit.language
        var user = Field(
            Self.userName,
            say("Usuario", en: "Name"),
            value: visit.entry(Self.userName)
        )
        user.autocomplete = "username"
        user.isRequired = true
        user.isFirst = true
        let word = say("Contraseña", en: "Password")
        var password = Field(Self.passwordName, word, kind: .password)
        password.autocomplete = "current-password"
        password.isRequired = true
        let action =
            visit.request.method == .post ? String(visit.request.path) : "\(home)/login"
        let form = FormSheet(
            action: action,
            content: """
                \(carried)
                \(user.html)
                \(password.html)
                <p class="buttons">\(Button(title, style: .primary).html)
                \(Button(say("Cancelar", en: "Cancel"), leadingTo: home).html)</p>
                """
        )
        let note: HTML = trouble.map { TroubleNote(trouble: $0).html(in: visit) } ?? ""
        return """
            <h1>\(title)</h1>
            <p class="lead">\(say("\(purpose) hace falta una cuenta del videoclub.", en: "\(purpose) you need an account of the videoclub."))</p>
            \(note)
            \(form.html(in: visit))
            <p class="soft">\(say(
                "Para probar: test123 con la contraseña test123. El navegador la recuerda cifrada durante 30 días, o hasta que salgas.",
                en: "To try: test123 with the password test123. The browser remembers it encrypted for 30 days, or until you log out."
            ))</p>
            """
    }

    /// What was filled in before, to be sent once more with the login.
    private var carried: HTML {
        let own = [
            SessionCredentials.formTokenName, FormSheet.numberName, Self.userName,
            Self.passwordName,
        ]
        let inputs: [HTML] = visit.form.filter { !own.contains($0.name) }.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return "\(inputs)"
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
