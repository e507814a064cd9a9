// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoContracts
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An app for the videoclub as the course's students write it: with data tasks, dictionaries and
/// credentials in advance.
@Suite(.timeLimit(.minutes(3)))
struct `The film app of the iOS course` {
    private static func serve(
        in manner: Videoclub.Manner,
        _ body: (CourseFilmController) async throws -> Void
    ) async throws {
        try await CourseServer.serve(in: manner) { server in
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            try await body(CourseFilmController(server, in: manner, session))
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `reads every film, even without a poster and a synopsis`(
        manner: Videoclub.Manner
    ) async throws {
        try await Self.serve(in: manner) { app in
            try await app.createPelis()
            #expect(app.films.count == 20 && app.lost == 0)
            #expect(app.films.allSatisfy { !$0.title.isEmpty && !$0.year.isEmpty })
            var bare = CourseFilm()
            (bare.title, bare.year, bare.director) = ("Ñu <&> \"x\" 🎬", "2011–19", "Él")
            try await app.save(bare)
            #expect(app.failure == nil)
            try await app.createPelis()
            #expect(app.films.count == 21 && app.lost == 0)
            let kept = try #require(app.film(21))
            #expect(kept.title == bare.title && kept.poster == "" && kept.synopsis == "")
            // A value that was removed must look like one that was never there.
            var emptied = try #require(app.film(8))
            (emptied.poster, emptied.synopsis) = ("", "")
            try await app.save(emptied)
            try await app.createPelis("?q=x&sort=-id")
            #expect(app.films.first == kept && app.lost == 0)
            try await app.createPelis()
            #expect(app.film(8) == emptied && app.films.count == 21 && app.lost == 0)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `changes its list only when the server accepts the change`(
        manner: Videoclub.Manner
    ) async throws {
        try await Self.serve(in: manner) { app in
            try await app.createPelis()
            // The app's button changes from Libre to Alquilada and back.
            for state in [true, false] {
                try await app.changeState(of: #require(app.film(8)))
                #expect(app.failure == nil && app.film(8)?.rented == state)
            }
            try await app.changeState(of: #require(app.film(8)))
            // The teacher's films come first in the list, and other members may not change them.
            try await app.changeState(of: #require(app.film(1)))
            #expect(app.failure == "403" && app.film(1)?.rented == false)
            try await app.delete(#require(app.film(1)))
            #expect(app.failure == "403" && app.film(1) != nil)

            var new = CourseFilm()
            (new.title, new.year, new.director) = ("El sur", "1983", "Víctor Erice")
            try await app.save(new)
            let added = try #require(app.films.last)
            #expect(added.identif == 21 && added.title == "El sur")
            // The user edits a copy, which replaces the film once the server has accepted it.
            var copy = added
            (copy.synopsis, copy.poster) = ("Una niña.", "http://a.example/p.png")
            try await app.save(copy)
            #expect(app.film(21) == copy)
            copy.title = ""
            try await app.save(copy)
            #expect(app.failure == "422" && app.film(21)?.title == "El sur")
            try await app.delete(#require(app.film(20)))
            #expect(app.failure == nil && app.films.count == 20)
            // The app's list equals the server's, which it reads again as after a restart.
            let own = app.films
            try await app.createPelis()
            #expect(app.films == own && app.lost == 0)
            #expect(app.film(8)?.rented == true)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `fills the form from the film database`(manner: Videoclub.Manner) async throws {
        try await Self.serve(in: manner) { app in
            try await app.search(inFilmDatabase: "No film is called this")
            #expect(app.failure == nil && app.found == nil)
            try await app.search(inFilmDatabase: "The Godfather")
            let found = try #require(app.found)
            #expect(found.title == "The Godfather" && found.year == "1972")
            try await app.save(found)
            #expect(app.failure == nil)
            try await app.createPelis("?title=godfather")
            #expect(app.films.map(\.synopsis) == [found.synopsis] && app.lost == 0)
        }
    }

    @Test(arguments: Videoclub.Manner.allCases)
    func `shows an error message if no server answers`(manner: Videoclub.Manner) async throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        // No server listens on port 9 (discard).
        let nobody = CourseServer(base: "http://127.0.0.1:9")
        let app = CourseFilmController(nobody, in: manner, session)
        try await app.createPelis()
        #expect(app.failure?.isEmpty == false && app.films.isEmpty)
    }
}
