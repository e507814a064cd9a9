// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A modal dialog with a question.
///
/// A link leads to a page with the same question; if the script runs, the link opens the dialog
/// instead.
struct Dialog: Sendable {
    /// The ID of the dialog in the page.
    let id: String
    /// The question.
    let title: String
    /// The explanation below the question.
    let text: String
    /// The form with the button that confirms the action.
    let form: HTML
    /// The text of the button that closes the dialog.
    let cancel: String

    /// The dialog, initially closed.
    ///
    /// Its cancel button has the focus, so that pressing Enter changes nothing.
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
