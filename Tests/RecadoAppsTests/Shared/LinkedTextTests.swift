// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints
import Testing

@testable import RecadoApps

@Suite
struct `URLs in texts` {
    private func links(_ text: String) -> [String] {
        let html = String(decoding: LinkedText(text: text).html.bytes, as: UTF8.self)
        return html.matches(of: /<a href="([^"]*)" rel="noopener noreferrer nofollow ugc">/)
            .map { String($0.1) }
    }

    private func html(_ text: String) -> String {
        String(decoding: LinkedText(text: text).html.bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            ("Mira https://swift.org.", ["https://swift.org"]),
            (
                "(https://es.wikipedia.org/wiki/Recado_(desambiguación))",
                ["https://es.wikipedia.org/wiki/Recado_(desambiguaci%C3%B3n)"]
            ),
            (
                "HTTP://EXAMPLE.ORG/a?b=c&d=e#f, y https://x.es/é!",
                ["HTTP://EXAMPLE.ORG/a?b=c&amp;d=e#f", "https://x.es/%C3%A9"]
            ),
            (
                "<https://a.example/x>«https://b.example»",
                ["https://a.example/x", "https://b.example"]
            ),
            ("https://a.example\nhttp://[::1]:80/", ["https://a.example", "http://[::1]:80/"]),
        ] as [(String, [String])]
    )
    func `become links without the punctuation around them`(text: String, expected: [String]) {
        #expect(links(text) == expected)
    }

    @Test(
        arguments: [
            "javascript://alert(1)", "xhttps://a.example", "ftp://a.example", "https://",
            "http:// a",
            "https:///path", "javascript:alert(1)", "data:text/html,x", "://", "http://)",
        ]
    )
    func `do not become links if they have other schemes`(text: String) {
        #expect(links(text) == [])
        #expect(html(text) == text)
    }

    @Test func `end before characters special in HTML, and all text is escaped`() {
        let text = html(#"https://a.example/"onclick="x <b>&</b> 'https://b.example/'"#)
        #expect(
            text.hasPrefix(
                #"<a href="https://a.example/" rel="noopener noreferrer nofollow ugc">https://a.example/</a>&quot;onclick=&quot;x &lt;b&gt;&amp;&lt;/b&gt; "#
            ),
            "\(text)"
        )
        #expect(!text.contains("<b>"))
    }

    @Test func `become at most 200 links and keep the text unchanged`() {
        let many = String(repeating: "https://a.example ", count: 1_000)
        #expect(links(many).count == 200)
        let plain = html(many).replacing(/<[^>]*>/, with: "")
        #expect(plain == many)
        #expect(links("https://a.example/" + String(repeating: "a", count: 5_000)) == [])
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            String(repeating: "https://", count: 2_500), String(repeating: ")", count: 20_000),
            "https://a" + String(repeating: ")", count: 19_990),
            "https://e" + String(repeating: "\u{301}", count: 19_990),
            String(repeating: "a://", count: 5_000),
        ]
    )
    func `are found in linear time`(text: String) {
        #expect(html(text).utf8.count >= text.utf8.count)
    }
}

@Suite
struct `Displayed times` {
    private func words(_ age: Int64, _ language: AppLanguage) -> String {
        Moment(time: 1_784_121_600 - age, now: 1_784_121_600).words(in: language)
    }

    @Test(
        arguments: [
            (0, "ahora mismo", "just now"), (-30, "ahora mismo", "just now"),
            (60, "hace 1 minuto", "1 minute ago"), (3_599, "hace 59 minutos", "59 minutes ago"),
            (7_200, "hace 2 horas", "2 hours ago"), (86_400, "hace 1 día", "1 day ago"),
            (604_800, "8 de julio de 2026", "8 July 2026"),
            (-86_400, "16 de julio de 2026", "16 July 2026"),
        ] as [(Int64, String, String)]
    )
    func `are written in words relative to the current time`(
        age: Int64,
        spanish: String,
        english: String
    ) {
        #expect(words(age, .spanish) == spanish)
        #expect(words(age, .english) == english)
    }

    @Test func `have a datetime attribute in UTC for any age`() {
        let html = Moment(time: 1_784_121_600, now: .min).html(in: .english)
        let text = String(decoding: html.bytes, as: UTF8.self)
        #expect(text.contains(#"datetime="2026-07-15T13:20:00Z""#), "\(text)")
    }
}
