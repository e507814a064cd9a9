// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCurlCommands
import RecadoHTTP
import Testing

@Suite struct `Curl commands` {
    // MARK: - Reading

    struct Reading: CustomTestStringConvertible {
        let name: String
        let command: String
        var method: Method = .get
        var url = "http://example.org/films"
        var fields: Fields = [:]
        var content = ""
        var testDescription: String { name }
    }

    static let form = "application/x-www-form-urlencoded"

    static let readings: [Reading] = [
        Reading(name: "an address alone", command: "curl http://example.org/films"),
        Reading(name: "an address without a scheme", command: "curl example.org/films"),
        Reading(
            name: "a prompt, lines and comments",
            command:
                "# all films\n$ curl \\\r\n  -s -S -L \\\n  'http://example.org/films' # here\r\n\n"
        ),
        Reading(
            name: "a method beside its letter",
            command: "curl -XPUT example.org/films",
            method: .put
        ),
        Reading(
            name: "letters together, the last with a value",
            command: "curl -sSLXDELETE -oout -- example.org/films",
            method: .delete
        ),
        Reading(
            name: "data make a POST of a form",
            command: "curl example.org/films -d title=Up --data 'year=2009&x=1'",
            method: .post,
            fields: [.contentType: form],
            content: "title=Up&year=2009&x=1"
        ),
        Reading(
            name: "raw data may begin with an at sign",
            command: "curl example.org/films --data-raw @up -H 'Content-Type: text/plain'",
            method: .post,
            fields: [.contentType: "text/plain"],
            content: "@up"
        ),
        Reading(
            name: "escaped data",
            command: "curl example.org/films --data-urlencode 'q=a b&c' --data-urlencode '=é'",
            method: .post,
            fields: [.contentType: form],
            content: "q=a%20b%26c&%C3%A9"
        ),
        Reading(
            name: "data for the query",
            command: "curl -G example.org/films?a=1 -d b=2 --data-urlencode 'c=d e'",
            url: "http://example.org/films?a=1&b=2&c=d%20e"
        ),
        Reading(
            name: "JSON",
            command: #"curl --json '{"a":' --json 1} example.org/films"#,
            method: .post,
            fields: [.contentType: "application/json", .accept: "application/json"],
            content: #"{"a":1}"#
        ),
        Reading(
            name: "a head",
            command: "curl -I example.org/films",
            method: .head
        ),
        Reading(
            name: "fields with and without values",
            command: "curl example.org/films -H 'X-A:  b ' -H 'X-Empty;' -H 'Accept:' -H X-A:c",
            fields: ["X-A": "b", "X-Empty": "", "X-A": "c"]
        ),
        Reading(
            name: "fields with options of their own",
            command: "curl example.org/films -A me -e 'http://a/' -b a=1 -b 'b=2; c=3' -r 0-9",
            fields: [
                .userAgent: "me", "Referer": "http://a/", "Range": "bytes=0-9",
                .cookie: "a=1; b=2; c=3",
            ]
        ),
        Reading(
            name: "a user",
            command: "curl -u 'ana:it'\\''s' example.org/films",
            fields: [.authorization: "Basic YW5hOml0J3M="]
        ),
        Reading(
            name: "a user in the address",
            command: "curl http://ana:it%27s@example.org/films",
            fields: [.authorization: "Basic YW5hOml0J3M="]
        ),
        Reading(
            name: "a token",
            command: "curl --oauth2-bearer abc --url example.org/films",
            fields: [.authorization: "Bearer abc"]
        ),
        Reading(
            name: "a text of bash, with halves of a character",
            command: #"curl example.org/films --data-raw $'it\'s\u0021\n\ud83d\ude00\x41\101'"#,
            method: .post,
            fields: [.contentType: form],
            content: "it's!\n😀AA"
        ),
        Reading(
            name: "double quotes",
            command: #"curl "http://example.org/films" -d "a \"b\" \$c \n \\ d""#,
            method: .post,
            fields: [.contentType: form],
            content: #"a "b" $c \n \ d"#
        ),
        Reading(
            name: "letters outside ASCII in the address",
            command: "curl 'example.org/películas?q=ñ'",
            url: "http://example.org/pel%C3%ADculas?q=%C3%B1"
        ),
        Reading(
            name: "content out of printf",
            command:
                #"printf 'a%%\000\055' | curl example.org/films --data-binary @- -H Content-Type:"#,
            method: .post,
            content: "a%\0-"
        ),
    ]

