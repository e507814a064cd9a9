// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP
import RecadoMultipart
import RecadoServer
import RecadoSockets
import Testing

/// A service that declares all formats, called over a socket.
@Suite(.timeLimit(.minutes(3)))
struct `Formats over a socket` {
    struct Cover: Codable, Sendable, Equatable {
        var width: Int
        var height: Int?
    }

    struct Film: Codable, Sendable, Equatable {
        @Length<1, 20> var title: String
        var year: Int
        var tags: [String]
        var cover: Cover?
        var poster: FormFile?

        static func == (one: Film, other: Film) -> Bool {
            one.title == other.title && one.year == other.year && one.tags == other.tags
                && one.cover == other.cover && one.poster == other.poster
        }
    }

    struct AddFilm: Endpoint {
        static let route: Route = "POST /films"
        static let formats: [Format] = [.json, .xml, .form, .multipart]
        static let contentLimit = 2_000
        typealias Output = Film
        @Body var film: Film
    }

    struct ReplaceFilms: Endpoint {
        static let route: Route = "PUT /films"
        static let formats: [Format] = [.xml, .json]
        typealias Output = [Film]
        @Body var films: [Film]
    }

    struct Upload: Endpoint {
        static let route: Route = "POST /posters"
        static let formats: [Format] = [.multipart]
        typealias Output = Cover
        struct Poster: Codable, Sendable {
            var image: FormFile
            var stills: [FormFile]?
        }
        @Body var poster: Poster
    }

    struct Busy: Endpoint {
        static let route: Route = "GET /busy"
        typealias Output = NoContent
    }

    private static let api = API(
        name: "films",
        title: "Films",
        version: "1",
        endpoints: [AddFilm.self, ReplaceFilms.self, Upload.self, Busy.self]
    )

    private static func busy(_ call: Busy) async throws(HandlerError<Never>) -> NoContent {
        var problem = ProblemDetails(status: .serviceUnavailable)
        problem.retryAfter = .milliseconds(2_500)
        throw .problem(problem)
    }

    /// The service on a port, while it is called.
    private struct Caller {
        let client: Client
        let transport: SocketTransport
        let authority: String

        func send(
            _ method: Method = .post,
            _ target: String = "/films/films",
            content: String = "",
            type: String? = nil,
            accept: String? = nil
        ) async throws -> (response: Response, text: String) {
            var request = Request(
                method: method,
                scheme: "http",
                authority: authority,
                target: target,
                content: Content(content)
            )
            request.fields[.contentType] = type
            request.fields[.accept] = accept
            let response = try await transport.send(request, timeouts: Timeouts())
            let bytes = try await response.content.collect(upTo: 1 << 16)
            return (response, String(decoding: bytes, as: UTF8.self))
        }
    }

    private func serve(_ body: (Caller) async throws -> Void) async throws {
        var service = Service(Self.api)
        service.serve { (call: AddFilm) in call.film }
        service.serve { (call: ReplaceFilms) in call.films }
        service.serve { (call: Upload) in
            let stills = call.poster.stills ?? []
            return Cover(width: call.poster.image.size, height: stills.count)
        }
        service.serve(Self.busy)
        try await Application([service]).serve { address, transport in
            let client = try Client(base: "http://\(address)/films", transport: transport)
            try await body(Caller(client: client, transport: transport, authority: address))
        }
    }

    // MARK: - Content

    private static let json =
        #"{"title":"Alien","year":1979,"tags":["a","b"],"cover":{"width":3}}"#
    private static let xml = """
        <Film><title>Alien</title><year>1979</year><tags>a</tags><tags>b</tags>\
        <cover><width>3</width></cover></Film>
        """
    private static let multipart = """
        --x\r\nContent-Disposition: form-data; name="title"\r\n\r\nAlien\r\n\
        --x\r\nContent-Disposition: form-data; name="year"\r\n\r\n1979\r\n\
        --x\r\nContent-Disposition: form-data; name="tags[]"\r\n\r\na\r\n\
        --x\r\nContent-Disposition: form-data; name="tags[]"\r\n\r\nb\r\n\
        --x\r\nContent-Disposition: form-data; name="cover[width]"\r\n\r\n3\r\n--x--\r\n
        """

    @Test func `one endpoint accepts four formats and responds in two`() async throws {
        try await serve { caller in
            let contents = [
                ("application/json", Self.json), ("text/xml; charset=utf-8", Self.xml),
                ("application/xml", Self.xml), ("application/atom+xml", Self.xml),
                (
                    "application/x-www-form-urlencoded",
                    "title=Alien&year=1979&tags[]=a&tags[]=b&cover[width]=3"
                ),
                ("multipart/form-data; boundary=x", Self.multipart),
            ]
            for (type, content) in contents {
                let inJSON = try await caller.send(content: content, type: type)
                #expect(inJSON.response.status == .ok, "\(type): \(inJSON.text)")
                #expect(inJSON.text == Self.json, "\(type)")
                #expect(inJSON.response.fields[.vary] == "Accept")
                let inXML = try await caller.send(
                    content: content,
                    type: type,
                    accept: "application/xml"
                )
                #expect(inXML.response.fields[.contentType] == "application/xml")
                #expect(inXML.text.hasSuffix(Self.xml), "\(type): \(inXML.text)")
            }
            let ending = try await caller.send(
                .post,
                "/films/films.xml",
                content: Self.json,
                type: "application/json",
                accept: "application/json"
            )
            #expect(ending.text.hasSuffix(Self.xml))
        }
    }

