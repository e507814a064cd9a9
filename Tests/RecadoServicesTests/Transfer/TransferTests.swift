// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import RecadoCoding
import RecadoHTTP
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServer
import RecadoServices
import RecadoStore
import TemporaryPostgreSQL
import Testing

/// A new database of either kind, and a folder for files.
struct TransferPlace: Sendable {
    let store: any StoreNotifications
    let folder: URL

    /// The kinds of databases that are installed on this machine.
    static let kinds: [String] =
        TemporaryPostgreSQL.programs == nil ? ["SQLite"] : ["SQLite", "PostgreSQL"]

    static func open(
        _ kind: String,
        _ body: (TransferPlace) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "recado-transfer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store: any StoreNotifications
        if kind == "PostgreSQL" {
            let address = try #require(TemporaryPostgreSQL.shared).makeDatabase()
            store = try await PostgreSQLStore.open(address)
        } else {
            store = try await SQLiteStore.open(folder.appending(path: "a.sqlite").path())
        }
        do {
            try await body(TransferPlace(store: store, folder: folder))
        } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    func file(_ name: String) -> String { folder.appending(path: name).path() }

    func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    func load(
        _ text: String,
        into table: TransferTable,
        as format: TransferFormat = .csv,
        _ change: (inout DataImport.Options) -> Void = { _ in }
    ) async throws -> ImportReport {
        let name = "\(UUID().uuidString).\(format.rawValue)"
        try Data(text.utf8).write(to: folder.appending(path: name))
        var options = DataImport.Options()
        change(&options)
        return try await DataImport(table, format, options).run(.path(file(name)), into: store)
    }

    func save(_ table: TransferTable, _ format: TransferFormat) async throws -> String {
        let name = "\(UUID().uuidString).\(format.rawValue)"
        _ = try await DataExport(table, format).run(from: store, to: file(name))
        return try text(name)
    }

    func count(_ table: String) async throws -> Int {
        try await store.read {
            try $0.value("SELECT count(*) FROM \(identifier: table)", as: Int.self) ?? 0
        }
    }
}

@Suite(.timeLimit(.minutes(2))) struct `Import and export of tables` {
    private func reasons(_ report: ImportReport) -> [String] {
        report.refusals.map { "\($0.line) \($0.column ?? "-"): \($0.reason)" }
    }

    @Test(arguments: TransferPlace.kinds)
    func `scores are imported from CSV with columns in any order`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let report = try await place.load(
                "\u{FEFF}Total;club;NAME;created-at\r\n12;x;Ana;2012-09-24T08:15:13Z\r\n;y;;\r\n",
                into: .scores
            )
            #expect(report.kept == 2 && report.refused == 0)
            #expect(report.unknownColumns == ["club"])
            let text = try await place.save(.scores, .csv)
            let lines = text.split(separator: "\r\n")
            #expect(lines[1] == "1,Ana,12,2012-09-24T08:15:13Z,2012-09-24T08:15:13Z")
            #expect(lines[2].hasPrefix("2,,,2"))
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `an invalid record prevents the import unless it is skipped`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let text = "name,total\nAna,1\nEva,x\nLuis\n\"Pe\"p,2\nIda,99999999999999999999\nJo,3\n"
            let strict = try await place.load(text, into: .scores)
            #expect(strict.kept == 0 && strict.read == 6 && strict.refused == 4)
            #expect(
                reasons(strict) == [
                    "3 total: expected a whole number",
                    "4 -: expected 2 fields as in the header, found 1",
                    "5 -: expected a delimiter behind the quotation mark that ends a field",
                    "6 total: expected a whole number",
                ]
            )
            #expect(strict.refusals[0].value == "x")
            #expect(try await place.count("score") == 0)
            let lenient = try await place.load(text, into: .scores) { $0.skipsInvalid = true }
            #expect(lenient.kept == 2 && lenient.refused == 4)
            #expect(try await place.count("score") == 2)
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `an id so large that no new ids are left is refused`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let text = "id,name\n9223372036854775807,a\n9007199254740992,b\n9007199254740991,c\n"
            let report = try await place.load(text, into: .scores) { $0.skipsInvalid = true }
            #expect(report.kept == 1)
            #expect(
                reasons(report) == [
                    "2 id: expected a number from 1 to 9007199254740991",
                    "3 id: expected a number from 1 to 9007199254740991",
                ]
            )
            let service = try await ScoresService(store: place.store)
            let request = Request(
                method: .post,
                authority: "scores.example",
                target: "/scores.json",
                fields: [.contentType: "application/json"],
                content: Content(#"{"name":"next"}"#)
            )
            let reply = try await Reply(
                Application([service.service]).respond(to: request)
            )
            #expect(reply.status == 201)
            #expect(reply.value["id"]?.intValue == 9_007_199_254_740_992)
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `a name above the length limit is refused`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let name = String(repeating: "ñ", count: 255)
            let report = try await place.load("name\n\(name)\n\(name)x\n", into: .scores) {
                $0.skipsInvalid = true
            }
            #expect(report.kept == 1)
            #expect(reasons(report) == ["3 name: expected at most 255 characters, found 256"])
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `a post version too large to increment is refused on import and reset on change`(
        kind: String
    ) async throws {
        try await TransferPlace.open(kind) { place in
            let id = "586ba4c47e5b4c0d8c3b5d2a"
            let report = try await place.load(
                "_id,title,__v\n\(id),A,9007199254740991\n,B,9223372036854775807\n",
                into: .posts
            ) { $0.skipsInvalid = true }
            #expect(report.kept == 1)
            #expect(
                reasons(report) == ["3 __v: expected a number from 0 to 9007199254740991"]
            )
            // As if the post had been imported before this limit existed.
            try await place.store.write { try $0.execute("UPDATE post SET version = \(Int.max)") }
            let service = try await PostsService(store: place.store)
            let request = Request(
                method: .put,
                scheme: "http",
                authority: "posts.example",
                target: "/api/posts/\(id)",
                fields: [.contentType: "application/json"],
                content: Content(#"{"title":"changed"}"#)
            )
            let reply = try await Reply(
                Application([service.service]).respond(to: request)
            )
            #expect(reply.status == 200 && reply.value["__v"]?.intValue == 0, "\(reply.text)")
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `an import in batches can be resumed where it stopped`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let text = "name,total\nA,1\nB,2\nC,3\nD,x\nE,5\nF,6\n"
            let first = try await place.load(text, into: .scores) { $0.batchSize = 2 }
            #expect(first.kept == 3 && first.refused == 1 && first.resumption == 5)
            let mended = text.replacing("D,x", with: "D,4")
            let second = try await place.load(mended, into: .scores) {
                $0.batchSize = 2
                $0.start = 5
            }
            #expect(second.kept == 3 && second.refused == 0 && second.resumption == nil)
            let names = try await place.store.read {
                try $0.all("SELECT name FROM score ORDER BY id") { try $0[0] as String }
            }
            #expect(names == ["A", "B", "C", "D", "E", "F"])
        }
    }

    @Test(arguments: TransferPlace.kinds, TransferFormat.allCases)
    func `exported scores and posts can be imported unchanged`(
        kind: String,
        format: TransferFormat
    ) async throws {
        try await TransferPlace.open(kind) { place in
            let scores = """
                [{"id":7,"name":"A \\"b\\", c;\\n\\r\\nñ","total":-3,"created_at":"2012-09-24T08:15:13Z",
                "updated_at":"2013-09-24T08:15:13Z"},{"id":9,"name":"","total":null},
                {"name":null,"total":9223372036854775807}]
                """
            #expect(try await place.load(scores, into: .scores, as: .json).kept == 3)
            let posts = """
                {"_id":"0123456789abcdef01234567","title":"Uno","body":" x ","author":3,"__v":2}
                {"title":"Dos & <tres>"}
                """
            #expect(try await place.load(posts, into: .posts, as: .jsonl).kept == 2)
            for (table, name) in [(TransferTable.scores, "score"), (.posts, "post")] {
                let text = try await place.save(table, format)
                let refused = try await place.load(text, into: table, as: format)
                #expect(refused.kept == 0 && refused.refused == refused.read && refused.read > 1)
                try await place.store.write { try $0.execute("DELETE FROM \(identifier: name)") }
                let report = try await place.load(text, into: table, as: format)
                #expect(report.refused == 0, "\(report.refusals)")
                #expect(try await place.save(table, format) == text)
            }
            // New identifiers follow the greatest one that was imported.
            #expect(try await place.load("name\nnext", into: .scores).kept == 1)
            let last = try await place.store.read {
                try $0.value("SELECT max(id) FROM score", as: Int.self)
            }
            #expect(last == 11)
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `films need an owner and can be exported and imported unchanged`(kind: String) async throws
    {
        try await TransferPlace.open(kind) { place in
            let roll = try await MemberRoll(store: place.store)
            try await roll.add("Marta", password: "secreta")
            let text = """
                title,year,director,rented,owner,poster
                El sur,1983,Víctor Erice,yes,,
                Alien,1979,Ridley Scott,,MARTA,/posters/a.svg
                Sin nadie,1999,X,,nobody,
                """
            let refused = try await place.load(text, into: .videoclub) { $0.skipsInvalid = true }
            #expect(
                reasons(refused) == [
                    "2 owner: the film has no owner, and none is given for all",
                    "4 owner: there is no member of this name",
                ]
            )
            let owned = try await place.load(text, into: .videoclub) {
                $0.owner = "marta"
                $0.skipsInvalid = true
            }
            #expect(owned.kept == 2)
            let films = try await place.save(.videoclub, .xml)
            #expect(films.contains("<poster>/posters/a.svg</poster>"))
            try await place.store.write { try $0.execute("DELETE FROM film") }
            #expect(try await place.load(films, into: .videoclub, as: .xml).kept == 3)
            #expect(try await place.save(.videoclub, .xml) == films)
            // Opening the service adds sample films only to a catalog that never had films.
            _ = try await VideoclubService(store: place.store, publicBase: "http://a.example")
            #expect(try await place.count("film") == 3)
            #expect(try await roll.entries().map(\.films) == [3])
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `an import notifies the watchers of its table`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            let roll = try await MemberRoll(store: place.store)
            try await roll.add("Marta", password: "secreta")
            for (table, channel, text) in [
                (TransferTable.videoclub, "films" as Channel, "title,year,director\nA,1,B"),
                (.scores, "scores", "name,total\nA,1"), (.posts, "posts", "title\nA"),
            ] {
                var told = try await place.store.notifications(on: channel).makeAsyncIterator()
                let report = try await place.load(text, into: table) {
                    if table == .videoclub { $0.owner = "Marta" }
                }
                #expect(report.kept == 1)
                #expect(await told.next() == .message(""))
            }
        }
    }

    @Test(arguments: TransferPlace.kinds)
    func `a member is removed only after their films are given away or removed`(
        kind: String
    ) async throws {
        try await TransferPlace.open(kind) { place in
            let roll = try await MemberRoll(store: place.store)
            try await roll.add("Marta", password: "secreta")
            try await roll.add("Luis", password: "secreta")
            _ = try await place.load("title,year,director\nA,1,B", into: .videoclub) {
                $0.owner = "Marta"
            }
            await #expect(throws: TransactionError<MemberFailure>.failed(.hasFilms(1))) {
                try await roll.remove("marta", films: .keep)
            }
            await #expect(throws: TransactionError<MemberFailure>.failed(.sameMember)) {
                try await roll.remove("marta", films: .give(to: "MARTA"))
            }
            #expect(try await roll.remove("marta", films: .give(to: "luis")) == 1)
            #expect(try await roll.entries().map(\.name) == ["Luis"])
            #expect(try await roll.remove("Luis", films: .remove) == 1)
            #expect(try await place.count("film") == 0)
            await #expect(throws: TransactionError<MemberFailure>.failed(.noSuchMember("Luis"))) {
                try await roll.setPassword(of: "Luis", to: "otra-cosa")
            }
        }
    }

    static let broken: [(name: String, format: TransferFormat, text: String)] = [
        ("an empty file", .csv, ""),
        ("a header of other things", .csv, "a,b\n1,2\n"),
        ("a header with a column twice", .csv, "name,Name\n1,2\n"),
        ("a quotation mark that stays open", .csv, "name\n\"Ana\n"),
        ("a byte order mark alone", .csv, "\u{FEFF}"),
        ("an object", .json, "{\"name\":\"Ana\"}"),
        ("an array that is cut off", .json, "[{\"name\":\"Ana\"},"),
        ("an array of numbers", .json, "[1]"),
        ("a list in a value", .json, "[{\"name\":[1]}]"),
        ("a line that is no JSON", .jsonl, "{\"name\":\"Ana\"}\n{name}\n"),
        ("an element that is not closed", .xml, "<scores><score><name>Ana</name></score>"),
        ("a declaration of entities", .xml, "<!DOCTYPE a [<!ENTITY b 'c'>]><a><b>&b;</b></a>"),
        ("nothing in XML", .xml, ""),
    ]

    @Test(arguments: broken.indices)
    func `a malformed file imports nothing and is refused with a reason`(index: Int) async throws {
        let (name, format, text) = Self.broken[index]
        try await TransferPlace.open("SQLite") { place in
            let report = try await place.load(text, into: .scores, as: format)
            #expect(report.refused > 0 && report.kept == 0, "\(name)")
            #expect(report.refusals.first.map { !$0.reason.isEmpty } == true, "\(name)")
            #expect(try await place.count("score") == 0, "\(name)")
        }
    }

    @Test func `an export replaces an existing file only on request`() async throws {
        try await TransferPlace.open("SQLite") { place in
            let path = place.file("scores.csv")
            #expect(try await DataExport(.scores, .csv).run(from: place.store, to: path) == 0)
            await #expect(throws: TransferError.self) {
                try await DataExport(.scores, .json).run(from: place.store, to: path)
            }
            #expect(try place.text("scores.csv") == "id,name,total,created_at,updated_at\r\n")
            _ = try await DataExport(.scores, .json)
                .run(from: place.store, to: path, replacing: true)
            #expect(try place.text("scores.csv") == "[\n]\n")
            let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path())
            #expect(!files.contains { $0.hasSuffix(".part") })
        }
    }
}
