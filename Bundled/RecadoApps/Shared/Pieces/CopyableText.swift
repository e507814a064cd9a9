// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A text that the user can copy: with a button if the script runs, otherwise by selecting it.
struct CopyableText: Sendable {
    /// The ID of the text in the page.
    let id: String
    /// The title above the text.
    let title: String
    let text: String

    /// Returns the title, the button and the text, which can be scrolled with the keyboard.
    func html(in visit: Visit) -> HTML {
        let say = visit.language
        return """
            <div class="copyable">
            <h3 id="\(id)-title">\(title)</h3>
            <button type="button" class="button" data-copy="\(id)" data-waiting \
            data-done="\(say("Copiado", en: "Copied"))"><span>\(say("Copiar", en: "Copy"))</span>\
            <span class="hidden"> \(title)</span></button>
            <pre id="\(id)" tabindex="0" role="region" aria-labelledby="\(id)-title">\(text)</pre>
            </div>
            """
    }
}
