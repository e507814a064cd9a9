// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Link fields` {
    @Test func `links are found by their relation`() throws {
        let links = LinkField([
            #"<https://a/films?page=2&q=a,b;c>; rel="next", </films?page=9>; rel=last"#,
            #"<?page=1>; REL="first Prev""#,
        ])
        #expect(links.links.count == 3)
        #expect(links["next"]?.target == "https://a/films?page=2&q=a,b;c")
        #expect(links["LAST"]?.target == "/films?page=9")
        #expect(links["prev"]?.relations == ["first", "prev"])
        #expect(links["up"] == nil)
        let base = try URI("https://a/films?page=2")
        let first = try #require(links["first"])
        #expect(try base.resolving(first.target).description == "https://a/films?page=1")
    }

    @Test(
        arguments: [
            ("", 0), (" ,, ", 0), ("<a>", 1), ("<>;rel=self", 1), ("<a>;", 1), ("<a>;;rel=b", 1),
            ("<a>;rel", 1), ("<a>, <b>,<c>", 3), ("<a> <b>", 0), ("<a", 0), ("a", 0),
            ("<a>;rel=\"b", 0), ("<a>;rel=next, b", 1), ("<a>;x=;rel=b, <c>", 0),
        ]
    )
    func `malformed fields yield only the links that can be parsed`(_ value: String, _ count: Int) {
        #expect(LinkField([value]).links.count == count)
    }

    @Test func `only the first rel parameter of a link applies`() {
        let links = LinkField(["<a>; rel=next; rel=last"])
        #expect(links["next"] != nil)
        #expect(links["last"] == nil)
    }

    @Test func `non-ASCII titles are escaped and parsed`() {
        let link = LinkField.Link(to: "/f", relation: "next", parameters: ["title": "El Camión"])
        #expect(link.description == #"</f>; rel="next"; title*=UTF-8''El%20Cami%C3%B3n"#)
        let links = LinkField([link.description])
        #expect(links["next"]?.title == "El Camión")
        #expect(LinkField([links.description]) == links)
        #expect(LinkField(["<a>; title*=UTF-8'es'%FF; title=b"]).links.first?.title == "b")
    }

    @Test func `special characters in target and relation are escaped`() {
        let link = LinkField.Link(to: "/a>; rel=\"x\"\r\nb ó%20", relation: "ne\"xt\r\n")
        let text = link.description
        #expect(text == #"</a%3E;%20rel=%22x%22%0D%0Ab%20%C3%B3%20>; rel="ne\"xt  ""#)
        #expect(LinkField([text]).links.count == 1)
    }

    @Test func `links after the hundredth are ignored`() {
        let value = Array(repeating: "<a>", count: 500).joined(separator: ",")
        #expect(LinkField([value, value]).links.count == LinkField.limit)
        #expect(LinkField().description.isEmpty)
    }
}
