// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A draft of a form, which the browser keeps while somebody types, and what is said of it there.
///
/// It lies in the browser alone, where the script runs, for 30 days, until the form is taken
/// (``Notice``) or somebody discards it. Without the script nothing is said of it.
struct DraftNote: Sendable {
    /// The name that the draft is kept under, such as `posts/new`.
    let name: String
    /// The version of what is edited: a draft of another one is not shown.
    var version = ""
    let say: AppLanguage

    /// The attributes that tell the script of the draft.
    var attributes: HTML {
        #" data-draft="\#(name)" data-draft-version="\#(version)""#
    }

    /// The line that is said of the draft, which keeps its place while nothing is.
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
