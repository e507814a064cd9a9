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

/// The database that a command works on, while a server uses it or not.
struct DatabasePlace: Sendable, Hashable {
    /// The file, or the server's address, which may contain a password.
    let place: String
    /// The address of the server itself, if there is a connection pooler in front of it.
    var direct: String?
    /// The address of standbys, for reads that may return outdated data.
    var replica: String?

    /// The addresses of more databases, among which some of the data is divided.
    var shards: [String] = []

    /// The location, without a password.
    var shown: String { isServer ? PostgreSQLStore.redacted(place) : place }

    /// The locations of all databases without passwords, including those among which scores and
    /// posts are divided.
    var allShown: [String] { [shown] + shards.map { DatabasePlace($0).shown } }

    /// True if the database is on a server rather than in a file.
    var isServer: Bool { Self.isServer(place) }

    private static func isServer(_ place: String) -> Bool {
        place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
    }

    /// The database of a place.
    init(_ place: String) { self.place = place }

    /// The default database, whose folder is created if necessary.
    static func usual() throws(CommandError) -> DatabasePlace {
        DatabasePlace(try DataFolder.database())
    }

    /// A further address of the database, from an option or, for the default database, from the
    /// environment.
    private func address(
        _ option: CommandOption,
        _ variable: String,
        _ arguments: ParsedArguments
    ) throws(CommandError) -> String? {
        let isNamed = arguments[ServeCommand.database] != nil
        let named = arguments[option] ?? (isNamed ? nil : Environment[variable])
        guard let address = named else { return nil }
        guard isServer, Self.isServer(address) else {
            throw .usage(
                "--\(option.name) and --database need addresses that begin with postgresql://"
            )
        }
        return address
    }

    /// The addresses of more databases, from options or, for the default database, from the
    /// environment.
    private func shards(_ arguments: ParsedArguments) throws(CommandError) -> [String] {
        let isNamed = arguments[ServeCommand.database] != nil
        let usual = isNamed ? nil : Environment["RECADO_DATABASE_SHARDS"]
        let given = arguments.all(ServeCommand.shard)
        let shards = given.isEmpty ? (usual ?? "").split(separator: " ").map(String.init) : given
        guard shards.isEmpty || isServer, shards.allSatisfy(Self.isServer) else {
            throw .usage("--shard and --database need addresses that begin with postgresql://")
        }
        guard shards.count < ShardKey.slots else {
            throw .usage("there can be 63 shards beside the database, not \(shards.count)")
        }
        return shards
    }

    /// The database that the arguments or the environment name; `nil` if they name none.
    init?(naming arguments: ParsedArguments) throws(CommandError) {
        let named = arguments[ServeCommand.database] ?? Environment["RECADO_DATABASE"]
        place = named ?? ""
        direct = try address(ServeCommand.directDatabase, "RECADO_DATABASE_DIRECT", arguments)
        replica = try address(ServeCommand.replica, "RECADO_DATABASE_REPLICA", arguments)
        shards = try shards(arguments)
        guard let named else { return nil }
        guard !named.isEmpty else { throw .usage("--database needs the name of a file") }
    }

    /// The database that the arguments name, or the default one.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        if let named = try DatabasePlace(naming: arguments) {
            self = named
        } else {
            self = try .usual()
        }
    }

    /// The file itself, with links resolved; the location unchanged if there is no file.
    var file: String {
        guard !isServer, let real = unsafe realpath(place, nil) else { return place }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// True if there is a file with a name.
    static func isFile(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The purpose that a database is opened for.
    enum Purpose: Sendable {
        /// For reading, also from read-only media; a missing file is a failure.
        case reading
        /// For changing existing data; a missing file is a failure.
        case changing
        /// For writing; a missing file is created.
        case making
    }

    /// Opens the database, and closes it when the work is done.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the work.
    ///   - terminal: The terminal that reports a newly created file; none by default.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: The errors of the work, and a failure of this machine.
    func open<Result: Sendable>(
        for purpose: Purpose,
        telling terminal: Terminal? = nil,
        _ work: (any StoreNotifications) async throws(CommandError) -> Result
    ) async throws(CommandError) -> Result {
        let isThere = isServer || Self.isFile(place)
        guard isThere || purpose == .making else { throw missing }
        let store = try await open(for: purpose)
        // The name may have been mistyped, and users should not search for their data in the wrong
        // file.
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

    /// The words for a missing file.
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

    /// Opens the database and the others among which some of the data is divided, and checks their
    /// positions.
    ///
    /// - Returns: The databases, in their order.
    /// - Throws: A failure of this machine; all databases are then closed again.
    func openAll() async throws(CommandError) -> [any StoreNotifications] {
        var stores: [any StoreNotifications] = [try await open(for: .making)]
        guard isServer else { return stores }
        var place = self
        do {
            for address in shards {
                place = DatabasePlace(address)
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

    /// The position of the database among those among which scores and posts are divided; `nil` for
    /// a single database.
    func shardPlace(
        _ store: any Store
    ) async throws(CommandError) -> (place: Int, count: Int)? {
        do throws(StoreError) {
            return try await ShardPlace.of(store)
        } catch {
            throw failure(error)
        }
    }

    /// Opens the file, to read or to write.
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

    /// Returns the failure to report for databases in wrong positions.
    private func failure(_ error: ShardError) -> CommandError {
        let database = error.place == 0 ? self : DatabasePlace(shards[error.place - 1])
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

    /// Returns the failure to report for an import or an export that failed.
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