    @Test func `unsupported formats are refused with a list of the supported ones`() async throws {
        try await serve { caller in
            let content = try await caller.send(content: "x", type: "text/plain")
            #expect(content.response.status == .unsupportedMediaType)
            #expect(
                content.response.fields[.accept]
                    == "application/json, application/xml, application/x-www-form-urlencoded, "
                    + "multipart/form-data"
            )
            // Forms are formats for requests only.
            for accept in ["multipart/form-data", "application/x-www-form-urlencoded", "image/*"] {
                let answer = try await caller.send(
                    content: Self.json,
                    type: "application/json",
                    accept: accept
                )
                #expect(answer.response.status == .notAcceptable)
                #expect(answer.text.contains("application/json, application/xml"))
            }
        }
    }

    @Test func `invalid content gets the same error in every format`() async throws {
        try await serve { caller in
            let malformed = try await caller.send(content: "<Film>\n<a></Film>", type: "text/xml")
            #expect(malformed.response.status == .badRequest)
            #expect(malformed.text.contains("line 2"))
            let doctype = try await caller.send(content: "<!DOCTYPE a><a/>", type: "text/xml")
            #expect(doctype.response.status == .badRequest)
            let charset = try await caller.send(content: Self.xml, type: "text/xml; charset=x")
            #expect(charset.response.status == .badRequest)
            let boundary = try await caller.send(content: "x", type: "multipart/form-data")
            #expect(boundary.response.status == .badRequest)
            let invalid = [
                ("application/json", #"{"title":"","tags":[],"cover":{"width":"w"}}"#),
                ("text/xml", "<f title=''><cover width='w'/></f>"),
            ]
            for (type, content) in invalid {
                let answer = try await caller.send(content: content, type: type)
                #expect(answer.response.status == .unprocessableContent)
                let problem: ProblemDetails = try JSON().decode(from: answer.text)
                #expect(problem.errors.map(\.pointer) == ["/title", "/year", "/cover/width"])
            }
            // A part with a file name is a file, so it cannot be the text `title`.
            let file = Self.multipart.replacing("name=\"title\"", with: "name=title; filename=x")
            let answer = try await caller.send(
                content: file,
                type: "multipart/form-data; boundary=x"
            )
            #expect(answer.response.status == .unprocessableContent)
            for (type, content) in [
                ("text/xml", "<f>" + String(repeating: " ", count: 2_000) + "</f>"),
                ("multipart/form-data; boundary=x", String(repeating: "x", count: 2_001)),
            ] {
                let large = try await caller.send(content: content, type: type)
                #expect(large.response.status == .contentTooLarge)
            }
        }
    }

    // MARK: - Clients

    @Test func `a typed call is sent in any declared format`() async throws {
        try await serve { caller in
            let poster = FormFile(filename: "p.png", mediaType: .png, bytes: [0, 1, 0xFF, 0x0D])
            let cover = Cover(width: 1, height: 2)
            for film in [
                Film(title: "Él <1953> & \"co\"", year: 1953, tags: ["a", "b"], cover: cover),
                Film(title: "x", year: -1, tags: ["one"], cover: nil, poster: poster),
            ] {
                for format in [nil, Format.json, .xml, .multipart] {
                    let options = CallOptions(format: format)
                    let back = try await caller.client.send(AddFilm(film: film), with: options)
                    #expect(back == film, "\(format?.pathExtension ?? "none")")
                }
            }
            for films in [[], [Film(title: "a", year: 1, tags: [], cover: cover)]] {
                #expect(try await caller.client.send(ReplaceFilms(films: films)) == films)
            }
            let upload = Upload(poster: .init(image: poster, stills: [poster, poster]))
            #expect(try await caller.client.send(upload) == Cover(width: 4, height: 2))
            await #expect(throws: CallError<Never>.self) {
                try await caller.client.send(upload, with: CallOptions(format: .xml))
            }
        }
    }

    @Test func `a call by path is sent in the format of its options`() async throws {
        try await serve { caller in
            let film = Film(title: "a", year: 1, tags: ["t"], cover: Cover(width: 1))
            for format in [Format.json, .xml, .form, .multipart] {
                let options = CallOptions(format: format)
                let back: Film = try await caller.client.post("films", film, with: options)
                #expect(back == film, "\(format.pathExtension)")
            }
            let value = try await caller.client.put(
                "films",
                [film],
                with: CallOptions(format: .xml)
            )
            #expect(value["item"]?["title"] == "a" || value["Film"]?["title"] == "a")
        }
    }

    @Test func `the OpenAPI document lists the formats`() throws {
        let document = try OpenAPI(Self.api).value
        let operation = document["paths"]?["/films"]?["post"]
        let content = operation?["requestBody"]?["content"]?.objectValue
        #expect(
            content?.map(\.key) == [
                "application/json", "application/xml", "application/x-www-form-urlencoded",
                "multipart/form-data",
            ]
        )
        let answer = operation?["responses"]?["200"]?["content"]?.objectValue
        #expect(answer?.map(\.key) == ["application/json", "application/xml"])
        let refusal = operation?["responses"]?["default"]?["content"]?.objectValue
        #expect(refusal?.map(\.key) == ["application/problem+json", "application/problem+xml"])
    }

    // MARK: - Outages

    @Test func `a response 503 has the field Retry-After, which the client reads`() async throws {
        try await serve { caller in
            let answer = try await caller.send(.get, "/films/busy")
            #expect(answer.response.status == .serviceUnavailable)
            #expect(answer.response.fields[.retryAfter] == "3")
            #expect(!answer.text.lowercased().contains("retry"))
            let error = await #expect(throws: CallError<Never>.self) {
                try await caller.client.send(Busy())
            }
            #expect(error?.problem?.retryAfter == .seconds(3))
        }
    }
}
