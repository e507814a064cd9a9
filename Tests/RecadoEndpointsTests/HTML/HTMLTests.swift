// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Testing

@Suite struct `Construction of HTML` {
    @Test func `text is escaped in elements and attributes`() {
        let text = #"<b a="1" c='2'>&"# + "\0"
        let html: HTML = #"<p title="\#(text)">\#(text)</p>"#
        let escaped = "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;\u{FFFD}"
        #expect(html.description == #"<p title="\#(escaped)">\#(escaped)</p>"#)
        #expect(HTML(escaping: text).description == escaped)
    }

    @Test func `characters next to an escaped one are unchanged`() {
        for text in ["ñ", "día", "映画", "🎬", "e\u{301}", "\u{2028}"] {
            let html: HTML = "<i>\(text)\("<" + text + "&'" + text)\(text)</i>"
            let expected = "<i>\(text)&lt;\(text)&amp;&#39;\(text)\(text)</i>"
            #expect(html.bytes == Array(expected.utf8))
            #expect(html.description == expected)
        }
    }

    @Test func `HTML is inserted unescaped, and nil inserts nothing`() {
        let part: HTML = "<i>\(7)</i>"
        let nothing: HTML? = nil
        let html: HTML = "<p>\(part)\(nothing)\([part, part])</p>"
        #expect(html.description == "<p><i>7</i><i>7</i>\n<i>7</i></p>")
    }

    @Test(arguments: [0, 1, 250, 255, 256, 257, 300, 511, 512, 513, 5_000])
    func `pieces of any length are joined`(_ length: Int) {
        let text =
            String(repeating: "ñ", count: length / 2) + String(repeating: "a", count: length % 2)
        let part = HTML(escaping: text)
        let html: HTML = "<p>\(text)\(part)|\([part, "<i>", part])\(length)\("<" + text)</p>"
        let expected = "<p>\(text)\(text)|\(text)\n<i>\n\(text)\(length)&lt;\(text)</p>"
        #expect(html.bytes == Array(expected.utf8))
    }

    @Test func `very many pieces are joined in order`() {
        var pieces = HTML.Interpolation(literalCapacity: 0, interpolationCount: 0)
        for number in 0..<2_000 { pieces.appendInterpolation(number) }
        var others = pieces
        others.appendLiteral("a")
        pieces.appendLiteral("b")
        let numbers = (0..<2_000).map(String.init).joined()
        #expect(HTML(stringInterpolation: others).description == numbers + "a")
        #expect(HTML(stringInterpolation: pieces).description == numbers + "b")
    }

    @Test(arguments: [
        "/a?b=c&d#e", "#top", "?lang=es", "a/b:c", "https://example.org/", "HTTP://x/",
        "mailto:a@example.org", "", "MailTo:a@example.org", "//example.org/ñ:1",
    ])
    func `links with harmless URLs are kept`(_ address: String) {
        let html: HTML = #"<a href="\#(link: address)">"#
        #expect(html.description == #"<a href="\#(HTML(escaping: address))">"#)
    }

    @Test(arguments: [
        "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)",
        "java\nscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,x", "vbscript:x",
        "java\tscript", ":x", "httpx:", "m@ilto:x", "H\u{54}TPS\u{1}:x", "ｈttp:x",
    ])
    func `links with URLs that could run scripts are disabled`(_ address: String) {
        let html: HTML = #"<a href="\#(link: address)">"#
        #expect(html.description == ##"<a href="#">"##)
    }

    @Test func `a page has its language, title, style and script`() {
        var page = HTML.Page(title: "<a>", language: "es", content: "<h1>Hola</h1>")
        page.style = "p{}"
        page.script = "x()"
        let text = page.html.description
        #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"es\">"))
        #expect(text.contains("<title>&lt;a&gt;</title>"))
        #expect(text.contains("<style>p{}</style>"))
        #expect(text.contains("<script>x()</script>"))
    }
}
