// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The tables of the videoclub, for SQLite, as the history that led to them.
///
/// Limits are those of the declaration, said once more where they cannot be got round. `length`
/// counts Unicode scalars, as the declaration does. The `folded_` columns hold texts as they are
/// searched and ordered, see ``FoldedText``. Each order that the catalog offers has an index, which
/// serves it in both directions.
enum VideoclubSchema {
    /// Every migration there ever was, in order.
    static let migrations = [
        Migration(
            "create the catalog",
            [members, films, byTitle, byYear, byDirector, byOwner, seeds]
        )
    ]

    private static let members: Statement = """
        CREATE TABLE member (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (name <> '' AND length(name) <= 64),
            password_hash TEXT NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
            created_at TEXT NOT NULL CHECK (length(created_at) = 19)
        ) STRICT
        """

    private static let films: Statement = """
        CREATE TABLE film (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            owner INTEGER NOT NULL REFERENCES member (id),
            title TEXT NOT NULL CHECK (title <> '' AND length(title) <= 255),
            year TEXT NOT NULL CHECK (year <> '' AND length(year) <= 8),
            director TEXT NOT NULL CHECK (director <> '' AND length(director) <= 64),
            poster TEXT CHECK (poster <> '' AND length(poster) <= 255),
            rented INTEGER NOT NULL DEFAULT 0 CHECK (rented IN (0, 1)),
            synopsis TEXT CHECK (synopsis <> '' AND length(synopsis) <= 10000),
            created_at TEXT NOT NULL CHECK (length(created_at) = 19),
            updated_at TEXT NOT NULL CHECK (length(updated_at) = 19),
            folded_title TEXT NOT NULL,
            folded_director TEXT NOT NULL,
            folded_synopsis TEXT NOT NULL
        ) STRICT
        """

    private static let byTitle: Statement = "CREATE INDEX film_title ON film (folded_title, id)"
    private static let byYear: Statement = "CREATE INDEX film_year ON film (year, id)"
    private static let byDirector: Statement =
        "CREATE INDEX film_director ON film (folded_director, id)"
    private static let byOwner: Statement = "CREATE INDEX film_owner ON film (owner)"

    /// What the service has put into its tables by itself, so that it does so once.
    private static let seeds: Statement = """
        CREATE TABLE seeding (
            name TEXT PRIMARY KEY,
            done_at TEXT NOT NULL CHECK (length(done_at) = 19)
        ) STRICT
        """
}
