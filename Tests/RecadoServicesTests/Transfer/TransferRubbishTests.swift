// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoServices
import Testing

/// Files with random mistakes: valid ones in which bytes were changed, left out and repeated.
///
/// For each file the counts in the report must add up and match the database.
@Suite(.timeLimit(.minutes(3)))
struct `Import of randomly damaged files` {
    /// A valid file.
    struct Sound: Sendable, CustomTestStringConvertible {
        let table: TransferTable
        let format: TransferFormat
        let text: String
        var testDescription: String { "\(table.rawValue) as \(format.rawValue)" }
    }

    private static let sound = [
        Sound(
            table: .scores,
            format: .csv,
            text: """
                id,name,total,created_at
                7,"Jara, ""la"" grande",-4,2012-09-24T08:15:13Z
                ,Nuria,2,
                """
        ),
        Sound(
            table: .scores,
            format: .xml,
            text: """
                <?xml version="1.0"?><scores type="array"><score><id type="integer">7</id>\
                <name>Jara &amp; Gabriel</name><total nil="true"/></score>\
                <score><name><![CDATA[x]]></name></score></scores>
                """
        ),
        Sound(
            table: .posts,
            format: .json,
            text: #"""
                [{"_id":"589064ee0102030405060708","title":"Hola ñ","body":"\u00e9","author":1},
                 {"title":"Otro","body":null,"__v":3}]
                """#
        ),
        Sound(
            table: .posts,
            format: .jsonl,
            text: """
                {"title":"Uno","author":-1}
                {"title":"Dos","body":"tres"}
                """
        ),
        Sound(
            table: .videoclub,
            format: .csv,
            text: """
                title;year;director;poster;rented;synopsis
                El sur;1983;Víctor Erice;http://a/b.png;true;"línea
                otra"
                """
        ),
    ]

    /// Returns a text with some bytes changed, always the same ones for the same number.
    private static func broken(_ text: String, _ number: UInt64) -> [UInt8] {
        var bytes = Array(text.utf8)
        var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
        func chance(_ limit: Int) -> Int {
            state = state &* 0x5851_F42D_4C95_7F2D &+ 1
            return Int(state >> 33) % max(1, limit)
        }
        let telling = Array("\"',;\n\r\t<>&/[]{}:\\\0\u{FF}-9e".utf8)
        for _ in 0...chance(4) where !bytes.isEmpty {
            let place = chance(bytes.count)
            switch chance(5) {
            case 0: bytes[place] = telling[chance(telling.count)]
            case 1: bytes.insert(telling[chance(telling.count)], at: place)
            case 2: bytes.remove(at: place)
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + chance(20)))
            default: bytes.insert(contentsOf: bytes[place...].prefix(chance(40)), at: place)
            }
        }
        return bytes
    }

    @Test(arguments: sound, [false, true])
    func `the counts in the report match the database`(
        sound: Sound,
        skipsInvalid: Bool
    ) async throws {
        try await TransferPlace.open("SQLite") { place in
            // Creates the first member, who will own the imported films.
            _ = try await VideoclubService(store: place.store, passwords: .quick, publicBase: "")
            _ = try await place.load("", into: sound.table, as: sound.format)
            let table = sound.table.names.element
            var there = try await place.count(table)
            let before = there
            for number in 0..<150 {
                var options = DataImport.Options()
                options.skipsInvalid = skipsInvalid
                options.owner = "test123"
                if number.isMultiple(of: 3) { options.batchSize = 1 }
                let bytes = Self.broken(sound.text, UInt64(number))
                let report = try await place.load(bytes, of: sound, options)
                let now = try await place.count(table)
                #expect(now == there + report.kept, "\(number): \(report)")
                #expect(report.kept + report.refused <= report.read + 1, "\(number): \(report)")
                #expect(report.refusals.count == min(report.refused, ImportReport.refusalLimit))
                there = now
            }
            #expect(there > before)
        }
    }
}

extension TransferPlace {
    /// Imports a file with any bytes.
    fileprivate func load(
        _ bytes: [UInt8],
        of sound: `Import of randomly damaged files`.Sound,
        _ options: DataImport.Options
    ) async throws -> ImportReport {
        let file = file("broken")
        try Data(bytes).write(to: URL(filePath: file))
        return try await DataImport(sound.table, sound.format, options).run(
            .path(file),
            into: store
        )
    }
}
