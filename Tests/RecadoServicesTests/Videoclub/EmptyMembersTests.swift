// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoContracts
import Testing

@Suite struct `Empty text members of films` {
    private static let start = """
        {"id":1,"title":"T","year":"1972","director":"D","rented":false,"created_at":"c",\
        "updated_at":"u"
        """

    @Test(arguments: ["}", #","poster":null,"synopsis":null}"#, #","poster":"","synopsis":""}"#])
    func `are decoded as nil and encoded as empty texts`(_ end: String) throws {
        let film: Film = try JSON().decode(from: Self.start + end)
        #expect(film.poster == nil && film.synopsis == nil)
        let json = try JSON().encodeToString(film)
        #expect(json.contains(#""poster":"""#) && json.contains(#""synopsis":"""#))
        let xml = try XML().encodeToString(film)
        #expect(xml.contains("<poster/>") && xml.contains("<synopsis/>"))
        #expect(try XML().decode(Film.self, from: xml) == film)
        var other = film
        other.poster = ""
        #expect(other == film)
        other.poster = "/p.png"
        #expect(try JSON().decode(Film.self, from: JSON().encode(other)).poster == "/p.png")
    }

    @Test(arguments: [#","poster":7}"#, #","synopsis":[]}"#])
    func `are refused if they are not texts`(_ end: String) {
        #expect(throws: CodingError.self) {
            try JSON().decode(Film.self, from: Self.start + end)
        }
    }
}
