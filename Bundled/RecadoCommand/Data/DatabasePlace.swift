// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoPostgreSQL
import RecadoSQLite
import RecadoServerStore
import RecadoServices
import RecadoStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The location of the database that a command uses, even if a server is using it.
struct DatabasePlace: Sendable, Hashable {
    /// The path of the file, or the URL of the database server, which may contain a password.
    let place: String
    /// The URL of the server itself, if ``place`` is the URL of a connection pooler.
    var direct: String?
    /// The URL of standbys, for reads that may return outdated data.
    var replica: String?

    /// Additional databases (shards), each of which contains a part of the scores and posts.
    var shards: [DatabasePlace] = []

    /// The location without a password, for messages.
    var shown: String { isServer ? PostgreSQLStore.redacted(place) : place }

    /// The locations of this database and its shards, without passwords.
    var allShown: [String] { [shown] + shards.map(\.shown) }

    /// The numbers of the databases with standbys; this database has the number 1, and its shards
    /// follow.
    var replicatedNumbers: [Int] {
        let all = [self] + shards
        return all.indices.filter { all[$0].replica != nil }.map { $0 + 1 }
    }

    /// True if the database is on a PostgreSQL server, not in an SQLite file.
    var isServer: Bool { Self.isServer(place) }

    private static func isServer(_ place: String) -> Bool {
        place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
    }

    /// Creates the location of a database.
    init(_ place: String) { self.place = place }

    /// Returns the location of the default database, whose folder is created if necessary.
    static func usual() throws(CommandError) -> DatabasePlace {
        DatabasePlace(try DataFolder.database())
    }

    /// Returns the URLs in an option that may be given several times or, for the default database,
    /// in the environment, where blanks separate them.
    private func addresses(
        _ option: CommandOption,
        _ variable: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) -> [String] {
        let isNamed = arguments[ServeCommand.database] != nil
        let usual = isNamed ? nil : Environment[variable]
        let given = arguments.all(option)
        let addresses = given.isEmpty ? (usual ?? "").split(separator: " ").map(String.init) : given
        guard addresses.isEmpty || isServer, addresses.allSatisfy(Self.isServer) else {
            throw .usage(
                "--\(option.name) and --database need addresses that begin with postgresql://"
            )
        }
        return addresses
    }

    /// Returns the shards from options or, for the default database, from the environment.
    private func shards(_ arguments: ParsedArguments) throws(CommandError) -> [DatabasePlace] {
        let shards = try addresses(ServeCommand.shard, "RECADO_DATABASE_SHARDS", arguments)
        guard shards.count < ShardKey.slots else {
            throw .usage("there can be 63 shards beside the database, not \(shards.count)")
        }
        return shards.map(DatabasePlace.init)
    }

    /// Sets an additional URL of each database, such as that of its standbys: the first is that of
    /// the database itself, the others are those of the shards.
    private mutating func set(
        _ property: WritableKeyPath<DatabasePlace, String?>,
        to option: CommandOption,
        _ variable: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) {
        let addresses = try addresses(option, variable, arguments)
        guard addresses.count <= shards.count + 1 else {
            throw .usage(
                "--\(option.name) has \(addresses.count) addresses for \(shards.count + 1) databases"
            )
        }
        self[keyPath: property] = addresses.first
        for (index, address) in addresses.dropFirst().enumerated() {
            shards[index][keyPath: property] = address
        }
    }

    /// Creates the location from the arguments or the environment; `nil` if they name no database.
    init?(naming arguments: ParsedArguments) throws(CommandError) {
        let named = arguments[ServeCommand.database] ?? Environment["RECADO_DATABASE"]
        place = named ?? ""
        shards = try shards(arguments)
        try set(\.direct, to: ServeCommand.directDatabase, "RECADO_DATABASE_DIRECT", arguments)
        try set(\.replica, to: ServeCommand.replica, "RECADO_DATABASE_REPLICA", arguments)
        guard let named else { return nil }
        guard !named.isEmpty else { throw .usage("--database needs the name of a file") }
    }

