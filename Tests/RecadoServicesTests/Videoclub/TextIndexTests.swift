// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP
import RecadoServices
import RecadoStore
import Testing

/// Compares searches that use the text index with a search through all rows.
@Suite(.timeLimit(.minutes(3)))
struct `The text index of films` {
    private struct Row: Sendable {
        var id: Int
        var title: String
        var year: String
    }

    /// Adds films, all of which contain `plaza` and a few `quimera`, and returns them.
    private func fill(_ store: some Store, _ count: Int) async throws -> [Row] {
        let rows = (1...count).map { number in
            let rare = number % 97 == 0 ? "quimera" : "ni \"una\" 100%_"
            return Row(
                id: 1_000 + number,
                title: "plaza \(number * 7_919 % count) \(rare)",
                year: String(1_950 + number % 60)
            )
        }
        try await store.write { transaction in
            let owner = try transaction.value("SELECT min(id) FROM member", as: Int.self) ?? 0
            for row in rows {
                try transaction.execute(
                    """
                    INSERT INTO film (
                        id, owner, title, year, director, created_at, updated_at,
                        folded_title, folded_director, folded_synopsis
                    ) VALUES (
                        \(row.id), \(owner), \(row.title), \(row.year), 'Nadie',
                        '2024-01-01T00:00:00', '2024-01-01T00:00:00',
                        \(row.title), 'nadie', \(row.id % 2 == 0 ? "par" : "impar")
                    )
                    """
                )
            }
        }
        return rows
    }

    private static let orders: [(query: String, less: @Sendable (Row, Row) -> Bool)] = [
        ("id", { $0.id < $1.id }), ("-id", { $0.id > $1.id }),
        ("title", { ($0.title, $0.id) < ($1.title, $1.id) }),
        ("-title", { ($0.title, $0.id) > ($1.title, $1.id) }),
        ("year", { ($0.year, $0.id) < ($1.year, $1.id) }),
        ("-year", { ($0.year, $0.id) > ($1.year, $1.id) }),
    ]

    private static let searches: [(query: String, holds: @Sendable (Row) -> Bool)] = [
        ("q=plaza", { _ in true }),
        ("q=quimera", { $0.title.contains("quimera") }),
        ("title=quimera&q=impar", { $0.title.contains("quimera") && $0.id % 2 == 1 }),
        ("q=impar&year=1971", { $0.id % 2 == 1 && $0.year == "1971" }),
        ("q=%22una%22%20100%25_", { !$0.title.contains("quimera") }),
        ("q=qu&title=plaza", { $0.title.contains("quimera") }),
        ("title=impar", { _ in false }),
        ("q=plaza%201", { $0.title.contains("plaza 1") }),
    ]

    @Test(arguments: Storage.all)
    func `finds the same films in the same order as a scan of all rows`(
        storage: Storage
    ) async throws {
        try await Club.open(over: storage) { club in
            let rows = try await fill(club.store, 1_500)
            for search in Self.searches {
                for order in Self.orders {
                    let expected = rows.filter(search.holds).sorted(by: order.less)
                    for page in [1, 2, 9] {
                        let query = "\(search.query)&sort=\(order.query)&limit=90&page=\(page)"
                        let list = try await club.list(query)
                        let found = list.films.compactMap { $0["id"]?.intValue }
                        let wanted = expected.dropFirst((page - 1) * 90).prefix(90).map(\.id)
                        #expect(found == Array(wanted), "\(query)")
                        #expect(list.total == "\(expected.count)", "\(query)")
                    }
                }
            }
        }
    }

    @Test func `no longer finds edited and removed texts`() async throws {
        try await Club.open(over: .sqlite) { club in
            _ = try await fill(club.store, 300)
            try await club.store.write {
                try $0.execute("UPDATE film SET folded_title = 'otra' WHERE id = 1097")
                try $0.execute("DELETE FROM film WHERE id = 1194")
            }
            let found = try await club.list("q=quimera").films.compactMap { $0["id"]?.intValue }
            #expect(found == [1_291])
            #expect(try await club.list("q=otra").total == "1")
            let check: Statement = "INSERT INTO film_text (film_text) VALUES ('integrity-check')"
            try await club.store.write { try $0.execute(check) }
        }
    }
}
