// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// A table that can be imported and exported.
public enum TransferTable: String, Sendable, Hashable, CaseIterable {
    /// The films of the videoclub.
    case videoclub
    /// The scores.
    case scores
    /// The posts.
    case posts

    /// The names that files use for a list of rows and for one row.
    public var names: (list: String, element: String) {
        switch self {
        case .videoclub: ("films", "film")
        case .scores: ("scores", "score")
        case .posts: ("posts", "post")
        }
    }

    /// The names of the columns that a file may have, in the order in which they are exported.
    public var columnNames: [String] { columns.map(\.name) }

    /// The names of the columns without which a row is refused.
    public var requiredColumnNames: [String] { columns.filter(\.isRequired).map(\.name) }

    /// Brings the schema up to date.
    func prepare(_ store: any Store) async throws(TransferError) {
        do throws(StoreError) {
            for history in histories { try await store.migrate(history) }
        } catch {
            throw .store(error)
        }
    }

    /// The histories of migrations.
    private var histories: [[Migration]] {
        switch self {
        case .videoclub: VideoclubSchema.histories
        case .scores: [ScoresSchema.migrations]
        case .posts: [PostsSchema.migrations]
        }
    }

    /// The channel for notifications of changed rows.
    var channel: Channel {
        switch self {
        case .videoclub: VideoclubService.channel
        case .scores: ScoresService.channel
        case .posts: PostsService.channel
        }
    }

    /// The columns of files, in the order in which they are exported; the key comes first.
    var columns: [TransferColumn] {
        switch self {
        case .videoclub: Self.filmColumns
        case .scores: Self.scoreColumns
        case .posts: Self.postColumns
        }
    }

    /// The greatest number that a file may give a row: 2⁵³ − 1, which every client can read
    /// exactly.
    ///
    /// The database continues from the greatest number ever used. After this number, more than 9 ×
    /// 10¹⁸ numbers are left; after 2⁶³ − 1, no row could be added.
    static let greatestNumber = (1 << 53) - 1

    private static let filmColumns = [
        TransferColumn(name: "id", kind: .number(1...greatestNumber)),
        TransferColumn(name: "title", kind: .text(1...255), isRequired: true),
        TransferColumn(name: "year", kind: .text(1...8), isRequired: true),
        TransferColumn(name: "director", kind: .text(1...64), isRequired: true),
        TransferColumn(name: "poster", kind: .poster(1...255)),
        TransferColumn(name: "rented", kind: .boolean),
        TransferColumn(name: "synopsis", kind: .text(1...10_000)),
        TransferColumn(name: "owner", kind: .text(1...64)),
        TransferColumn(name: "created_at", kind: .timestamp),
        TransferColumn(name: "updated_at", kind: .timestamp),
    ]

    private static let scoreColumns = [
        TransferColumn(name: "id", kind: .number(1...greatestNumber)),
        TransferColumn(name: "name", kind: .anyText(ScoresService.nameLimit)),
        TransferColumn(name: "total", kind: .number(Int.min...Int.max)),
        TransferColumn(name: "created_at", kind: .seconds),
        TransferColumn(name: "updated_at", kind: .seconds),
    ]

    private static let postColumns = [
        TransferColumn(name: "_id", kind: .objectID),
        TransferColumn(name: "title", kind: .text(1...200), isRequired: true),
        TransferColumn(name: "body", kind: .text(0...20_000)),
        TransferColumn(name: "author", kind: .number(Int.min...Int.max)),
        TransferColumn(name: "__v", kind: .number(0...greatestNumber)),
    ]

    // MARK: - In the database

    /// The name of the table, which is also the name of an element in a file.
    private var table: String { names.element }

    /// A query for all rows with the columns in order; the rows are sorted so that an import keeps
    /// their order.
    var selection: Statement {
        switch self {
        case .videoclub:
            """
            SELECT film.id, title, year, director, poster, rented, synopsis, member.name,
                film.created_at, film.updated_at
            FROM film JOIN member ON member.id = film.owner ORDER BY film.id
            """
        case .scores: "SELECT id, name, total, created_at, updated_at FROM score ORDER BY id"
        case .posts: "SELECT id, title, body, author, version FROM post ORDER BY place"
        }
    }

    /// Returns the statement that inserts one row.
    ///
    /// If `withKey` is true, the first value is the key; otherwise the database assigns the key.
    ///
    /// A row whose key already exists is skipped, and the number of inserted rows is 0.
    func insertion(withKey: Bool) -> Statement {
        let columns =
            switch self {
            case .videoclub:
                [
                    "id", "title", "year", "director", "poster", "rented", "synopsis", "owner",
                    "created_at", "updated_at", "folded_title", "folded_director",
                    "folded_synopsis",
                ]
            case .scores: ["id", "name", "total", "created_at", "updated_at"]
            case .posts: ["id", "title", "body", "author", "version", "folded"]
            }
        var names: Statement = ""
        var values: Statement = ""
        for (number, name) in (withKey ? columns[...] : columns.dropFirst()).enumerated() {
            if number > 0 {
                names += ", "
                values += ", "
            }
            names += "\(identifier: name)"
            values += "\(SQLValue.null)"
        }
        return """
            INSERT INTO \(identifier: table) (\(names)) VALUES (\(values))
            ON CONFLICT (id) DO NOTHING
            """
    }

    /// Returns the statement that makes PostgreSQL assign only numbers above the greatest in the
    /// table; SQLite does so anyway.
    func sequenceRepair(_ dialect: Dialect) -> Statement? {
        // Posts have no assigned numbers.
        guard dialect == .postgreSQL, self != .posts else { return nil }
        return """
            SELECT setval(pg_get_serial_sequence(\(table), 'id'), greatest(
                (SELECT max(id) FROM \(identifier: table)),
                nextval(pg_get_serial_sequence(\(table), 'id')) - 1))
            """
    }
}
