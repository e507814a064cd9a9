// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A question that must be answered before anything else.
///
/// Its link leads to a page with the same question; if the script runs, the link opens the dialog
/// instead.
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

    /// The dialog, closed at first; its cancel button has the focus, so that pressing Enter loses
    /// nothing.
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
