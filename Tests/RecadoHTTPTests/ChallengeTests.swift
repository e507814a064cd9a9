// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `Authentication challenges` {
    @Test func `challenges are written as field values`() {
        #expect(
            Challenge.basic(realm: "Vídeo \"Club\"").description
                == #"Basic realm="Vídeo \"Club\"", charset="UTF-8""#
        )
        #expect(Challenge.bearer(realm: "a\r\nb").description == #"Bearer realm="a  b""#)
        #expect(Challenge(scheme: "Negotiate")?.description == "Negotiate")
        #expect(Challenge(scheme: "no token") == nil)
        let digest = Challenge(scheme: "Digest", parameters: ["realm": "a", "stale": "true"])
        #expect(digest?.description == #"Digest realm="a", stale=true"#)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var value: String
        var challenges: [String]
        var testDescription: String { value }

        init(_ value: String, _ challenges: [String]) {
            (self.value, self.challenges) = (value, challenges)
        }
    }

    static let cases = [
        Case("", []),
        Case(" , ,", []),
        Case("Basic realm=simple", [#"Basic realm="simple""#]),
        Case("BASIC REALM = \"a\" ", [#"BASIC realm="a""#]),
        Case("Negotiate", ["Negotiate"]),
        Case("Negotiate, Basic realm=\"a\"", ["Negotiate", #"Basic realm="a""#]),
        Case("Negotiate YWJj==, NTLM", ["Negotiate YWJj==", "NTLM"]),
        Case(
            #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#,
            [
                #"Newauth realm="apps", type="1", title="Login to \"apps\"""#,
                #"Basic realm="simple""#,
            ]
        ),
        Case(
            #"Digest realm="a, Basic realm=b", nonce="c"  ,, Bearer"#,
            [#"Digest realm="a, Basic realm=b", nonce="c""#, "Bearer"]
        ),
        Case(#"Basic realm="a","#, [#"Basic realm="a""#]),
        Case(#"Basic , realm="a""#, ["Basic"]),
        Case(#"Basic realm="a", realm="b""#, []),
        Case(#"Basic realm="a" b"#, []),
        Case(#"Basic realm="a"#, []),
        Case(#"Basic realm="a", Bad Bad Bad"#, [#"Basic realm="a""#]),
        Case("Basic=a", []),
        Case("\u{0}", []),
    ]

    @Test(arguments: cases) func `challenges are parsed from field values`(_ sample: Case) {
        let challenges = Challenge.list(in: [sample.value])
        #expect(challenges.map(\.description) == sample.challenges)
        #expect(Challenge.list(in: sample.challenges) == challenges)
    }

    @Test func `challenges are parsed from several fields, ignoring the case of names`() throws {
        let challenges = Challenge.list(in: ["Basic realm=\"a\"", "bearer, x y=z"])
        #expect(challenges.count == 3)
        #expect(challenges.first?.realm == "a")
        #expect(challenges[1].isScheme("Bearer"))
        #expect(challenges[2].parameters["Y"] == "z")
    }

    @Test(arguments: [13, 14] as [UInt64])
    func `challenges parsed from random text survive writing and parsing`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let challenges = Challenge.list(in: ["Basic a=" + generator.text(upTo: 30)])
            let written = challenges.map(\.description)
            #expect(written.allSatisfy { Fields.isValid($0) })
            #expect(Challenge.list(in: written) == challenges)
        }
    }
}
