// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP
import Testing

extension Promise {
    /// The promises about requests and responses.
    static let messages = requests + answers + content

    private static let requests = [
        Promise("methods arrive as they are") { bench in
            for name in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE"] {
                let method = try #require(Method(name))
                let text = try await bench.fetch(bench.request(method)).text
                #expect(text == "\(name) /echo\n")
            }
        },
        Promise("escapes and queries arrive byte for byte") { bench in
            let targets = [
                "/echo/%7Eana/%C3%B1", "/echo?q=a+b%20c&q=%2B&&x", "/echo?",
                "/echo/a;b=1,2/@:!$'()*",
            ]
            for target in targets {
                let text = try await bench.fetch(bench.request(.get, target)).text
                #expect(text == "GET \(target)\n")
            }
        },
        Promise("dots and doubled slashes arrive byte for byte") { bench in
            for target in ["/echo/a/../b/./c", "/echo//a//"] {
                let text = try await bench.fetch(bench.request(.get, target)).text
                #expect(text == "GET \(target)\n")
            }
        },
        Promise("fields arrive with their values") { bench in
            let fields: Fields = ["X-A": "one, \"two\"", "X-Empty": "", "X-Latin": "ñ"]
            let text = try await bench.fetch(bench.request(fields: fields)).text
            let lines = Set(text.split(separator: "\n"))
            #expect(lines == ["GET /echo", "x-a: one, \"two\"", "x-empty: ", "x-latin: ñ"])
        },
        Promise("fields arrive in their order, each by itself") { bench in
            let fields: Fields = ["X-B": "1", "X-A": "2", "x-b": "3"]
            let text = try await bench.fetch(bench.request(fields: fields)).text
            #expect(text == "GET /echo\nx-b: 1\nx-a: 2\nx-b: 3\n")
        },
        Promise("many requests at once are answered, each with its own answer") { bench in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<64 {
                    group.addTask {
                        let request = bench.request(.get, "/echo/\(number)")
                        return try await bench.fetch(request).text == "GET /echo/\(number)\n"
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        },
    ]

    private static let answers = [
        Promise("cookies come apart", isReplayable: false) { bench in
            let answer = try await bench.fetch(bench.request(.get, "/cookies")).answer
            #expect(
                answer.fields[values: .setCookie] == [
                    "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT; Path=/", "b=2, and more",
                    "c=3; Secure",
                ]
            )
        },
        Promise("fields of answers come in their order, each by itself") { bench in
            let answer = try await bench.fetch(bench.request(.get, "/fields")).answer
            // In HTTP/2 names of fields are in lower case.
            let lines = answer.fields.map { "\($0.name.rawName.lowercased())=\($0.value)" }
            #expect(
                lines.filter { $0.hasPrefix("x-") && !$0.hasPrefix("x-request-id") } == [
                    "x-two=2", "x-one=1", "x-two=zwei", "x-empty=",
                ]
            )
        },
        Promise("redirects are handed back") { bench in
            let (answer, text) = try await bench.fetch(bench.request(.get, "/moved"))
            #expect(answer.status == .found)
            #expect(answer.fields[.location] == "/echo")
            #expect(answer.fields["X-Moved"] == "yes")
            #expect(text == "over there")
        },
        Promise("challenges are handed back") { bench in
            let (answer, text) = try await bench.fetch(bench.request(.get, "/challenge"))
            #expect(answer.status == .unauthorized)
            #expect(answer.fields[.wwwAuthenticate] == "Basic realm=\"Club\"")
            #expect(text == "who are you?")
        },
        Promise("refusals are answers like any other") { bench in
            for code in [400, 404, 418, 500, 503] {
                let answer = try await bench.fetch(bench.request(.get, "/status/\(code)")).answer
                #expect(answer.status.code == code)
                #expect(answer.fields["X-Status"] == "yes")
            }
        },
        Promise("an answer to HEAD tells a length and has no content") { bench in
            let answer = try await bench.transport.send(bench.request(.head, "/bytes/1000"))
            #expect(answer.fields[.contentLength] == "1000")
            #expect(try await answer.content.collect(upTo: 1).isEmpty)
        },
        Promise("204 and 304 have no content") { bench in
            for code in [204, 304] {
                let answer = try await bench.transport.send(bench.request(.get, "/status/\(code)"))
                #expect(answer.status.code == code)
                #expect(try await answer.content.collect(upTo: 0).isEmpty)
            }
        },
    ]

    private static let content = [
        Promise("content at hand arrives, whatever its size") { bench in
            for size in [0, 1, 70_000, 400_000] {
                let bytes = Peer.pattern(size)
                let request = bench.request(.put, "/digest", content: Content(bytes))
                let text = try await bench.fetch(request).text
                #expect(text == Peer.digest(of: bytes))
            }
        },
        Promise("streamed content arrives, whether its length is known or not") { bench in
            for (size, length) in [(300_000, nil), (300_000, 300_000), (0, nil)] as [(Int, Int?)] {
                let content = Peer.pieces(size, length: length)
                let request = bench.request(.post, "/digest", content: content)
                let text = try await bench.fetch(request).text
                #expect(text == Peer.digest(of: Peer.pattern(size)))
            }
        },
        Promise("content comes back whole, whether its length is known or not") { bench in
            for size in [0, 1, 70_000, 400_000] {
                for kind in ["bytes", "stream"] {
                    let answer = try await bench.transport.send(
                        bench.request(.get, "/\(kind)/\(size)")
                    )
                    let bytes = try await answer.content.collect(upTo: size)
                    #expect(bytes == Peer.pattern(size))
                }
            }
        },
        Promise("the length of content is known before it comes") { bench in
            let answer = try await bench.transport.send(bench.request(.get, "/bytes/400000"))
            #expect(answer.content.length == 400_000)
            #expect(try await answer.content.collect(upTo: 400_000).count == 400_000)
        },
        Promise("compressed content comes as it was sent") { bench in
            let request = bench.request(.get, "/gzip", fields: [.acceptEncoding: "gzip"])
            let answer = try await bench.transport.send(request)
            #expect(answer.fields[.contentEncoding] == "gzip")
            #expect(try await answer.content.collect(upTo: 1000) == Peer.compressed)
        },
        Promise("compressed content can be read, one way or the other") { bench in
            let transport = DecompressionTransport(base: bench.transport)
            let answer = try await transport.send(bench.request(.get, "/gzip"))
            let bytes = try await answer.content.collect(upTo: 1000)
            #expect(String(decoding: bytes, as: UTF8.self) == Peer.plain)
            #expect(answer.fields[.contentEncoding] == nil)
        },
        Promise("content that ends early is an error") { bench in
            #expect(await bench.error(of: bench.request(.get, "/half")) != nil)
        },
    ]
}
