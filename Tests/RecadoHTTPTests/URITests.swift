// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP
import Testing

@Suite struct `URIs` {
    @Test func `scheme, host, port, path, query and fragment are parsed`() throws {
        let uri = try URI("HTTPS://API.Example.com:8443/v1/El%20Cami%C3%B3n?a=1&b=%26#top")
        #expect(uri.scheme == "https")
        #expect(uri.host == "api.example.com")
        #expect(uri.port == 8443)
        #expect(uri.path == "/v1/El%20Cami%C3%B3n")
        #expect(uri.query == "a=1&b=%26")
        #expect(uri.fragment == "top")
        #expect(uri.authority == "api.example.com:8443")
        #expect(uri.origin == "https://api.example.com:8443")
        #expect(uri.target == "/v1/El%20Cami%C3%B3n?a=1&b=%26")
        #expect(
            "\(uri)" == "https://api.example.com:8443/v1/El%20Cami%C3%B3n?a=1&b=%26#top"
        )
    }

    @Test(
        arguments: [
            "ftp://ftp.is.co.za/rfc/rfc1808.txt", "http://www.ietf.org/rfc/rfc2396.txt",
            "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com",
            "news:comp.infosystems.www.servers.unix", "tel:+1-816-555-1212",
            "telnet://192.0.2.16:80/", "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
            "http://a", "http://a?", "http://a/?#", "http://a:80/", "file:///etc/hosts", "a:",
            "http://[::1]:8080/x", "http://[v1.a:b]/", "http://a//b", "http://a/?a/b?c:@",
        ]
    )
    func `a parsed URI is written unchanged`(_ text: String) throws {
        #expect(try URI(text).description == text)
    }

    @Test func `the scheme's default port is left out of the authority`() throws {
        #expect(try URI("http://a:80/").authority == "a")
        #expect(try URI("https://a:443/").origin == "https://a")
        #expect(try URI("https://a:80/").authority == "a:80")
        #expect(try URI("http://a:/").port == nil)
        #expect(try URI("http://a/").effectivePort == 80)
        #expect(try URI("https://a/").effectivePort == 443)
        #expect(try URI("http://a:00081/").port == 81)
        #expect(try URI("http://a").target == "/")
        #expect(try URI("http://a?b").target == "/?b")
        #expect(try URI("urn:a").authority == nil)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var text: String
        var reason: URIError.Reason
        var offset: Int
        var testDescription: String { "\(text) → \(reason)" }

        init(_ text: String, _ reason: URIError.Reason, _ offset: Int) {
            (self.text, self.reason, self.offset) = (text, reason, offset)
        }
    }

    static let faults = [
        Fault("", .missingScheme, 0),
        Fault("/films", .missingScheme, 0),
        Fault("www.ua.es", .missingScheme, 0),
        Fault("//a/b", .missingScheme, 0),
        Fault(":a", .missingScheme, 0),
        Fault("1a:b", .unexpectedCharacter(.scheme), 0),
        Fault("ht tp://a", .unexpectedCharacter(.scheme), 2),
        Fault("http:", .missingHost, 5),
        Fault("http:/a", .missingHost, 5),
        Fault("https:///a", .missingHost, 6),
        Fault("http://:80/", .missingHost, 5),
        Fault("http://user:pw@a/", .userInformation, 7),
        Fault("http://user@a/", .userInformation, 7),
        Fault("http://españa.es/", .internationalHost, 11),
        Fault("http://a b/", .unexpectedCharacter(.host), 8),
        Fault("http://a%41/", .unexpectedCharacter(.host), 5),
        Fault("ftp://a%4/", .incompleteEscape(.host), 7),
        Fault("http://a\\b/", .unexpectedCharacter(.host), 8),
        Fault("http://a:8o/", .unexpectedCharacter(.port), 10),
        Fault("http://a:-1/", .unexpectedCharacter(.port), 9),
        Fault("http://a:65536/", .portOutOfRange, 9),
        Fault("http://a:99999999999999999999999/", .portOutOfRange, 9),
        Fault("http://[::1/", .malformedAddress, 7),
        Fault("http://[fe80::1%25eth0]/", .malformedAddress, 7),
        Fault("http://[]/", .malformedAddress, 7),
        Fault("http://[::1]x/", .unexpectedCharacter(.host), 12),
        Fault("http://a/El Camión", .unexpectedCharacter(.path), 11),
        Fault("http://a/ó", .unexpectedCharacter(.path), 9),
        Fault("http://a/%", .incompleteEscape(.path), 9),
        Fault("http://a/%2", .incompleteEscape(.path), 9),
        Fault("http://a/%zz", .incompleteEscape(.path), 9),
        Fault("http://a/[b]", .unexpectedCharacter(.path), 9),
        Fault("http://a/\r\nHost: b", .unexpectedCharacter(.path), 9),
        Fault("http://a/?q={x}", .unexpectedCharacter(.query), 12),
        Fault("http://a/?a#b#c", .unexpectedCharacter(.fragment), 13),
        Fault("http://a/\u{0}", .unexpectedCharacter(.path), 9),
    ]

    @Test(arguments: faults)
    func `a malformed URI is refused with reason and position`(_ fault: Fault) {
        let error = #expect(throws: URIError.self) { try URI(fault.text) }
        #expect(error == URIError(fault.reason, at: fault.offset))
    }

    @Test func `the length is limited`() throws {
        let text = "http://a/" + String(repeating: "b", count: 8192 - 9)
        #expect(try URI(text).description == text)
        #expect(throws: URIError(.tooLong(limit: 8192), at: 8192)) { try URI(text + "b") }
        #expect(throws: URIError(.tooLong(limit: 3), at: 3)) { try URI("urn:a", limit: 3) }
    }

    @Test func `errors do not contain the parsed text`() {
        for text in ["http://user:secret@a/", "http://a/?key=secret|", "http://a:secret/"] {
            let error = #expect(throws: URIError.self) { try URI(text) }
            #expect(error?.description.contains("secret") == false)
            #expect(error?.description.contains("\n") == false)
        }
        #expect(
            URIError(.unexpectedCharacter(.path), at: 7).description
                == "URI, byte 7: unexpected character in the path; expected it escaped, as “%20”"
        )
    }

    @Test func `the redacted form hides query values`() throws {
        let uri = try URI("http://a/b?apikey=secret&t=x&token#part")
        #expect(uri.redacted == "http://a/b?apikey=…&t=…&…")
        #expect(try URI("http://a/b?").redacted == "http://a/b")
    }

    static let addresses = [
        "::", "::1", "1::", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "2001:db8::7",
        "::ffff:192.0.2.1", "1:2:3:4:5:6:192.0.2.1", "64:ff9b::192.0.2.33", "ABCD:EF01::",
    ]
    static let noAddresses = [
        "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "g::",
        ":1::2", "1:2:3:4:5:6:7:8::", "::1.2.3", "::1.2.3.256", "::01.2.3.4", "1.2.3.4::",
        "1.2.3.4",
        "1:2:3:4:5:6:7:1.2.3.4", "::1:", "1::2:", "::1.2.3.4:5", "-1::",
    ]

    @Test(arguments: addresses) func `IPv6 addresses are accepted`(_ address: String) throws {
        #expect(try URI("http://[\(address)]/").host == "[\(address.lowercased())]")
    }

    @Test(arguments: noAddresses) func `malformed IPv6 addresses are refused`(_ address: String) {
        #expect(throws: URIError(.malformedAddress, at: 7)) { try URI("http://[\(address)]/") }
    }

    @Test func `normalizing makes equivalent URIs equal`() throws {
        #expect(try URI("HTTP://A/b") == URI("http://a/b"))
        #expect(try URI("http://a/B") != URI("http://a/b"))
        #expect(try URI("http://a:80/") != URI("http://a"))
        for text in ["http://a:80/%7efilms/../x", "http://A/./%78", "http://a/b/../%78"] {
            #expect(try URI(text).normalized.description == "http://a/x")
        }
        #expect(try URI("http://a").normalized.description == "http://a/")
        #expect(
            try URI("http://a/%c3%b3?%2f=%41").normalized.description == "http://a/%C3%B3?%2F=A"
        )
        #expect(try URI("urn:a/../b").normalized.description == "urn:a/../b")
    }

    @Test func `normalizing lowercases the host and uppercases its escapes`() throws {
        let uri = try URI("ldap://A-%ec%41B%2d/x")
        #expect(uri.host == "a-%ec%41b%2d")
        #expect(uri.normalized.host == "a-%ECab-")
        #expect(try URI(uri.normalized.description) == uri.normalized)
        #expect(try URI("ldap://%EC/x").normalized == URI("ldap://%ec/x").normalized)
    }

    @Test(arguments: [7, 8, 9] as [UInt64])
    func `URIs parsed from random text survive writing and normalizing`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var parsed = 0
        for _ in 0..<2000 {
            guard let uri = try? URI("http://a" + generator.text(upTo: 12)) else { continue }
            parsed += 1
            #expect(uri.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(try URI(uri.description) == uri)
            #expect(try URI(uri.normalized.description) == uri.normalized)
            #expect(uri.normalized.normalized == uri.normalized)
        }
        #expect(parsed > 100)
    }
}
