// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoAuthentication
import RecadoClient
import RecadoHTTP
import Synchronization
import Testing

@Suite
struct `Digest authentication` {
    static func session(
        _ challenge: String,
        _ user: String = "Mufasa",
        _ password: String = "Circle of Life",
        nonce: String
    ) throws -> any AuthenticationSession {
        let scheme = DigestScheme { nonce }
        let parsed = try #require(Challenge.list(in: [challenge]).first)
        _ = try #require(scheme.strength(of: parsed))
        return scheme.session(
            answering: parsed,
            with: try BasicCredentials(user: user, password: password)
        )
    }

    static func parameters(_ authorization: String?) throws -> FieldParameters {
        let challenge = Challenge.list(in: [try #require(authorization)]).first
        #expect(challenge?.scheme == "Digest")
        return try #require(challenge).parameters
    }

    static let mufasa = #"""
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, \#
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \#
        opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """#

    /// RFC 7616 §3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func `the examples of RFC 7616 give the expected Authorization field`(
        algorithm: String,
        response: String
    ) throws {
        let challenge = Self.mufasa.replacing("ALGORITHM", with: algorithm)
        var session = try Self.session(
            challenge,
            nonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
        let value = session.authorization(for: .film(), uri: "/dir/index.html")
        let expected =
            #"Digest username="Mufasa", realm="http-auth@example.org", "#
            + #"nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", uri="/dir/index.html", "#
            + "algorithm=\(algorithm), qop=auth, nc=00000001, "
            + #"cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", "#
            + #"response="\#(response)", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
        #expect(value == expected)
    }

    /// RFC 7616 §3.9.2 with the values of erratum 4897: the RFC's printed hashes are those of
    /// another function.
    @Test
    func `a user name outside ASCII is hashed by SHA-512-256`() throws {
        let challenge =
            #"Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, "#
            + #"nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", charset=UTF-8, userhash=true"#
        var session = try Self.session(
            challenge,
            "J\u{E4}s\u{F8}n Doe",
            "Secret, or not?",
            nonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm"
        )
        let value = session.authorization(for: .film(), uri: "/doe.json")
        let parameters = try Self.parameters(value)
        #expect(
            parameters["username"]
                == "793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"
        )
        #expect(
            parameters["response"]
                == "7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c"
        )
        #expect(parameters["userhash"] == "true")
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var challenge: String
        var response: String?
    }

    static let cases: [Case] = [
        Case(
            testDescription: "without quality",
            challenge: #"Digest realm="r", nonce="n""#,
            response: "c155f87b326ac884071d34256c20a29e"
        ),
        Case(
            testDescription: "a session of MD5",
            challenge: #"Digest realm="r", nonce="n", algorithm=MD5-sess, qop="auth""#,
            response: "a2c9204ed7988a47b0676b32f6f89b86"
        ),
        Case(
            testDescription: "a session of SHA-256",
            challenge: #"Digest realm="r", nonce="n", algorithm=SHA-256-sess, qop="auth""#,
            response: "6583105d3725353c557ce43a66dad0dca85cc8c7d7145897a3e1605d203bf705"
        ),
        Case(
            testDescription: "integrity of content",
            challenge: #"Digest realm="r", nonce="n", algorithm=SHA-256, qop="auth-int""#,
            response: "c102460bf9d464c89151677991ef5cc3282018a33b7f03bd1a994d5671063fe2"
        ),
        Case(
            testDescription: "an algorithm in small letters",
            challenge: #"Digest realm="r", nonce="n", algorithm=sha-256, qop="auth-int""#,
            response: "c102460bf9d464c89151677991ef5cc3282018a33b7f03bd1a994d5671063fe2"
        ),
        Case(
            testDescription: "an unknown algorithm",
            challenge: #"Digest realm="r", nonce="n", algorithm=SHA-3, qop="auth""#
        ),
        Case(
            testDescription: "an unknown quality",
            challenge: #"Digest realm="r", nonce="n", qop="auth-conf""#
        ),
        Case(testDescription: "no nonce", challenge: #"Digest realm="r""#),
        Case(testDescription: "no realm", challenge: #"Digest nonce="n""#),
        Case(testDescription: "another scheme", challenge: #"Bearer realm="r", nonce="n""#),
    ]

    @Test(arguments: cases)
    func `each form of challenge gives the expected response value`(_ example: Case) throws {
        let challenge = try #require(Challenge.list(in: [example.challenge]).first)
        guard let response = example.response else {
            #expect(DigestScheme().strength(of: challenge) == nil)
            return
        }
        var session = try Self.session(example.challenge, "u", "p", nonce: "c")
        let request = Request.film(.post, content: Content("hello"))
        let parameters = try Self.parameters(session.authorization(for: request, uri: "/x"))
        #expect(parameters["response"] == response)
    }

    @Test
    func `auth-int is not answered for streamed content`() throws {
        var session = try Self.session(
            #"Digest realm="r", nonce="n", qop="auth-int""#,
            nonce: "c"
        )
        let request = Request.film(.post, content: Content(reading: OnceSource([1])))
        #expect(session.authorization(for: request, uri: "/") == nil)
    }

    @Test
    func `user names outside ASCII are percent-encoded, and quotes are escaped`() throws {
        let challenge = #"Digest realm="r", nonce="n", qop="auth""#
        for (user, expected) in [
            ("Ñandú", "username*=UTF-8''%C3%91and%C3%BA"), (#"a"b"#, #"username="a\"b""#),
        ] {
            var session = try Self.session(challenge, user, nonce: "c")
            let value = session.authorization(for: .film(), uri: "/")
            #expect(value?.contains(expected) == true)
        }
    }

    @Test
    func `the nonce count grows, and restarts with the server's next nonce`() throws {
        var session = try Self.session(#"Digest realm="r", nonce="n", qop="auth""#, nonce: "c")
        var counts: [String?] = []
        for _ in 0..<17 {
            counts.append(
                try Self.parameters(session.authorization(for: .film(), uri: "/"))["nc"]
            )
        }
        #expect(counts.first == "00000001")
        #expect(counts.last == "00000011")
        session.learn(["nextnonce": "m"])
        let next = try Self.parameters(session.authorization(for: .film(), uri: "/"))
        #expect(next["nonce"] == "m")
        #expect(next["nc"] == "00000001")
    }

    @Test
    func `only a challenge with stale=true renews the nonce`() throws {
        var session = try Self.session(#"Digest realm="r", nonce="n", qop="auth""#, nonce: "c")
        for text in [
            #"Digest realm="r", nonce="m", qop="auth""#,
            #"Digest realm="r", nonce="m", qop="auth", stale=false"#,
            #"Digest realm="other", nonce="m", qop="auth", stale=true"#,
        ] {
            #expect(!session.renew(try #require(Challenge.list(in: [text]).first)))
        }
        let stale = #"Digest realm="r", nonce="m", qop="auth", stale=TRUE"#
        #expect(session.renew(try #require(Challenge.list(in: [stale]).first)))
        let next = try Self.parameters(session.authorization(for: .film(), uri: "/"))
        #expect(next["nonce"] == "m")
    }

    @Test(arguments: [
        ("", "/other", true), ("/films /people", "/films/7", true), ("/films", "/films", true),
        ("/films", "/filmsx", false), ("/films", "/", false),
        ("https://example.com/ //example.com/", "/x", true),
    ])
    func `the domain parameter decides which paths share the credentials`(
        domain: String,
        path: String,
        isCovered: Bool
    ) throws {
        let session = try Self.session(
            #"Digest realm="r", nonce="n", domain="\#(domain)""#,
            nonce: "c"
        )
        #expect(session.covers(path[...], since: "/films/1") == isCovered)
    }

    @Test
    func `a printed session does not contain the password`() throws {
        var session = try Self.session(#"Digest realm="r", nonce="n", qop="auth""#, nonce: "c")
        let value = session.authorization(for: .film(), uri: "/")
        var dumped = ""
        dump(session, to: &dumped)
        for text in ["\(session)", String(reflecting: session), dumped, value ?? ""] {
            #expect(!text.contains("Circle of Life"))
        }
    }
}
