// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoContracts
import RecadoEndpoints
import RecadoHTTP
import RecadoScreens
import Testing

@Suite(.timeLimit(.minutes(1)))
struct `Limits of form fields` {
    @Test func `are taken from the declarations`() {
        let film = FilmForm.limits
        #expect(film.names == ["title", "year", "director", "poster", "synopsis"])
        #expect(film["title"].maximumLength == 255 && film["title"].isRequired)
        #expect(film["year"].maximumLength == 8 && film["year"].isRequired)
        #expect(film["director"].maximumLength == 64 && film["director"].isRequired)
        #expect(film["poster"].maximumLength == 255 && !film["poster"].isRequired)
        #expect(film["synopsis"].maximumLength == 10_000 && !film["synopsis"].isRequired)
        #expect(PostForm.limits["title"].maximumLength == 200)
        #expect(PostForm.limits["body"].maximumLength == 20_000)
        #expect(ScoreFormState.Form.limits["name"].maximumLength == 255)
        #expect(PlaygroundTrial.limits["status"].range == 200...599)
        #expect(PlaygroundTrial.limits["delay"].range == 0...10_000)
    }

    @Test func `accept any text where no limit is declared`() {
        let limits = FieldLimits(of: ListFilms.self)
        #expect(limits["q"].maximumLength == 255)
        #expect(limits["nothing"].maximumLength == nil)
        let text = String(repeating: "x", count: 1_000_000)
        #expect(limits.error(of: text, in: "nothing") == nil)
    }

    @Test func `count Unicode scalars, as the service does`() async throws {
        let calls = try await Stage().films
        let member = try BasicCredentials(user: Stage.member, password: Stage.member)
        // This emoji of a family is one character of seven scalars.
        let family = "👨‍👩‍👧‍👦"
        var form = FilmForm()
        form.year = "1983"
        form.director = "Víctor Erice"
        form.title = String(repeating: family, count: 36) + "abc"
        #expect(form.title.unicodeScalars.count == 255)
        #expect(form.errors.isEmpty)
        let film = try await calls.add(form, as: member, key: "1")
        #expect(film?.title == form.title)
        form.title += "d"
        #expect(form.errors == [FieldError("title", .tooLong(count: 256, limit: 255))])
    }

    @Test(
        arguments: [
            ("125", nil), ("-7", nil), ("many", .notANumber), ("1.5", .notANumber),
            ("--1", .notANumber),
            ("-", .notANumber), ("99999999999999999999", .numberTooLarge),
            ("-99999999999999999999", .numberTooLarge),
        ] as [(String, FieldError.Kind?)]
    )
    func `report text that is no integer, and integers that are too large`(
        text: String,
        kind: FieldError.Kind?
    ) {
        let form = ScoreFormState.Form(name: "Ana", total: text)
        #expect(form.errors.first?.kind == kind)
    }

    @Test(arguments: [
        ("1972", true), ("2011–19", true), ("0", true), ("abcd", false), ("–", false),
    ])
    func `a year consists of digits and dashes`(text: String, isYear: Bool) {
        var form = FilmForm()
        (form.title, form.director, form.year) = ("Alien", "Ridley Scott", text)
        #expect(form.errors == (isYear ? [] : [FieldError("year", .notAYear)]))
        var selection = FilmSelection()
        selection.year = " \(text) "
        #expect(selection.errors == form.errors)
    }

    @Test(
        arguments: [
            ("", nil), ("200", nil), ("599", nil), ("600", .outside(200...599)),
            ("-1", .outside(200...599)), ("two", .outside(200...599)),
            ("99999999999999999999", .outside(200...599)),
        ] as [(String, FieldError.Kind?)]
    )
    func `numbers outside their range are refused`(text: String, kind: FieldError.Kind?) {
        let error = PlaygroundTrial.limits.error(ofNumber: text, in: "status")
        #expect(error?.kind == kind)
    }
}
