// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoServices
import Testing

/// The responses of the service that imitates OMDb.
@Suite(.timeLimit(.minutes(3)))
struct `The film database` {
    private static let stand = Result { try Stand([FilmDatabaseService().service]) }

    private func ask(_ query: String) async throws -> Reply {
        try await Self.stand.get().send(.get, "/omdb/?apikey=k&\(query)")
    }

    private func titles(_ query: String) async throws -> [String] {
        let reply = try await ask(query)
        return (reply.value["Search"]?.arrayValue ?? []).compactMap { $0["Title"]?.stringValue }
    }

    // MARK: - Refusals

    struct Refused: Sendable, CustomTestStringConvertible {
        let query: String
        let status: Int
        let error: String
        var testDescription: String { query }

        init(_ query: String, _ status: Int, _ error: String) {
            self.query = query
            self.status = status
            self.error = error
        }
    }

    static let refusals = [
        Refused("t=The+Godfather", 401, "No API key provided."),
        Refused("t=The+Godfather&apikey=", 401, "No API key provided."),
        Refused("apikey=wrong&t=Up", 401, "Invalid API key!"),
        Refused("apikey=right", 200, "Incorrect IMDb ID."),
        Refused("apikey=right&t=&s=&i=", 200, "Incorrect IMDb ID."),
        Refused("apikey=right&i=abc", 200, "Incorrect IMDb ID."),
        Refused("apikey=right&i=tt1", 200, "Incorrect IMDb ID."),
        Refused(
            "apikey=right&i=tt%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0%D9%A0",
            200,
            "Incorrect IMDb ID."
        ),
        Refused("apikey=right&i=tt9999999", 200, "Error getting data."),
        Refused("apikey=right&t=Nothing+Of+The+Kind", 200, "Movie not found!"),
        Refused("apikey=right&t=The+Godfather&type=series", 200, "Series not found!"),
        Refused("apikey=right&t=The+Godfather&y=1999", 200, "Movie not found!"),
        Refused("apikey=right&s=zzzz", 200, "Movie not found!"),
        Refused("apikey=right&s=zzzz&type=series", 200, "Series not found!"),
        Refused("apikey=right&s=it", 200, "Too many results."),
        Refused("apikey=right&s=godfather&page=2", 200, "Movie not found!"),
        Refused("apikey=right&s=star&page=101", 200, "Movie not found!"),
        Refused("apikey=right&s=%27%20OR%20%271%27%3D%271", 200, "Movie not found!"),
        Refused("apikey=right&s=%22%20NEAR%20(%22", 200, "Movie not found!"),
        Refused("apikey=right&s=***", 200, "Movie not found!"),
        Refused("apikey=right&s=%25%25%25", 200, "Movie not found!"),
        Refused("apikey=right&t=%00%00%00", 200, "Movie not found!"),
        Refused("apikey=right&t=zz&t=zzz", 200, "Movie not found!"),
    ]

