// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoSecrets
import Testing

/// The values of a document may themselves contain names with secrets, and addresses.
@Suite struct `Secret values in content` {
    typealias Sample = `Content with masked secrets`.Sample

    private static func json(_ content: String, _ shown: String) -> Sample {
        Sample("application/json", content, shown)
    }

    private static func xml(_ content: String, _ shown: String) -> Sample {
        Sample("application/xml", content, shown)
    }

    static let texts = [
        json(#"{"log":"password: hunter2"}"#, #"{"log":"password:…"}"#),
        json(#"{"log":"my pin : 1 & 2"}"#, #"{"log":"my pin :…"}"#),
        json(
            #"{"raw":"Host: a\r\nAuthorization: Bearer x"}"#,
            #"{"raw":"Host: a\r\nAuthorization:…"}"#
        ),
        json(#"["a=1&b=2, pin:1&c=3"]"#, #"["a=1&b=2, pin:…"]"#),
        json(#"["a=1 code=2","a login code: 2"]"#, #"["a=1 code=…","a login code:…"]"#),
        json(
            #"["p\\u0061ssword: x","a=pin\\u003d1","pin&#58; 1"]"#,
            #"["p\\u0061ssword:…","a=…","…"]"#
        ),
        Sample("application/x-www-form-urlencoded", "q=x+code%3Dy&b=1", "q=x+code%3D…&b=1"),
        Sample("application/x-www-form-urlencoded", "q=pin%3A+1&b=1", "q=pin%3A…&b=1"),
        xml("<log>pin: 1234</log>", "<log>pin:…</log>"),
        xml("<log at='pin: 1'/>", "<log at='pin:…'/>"),
    ]

    static let users = [
        json(#"{"repo":"https://ana:x@h/a"}"#, #"{"repo":"https://…@h/a"}"#),
        json(
            #"["see https://ana:x@h, https://b:y@i/?q=1"]"#,
            #"["see https://…@h, https://…@i/?q=1"]"#
        ),
        json(#"["//ana@h","https:\\/\\/ana:x@h"]"#, #"["//…@h","…"]"#),
        Sample(
            "application/x-www-form-urlencoded",
            "a=1&next=https%3A%2F%2Fana%3Ax%40h%2F&b=1",
            "a=1&next=…&b=1"
        ),
        xml("<a href='ftp://ana:x@h'>ftp://ana:x@h/</a>", "<a href='ftp://…@h'>ftp://…@h/</a>"),
        Sample("text/plain", "see https://ana:x@h/", nil),
        Sample("text/html", "<a href='https://ana:x&#64;h/'>", nil),
        Sample(nil, "https://ana:x@h/", nil),
    ]

    static let names = [
        json(
            #"[["Authorization","Bearer x"],["Age","1"]]"#,
            #"[["Authorization","…"],["Age","1"]]"#
        ),
        json(#"["Age","1","DPoP","x","Via","a"]"#, #"["Age","1","DPoP","…","Via","a"]"#),
        json(#"[["pin",[1]],["pin",null],["pin"]]"#, #"[["pin","…"],["pin",null],["pin"]]"#),
        json(#"{"type":"password","value":"x"}"#, #"{"type":"password","value":"…"}"#),
        json(#"{"code2":"x","pin_3":"y"}"#, #"{"code2":"…","pin_3":"…"}"#),
        Sample(
            "application/xhtml+xml",
            #"<p><input type="password" name="q" value="x"/></p>"#,
            #"<p><input type="password" name="…" value="…"/></p>"#
        ),
    ]

    static let elements = [
        xml("<m><value>x</value><name>pin</name></m>", "<m>…<name>pin</name></m>"),
        xml(
            "<r><m>\n<a b='x'>y</a>z<name>pin</name>t<c/>\n</m><m>1</m></r>",
            "<r><m>…<name>pin</name>…<c/>\n</m><m>1</m></r>"
        ),
        xml(
            "<m>\n<name>pin</name>\n<value><name>a</name><b>1</b></value>\n<c d='x'/></m>",
            "<m>\n<name>pin</name>\n<value>…</value>\n<c d='…'/></m>"
        ),
        xml("<m><a>1</a><type>pin</type><value>x</value></m>", "<m>…<value>…</value></m>"),
        xml("<m><value>x</value><type>pin</type></m>", "<m>…<type>pin</type></m>"),
        xml("<m><value>x</value><name>my pin</name></m>", "<m>…<name>my pin</name></m>"),
        xml(
            "<m><n><name>pin</name><b>x</b></n><c>1</c></m>",
            "<m><n><name>pin</name><b>…</b></n><c>1</c></m>"
        ),
        xml("<pin><b>x</b><name>pin</name></pin>", "<pin>…</pin>"),
        xml("<?token hunter2?><a/>", "<a/>"), xml("<?xml-token x?><a/>", "<a/>"),
        xml("<?xml version='1.0'?>\n<?pin 1?><a/><?pin 1?>", "<?xml version='1.0'?>\n<a/>"),
    ]

    static let harmless = [
        json(
            #"{"at":"2026-11-24T19:36:28Z","title":"Alien: Covenant","see":"https://a.org:80/@ana?q=b@c"}"#,
            #"{"at":"2026-11-24T19:36:28Z","title":"Alien: Covenant","see":"https://a.org:80/@ana?q=b@c"}"#
        ),
        json(
            #"["Key West","Miami","mailto:ana@a.org","zipcode: 03001","12:30","C:\\films"]"#,
            #"["Key West","Miami","mailto:ana@a.org","zipcode: 03001","12:30","C:\\films"]"#
        ),
        json(
            #"["see https://a.org and mail b@c","/a;b=1?c=d"]"#,
            #"["see https://a.org and mail b@c","/a;b=1?c=d"]"#
        ),
        json(#"{"type":"session","films":[7]}"#, #"{"type":"session","films":[7]}"#),
        xml(
            "<r><value>1</value><name>Up</name><type>film</type>a: b</r>",
            "<r><value>1</value><name>Up</name><type>film</type>a: b</r>"
        ),
        xml("<r><a>1</a><type>pin</type>b</r>", "<r><a>1</a><type>pin</type>b</r>"),
        xml("<r xmlns='urn:a:b'><p>12:30</p></r>", "<r xmlns='urn:a:b'><p>12:30</p></r>"),
        Sample(
            "application/x-www-form-urlencoded",
            "at=12%3A30&mail=ana%40a.org&u=https%3A%2F%2Fa.org",
            "at=12%3A30&mail=ana%40a.org&u=https%3A%2F%2Fa.org"
        ),
        Sample(
            "text/html",
            "<a href=\"https://a.org\">ana@a.org</a>",
            "<a href=\"https://a.org\">ana@a.org</a>"
        ),
        Sample("text/html", "<script>//@ts-ignore\n</script>", "<script>//@ts-ignore\n</script>"),
        Sample("text/plain", "at 12:30, https://a.org/@ana", "at 12:30, https://a.org/@ana"),
    ]

    private func expectShown(_ sample: Sample) {
        let content = Array(sample.content.utf8)
        let shown = SecretMask.ellipsis.content(content, sample.type.flatMap { MediaType($0) })
        #expect(shown.map { String(decoding: $0, as: UTF8.self) } == sample.shown)
    }

    @Test(arguments: texts)
    func `are masked after a secret name in a string`(_ sample: Sample) { expectShown(sample) }

    @Test(arguments: users)
    func `are masked in the user information of URLs`(_ sample: Sample) { expectShown(sample) }

    @Test(arguments: names)
    func `are masked when a neighbouring element or a type names the secret`(_ sample: Sample) {
        expectShown(sample)
    }

    @Test(arguments: elements)
    func `are masked in XML before and after the element that names them`(_ sample: Sample) {
        expectShown(sample)
    }

    @Test(arguments: harmless)
    func `values that no name marks as secret are kept`(_ sample: Sample) { expectShown(sample) }

    /// Each sample would take minutes if everything before a match were read again.
    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("application/json", "[\"\(String(repeating: "a:", count: 10_000))\"]"),
            ("application/json", "[\"\(String(repeating: "//a@", count: 10_000))\"]"),
            ("application/json", "[\"\(String(repeating: "/", count: 50_000))@\"]"),
            ("application/x-www-form-urlencoded", String(repeating: "a+", count: 10_000)),
            ("application/x-www-form-urlencoded", String(repeating: "%3A", count: 10_000)),
            (
                "application/xml",
                "<a>" + String(repeating: "<b>x</b><name>pin</name>", count: 2_000) + "</a>"
            ),
            (
                "application/xml",
                String(repeating: "<a>x<b>", count: 100) + "<name>pin</name>"
                    + String(repeating: "</b><name>pin</name></a>", count: 100)
            ),
        ]
    )
    func `are masked in linear time`(type: String, content: String) {
        let content = Array(content.utf8)
        #expect(SecretMask.ellipsis.content(content, MediaType(type)) != nil)
    }
}