    /// Creates the location from the arguments, or uses the default database.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        if let named = try DatabasePlace(naming: arguments) {
            self = named
        } else {
            self = try .usual()
        }
    }

    /// The path of the file with symbolic links resolved; if there is no file, the location
    /// unchanged.
    var file: String {
        guard !isServer, let real = unsafe realpath(place, nil) else { return place }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// True if a file exists at a path.
    static func isFile(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The purpose for which a database is opened.
    enum Purpose: Sendable {
        /// For reading, even from read-only media; the file must exist.
        case reading
        /// For changing existing data; the file must exist.
        case changing
        /// For writing; if there is no file, it is created.
        case making
    }

    /// Opens the database, does some work, and closes the database.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the work.
    ///   - terminal: The terminal on which a newly created file is reported; none by default.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The errors of the work, or a failure if the database cannot be opened.
    func open<Result: Sendable>(
        for purpose: Purpose,
        telling terminal: Terminal? = nil,
        _ work: (any StoreNotifications) async throws(CommandError) -> Result
    ) async throws(CommandError) -> Result {
        let isThere = isServer || Self.isFile(place)
        guard isThere || purpose == .making else { throw missing }
        let store = try await open(for: purpose)
        // The user may have mistyped the name, and should learn that this is not the usual
        // database.
        if !isThere { terminal?.complain("there was no database \(place): it is new") }
        do throws(CommandError) {
            let result = try await work(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }

    /// Checks that the file may be replaced by a copy or an export of a database.
    ///
    /// - Throws: A usage error for that database itself, or a failure for a database with a log
    ///   beside it: it is in use, or its server was killed, and its log would be lost.
    func checkIsUnused(by database: DatabasePlace) throws(CommandError) {
        guard database.isServer || file != database.file else {
            throw .usage("\(place) is the database itself", "name another file")
        }
        if Self.isFile(file + "-wal") || Self.isFile(file + "-journal") {
            throw .failed("\(place) is a database in use, or was not closed", "name another file")
        }
    }

    /// The failure to report for a missing file.
    var missing: CommandError {
        .failed("there is no database \(place)", "name another one with --database")
    }

    /// Opens the database.
    func open(for purpose: Purpose) async throws(CommandError) -> any StoreNotifications {
        if !isServer, !Self.isFile(place) { try OutputFile.checkFolder(of: place) }
        do throws(StoreError) {
            guard isServer else { return try await openFile(for: purpose) }
            let options = PostgreSQLStore.Options {
                ($0.directAddress, $0.replicaAddress) = (direct, replica)
            }
            return try await PostgreSQLStore.open(place, options: options)
        } catch {
            throw failure(error)
        }
    }

    /// Opens the database and its shards, and checks that each shard is at its position.
    ///
    /// - Returns: The databases, in order.
    /// - Throws: A failure if one database cannot be opened or is at a wrong position; all of them
    ///   are closed then.
    func openAll() async throws(CommandError) -> [any StoreNotifications] {
        var stores: [any StoreNotifications] = [try await open(for: .making)]
        guard isServer else { return stores }
        var place = self
        do {
            for shard in shards {
                place = shard
                stores.append(try await place.open(for: .making))
            }
            place = self
            try await ShardPlace.claim(stores, isInPlace: BundledTables.areInPlace)
            return stores
        } catch {
            for store in stores { await store.close() }
            if let error = error as? CommandError { throw error }
            if let error = error as? ShardError { throw failure(error) }
            throw (error as? StoreError).map(place.failure) ?? .failed("\(shown): \(error)")
        }
    }

    /// Returns the position of the database among the shards; `nil` if there is only one database.
    func shardPlace(
        _ store: any Store
    ) async throws(CommandError) -> (place: Int, count: Int)? {
        do throws(StoreError) {
            return try await ShardPlace.of(store)
        } catch {
            throw failure(error)
        }
    }

    /// Opens the file for reading or writing.
    func openFile(for purpose: Purpose) async throws(StoreError) -> SQLiteStore {
        do throws(StoreError) {
            return try await SQLiteStore.open(place)
        } catch {
            guard purpose == .reading, [.readOnly, .cannotOpen].contains(error.code) else {
                throw error
            }
            return try await SQLiteStore.open(place, options: .init { $0.isReadOnly = true })
        }
    }

    // MARK: - Failures

    /// Returns the failure to report for an error of the database.
    func failure(_ error: StoreError) -> CommandError {
        switch error.code {
        case .notADatabase, .otherApplication:
            .failed("\(shown) is no database of Recado; it was left as it is")
        case .busy:
            .failed("\(shown) is locked by another program", "try again when that has ended")
        case .full: .failed("there is no room on the disk for \(shown)")
        case .readOnly: .failed("\(shown) may not be written: \(error.message)")
        case .schemaNewer: .failed("\(shown) was written by a newer version of recado")
        case .corrupt: .failed("\(shown) is damaged")
        default: .failed("\(shown) cannot be opened: \(error.message)")
        }
    }

    /// Returns the failure to report for shards at wrong positions.
    private func failure(_ error: ShardError) -> CommandError {
        let database = error.place == 0 ? self : shards[error.place - 1]
        return switch error {
        case .moved:
            .failed(
                "\(database.shown) is in another place among the databases than before",
                "name the same databases in the same order with --database and --shard"
            )
        case .misplacedRows:
            .failed(
                "\(database.shown) has scores or posts that belong to another of the databases",
                "move them first"
            )
        }
    }

    /// Returns the failure to report for a failed import or export.
    func failure(_ error: TransferError, _ file: String) -> CommandError {
        switch error {
        case .file(let failure) where [.open, .read].contains(failure.operation):
            .failed("\(file) cannot be read: \(Terminal.words(of: failure.number))")
        case .file(let failure):
            .failed("\(file) cannot be written: \(Terminal.words(of: failure.number))")
        case .store(let error): self.failure(error)
        case .notRepeatable:
            .failed("\(shown) was changed by others meanwhile; nothing was done, try again")
        case .notExpressible(let what):
            .failed("the format cannot hold everything; \(what); use csv or json")
        case .exists: OutputFile.exists(file)
        }
    }
}
