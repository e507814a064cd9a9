// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints

/// The parts of a form that only a WebSocket has.
extension TryForm {
    /// The attribute that makes the script open a WebSocket, with the subprotocols to offer.
    var protocols: HTML? {
        endpoint.dialogue.map { dialogue in
            #" data-protocols="\#(dialogue.subprotocols.joined(separator: " "))""#
        }
    }

    /// The form for messages to send once the WebSocket is open.
    var message: HTML? {
        guard endpoint.dialogue != nil else { return nil }
        let id = "\(endpoint.name)-message"
        return """
            <form class="message" aria-label="\(words.message): \(endpoint.name)">
            <p class="field"><label for="\(id)">\(words.message) \
            <small>\(words.asJSON)</small></label>
            <textarea id="\(id)" rows="3" spellcheck="false">\
            \(endpoint.examples.incoming?.text ?? "")</textarea></p>
            <p><button type="submit" disabled>\(words.send)</button></p>
            </form>
            """
    }

    /// Returns a note that scripts cannot send a header field with a WebSocket.
    func unsendable(_ name: String) -> HTML {
        #"<p class="hint"><code>\#(name)</code>: \#(words.notWithWebSocket)</p>"#
    }
}
