// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCurlCommands
import RecadoEndpoints
import RecadoHTTP
import RecadoTesting
import Testing

/// Errors are logged and pasted into reports, so none may show what only the service should know.
@Suite(.timeLimit(.minutes(1)))
struct `Secrets in errors` {
    static let secret = "hunter2-correct-horse"

    static let transports: [(String, StubTransport)] = [
        (
            "refused",
            StubTransport(
                .unauthorized,
                [.setCookie: "s=\(secret)", .wwwAuthenticate: "Basic"],
                "no \(secret)"
            )
        ),
        ("redirected", StubTransport(.found, [.location: "/login?then=\(secret)"])),
        (
            "problem",
            StubTransport(
                .forbidden,
                [.contentType: "application/problem+json"],
                #"{"type":"about:blank","title":"No \#(secret)","status":403}"#
            )
        ),
        ("unreadable", StubTransport(json: #"{"you-sent":"\#(secret)"}"#)),
        ("not JSON", StubTransport(.ok, [.contentType: "text/html"], "<p>\(secret)")),
        ("malformed", StubTransport(json: "{\(secret)")),
        (
            "unreachable",
            StubTransport { _ throws(TransportError) in
                throw TransportError(.cannotConnect, "example.org")
            }
        ),
        (
            "late",
            StubTransport { _ throws(TransportError) in throw TransportError(.timedOut(.waiting)) }
        ),
    ]

    /// Returns all texts that printing an error can give.
    private func prints(_ error: some AnyCallError) -> [String] {
        var dumped = ""
        dump(error, to: &dumped)
        return [
            "\(error)", String(reflecting: error), String(describing: error), dumped, error.curl,
            error.uri,
            "\((error as any Error).localizedText)",
        ]
    }

    @Test(arguments: transports)
    func `a printed error contains no secret`(name: String, stub: StubTransport) async throws {
        let secret = Self.secret
        let apiKey: FieldName = "X-Api-Key"
        let credentials = try BasicCredentials(user: "ana", password: secret)
        let client = try Client(stub) {
            $0.credentials = credentials
            $0.fields.append("session=\(secret)", to: .cookie)
            $0.fields.append(secret, to: apiKey)
        }
        let query: QueryItems = ["token": secret, "q": "a"]
        var errors: [any AnyCallError] = []
        do throws(CallError<Never>) {
            let _: Film = try await client.get("films?\(secret)", query: query)
        } catch { errors.append(error) }
        do throws(CallError<Never>) {
            let _: Film = try await client.post("films", ["password": secret], query: query)
        } catch { errors.append(error) }
        do throws(CallError<RentFilm.Failure>) {
            _ = try await client.send(RentFilm(id: 7))
        } catch { errors.append(error) }
        #expect(errors.count == 3)
        let base64 = String(credentials.authorization.dropFirst(6))
        for error in errors {
            for text in prints(error) {
                #expect(!text.contains(secret), "\(name)")
                #expect(!text.contains(base64), "\(name)")
            }
            #expect(!error.description.contains("\n"))
        }
    }

    @Test
    func `a printed error does not contain user information of the path`() async throws {
        let client = try Client(StubTransport(json: "1"))
        let error = await callError { () throws(CallError<Never>) in
            try await client.get("https://ana:\(Self.secret)@example.org/films")
        }
        for text in prints(try #require(error)) { #expect(!text.contains(Self.secret)) }
    }

    @Test
    func `the curl command of an error is quoted for the shell`() async throws {
        let stub = StubTransport(.notFound)
        let client = try Client(stub) { $0.fields = [.userAgent: "it's `$HOME` \"x\""] }
        let error = await callError { () throws(CallError<Never>) in
            try await client.put("it's?q=1&r", Film(id: 1, title: "Up"))
        }
        let expected =
            "curl --request PUT --header 'Content-Type: application/json' "
            + "--header 'Accept: application/json' --header 'User-Agent: it'\\''s `$HOME` \"x\"' "
            + "--data-binary '… (21 bytes)' 'https://example.org/videoclub/it'\\''s?q=…&…'"
        #expect(error?.curl == expected)
    }

    /// URLs with a combining mark after a separator, which makes both one `Character`.
    static let hidden: [(authority: String, target: String)] = [
        ("example.org", "/films?\u{301}token=\(secret)"),
        ("example.org", "/films?a=1&\u{301}\(secret)"),
        ("example.org", "/films?token=\u{301}\(secret)"),
        ("\(secret)@\u{301}example.org", "/films"),
    ]

    @Test(arguments: hidden)
    func `a combining mark after a separator reveals nothing`(authority: String, target: String) {
        let request = Request(
            method: .get,
            scheme: "https",
            authority: authority,
            target: target,
            fields: [.location: "/login?\u{301}then=\(Self.secret)"]
        )
        #expect(!request.curl(redacting: .secrets).contains(Self.secret))
    }
}

extension Error {
    /// The text of an error whose static type is just `Error`.
    fileprivate var localizedText: String { "\(self)" }
}
