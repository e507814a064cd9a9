// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A question that comes before everything else.
///
/// The link that asks it leads to a page with the same question; where the script
/// runs, it opens this instead.
struct Dialog: Sendable {
    /// The identifier in the page.
    let id: String
    /// The question.
    let title: String
    /// The explanation of the question.
    let text: String
    /// The form that answers it.
    let form: HTML
    /// The text of the button that closes it.
    let cancel: String

    /// The dialog, closed; what closes it again has the focus, so that nothing is lost by Enter.
    var html: HTML {
        """
        <dialog id="\(id)" aria-labelledby="\(id)-title">
        <h2 id="\(id)-title">\(title)</h2>
        <p>\(text)</p>
        <div class="buttons">
        \(form)
        <form method="dialog"><button class="button plain" autofocus>\(cancel)</button></form>
        </div>
        </dialog>
        """
    }
}
