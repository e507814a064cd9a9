// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import Testing

@Suite(.timeLimit(.minutes(3)))
struct `Searching the videoclub` {
    struct Case: Sendable, CustomTestStringConvertible {
        var query: String
        var titles: [String]
        var testDescription: String { query }
    }

    @Test(
        arguments: [
            Case(query: "q=PADRINO", titles: ["El padrino", "El padrino. Parte II"]),
            Case(query: "q=perdon", titles: ["Sin perdón"]),
            Case(query: "q=perd%C3%B3n", titles: ["Sin perdón"]),
            Case(query: "q=PERD%C3%93N", titles: ["Sin perdón"]),
            // The accent is a combining mark, as macOS sends it.
            Case(query: "q=perdo%CC%81n", titles: ["Sin perdón"]),
            Case(query: "q=kubrick", titles: ["La naranja mecánica", "La chaqueta metálica"]),
            Case(query: "q=siciliano", titles: ["El padrino. Parte II"]),
            Case(query: "q=la+vida", titles: ["La vida es bella"]),
            Case(query: "title=taxi", titles: ["Taxi Driver"]),
            Case(query: "title=scorsese", titles: []),
            Case(query: "director=scorsese", titles: ["Uno de los nuestros", "Taxi Driver"]),
            Case(query: "director=scorsese&title=uno", titles: ["Uno de los nuestros"]),
            Case(query: "year=1994", titles: ["Pulp Fiction", "Cadena perpetua"]),
            Case(query: "year=199", titles: []),
            Case(query: "year=1994&rented=false", titles: []),
            Case(query: "director=fincher&rented=true", titles: ["Seven", "El club de la lucha"]),
            Case(query: "q=%25", titles: []),
            Case(query: "q=_", titles: []),
            Case(query: "q=%5C", titles: []),
            Case(query: "q=a%25o", titles: []),
            Case(query: "q='%20OR%201=1--", titles: []),
            Case(query: "q=%22;DROP%20TABLE%20film;--", titles: []),
            Case(query: "q=%3F", titles: []),
            Case(query: "q=nada+de+esto", titles: []),
        ]
    )
    func `a filter finds the matching films`(search: Case) async throws {
        try await Club.open { club in
            let titles = try await club.titles(search.query)
            #expect(titles == search.titles)
        }
    }

