// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A form that changes something: it is acted on once, and only if it comes from a page of this
/// server.
struct FormSheet: Sendable {
    /// The address that it is sent to.
    let action: String
    /// The CSS class; none by default.
    var style = ""
    /// The draft that the browser keeps of the typed text (``DraftNote``); none by default.
    var draft: DraftNote?
    /// The fields and buttons.
    let content: HTML

    /// The name of the input that holds the form's own number.
    static let numberName = "form-number"
    /// The name of an input for a password, which no page ever contains again.
    static let passwordName = "login-password"

    /// Returns the entries of a form that was sent, to send them again with another form.
    ///
    /// - Parameters:
    ///   - visit: The form that was sent.
    ///   - names: The names for which the other form has its own fields.
    /// - Returns: Hidden inputs.
    static func carried(by visit: Visit, except names: [String] = []) -> HTML {
        let own = names + [SessionCredentials.formTokenName, numberName, passwordName]
        let inputs: [HTML] = visit.form.filter { !own.contains($0.name) }.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return "\(inputs)"
    }

    /// The form, with the hidden inputs that make it acceptable.
    func html(in visit: Visit) -> HTML {
        let number = Base64.encode(RandomBytes.make(12), alphabet: .urlSafe, padding: false)
        let token = visit.visitor.credentials?.formToken() ?? ""
        return """
            <form method="post" action="\(action)" class="\(style)"\(draft?.attributes) novalidate>
            <input type="hidden" name="\(SessionCredentials.formTokenName)" value="\(token)">
            <input type="hidden" name="\(Self.numberName)" value="\(number)">
            \(content)
            </form>
            """
    }
}