    @Test(arguments: refusals, ["json", "xml"])
    func `errors have the form of OMDb errors`(refused: Refused, format: String) async throws {
        let stand = try Stand([FilmDatabaseService(keys: ["right"]).service])
        let reply = try await stand.send(.get, "/omdb/?r=\(format)&\(refused.query)")
        #expect(reply.status == refused.status)
        if format == "json" {
            #expect(reply.text == #"{"Response":"False","Error":"\#(refused.error)"}"#)
            #expect(reply.fields[.contentType] == "application/json; charset=utf-8")
        } else {
            #expect(
                reply.text.hasSuffix(
                    #"<root response="False"><error>\#(refused.error)</error></root>"#
                )
            )
            #expect(reply.fields[.contentType] == "text/xml; charset=utf-8")
        }
    }

    @Test(arguments: ["s=%FF%FE%FD", "t=%", "i=%ZZ", "s=%F0%9F%8E%AC%F0%9F%8E%AC%F0%9F%8E%AC"])
    func `queries with invalid UTF-8 or without words find nothing`(query: String) async throws {
        let reply = try await ask(query)
        #expect([200, 400].contains(reply.status))
        #expect(reply.value["Response"]?.stringValue == "False")
    }

    @Test func `very long words and very many words find nothing`() async throws {
        let long = String(repeating: "a", count: 40_000)
        let many = String(repeating: "the+", count: 10_000)
        #expect(try await ask("s=\(long)").value["Response"]?.stringValue == "False")
        #expect(try await ask("s=\(many)").value["Response"]?.stringValue == "False")
        #expect(try await ask("t=\(many)").value["Response"]?.stringValue == "False")
    }

    // MARK: - Titles

    @Test(arguments: [
        "t=The+Godfather", "t=the%20godfather", "t=Godfather", "t=GODFATHER,+THE", "t=A+Godfather",
        "i=tt0068646", "t=The+Godfather&y=1972&type=movie", "i=tt0068646&t=Up&s=star",
        "t=The+Godfather&s=star",
    ])
    func `a film is found by variants of its title and by its IMDb id`(query: String) async throws {
        let film = try await ask(query).value
        #expect(film["Title"]?.stringValue == "The Godfather")
        #expect(film["Year"]?.stringValue == "1972")
        #expect(film["Rated"]?.stringValue == "R")
        #expect(film["Released"]?.stringValue == "24 Mar 1972")
        #expect(film["Runtime"]?.stringValue == "175 min")
        #expect(film["Genre"]?.stringValue == "Crime, Drama")
        #expect(film["Director"]?.stringValue == "Francis Ford Coppola")
        #expect(film["Actors"]?.stringValue == "Marlon Brando, Al Pacino, James Caan")
        #expect(film["imdbID"]?.stringValue == "tt0068646")
        #expect(film["Type"]?.stringValue == "movie")
        #expect(film["Country"]?.stringValue == "United States")
        // Unknown values are not invented.
        #expect(film["imdbRating"]?.stringValue == "N/A")
        #expect(film["Ratings"]?.arrayValue == [])
        #expect(film["Response"]?.stringValue == "True")
    }

    @Test(
        arguments: [
            ("Amelie", "Amélie"), ("AM%C3%89LIE", "Amélie"), ("wall-e", "WALL·E"),
            ("walle", "WALL·E"),
            ("Leon+The+Professional", "Léon: The Professional"), ("sur", "El Sur"),
            ("schindlers+list", "Schindler's List"),
            ("Schindler%E2%80%99s+List", "Schindler's List"),
            ("dolce+vita", "La dolce vita"), ("M", "M"), ("Se7en", "Se7en"), ("8%C2%BD", "8½"),
            ("Alien", "Alien"),
            ("psicosis", "Psycho"), ("el+padrino", "The Godfather"), ("Padrino", "The Godfather"),
            ("cadena+perpetua", "The Shawshank Redemption"), ("juego+de+tronos", "Game of Thrones"),
        ] as [(String, String)]
    )
    func `titles are found regardless of accents, case, articles and punctuation`(
        asked: String,
        title: String
    ) async throws {
        #expect(try await ask("t=\(asked)").value["Title"]?.stringValue ?? "" == title)
    }

    @Test func `the year selects among films with the same title`() async throws {
        let old = try await ask("t=Dune&y=1984").value
        let new = try await ask("t=Dune&y=2021").value
        #expect(old["Director"]?.stringValue == "David Lynch")
        #expect(new["Director"]?.stringValue == "Denis Villeneuve")
    }

    @Test func `plots are short unless the full plot is requested`() async throws {
        let short = try #require(try await ask("t=Blade+Runner").value["Plot"]?.stringValue)
        let full = try #require(
            try await ask("t=Blade+Runner&plot=full").value["Plot"]?.stringValue
        )
        #expect(short.count < full.count && short.count > 40)
        let brief = try await ask("t=Rashomon").value["Plot"]?.stringValue
        #expect(try await ask("t=Rashomon&plot=full").value["Plot"]?.stringValue == brief)
    }

    @Test func `a search finds films by their Spanish titles`() async throws {
        #expect(
            try await titles("s=padrino") == [
                "The Godfather", "The Godfather Part II", "The Godfather Part III",
            ]
        )
        #expect(try await titles("s=anillos+torres") == ["The Lord of the Rings: The Two Towers"])
        #expect(try await titles("s=casa+de+papel&type=series") == ["Money Heist"])
    }

    /// Returns all titles, which are found by searching for each letter and digit followed by `*`.
    private func entries(of stand: Stand) async throws -> [Value] {
        var entries: [String: Value] = [:]
        for letter in "abcdefghijklmnopqrstuvwxyz0123456789" {
            for page in 1...100 {
                let query = "/omdb/?apikey=k&s=\(letter)*%20%20&page=\(page)"
                let list = try await stand.send(.get, query).value["Search"]?.arrayValue ?? []
                for entry in list { entries[entry["Poster"]?.stringValue ?? ""] = entry }
                guard list.count == 10 else { break }
            }
        }
        return Array(entries.values)
    }

    @Test func `every title has a plot, an existing poster and a director or writer`() async throws
    {
        let films = FilmDatabaseService()
        let stand = try Stand([films.service], pages: films.pages)
        let entries = try await entries(of: stand)
        #expect(entries.count > 500)
        for entry in entries {
            let texts = ["Title", "Year", "imdbID", "Poster"].map { entry[$0]?.stringValue ?? "" }
            let path = texts[3].replacing("http://stand.example", with: "")
            let picture = try await stand.send(.get, path)
            #expect(picture.status == 200, "\(texts)")
            #expect(picture.fields[.contentType] == "image/svg+xml; charset=utf-8")
            #expect(picture.text.contains("aria-label=\""))
            let byTitle = "t=\(texts[0].replacing(" ", with: "+"))&y=\(texts[1])"
            let query = texts[2] == "N/A" ? byTitle : "i=\(texts[2])"
            let record = try await stand.send(.get, "/omdb/?apikey=k&\(query)").value
            let plot = record["Plot"]?.stringValue ?? ""
            #expect(plot.count > 20 && plot.hasSuffix("."), "\(texts): \(plot)")
            #expect(record["Poster"]?.stringValue == texts[3])
            let makers = ["Director", "Writer"].compactMap { record[$0]?.stringValue }
            #expect(makers.contains { $0 != "N/A" }, "\(texts)")
        }
        for path in ["tt9999999.svg", "x.svg", "tt0068646.png", ".svg", "%00.svg"] {
            #expect(try await stand.send(.get, "/omdb/posters/\(path)").status == 404, "\(path)")
        }
    }

    @Test func `poster URLs start with the public base URL, except custom ones`() async throws {
        var own = TitleRecord(title: "Qwertz", year: "2001", imdbID: "tt7777777")
        own.poster = "https://films.example/q.jpg"
        let films = FilmDatabaseService(adding: [own], publicBase: "https://club.example/")
        let stand = try Stand([films.service], pages: films.pages)
        let film = try await stand.send(.get, "/omdb/?apikey=k&t=Up").value
        #expect(
            film["Poster"]?.stringValue == "https://club.example/omdb/posters/tt1049413.svg"
        )
        let added = try await stand.send(.get, "/omdb/?apikey=k&t=Qwertz&r=xml")
        #expect(added.text.contains(#"poster="https://films.example/q.jpg""#))
    }

    @Test(arguments: [
        "Q42", "tt12", "tt00000000001", "TT7777777", "tt777777x", "../tt7777777", "a b/c?d#e", "",
        "N/A",
    ])
    func `an added title has a poster for any form of its IMDb id`(number: String) async throws {
        let added = [
            TitleRecord(title: "Qwertz & Söhne", year: "2011–2019", imdbID: number),
            TitleRecord(title: "東京物語", year: "1953", imdbID: number),
            TitleRecord(title: "東京暮色", year: "1953", imdbID: number),
            TitleRecord(title: "Sin año", year: "", imdbID: number),
        ]
        let films = FilmDatabaseService(adding: added)
        let stand = try Stand([films.service], pages: films.pages)
        for title in added {
            let name = PercentEncoding.encode(title.title, keeping: .unreserved)
            let film = try await stand.send(.get, "/omdb/?apikey=k&t=\(name)").value
            let poster = try #require(film["Poster"]?.stringValue)
            let path = poster.replacing("http://stand.example", with: "")
            #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            let picture = try await stand.send(.get, path)
            #expect(picture.status == 200, "\(path)")
            #expect(
                picture.text.contains("aria-label=\"\(title.title.replacing("&", with: "&amp;"))")
            )
        }
    }

    @Test func `series have a range of years and seasons, but no box office`() async throws {
        let series = try await ask("t=Game+of+Thrones").value
        #expect(series["Year"]?.stringValue == "2011–2019")
        #expect(series["Type"]?.stringValue == "series")
        #expect(series["totalSeasons"]?.stringValue == "8")
        for absent in ["DVD", "BoxOffice", "Production", "Website"] {
            #expect(series[absent] == nil)
        }
        #expect(try await ask("t=Twin+Peaks&y=1990&type=series").value["Title"] != nil)
    }

    // MARK: - Lists

    @Test func `a search lists the titles that contain all its words`() async throws {
        let reply = try await ask("s=godfather")
        #expect(reply.value["totalResults"]?.stringValue == "3")
        #expect(
            try await titles("s=godfather") == [
                "The Godfather", "The Godfather Part II", "The Godfather Part III",
            ]
        )
        #expect(try await titles("s=part+godfather+the").count == 2)
        #expect(try await titles("s=rings+lord").count == 3)
        #expect(try await titles("s=dune&y=1984") == ["Dune"])
    }

    @Test func `a search lists exact titles first, then titles that begin with it`() async throws {
        #expect(try await titles("s=alien").first == "Alien")
        #expect(
            try await titles("s=batman") == ["Batman", "Batman Begins", "Batman Returns"]
        )
        #expect(try await titles("s=dark+knight").first == "The Dark Knight")
    }

    @Test func `an asterisk matches the rest of a word`() async throws {
        #expect(try await titles("s=godf*").count == 3)
        #expect(try await titles("s=incred*") == ["The Incredibles"])
    }

    @Test func `pages have ten titles each and together list every result`() async throws {
        let all = try await ask("s=the")
        let total = try #require(all.value["totalResults"]?.stringValue.flatMap { Int($0) })
        #expect(total > 100)
        var seen: [String] = []
        for page in 1...(total + 9) / 10 { seen += try await titles("s=the&page=\(page)") }
        #expect(seen.count == total)
        #expect(Set(seen).count > total - 5)
        #expect(try await titles("s=the&page=0") == titles("s=the&page=1"))
        #expect(try await titles("s=the&page=x") == titles("s=the&page=1"))
    }

    // MARK: - Forms

    @Test func `XML has the members of a record as attributes`() async throws {
        let film = try await ask("t=The+Godfather&r=xml")
        #expect(film.fields[.contentType] == "text/xml; charset=utf-8")
        #expect(
            film.text.contains(
                #"<root response="True"><movie title="The Godfather" year="1972" rated="R""#
            )
        )
        #expect(film.text.contains(#"imdbID="tt0068646" type="movie"/></root>"#))
        let list = try await ask("s=godfather&r=xml")
        #expect(
            list.text.contains(
                #"<root totalResults="3" response="True"><result title="The Godfather" year="1972""#
            )
        )
    }

    @Test func `a JSONP callback is used only if it is a valid function name`() async throws {
        let reply = try await ask("t=Up&callback=app.films.show_1")
        #expect(reply.fields[.contentType] == "application/javascript; charset=utf-8")
        #expect(reply.text.hasPrefix("app.films.show_1({\"Title\":\"Up\""))
        #expect(reply.text.hasSuffix("})"))
        for name in [
            "alert(1)//", "a%3Cscript%3E", "1a", "", ".a", "a..b", "a%20b", "%C3%A1",
            String(repeating: "a", count: 65),
        ] {
            let refused = try await ask("t=Up&callback=\(name)")
            #expect(refused.text.hasPrefix("{"), "\(name)")
            #expect(refused.fields[.contentType] == "application/json; charset=utf-8")
        }
        #expect(try await ask("t=Up&r=xml&callback=f").text.hasPrefix("<?xml"))
        let refusal = try await ask("t=None+such&callback=f")
        #expect(refusal.text == #"f({"Response":"False","Error":"Movie not found!"})"#)
    }

    // MARK: - Over a socket

    @Test func `the request in the course document gets the documented response`() async throws {
        try await Self.stand.get().serve { base in
            let visitor = Visitor(base: base + "/omdb")
            let printed = "/?t=The+Godfather&plot=full&apikey=XXXXXXX"
            let film = try await visitor.send(printed)
            #expect(film.status == 200)
            // "Este campo Response debes leerlo como String, no como Bool."
            #expect(film.object?["Response"] as? String == "True")
            for member in ["Title", "Year", "Director", "Poster", "Plot"] {
                #expect(film.object?[member] as? String != nil)
            }
            let missing = try await visitor.send("/?t=Xyzzy+Plugh&plot=full&apikey=XXXXXXX")
            #expect(missing.object?["Response"] as? String == "False")
            let bare = try await Visitor(base: base).send("/omdb?t=Up&apikey=k")
            #expect(bare.object?["Title"] as? String == "Up")
        }
    }

    @Test(arguments: ["json", "xml"])
    func `declared endpoints return decoded titles and lists in JSON and XML`(
        format: String
    ) async throws {
        try await Self.stand.get().serve("/omdb") { client in
            var call = SearchTitles(t: "Up", apikey: "k")
            call.r = format
            guard case .title(let film) = try await client.send(call) else {
                Issue.record("no title")
                return
            }
            #expect(film.director == "Pete Docter")
            var search = SearchTitles(s: "godfather", apikey: "k")
            search.r = format
            guard case .list(let list) = try await client.send(search) else {
                Issue.record("no list")
                return
            }
            #expect(list.total == 3)
            #expect(list.results.map(\.year) == ["1972", "1974", "1990"])
            call.t = "Xyzzy Plugh"
            #expect(try await client.send(call) == .nothing("Movie not found!"))
        }
    }

    @Test func `an original response of OMDb is decoded`() throws {
        let text = """
            {"Title":"The Wire","Year":"2002–2008","Rated":"TV-MA","Ratings":[{"Source":\
            "Internet Movie Database","Value":"9.3/10"}],"Metascore":"N/A","imdbVotes":"1,234,567",\
            "imdbID":"tt0306414","Type":"series","totalSeasons":"5","Response":"True","Extra":1}
            """
        guard case .title(let title) = try JSON().decode(TitleAnswer.self, from: text) else {
            Issue.record("no title")
            return
        }
        #expect(title.ratings?.first?.value == "9.3/10")
        #expect(title.director == nil)
    }

    // MARK: - Many titles

    @Test func `the search index finds as many titles as a scan`() async throws {
        var random = SplitMix(seed: 7)
        let words = (0..<300).map { "w\(String($0, radix: 36))" }
        let records = (0..<5000).map { number in
            let title = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                words[min(299, Int(abs(Double.random(in: -1...1, using: &random)) * 300))]
            }
            return TitleRecord(
                title: title.joined(separator: " "),
                year: String(1900 + number % 120),
                imdbID: "tt\(1_000_000_0 + number)"
            )
        }
        let stand = try Stand([FilmDatabaseService(adding: records).service])
        for _ in 0..<60 {
            let asked = [words.randomElement(using: &random), words.randomElement(using: &random)]
                .compactMap { $0 }.prefix(Int.random(in: 1...2, using: &random))
            let query = asked.joined(separator: "+")
            let expected = records.filter { record in
                let own = Set(record.title.split(separator: " ").map(String.init))
                return asked.allSatisfy(own.contains)
            }
            let reply = try await stand.send(.get, "/omdb/?apikey=k&s=\(query)")
            let total = reply.value["totalResults"]?.stringValue ?? "0"
            // The service refuses to search for a single word of two letters.
            guard query.count > 2 else { continue }
            #expect(total == String(expected.count), "\(query)")
        }
    }
}

/// Random numbers that are the same in every run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
