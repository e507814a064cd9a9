// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCrypto
import RecadoEndpoints
import RecadoHTTP
import RecadoServer

/// A form that changes data; it takes effect once, and only if it comes from a page of this server.
struct FormSheet: Sendable {
    /// The address to which the form is sent.
    let action: String
    /// The CSS class of the form; none by default.
    var style = ""
    /// The draft of the typed text that the browser stores (``DraftNote``); none by default.
    var draft: DraftNote?
    /// The fields and buttons.
    let content: HTML

    /// The name of the input with the form's unique number.
    static let numberName = "form-number"
    /// The name of an input for a password; no page contains the value.
    static let passwordName = "login-password"

    /// Returns the entries of a sent form as hidden inputs, so that another form sends them again.
    ///
    /// - Parameters:
    ///   - visit: The visit with the sent form.
    ///   - names: The names of entries for which the other form has its own fields.
    /// - Returns: The hidden inputs.
    static func carried(by visit: Visit, except names: [String] = []) -> HTML {
        let own = names + [SessionCredentials.formTokenName, numberName, passwordName]
        let inputs: [HTML] = visit.form.filter { !own.contains($0.name) }.map {
            #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"#
        }
        return "\(inputs)"
    }

    /// Returns the form, with hidden inputs that prove its origin.
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
