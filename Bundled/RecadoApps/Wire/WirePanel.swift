// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// A panel that shows a request and its response as sent over the wire; collapsed by default.
struct WirePanel: Sendable {
    let exchange: WireExchange
    /// True if the panel is initially expanded.
    var isOpen = false

    func html(in visit: Visit) -> HTML {
        let say = visit.language
        let nothing: HTML =
            "<p class=\"soft\">\(say("No llegó ninguna.", en: "None came."))</p>"
        return """
            <details class="wire"\(isOpen ? " open" : "" as HTML)>
            <summary>\(say("Lo que pasó por la red", en: "What went over the wire"))</summary>
            <h2>\(say("Petición", en: "Request"))</h2>
            \(message(exchange.request, say, say("Petición", en: "Request")))
            <h2>\(say("Respuesta", en: "Answer"))</h2>
            \(exchange.answer.map { message($0, say, say("Respuesta", en: "Answer")) } ?? nothing)
            </details>
            """
    }

    /// Returns the head and the content as a focusable region, so that the keyboard can scroll
    /// them.
    private func message(_ message: WireMessage, _ say: AppLanguage, _ name: String) -> HTML {
        let bytes = message.head.utf8.count + message.content.count
        let head = message.head.withPlainLineEnds
        return """
            <pre tabindex="0" role="region" aria-label="\(name)"><span class="head">\(head)</span>\
            \(message.text ?? message.digits)</pre>
            <p class="hint number">\(bytes) bytes, \
            \(say("de ellos \(message.content.count) de contenido", en: "\(message.content.count) of them content"))\
            </p>
            """
    }
}

/// A row of links, of which one is selected.
struct Switch: Sendable {
    /// A choice.
    struct Choice: Sendable {
        let title: String
        let path: String
        let isChosen: Bool
    }

    /// The label of the row, for screen readers.
    let label: String
    let choices: [Choice]

    /// The links.
    var html: HTML {
        let links: [HTML] = choices.map { choice in
            let current: HTML = choice.isChosen ? #" aria-current="true""# : ""
            return #"<a href="\#(link: choice.path)"\#(current)>\#(choice.title)</a>"#
        }
        return #"<nav class="switch" aria-label="\#(label)">\#(links)</nav>"#
    }
}
