// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// The draft of a form, and the note about it; the browser stores the draft while the user types.
///
/// If the script runs, the browser stores the draft until the form is accepted (``Notice``) or the
/// user discards the draft, but for 30 days at most. Without the script, there is neither draft nor
/// note.
struct DraftNote: Sendable {
    /// The name under which the draft is stored, such as `posts/new`.
    let name: String
    /// The version of the edited item; a draft for another version is ignored.
    var version = ""
    let say: AppLanguage

    /// The attributes that describe the draft to the script.
    var attributes: HTML {
        #" data-draft="\#(name)" data-draft-version="\#(version)""#
    }

    /// The note about the draft; its space is reserved even if it is empty.
    var html: HTML {
        """
        <p class="draft hint" role="status">\
        <span data-draft-kept hidden>\(say(
            "Guardado como borrador en este navegador.",
            en: "Kept as a draft in this browser."
        ))</span>\
        <span data-draft-restored hidden>\(say(
            "Se ha recuperado tu borrador.",
            en: "Your draft is back."
        )) <button type="button" class="link">\(say("Descartarlo", en: "Discard it"))</button></span></p>
        """
    }
}
