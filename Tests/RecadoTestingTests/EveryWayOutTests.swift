// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCurlCommands
import RecadoEndpoints
import RecadoHTTP
import RecadoServer
import RecadoTesting
import Synchronization
import Testing

/// Tests that no text about a call contains a secret, as such texts end up in files and reports.
///
/// The words are tested one after another: hundreds of calls at once would delay other tests.
@Suite(.serialized, .timeLimit(.minutes(1))) struct `Masking of secrets` {
    static let secret = "hunter2-correct-horse"

    /// All sensitive names in the list, and some variants as people write them.
    static let words =
        SensitiveNames.list + [
            "contraseña", "client_assertion", "user[password]", "Pass-Word", "access_token",
            "client_secret", "X-Auth-Token", "code2", "userPin",
        ]

    static let fieldNames =
        ["X-Userkey", "X-Subscriptionkey", "Masterkey", "X-Licensekey", "X-Authcode"]
        + SensitiveNames.fieldList.map { "X-My\($0)or" }

    @Test func `all listed names are recognised as sensitive`() {
        #expect(Self.words.count > 50 && Set(Self.words).count == Self.words.count)
        #expect(Self.words.allSatisfy { SensitiveNames.contains($0) })
    }

    /// Names that are treated as sensitive only in fields.
    @Test(arguments: fieldNames)
    func `secrets are masked in header fields`(text: String) async throws {
        let name = try #require(FieldName(text))
        let stub = StubTransport()
        stub.on("* /**", .status(.ok, [name: Self.secret]))
        let lines = Lines()
        let recorder = RecordingTransport(stub)
        let log = CallLog(level: .content) { lines.write($0) }
        let request = Request.club(fields: [name: Self.secret, "Referer": "/a#pin=\(Self.secret)"])
        _ = try await LoggingTransport(recorder, log: log).send(request).content.collect(upTo: 1)
        let har = String(decoding: recorder.recording.har, as: UTF8.self)
        for text in [har, lines.text, request.curl(), request.curl(redacting: .credentials)] {
            #expect(text.contains(name.rawName) && !text.contains(Self.secret), "\(text)")
        }
    }

    /// Returns contents that have the secret as the value of a name, each with its media type.
    private static func contents(_ name: String) -> [(type: String?, text: String)] {
        let json = #"{"a":1,"b":[{"\#(name)":"\#(secret)"}]}"#
        var contents: [(type: String?, text: String)] = [
            ("application/json", json), ("application/problem+json", json), (nil, json),
            ("application/json", String(json.dropLast(2))), (nil, String(json.dropLast(2))),
            ("application/x-ndjson", "{\"a\":1}\n" + json), ("application/jsonl", json + "\n{"),
            ("application/json-seq", "\u{1E}" + json + "\n"),
            ("application/x-www-form-urlencoded", "a=1&\(name)=\(secret)"),
            (nil, "a=1&\(name)=\(secret)"), ("text/plain", "a=1 \(name)=\(secret)"),
            ("text/html", "<input name='\(name)' value='\(secret)'>"),
            ("text/csv", "a,\(name)\n1,\(secret)\n"), ("not a type", "\(name): \(secret)"),
            ("application/json", "{\"log\":\"at 12:30 \(name): \(secret)\"}"),
            ("multipart/form-data; boundary=b", "--b\r\n\r\n\(secret)\r\n--b--\r\n"),
        ]
        // A name with a bracket is not valid in XML.
        guard !name.contains("[") else { return contents }
        let xml = "<a><\(name)>\(secret)</\(name)><b \(name)='\(secret)'/></a>"
        contents += [
            ("text/xml", xml), ("application/xml", xml), ("application/soap+xml", xml),
            ("application/xml", String(xml.dropLast(4))), (nil, xml),
        ]
        return contents
    }

    /// Contents that have the secret in other places than as the value of a member or an element.
    private static let others: [(type: String?, text: String)] = {
        let json = #"{\"password\":\"\#(secret)\"}"#
        let plain = #"{"password":"\#(secret)"}"#
        let address = "https://ana:\(secret)@films.org/a"
        return [
            ("application/json", #"{"a":1,"a":\#(plain)}"#),
            ("application/json", "{\"b\":\"\(json)\"}"),
            ("application/json", #"{"name":"password","value":"\#(secret)"}"#),
            ("application/json", #"{"type":"password","value":"\#(secret)"}"#),
            ("application/json", #"{"log":"a=1 code=\#(secret)"}"#),
            ("application/json", #"[["Authorization","\#(secret)"]]"#),
            ("application/x-www-form-urlencoded", "log=pin%3A+\(secret)"),
            ("application/x-www-form-urlencoded", "payload=\(escaped(plain))&a=1"),
            ("application/x-www-form-urlencoded", "next=%2Fcb%253Ftoken%253D\(secret)"),
            ("application/x-www-form-urlencoded", plain),
            ("application/xml", "<r><apiKey value='\(secret)'/></r>"),
            ("application/xml", "<r><Password Text='\(secret)'>x</Password></r>"),
            ("application/xml", "<r xmlnsToken='\(secret)'/>"),
            ("application/xml", "<r><![CDATA[<Password>\(secret)</Password>]]></r>"),
            ("application/xml", "<r>&lt;Password&gt;\(secret)&lt;/Password&gt;</r>"),
            ("application/xml", "<r>&amp;lt;Password&amp;gt;\(secret)&amp;lt;/Password></r>"),
            ("application/xml", "<next>https://a/b?token=\(secret)</next>"),
            ("application/xml", "<a href='https://a/b?token=\(secret)&amp;y=1'/>"),
            ("application/xml", "<r><add key='ApiKey' value='\(secret)'/></r>"),
            ("application/xml", "<r><entry key='password'>\(secret)</entry></r>"),
            ("application/xhtml+xml", "<p><input name='password' value='\(secret)'/></p>"),
            ("application/xhtml+xml", "<p><input type='password' value='\(secret)'/></p>"),
            ("application/xml", "<?token \(secret)?><a/>"),
            ("application/xml", "<a><log>pin: \(secret)</log></a>"),
            ("application/xml", "<a><value>\(secret)</value><name>pin</name></a>"),
            ("application/xml", "<a href='\(address)'>\(address)</a>"),
            ("application/json", "{\"repo\":\"\(address)\"}"), ("text/plain", address),
            ("application/x-www-form-urlencoded", "next=\(escaped(address))"),
            ("text/plain", #"{"p\u0061ssword":"\#(secret)"}"#),
            ("text/event-stream", "data: {\"p\\u0061ssword\":\"\(secret)\"}\n\n"),
            ("text/plain", "p%61ssword=\(secret)"), ("text/html", "<p>p&#97;ssword: \(secret)"),
        ]
    }()

    private static func fields(_ name: String, _ type: String?) -> Fields {
        var fields: Fields = [:]
        if let type { fields[.contentType] = type }
        if let field = FieldName(name) { fields[field] = secret }
        return fields
    }

    private static func escaped(_ name: String) -> String {
        PercentEncoding.encode(name, keeping: .form)
    }

    private static func request(_ name: String, _ type: String?, _ content: String) -> Request {
        let pair = "\(escaped(name))=\(secret)"
        return .club(
            .post,
            "/films;a=1;\(pair)/7?q=a&\(pair)&next=%2Fb%3F\(pair.replacing("=", with: "%3D"))"
                + "&q=a+\(pair.replacing("=", with: "%3D"))&to=https://ana:\(secret)@a/"
                + "&to=https%3A%2F%2Fana%3A\(secret)%40a",
            fields: fields(name, type),
            content: Content(content)
        )
    }

    private static func answer(_ name: String, _ type: String?, _ content: String) -> Response {
        var fields = fields(name, type)
        let pair = "\(escaped(name))=\(secret)"
        fields[.location] = "https://ana:\(secret)@app.example/cb;\(pair)#\(pair)"
        fields["Content-Location"] = "/next?\(pair)"
        fields["Refresh"] = "0;url=/cb?\(pair)"
        fields[.link] = "</next?a=1>; rel=\"next\", </next;\(pair)?\(pair)>; rel=\"last\""
        return Response(status: .conflict, fields: fields, content: Content(content))
    }

    private final class Lines: Sendable {
        private let written = Mutex<[String]>([])
        var text: String { written.withLock { $0.joined(separator: "\n") } }
        func write(_ line: String) { written.withLock { $0.append(line) } }
    }

    @Test(arguments: words)
    func `secrets are masked in recordings, logs and curl commands`(word: String) async throws {
        try await expectMasked(word, Self.contents(word))
    }

    @Test func `secrets are masked everywhere in content`() async throws {
        try await expectMasked("token", Self.others)
    }

    private func expectMasked(
        _ word: String,
        _ contents: [(type: String?, text: String)]
    ) async throws {
        for (type, content) in contents {
            let stub = StubTransport()
            stub.on("* /**") { _ throws(TransportError) in Self.answer(word, type, content) }
            let lines = Lines()
            let recorder = RecordingTransport(stub)
            let transport = LoggingTransport(
                recorder,
                log: CallLog(level: .content) { lines.write($0) }
            )
            let request = Self.request(word, type, content)
            let answer = try await transport.send(request)
            _ = try await answer.content.collect(upTo: 1 << 16)
            let har = String(decoding: recorder.recording.har, as: UTF8.self)
            let texts = [
                har, lines.text, request.curl(), request.curl(redacting: .credentials),
            ]
            #expect(har.contains("films") && lines.text.contains("409"))
            for text in texts {
                #expect(!text.contains(Self.secret), "\(type ?? "no type"): \(content)")
            }
        }
    }

    @Test(arguments: words)
    func `secrets are masked in errors`(word: String) async throws {
        try await expectMaskedInErrors(word, Self.contents(word))
    }

    @Test func `secrets everywhere in content are masked in errors`() async throws {
        try await expectMaskedInErrors("token", Self.others)
    }

    private func expectMaskedInErrors(
        _ word: String,
        _ contents: [(type: String?, text: String)]
    ) async throws {
        for (type, content) in contents {
            let stub = StubTransport()
            stub.on("* /**") { _ throws(TransportError) in Self.answer(word, type, content) }
            let middleware = ClientMiddleware.standard {
                $0.redirects = nil
                $0.retry = nil
            }
            let client = try Client(
                base: "https://example.org",
                transport: stub,
                middleware: middleware
            ) { $0.fields = Self.fields(word, nil) }
            let request = Self.request(word, type, content)
            do throws(CallError<Never>) {
                _ = try await client.bytes(String(request.target.dropFirst()))
                Issue.record("a conflict is no error")
            } catch {
                var dumped = ""
                dump(error, to: &dumped)
                for text in [error.description, error.debugDescription, error.curl, dumped] {
                    #expect(!text.contains(Self.secret), "\(type ?? "no type"): \(text)")
                }
            }
        }
    }

    private struct Show: Endpoint {
        static let route: Route = "GET /films/{id}"
        typealias Output = Film
        @Path var id: String
    }

    @Test(arguments: words, [AccessLog.Format.json, .text])
    func `secrets are masked in access logs`(word: String, format: AccessLog.Format) async throws {
        let written = Lines()
        let log = try AccessLog(format: format) {
            written.write(String(decoding: $0, as: UTF8.self))
        }
        var service = Service(API(name: "club", title: "C", version: "1", endpoints: [Show.self]))
        service.serve { (_: Show) in Film.seven }
        var options = Application.Options()
        options.observers.append(log)
        let application = try Application([service], options: options)
        let pair = "\(Self.escaped(word))=\(Self.secret)"
        let targets = [
            "/club/films/7;\(pair)?\(pair)", "/club/films/7%3F\(pair)", "/no;\(pair)",
            "/no//ana:\(Self.secret)@a",
        ]
        for target in targets {
            let fields = Self.fields(word, nil)
            _ = await application.respond(to: .club(.get, target, fields: fields))
        }
        await log.close()
        #expect(written.text.contains("/club/films/7"))
        #expect(!written.text.contains(Self.secret), "\(written.text)")
    }

    @Test func `secrets under a name added by the program are masked`() async throws {
        SensitiveNames.add("recadoMemberCard")
        let content = #"{"recado_member_card":"\#(Self.secret)","title":"Up"}"#
        let lines = Lines()
        let stub = StubTransport()
        stub.on("* /**", .status(.ok, [.contentType: "application/json"], Content(content)))
        let transport = LoggingTransport(
            stub,
            log: CallLog(level: .content) { lines.write($0) }
        )
        let answer = try await transport.send(Request.club())
        _ = try await answer.content.collect(upTo: 1 << 16)
        #expect(lines.text.contains(#"{"recado_member_card":"…","title":"Up"}"#))
    }
}