    @Test(arguments: readings)
    func `a curl command is read as the request that curl would send`(_ reading: Reading) throws {
        let request = try Request(curl: reading.command)
        #expect(request.method == reading.method)
        #expect(request.uri?.description == reading.url)
        #expect(
            Set(request.fields.map { "\($0.name): \($0.value)" })
                == Set(reading.fields.map { "\($0.name): \($0.value)" })
        )
        #expect(request.content.bytes == Array(reading.content.utf8))
    }

    @Test
    func `quoting of the Windows command prompt is read`() throws {
        let command = """
            curl ^"https://example.org/films?a=1^&b=^%^20^" ^\r
              -X ^"PUT^" ^\r
              -H ^"content-type: application/json^" ^\r
              --data-raw ^"^{^\\^"title^\\^":^\\^"Up ^^ 100^%^^\\^"^}^"\r

            """
        let request = try Request(curl: command, for: .commandPrompt)
        #expect(request.method == .put)
        #expect(request.uri?.description == "https://example.org/films?a=1&b=%20")
        #expect(request.fields[.contentType] == "application/json")
        #expect(
            request.content.bytes.map { String(decoding: $0, as: UTF8.self) }
                == #"{"title":"Up ^ 100%^"}"#
        )
        let plain = try Request(
            curl: #"curl "http://example.org/a" -d "x ""y"" ^ \z""#,
            for: .commandPrompt
        )
        #expect(plain.content.bytes == Array(#"x "y" ^ \z"#.utf8))
    }

    @Test
    func `form options are read as a multipart form`() async throws {
        let command = """
            curl example.org/films -F title=Up -F 'poster=@a/up.png;type=image/png' \
            -F 'note=<n.txt' -F 'data={};type=application/json' --form-string 'raw=@;type=x'
            """
        let request = try Request(curl: command) { Content("<\($0)>") }
        let type = try #require(request.fields[.contentType].flatMap { MediaType($0) })
        #expect(type.hasSameEssence(as: .multipartForm))
        let boundary = try #require(type.parameters["boundary"])
        let text = String(decoding: try await request.content.collect(upTo: 10_000), as: UTF8.self)
        let parts = text.replacing(boundary, with: "B").replacing("\r\n", with: "\n")
        #expect(
            parts == """
                --B
                Content-Disposition: form-data; name="title"

                Up
                --B
                Content-Disposition: form-data; name="poster"; filename="up.png"
                Content-Type: image/png

                <a/up.png>
                --B
                Content-Disposition: form-data; name="note"

                <n.txt>
                --B
                Content-Disposition: form-data; name="data"
                Content-Type: application/json

                {}
                --B
                Content-Disposition: form-data; name="raw"

                @;type=x
                --B--

                """
        )
    }

    @Test
    func `files in a command are read by the given closure`() throws {
        let text = try Request(curl: "curl example.org -d @a -d b@c") { _ in Content("x\r\ny\n") }
        #expect(text.content.bytes == Array("xy&b@c".utf8))
        let binary = try Request(curl: "curl example.org --data-binary @a") { _ in
            Content("x\r\ny\n")
        }
        #expect(binary.content.bytes == Array("x\r\ny\n".utf8))
    }

    // MARK: - Refusals

    static let refusals: [(String, String)] = [
        ("", "expected one command that begins with “curl”"),
        ("wget example.org", "expected one command that begins with “curl”"),
        ("curl", "no address"),
        ("curl a b", "a second address; expected one"),
        ("curl a --wibble", "the option --wibble is not known"),
        ("curl a -sq", "the option -q is not known"),
        ("curl a -X", "-X needs a value"),
        (
            "curl a -k",
            "-k has no place in a request: certificates are checked; a transport's trust names "
                + "other authorities"
        ),
        ("curl a -d 'x", "a quote without its end"),
        ("curl a -d \"x", "a quote without its end"),
        ("curl a -d $'x\\'", "a quote without its end"),
        ("curl a?b=1&c=2", "an “&” outside of quotes ends the command; quote the address"),
        ("curl a; rm x", "“;” outside of quotes; expected one command"),
        ("curl a || b", "“|” outside of quotes; expected one command"),
        ("curl a > b", "“>” outside of quotes; expected one command"),
        ("curl a\ncurl b", "a second line; expected one command, or “\\” at the end"),
        ("curl $HOST", "a variable of the shell; expected its value in its place"),
        ("curl \"a/${ID}\"", "a variable of the shell; expected its value in its place"),
        ("curl a -d $(id)", "a variable of the shell; expected its value in its place"),
        ("curl a -d `id`", "a command substitution; expected a command without any"),
        ("curl a -d @secret", "-d names the file “secret”; no file is read"),
        ("curl a -d @-", "-d reads standard input, of which nothing is known"),
        ("cat x | curl a -d @-", "a pipe; expected curl alone, or printf with one text before it"),
        (
            "printf %s | curl a -d @-",
            "a pipe; expected curl alone, or printf with one text before it"
        ),
        ("curl a -H 'b c: d'", "--header has a malformed name"),
        ("curl a -H $'b: c\\nd: e'", "--header b has a value with control characters"),
        ("curl a -b jar", "-b names a file; expected name=value"),
        ("curl a -u ana", "the user has no password; expected user:password"),
        ("curl a -F x", "-F has no “=” after the name of its part"),
        ("curl a -X 'A B'", "--request is no name of a method"),
        ("curl a -d x -F y=z", "a form and data; expected one of them"),
        (
            "curl ftp://a/",
            "the address: URI, byte 0: the scheme is not supported; expected http or https"
        ),
    ]

    @Test(arguments: refusals)
    func `an invalid or unsupported command is refused with the reason`(
        _ command: String,
        _ expected: String
    ) throws {
        let error = #expect(throws: CurlCommandError.self) { try Request(curl: command) }
        #expect(error?.detail == expected)
        #expect(error?.description.contains("\n") == false)
    }

    @Test
    func `a command above the length limit is refused`() throws {
        let long = "curl a -d '" + String(repeating: "x", count: CurlCommand.limit) + "'"
        #expect(throws: CurlCommandError.self) { try Request(curl: long) }
    }

    // MARK: - Writing

    static func request() -> Request {
        Request(
            method: .post,
            scheme: "https",
            authority: "example.org",
            target: "/films?key=abc",
            fields: [
                .authorization: "Basic abc", .contentType: "text/plain", "X-Empty": "",
                .contentLength: "4", "X-Note": "it's",
            ],
            content: Content("@a'b")
        )
    }

    @Test
    func `a written command masks secrets, only credentials, or nothing`() throws {
        let request = Self.request()
        #expect(
            request.curl()
                == "curl --request POST --header 'Authorization: …' --header 'Content-Type: text/plain' "
                + "--header 'X-Empty;' --header 'X-Note: it'\\''s' --data-binary '… (4 bytes)' "
                + "'https://example.org/films?key=…'"
        )
        #expect(
            request.curl(redacting: .credentials)
                == "curl --request POST --header 'Authorization: …' --header 'Content-Type: text/plain' "
                + "--header 'X-Empty;' --header 'X-Note: it'\\''s' --data-raw '@a'\\''b' "
                + "'https://example.org/films?key=…'"
        )
        #expect(request.curl(redacting: .nothing).contains("'Authorization: Basic abc'"))
    }

    @Test
    func `binary content is written as printf piped into curl`() throws {
        var request = Self.request()
        request.fields = [:]
        request.content = Content([0x2D, 0x00, 0xFF, 0x27, 0x25, 0x5C, 0x0A, 0x31])
        #expect(
            request.curl(redacting: .nothing)
                == #"printf '\055\000\377'\''%%\\\n1' | curl --request POST --header Content-Type: "#
                + "--data-binary @- 'https://example.org/films?key=abc'"
        )
    }

    @Test
    func `a header field with line breaks adds no line to the command`() throws {
        var request = Self.request()
        request.fields = ["X-Bad": "a\r\nX-Other: b", "X-Good": "c"]
        let command = request.curl(redacting: .nothing)
        #expect(!command.utf8.contains(0x0A) && !command.utf8.contains(0x0D))
        #expect(command.contains("X-Good"))
    }

    // MARK: - Both ways

    @Test(arguments: 0..<500)
    func `a request written as a command is read back unchanged`(_ seed: Int) throws {
        var random = CurlSamples(seed: UInt64(seed))
        let request = random.request()
        let command = request.curl(redacting: .nothing)
        let again = try Request(curl: command)
        #expect(again.method == request.method, "\(command)")
        #expect(again.scheme == request.scheme)
        #expect(again.authority == request.authority)
        #expect(again.target == request.target, "\(command)")
        #expect(again.fields == request.fields, "\(command)")
        #expect(again.content.bytes == request.content.bytes, "\(command)")
        // A command with masked credentials can be read too.
        _ = try Request(curl: request.curl(redacting: .credentials))
        #expect(again.curl() == request.curl())
    }

    @Test(arguments: 0..<200)
    func `random commands do not crash the parser`(_ seed: Int) throws {
        var random = CurlSamples(seed: UInt64(seed))
        let text = random.command()
        for shell in [CurlCommand.Shell.posix, .commandPrompt] {
            do throws(CurlCommandError) {
                let request = try Request(curl: text, for: shell)
                #expect(!request.authority.isEmpty)
            } catch {
                #expect(!error.description.contains("\n"))
            }
        }
    }
}