    @Test(arguments: Storage.all)
    func `characters with a meaning in SQL patterns match themselves`(storage: Storage) async throws
    {
        try await Club.open(over: storage) { club in
            _ = try await club.add("100% lobo")
            _ = try await club.add("El_subrayado")
            _ = try await club.add(#"C:\pelis"#)
            _ = try await club.add("O'Horten")
            #expect(try await club.titles("q=0%25%20l") == ["100% lobo"])
            #expect(try await club.titles("q=l_s") == ["El_subrayado"])
            #expect(try await club.titles("q=%5Cp") == [#"C:\pelis"#])
            #expect(try await club.titles("q=o%27h") == ["O'Horten"])
        }
    }

    @Test(arguments: Storage.all)
    func `texts are found regardless of case, accents and Unicode form`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            _ = try await club.add("¡Qué bello es vivir! 🎄")
            _ = try await club.add("Cafe\u{301} Müller")
            _ = try await club.add("Ærø og Straße Łódź")
            _ = try await club.add("Ο Ζορμπάς")
            _ = try await club.add("東京物語")
            _ = try await club.add("Ёлки")
            let searches = [
                ("que%20bello", "¡Qué bello es vivir! 🎄"),
                ("%F0%9F%8E%84", "¡Qué bello es vivir! 🎄"),
                ("CAF%C3%89", "Cafe\u{301} Müller"),
                ("muller", "Cafe\u{301} Müller"),
                ("aero", "Ærø og Straße Łódź"),
                ("STRASSE", "Ærø og Straße Łódź"),
                ("lodz", "Ærø og Straße Łódź"),
                ("%CE%B6%CE%BF%CF%81%CE%BC%CF%80%CE%B1%CF%83", "Ο Ζορμπάς"),
                ("%E7%89%A9", "東京物語"),
                ("%D0%B5%D0%BB%D0%BA%D0%B8", "Ёлки"),
            ]
            for (query, title) in searches {
                let found = try await club.titles("q=\(query)")
                #expect(found.map { Array($0.utf8) } == [Array(title.utf8)], "\(query)")
            }
        }
    }

    @Test(arguments: Storage.all)
    func `an edited film is found only by its new words`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let json = #"{"title":"Taxista","synopsis":"Conduce de día."}"#
            _ = try await club.send(.put, "19", as: .guest, json: json)
            #expect(try await club.titles("q=taxi+driver") == [])
            #expect(try await club.titles("q=taxista") == ["Taxista"])
            #expect(try await club.titles("q=conduce+de+dia") == ["Taxista"])
        }
    }

    // MARK: - Order

    @Test(arguments: Storage.all)
    func `titles are sorted regardless of case and accents`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            for title in ["ábaco", "Zorro", "¿zapatos?", "ABADÍA", "ñu"] {
                _ = try await club.add(title, director: "Orden")
            }
            let expected = ["ábaco", "ABADÍA", "ñu", "¿zapatos?", "Zorro"]
            #expect(try await club.titles("director=orden&sort=title") == expected)
            #expect(try await club.titles("director=orden&sort=-title") == expected.reversed())
        }
    }

    @Test(arguments: Storage.all, ["id", "title", "year", "director"])
    func `a minus sign reverses a sort order, including ties`(
        storage: Storage,
        order: String
    ) async throws {
        try await Club.open(over: storage) { club in
            let upwards = try await club.list("sort=\(order)").films.map { $0["id"]?.intValue }
            let downwards = try await club.list("sort=-\(order)").films.map { $0["id"]?.intValue }
            #expect(upwards.count == 20)
            #expect(downwards == upwards.reversed())
            let key = order == "title" ? "title" : order
            guard key == "year" else { return }
            let years = try await club.list("sort=year").films.compactMap {
                $0["year"]?.stringValue
            }
            #expect(years == years.sorted())
        }
    }

    @Test(arguments: Storage.all)
    func `films with equal sort keys are sorted by id`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let films = try await club.list("sort=director&director=scorsese").films
            #expect(films.map { $0["id"]?.intValue } == [8, 19])
        }
    }

    // MARK: - Pages

    @Test(arguments: Storage.all, [1, 3, 7, 19, 20, 100])
    func `the next links lead through every film once`(storage: Storage, limit: Int) async throws {
        try await Club.open(over: storage) { club in
            var target: String? = "\(Club.catalog)?sort=-title&limit=\(limit)"
            var ids: [Int] = []
            var pages = 0
            while let next = target, pages < 30 {
                let reply = try await club.send(.get, next)
                #expect(reply.total == "20")
                ids += reply.films.compactMap { $0["id"]?.intValue }
                pages += 1
                let links = LinkField(reply.fields[values: .link]).links
                target = links.first { $0.relations.contains("next") }?.target
            }
            #expect(ids.sorted() == Array(1...20))
            #expect(pages == (20 + limit - 1) / limit)
        }
    }

    @Test(arguments: Storage.all)
    func `a page beyond the last is empty and has a link to the previous page`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.list("limit=10&page=1000000")
            #expect(reply.status == 200)
            #expect(reply.films.isEmpty)
            #expect(reply.total == "20")
            #expect(reply.fields[.link]?.contains("rel=\"prev\"") == true)
        }
    }

    @Test(arguments: Storage.all)
    func `the total counts the matching films`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let reply = try await club.list("director=kubrick&limit=1")
            #expect(reply.total == "2")
            #expect(reply.films.count == 1)
        }
    }

    @Test(arguments: Storage.all)
    func `all invalid parameters are reported together`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            let long = String(repeating: "x", count: 256)
            let reply = try await club.list("limit=101&page=0&sort=size&rented=maybe&q=\(long)")
            reply.expectProblem(422)
            let errors = reply.value["errors"]?.arrayValue ?? []
            let names = Set(errors.compactMap { $0["parameter"]?.stringValue })
            #expect(names == ["limit", "page", "sort", "rented", "q"])
        }
    }

    @Test(arguments: Storage.all)
    func `a search of the maximum length works with any characters`(storage: Storage) async throws {
        try await Club.open(over: storage) { club in
            for character in ["x", "%25", "_", "%F0%9F%8E%84", "%C3%9F", "%EF%AC%83", "%C7%86"] {
                let reply = try await club.list("q=" + String(repeating: character, count: 255))
                #expect(reply.status == 200, "\(character) \(reply.value)")
                #expect(reply.films.isEmpty)
            }
        }
    }
}
