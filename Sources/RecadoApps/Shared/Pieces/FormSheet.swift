// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoHTTP
import RecadoServer

/// A form that changes something: it is acted on once, and for pages of this server alone.
struct FormSheet: Sendable {
    /// The address that it is sent to.
    let action: String
    /// A class for its looks; none by default.
    var style = ""
    /// The fields and buttons.
    let content: HTML

    /// The name of the input that holds the form's own number.
    static let numberName = "form-number"

    /// The form, with what makes it acceptable.
    func html(in visit: Visit) -> HTML {
        let number = Base64.encode(Sealing.random(12), alphabet: .urlSafe, padding: false)
        let token = visit.visitor.credentials?.formToken() ?? ""
        return """
            <form method="post" action="\(action)" class="\(style)" novalidate>
            <input type="hidden" name="\(SessionCredentials.formTokenName)" value="\(token)">
            <input type="hidden" name="\(Self.numberName)" value="\(number)">
            \(content)
            </form>
            """
    }
}
