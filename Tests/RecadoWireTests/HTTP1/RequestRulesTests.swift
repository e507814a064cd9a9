// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire
import Testing

/// The bytes of one or more requests, with the expected result of reading them.
struct RequestCase: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let expected: Reading

    /// Returns a case that is refused.
    static func refused(_ failure: MessageError.Kind, _ name: String, _ text: String) -> RequestCase
    {
        RequestCase(name: name, text: text, expected: Reading(failure: failure))
    }

    /// Returns a case whose requests are accepted.
    static func taken(_ name: String, _ text: String, _ requests: String...) -> RequestCase {
        RequestCase(name: name, text: text, expected: Reading(requests: requests))
    }

    /// Returns a case with a field that is refused, in a request that is valid otherwise.
    static func field(_ failure: MessageError.Kind, _ name: String, _ field: String) -> RequestCase
    {
        refused(failure, name, "POST / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
    }

    /// Returns a case with chunks that are refused.
    static func chunks(
        _ failure: MessageError.Kind,
        _ name: String,
        _ chunks: String
    ) -> RequestCase {
        refused(
            failure,
            name,
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)"
        )
    }

    var testDescription: String { "\(name) → \(expected)" }
}

@Suite struct `Request rules` {
    static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let taken: [RequestCase] = [
        .taken("origin-form", "GET /a?b=c HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a?b=c @h []"),
        .taken(
            "absolute-form",
            "GET http://H:80/a HTTP/1.1\r\nHost: h:80\r\n\r\n",
            "GET /a @h:80 []"
        ),
        .taken(
            "absolute-form without a path",
            "GET http://h?q HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET /?q @h []"
        ),
        .taken(
            "absolute-form for OPTIONS",
            "OPTIONS http://h HTTP/1.1\r\nHost: h\r\n\r\n",
            "OPTIONS * @h []"
        ),
        .taken("asterisk", "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "OPTIONS * @h []"),
        .taken("an unknown method", "BREW /pot HTTP/1.1\r\nHost: h\r\n\r\n", "BREW /pot @h []"),
        .taken(
            "an IPv6 host",
            "GET / HTTP/1.1\r\nHost: [::1]:3000\r\n\r\n",
            "GET / @[::1]:3000 []"
        ),
        .taken("the last port", "GET / HTTP/1.1\r\nHost: h:65535\r\n\r\n", "GET / @h:65535 []"),
        .taken("HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n", "GET / @ []"),
        .taken("a higher minor version", "GET / HTTP/1.7\r\nHost: h\r\n\r\n", "GET / @h []"),
        .taken("one empty line before", "\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", "GET / @h []"),
        .taken("an empty value", "GET / HTTP/1.1\r\nHost: h\r\nA:\r\n\r\n", "GET / @h []"),
        .taken(
            "bytes beyond ASCII in a value",
            "GET / HTTP/1.1\r\nHost: h\r\nA: ñ\r\n\r\n",
            "GET / @h []"
        ),
        .taken("a tab around a value", "GET / HTTP/1.1\r\nHost:\t h \t\r\n\r\n", "GET / @h []"),
        .taken(
            "a length",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc",
            "POST / @h [abc]"
        ),
        .taken(
            "a length of nothing",
            "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
            "POST / @h []"
        ),
        .taken(
            "content of GET",
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nx",
            "GET / @h [x]"
        ),
        .taken(
            "chunks",
            chunked + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n",
            "POST / @a [abc0123456789]"
        ),
        .taken(
            "CHUNKED",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n",
            "POST / @a []"
        ),
        .taken(
            "empty members beside CHUNKED",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: , chunked,\r\n\r\n0\r\n\r\n",
            "POST / @a []"
        ),
        .taken(
            "many chunk extensions",
            chunked + "1;a;b=c;d=\"e\\\"; f\";g\r\nx\r\n0\r\n\r\n",
            "POST / @a [x]"
        ),
        .taken(
            "the same type twice",
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Type: a/b\r\nContent-Type: A/B\r\n\r\n",
            "GET / @h []"
        ),
        .taken("chunk extensions", chunked + "1;a=\"b\"\r\nx\r\n0;z\r\n\r\n", "POST / @a [x]"),
        .taken(
            "leading zeros of a size",
            chunked + "0000000000000001\r\nx\r\n00\r\n\r\n",
            "POST / @a [x]"
        ),
        .taken("trailers", chunked + "0\r\nContent-Length: 5\r\nA: b\r\n\r\n", "POST / @a []"),
        .taken(
            "three requests in a row",
            "GET /1 HTTP/1.1\r\nHost: h\r\n\r\n" + chunked + "1\r\nx\r\n0\r\n\r\n"
                + "PUT /3 HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok",
            "GET /1 @h []",
            "POST / @a [x]",
            "PUT /3 @h [ok]"
        ),
    ]

    static let requestLines: [RequestCase] = [
        .refused(.malformed, "no blanks", "GET\r\n\r\n"),
        .refused(.malformed, "no version", "GET /\r\n\r\n"),
        .refused(.malformed, "two blanks", "GET  / HTTP/1.1\r\n\r\n"),
        .refused(.malformed, "a blank at the end", "GET / HTTP/1.1 \r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a blank at the beginning", " GET / HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a tab", "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a method that is no token", "G@T / HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a small version", "GET / http/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a long version", "GET / HTTP/1.10\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a version without digits", "GET / HTTP/x.y\r\nHost: h\r\n\r\n"),
        .refused(.unknownVersion, "HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        .refused(.unknownVersion, "HTTP/0.9 spelt out", "GET / HTTP/0.9\r\n\r\n"),
        .refused(.notImplemented, "CONNECT", "CONNECT h:443 HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(
            .notImplemented,
            "a long method",
            String(repeating: "A", count: 40) + " / HTTP/1.1\r\n\r\n"
        ),
        .refused(.malformed, "an asterisk for GET", "GET * HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a relative target", "GET a HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a fragment", "GET /#a HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "bytes beyond ASCII", "GET /ñ HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "another scheme", "GET ftp://h/ HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "user information", "GET http://u@h/ HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "no authority", "GET http:/// HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a bare LF before", "\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "a bare LF at the end", "GET / HTTP/1.1\nHost: h\r\n\r\n"),
        .refused(.malformed, "a bare CR", "GET /\ra HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "NUL", "GET /\0 HTTP/1.1\r\nHost: h\r\n\r\n"),
        .refused(.malformed, "DEL", "GET /\u{7F} HTTP/1.1\r\nHost: h\r\n\r\n"),
    ]

    static let fields: [RequestCase] = [
        .refused(.malformed, "no Host", "GET / HTTP/1.1\r\nA: b\r\n\r\n"),
        .refused(.malformed, "an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
        .refused(.malformed, "two Hosts", "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n"),
        .refused(
            .malformed,
            "two Hosts in HTTP/1.0",
            "GET / HTTP/1.0\r\nHost: h\r\nhost: h\r\n\r\n"
        ),
        .refused(.malformed, "a port beyond all", "GET / HTTP/1.1\r\nHost: h:99999\r\n\r\n"),
        .refused(.malformed, "a port just beyond", "GET / HTTP/1.1\r\nHost: [::1]:65536\r\n\r\n"),
        .refused(
            .malformed,
            "a port beyond all in the target",
            "GET http://h:65536/ HTTP/1.1\r\nHost: h:65536\r\n\r\n"
        ),
        .field(
            .malformed,
            "two Authorizations",
            "Authorization: Basic YTpi\r\nauthorization: Basic YTpi"
        ),
        .field(
            .malformed,
            "two types",
            "Content-Type: text/xml\r\nA: b\r\nContent-Type: text/plain"
        ),
        .field(
            .malformed,
            "two schemes",
            "Authorization: Basic YTpi\r\nA: b\r\nAuthorization: Bearer c"
        ),
        .field(.malformed, "31 marks in a row", "A: a" + String(repeating: "\u{301}", count: 31)),
        .refused(.malformed, "a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
        .refused(.malformed, "a Host with a comma", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n"),
        .refused(.malformed, "a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        .refused(.malformed, "a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
        .refused(.malformed, "a port that is no number", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
        .refused(.malformed, "a Host that opens a bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
        .refused(
            .malformed,
            "another Host than the target's",
            "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n"
        ),
        .field(.malformed, "a blank before the colon", "A : b"),
        .field(.malformed, "a tab before the colon", "A\t: b"),
        .field(.malformed, "no colon", "A"),
        .field(.malformed, "no name", ": b"),
        .field(.malformed, "a name that is no token", "A(b): c"),
        .field(.malformed, "a line that goes on", "A: b\r\n c"),
        .field(.malformed, "a line that goes on after a tab", "A: b\r\n\tc"),
        .field(.malformed, "a bare LF", "A: b\nC: d"),
        .field(.malformed, "a bare CR", "A: b\rC: d"),
        .field(.malformed, "NUL in a value", "A: b\0c"),
        .field(.malformed, "a control character in a value", "A: b\u{1}c"),
        .field(.malformed, "DEL in a value", "A: b\u{7F}"),
        .field(.malformed, "NUL in a name", "A\0: b"),
        .field(.unknownExpectation, "another expectation", "Expect: 200-ok"),
        .field(.unknownExpectation, "two expectations", "Expect: 100-continue, 100-continue"),
    ]

    static let lengths: [RequestCase] = [
        .field(.malformed, "an empty length", "Content-Length:"),
        .field(.malformed, "a plus", "Content-Length: +5"),
        .field(.malformed, "a minus", "Content-Length: -0"),
        .field(.malformed, "hexadecimal", "Content-Length: 0x5"),
        .field(.malformed, "a blank inside", "Content-Length: 1 2"),
        .field(.malformed, "a list", "Content-Length: 5, 5"),
        .field(.malformed, "a decimal point", "Content-Length: 5.0"),
        .field(.malformed, "another script's digits", "Content-Length: ٥"),
        .field(.malformed, "2 to the 63rd", "Content-Length: 9223372036854775808"),
        .field(.malformed, "a very long number", "Content-Length: 99999999999999999999999999"),
        .field(.malformed, "two equal ones", "Content-Length: 5\r\nContent-Length: 5"),
        .field(.malformed, "two different ones", "Content-Length: 5\r\nContent-Length: 6"),
        .field(.contentTooLong, "more than is taken", "Content-Length: 9223372036854775807"),
    ]

    static let codings: [RequestCase] = [
        .field(.malformed, "with a length", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
        .field(.malformed, "before a length", "Transfer-Encoding: chunked\r\nContent-Length: 5"),
        .field(.malformed, "twice chunked", "Transfer-Encoding: chunked, chunked"),
        .field(.malformed, "chunked, then another", "Transfer-Encoding: chunked, gzip"),
        .field(
            .malformed,
            "two fields",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"
        ),
        .field(.malformed, "empty", "Transfer-Encoding:"),
        .field(.malformed, "a parameter", "Transfer-Encoding: chunked;q=1"),
        .field(.malformed, "quotes", "Transfer-Encoding: \"chunked\""),
        .field(.malformed, "a vertical tab", "Transfer-Encoding: \u{B}chunked"),
        .field(.malformed, "a form feed", "Transfer-Encoding: chunked\u{C}"),
        .field(.malformed, "NUL", "Transfer-Encoding: chunked\0"),
        .field(.notImplemented, "an unknown one", "Transfer-Encoding: xchunked"),
        .field(.notImplemented, "identity", "Transfer-Encoding: identity"),
        .field(.notImplemented, "gzip, then chunked", "Transfer-Encoding: gzip, chunked"),
        .refused(
            .malformed,
            "HTTP/1.0",
            "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
    ]

    static let chunks: [RequestCase] = [
        .chunks(.malformed, "no size", "\r\n"),
        .chunks(.malformed, "0x", "0x5\r\nabcde\r\n0\r\n\r\n"),
        .chunks(.malformed, "an underscore", "1_0\r\n"),
        .chunks(.malformed, "a sign", "+1\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a minus", "-1\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a blank before", " 1\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a blank after", "1 \r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a blank before the extension", "1 ;a\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "17 digits", "00000000000000001\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a size beyond 63 bits", "FFFFFFFFFFFFFFFF\r\nx"),
        .chunks(.contentTooLong, "a size beyond the limit", "7FFFFFFFFFFFFFF\r\nx"),
        .chunks(.malformed, "a bare LF after the size", "1\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a bare CR after the size", "1\rx\r\n0\r\n\r\n"),
        .chunks(.malformed, "a bare LF after the data", "1\r\nx\n0\r\n\r\n"),
        .chunks(.malformed, "data longer than its size", "1\r\nxy\r\n0\r\n\r\n"),
        .chunks(.malformed, "a control character in an extension", "1;\0\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "LF in an extension", "1;a\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension without a name", "1;\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension that is no token", "1;bad[=x\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension without a value", "1;a=\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension between signs", "1;a;;b\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension with a blank", "1;a =b\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "an extension behind quotation marks", "1;a=\"b\"c\r\nx\r\n0\r\n\r\n"),
        .chunks(.malformed, "quotation marks within a value", "1;a=b\"c\"\r\nx\r\n0\r\n\r\n"),
        .chunks(
            .malformed,
            "an extension that is not quoted to its end",
            "1;a=\"b\r\nx\r\n0\r\n\r\n"
        ),
        .chunks(
            .malformed,
            "long extensions",
            "1;" + String(repeating: "a", count: 5_000) + "\r\nx"
        ),
        .chunks(
            .malformed,
            "long extensions over many chunks",
            String(repeating: "1;aaaaaaaaaaaaaaa\r\nx\r\n", count: 300)
        ),
        .chunks(.malformed, "a trailer without a colon", "0\r\nA\r\n\r\n"),
        .chunks(.malformed, "a trailer without a name", "0\r\n: b\r\n\r\n"),
        .chunks(.malformed, "a trailer that goes on", "0\r\nA: b\r\n c\r\n\r\n"),
        .chunks(.malformed, "LF in a trailer", "0\r\nA: b\nC: d\r\n\r\n"),
        .chunks(.malformed, "a bare LF at the very end", "0\r\n\n"),
        .chunks(.fieldsTooLong, "long trailers", "0\r\nA: " + String(repeating: "a", count: 9_000)),
    ]

    @Test(arguments: taken)
    func `a valid request is accepted (rule R1)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: requestLines)
    func `a request line that breaks a rule is refused (rule H1)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: fields)
    func `a field that breaks a rule is refused (rules H1, H6, H7, H8)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: lengths)
    func `an invalid Content-Length is refused (rule H5)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: codings)
    func `a transfer coding other than chunked is refused (rule H5)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: chunks)
    func `chunks that break a rule are refused (rules C1 to C5)`(_ sample: RequestCase) {
        #expect(read(Array(sample.text.utf8)) == sample.expected)
    }

    @Test(arguments: taken + requestLines + fields + lengths + codings + chunks)
    func `a request is parsed the same wherever it is split (rule H3)`(_ sample: RequestCase) {
        let bytes = Array(sample.text.utf8)
        var single = PiecewiseReader()
        for byte in bytes { single.give([byte]) }
        #expect(single.reading == sample.expected)
        let step = max(1, bytes.count / 300)
        for cut in stride(from: 1, to: bytes.count, by: step) {
            var halves = PiecewiseReader()
            halves.give(bytes[..<cut])
            halves.give(bytes[cut...])
            #expect(halves.reading == sample.expected, "cut at \(cut)")
        }
    }

    @Test(arguments: taken)
    func `every prefix of a valid request is incomplete, but not refused`(_ sample: RequestCase) {
        let bytes = Array(sample.text.utf8)
        for end in 1..<bytes.count {
            #expect(read(Array(bytes[..<end])).failure == nil, "the first \(end) bytes")
        }
    }

    @Test func `nothing is read after a refused request (rule R2)`() {
        let smuggled = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
        let bytes = Array(("GET / HTTP/1.1\r\n\r\n" + smuggled).utf8)
        #expect(read(bytes) == Reading(failure: .malformed))
    }
}
