// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import Testing

@testable import RecadoCommand

@Suite struct `Tables on a terminal` {
    private func text(_ value: Value, width: Int = 80) throws -> String {
        try #require(Table(value)).text(width: width)
    }

    @Test func `a list has a header and a row for each element`() throws {
        let films: Value = [["id": 7, "title": "El sur"], ["id": 12, "rented": true]]
        #expect(
            try text(films) == """
                ID  TITLE   RENTED
                7   El sur
                12          yes

                """
        )
    }

    @Test func `an empty list is shown as the word nothing`() throws {
        #expect(try text([]) == "nothing\n")
    }

    @Test(arguments: [Value.null, 7, "text", true, [1, 2], [["a": 1], 2], ["a": 1]])
    func `values other than lists of objects are refused`(_ value: Value) {
        #expect(Table(value) == nil)
    }

    @Test func `nested values are summarized in their cell`() throws {
        let row: Value = [
            "tags": ["a", 2], "none": [], "one": [["id": 1, "name": "x"]],
            "many": [["id": 1], ["id": 2]], "in": ["id": 3, "at": ["sea": true]], "odd": [[1], 2],
        ]
        let shown = try text([row])
        #expect(
            shown == """
                TAGS  NONE  ONE             MANY       IN            ODD
                a, 2        id: 1, name: x  2 entries  id: 3, at: …  [ [ 1 ], 2 ]

                """
        )
    }

    @Test func `columns are selected by name, nested ones by path`() throws {
        let rows: Value = [["id": 7, "main": ["temp": 21.5]], ["id": 8, "main.temp": 3]]
        let table = try #require(Table(rows, columns: ["main.temp", "id"]))
        #expect(table.text(width: 80) == "MAIN.TEMP  ID\n21.5       7\n3          8\n")
        #expect(table.text(width: .max) == table.text(width: 80))
    }

    @Test func `cells that do not fit are cut`() throws {
        let text = try text([["a": "abcdefghijklmnopqrstuvwxyz", "b": "x"]], width: 20)
        #expect(text == "A                  B\nabcdefghijklmnop…  x\n")
    }

    @Test func `columns without room are omitted from the right and named`() throws {
        let long = Value.string(String(repeating: "x", count: 40))
        let text = try text([["a": long, "b": long, "c": long]], width: 40)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("A  ") && lines[0].hasSuffix("B"))
        #expect(lines[1].count <= 40)
        #expect(lines[3] == "not shown: c; --json shows all")
    }

    @Test(arguments: 1...40)
    func `no line is wider than the terminal`(_ width: Int) throws {
        let value: Value = [["id": 1, "title": "千と千尋の神隠し 👩‍👩‍👧 e\u{301}", "n": -12.5]]
        let lines = try text(value, width: width).split(separator: "\n")
        // The line that names the omitted columns is never cut.
        for line in lines where !line.hasPrefix("not shown") {
            #expect(DisplayText.width(of: String(line)) <= width, "\(line)")
        }
    }

    @Test(arguments: ["\u{1B}[2J", "a\rb", "\u{9B}31m", "\u{7F}", "a\u{202E}b", "a\nb", "\u{0}"])
    func `values cannot inject terminal escapes`(_ hostile: String) throws {
        let list: Value = [["k\(hostile)": .string(hostile)]]
        let card = Card(["k\(hostile)": [.string(hostile)], "o": ["k\(hostile)": list]])
        for text in [try text(list), card.text(width: 80)] {
            for scalar in text.unicodeScalars where scalar != "\n" {
                #expect(scalar.properties.generalCategory != .control)
                #expect(scalar != "\u{202E}")
            }
        }
    }
}

@Suite struct `Single objects on a terminal` {
    @Test func `each member has a line, and long values are wrapped`() {
        let film: Value.Object = [
            "id": 7, "synopsis": "uno dos tres cuatro cinco seis", "poster": nil,
        ]
        #expect(
            Card(film).text(width: 33) == """
                id:        7
                synopsis:  uno dos tres cuatro
                           cinco seis
                poster:

                """
        )
    }

    @Test func `nested values are shown below their label, lists as tables`() {
        let weather: Value.Object = [
            "name": "Alicante", "coord": ["lon": -0.48, "at": ["sea": true]], "none": [:],
            "weather": [["id": 800, "main": "Clear"]], "tags": ["a", 2], "odd": [[1], 2],
            "empty": [],
        ]
        #expect(
            Card(weather).text(width: 80) == """
                name:     Alicante
                coord:
                  lon:    -0.48
                  at:
                    sea:  yes
                none:     {}
                weather:
                  ID   MAIN
                  800  Clear
                tags:     a, 2
                odd:      [ [ 1 ], 2 ]
                empty:

                """
        )
    }

    @Test(arguments: 4...40)
    func `no line is wider than the terminal`(_ width: Int) {
        var deep: Value = ["end": "千と千尋の神隠し"]
        for _ in 0..<3 { deep = ["inside": deep, "text": "uno dos tres cuatro"] }
        let card = Card(["a long label": "v", "deep": deep, "list": [["a": 1, "b": "dos"]]])
        for line in card.text(width: width).split(separator: "\n")
        where !line.contains("not shown") {
            #expect(DisplayText.width(of: String(line)) <= max(width, 10), "\(line)")
        }
    }

    @Test func `very deep nesting takes a limited number of lines`() {
        var deep: Value = 1
        for _ in 0..<50 { deep = ["a": deep] }
        let lines = Card(deep.objectValue ?? [:]).text(width: 80).split(separator: "\n")
        #expect(lines.count > 5 && lines.count < 200)
    }
}

@Suite struct `Text on a terminal` {
    @Test(arguments: [
        ("abc", 3), ("", 0), ("Víctor", 6), ("e\u{301}", 1), ("千と", 4), ("👩‍👩‍👧", 2), ("é…", 2),
        ("❤️", 2),
    ])
    func `has the width that terminals use`(_ text: String, _ width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }

    @Test func `is cut between characters and padded`() {
        #expect(DisplayText.fit("千と千尋", to: 4) == "千… ")
        #expect(DisplayText.fit("千と千尋", to: 8) == "千と千尋")
        #expect(DisplayText.fit("ab", to: 4) == "ab  ")
        #expect(DisplayText.fit("ab", to: 1) == "…")
        #expect(DisplayText.fit("ab", to: 0).isEmpty)
    }

    @Test func `is wrapped at blanks and within words that are too long`() {
        #expect(DisplayText.wrap("", to: 10) == [""])
        #expect(DisplayText.wrap("uno dos tres", to: 7) == ["uno dos", "tres"])
        #expect(DisplayText.wrap("abcdefgh i", to: 4) == ["abcd", "efgh", "i"])
        #expect(DisplayText.wrap("uno dos tres", to: 8, indent: 2) == ["uno dos", "  tres"])
    }

    @Test(.timeLimit(.minutes(3)))
    func `is wrapped despite a letter with very many combining marks`() {
        let letter = "a" + String(repeating: "\u{301}\u{316}", count: 200_000)
        #expect(DisplayText.wrap("uno dos \(letter) tres", to: 7).count == 2)
    }

    @Test func `escaping does not change the value of JSON`() throws {
        let text = "{\"a\": \"\u{9B}31m\u{7F}\u{202E}é\"}\n"
        let clean = DisplayText.escaped(text)
        #expect(clean == "{\"a\": \"\\u009b31m\\u007f\\u202eé\"}\n")
        #expect(try JSON().value(from: clean) == JSON().value(from: text))
    }
}
