// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A draft of a form, which the browser keeps while somebody types, and the note about it on the
/// page.
///
/// If the script runs, it is kept for 30 days, in the browser only, until the form is accepted
/// (``Notice``) or somebody discards the draft. Without the script there is no note.
struct DraftNote: Sendable {
    /// The name that the draft is kept under, such as `posts/new`.
    let name: String
    /// The version of the edited item: a draft of another version is not shown.
    var version = ""
    let say: AppLanguage

    /// The attributes that describe the draft to the script.
    var attributes: HTML {
        #" data-draft="\#(name)" data-draft-version="\#(version)""#
    }

    /// The note about the draft, whose space stays reserved while it is empty.
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
