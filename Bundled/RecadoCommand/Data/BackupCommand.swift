// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCurlCommands
import RecadoSQLite
import RecadoStore

/// The commands `recado backup` and `recado restore`.
enum BackupCommand {
    private static let target = Operand("file", example: "copy.sqlite")

    static let backup = Command(
        "backup",
        "Copies the database to a file, while a server may go on with it.",
        detail: """
            The copy is one snapshot; it is checked, and has its name once it is whole. A database of \
            PostgreSQL has programs of its own for it, which are named then.
            """,
        options: [ServeCommand.database, OutputFile.replace],
        operands: [target]
    ) { (arguments, terminal) async throws(CommandError) in
        let (file, place) = try places(arguments, "PostgreSQL has a program of its own for copies:")
        { file, place in
            "pg_dump --format=custom --file=\(file) \(place)"
        }
        guard DatabasePlace.isFile(place.place) else { throw place.missing }
        try await copy(place.place, to: file, replacing: arguments.contains(OutputFile.replace))
        try terminal.say("\(place.place) is copied to \(file)")
    }

    static let restore = Command(
        "restore",
        "Puts a copy in the place of the database, which no server may have open.",
        detail: """
            The copy is checked before anything is replaced. Whatever the database holds is lost; copy it \
            before.
            """,
        options: [ServeCommand.database, OutputFile.replace, Confirmation.yes],
        operands: [target]
    ) { (arguments, terminal) async throws(CommandError) in
        let (file, place) = try places(arguments, "PostgreSQL has a program of its own for that:") {
            file,
            place in
            "pg_restore --clean --if-exists --no-owner --dbname=\(place) \(file)"
        }
        guard DatabasePlace.isFile(file) else { throw .failed("there is no file \(file)") }
        if DatabasePlace.isFile(place.place) {
            guard arguments.contains(OutputFile.replace) else {
                throw OutputFile.exists(place.place)
            }
            let what: LocalizedText = "replace \(place.place), and lose what it holds"
            try Confirmation.ask(what, arguments, on: terminal)
            try await settle(place)
        }
        try await copy(file, to: place.file, replacing: true, isCopy: true)
        try terminal.say("\(place.place) is restored from \(file)")
    }

    /// Returns the path of the copy, and the location of the database.
    ///
    /// - Throws: If the database is on a server, a failure that names the program to use instead.
    private static func places(
        _ arguments: ParsedArguments,
        _ words: LocalizedText,
        _ program: (_ file: String, _ place: String) -> String
    ) throws(CommandError) -> (file: String, place: DatabasePlace) {
        let file = arguments.operands.first ?? ""
        let place = try DatabasePlace(arguments)
        guard !place.isServer else {
            throw .usage(
                words,
                "\(program(ShellWord.inQuotes(file), ShellWord.inQuotes(place.shown)))"
            )
        }
        return (file, place)
    }

    private static func copy(
        _ source: String,
        to target: String,
        replacing: Bool,
        isCopy: Bool = false
    ) async throws(CommandError) {
        try OutputFile.check(target, replacing: replacing, from: DatabasePlace(source))
        do throws(StoreError) {
            // If a copy were opened for writing, it would become a database with a separate log.
            let store =
                isCopy
                ? try await SQLiteStore.open(source, options: .init { $0.isReadOnly = true })
                : try await DatabasePlace(source).openFile(for: .reading)
            do throws(StoreError) {
                try await store.backup(to: target, replacing: replacing)
            } catch {
                await store.close()
                throw error
            }
            await store.close()
        } catch {
            throw DatabasePlace(source).failure(error)
        }
    }

    /// Moves the content of the database's log into the database file.
    ///
    /// Otherwise, SQLite would apply a remaining log to the restored file. If another process has
    /// the database open, the log remains.
    private static func settle(_ place: DatabasePlace) async throws(CommandError) {
        _ = try await place.open(for: .changing) { _ throws(CommandError) in }
        guard !DatabasePlace.isFile(place.file + "-wal") else {
            throw .failed("\(place.place) is in use; stop the server first")
        }
    }
}
