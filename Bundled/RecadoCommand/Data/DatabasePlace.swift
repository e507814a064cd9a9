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

/// The database that a command works on, beside a server or without one.
struct DatabasePlace: Sendable, Hashable {
    /// The file, or the server's address, which may hold a password.
    let place: String
    /// The address of the server itself, where a pooler stands before it.
    var direct: String?
    /// The address of standbys that answer reads which may be old.
    var replica: String?

    /// The addresses of more databases, among which some of the data is divided.
    var shards: [String] = []

    /// The place as it may be shown.
    var shown: String { isServer ? PostgreSQLStore.redacted(place) : place }

    /// The databases as they may be shown, those among which scores and posts are divided included.
    var allShown: [String] { [shown] + shards.map { DatabasePlace($0).shown } }

    /// Whether it is a server's rather than a file.
    var isServer: Bool { Self.isServer(place) }

    private static func isServer(_ place: String) -> Bool {
        place.hasPrefix("postgresql://") || place.hasPrefix("postgres://")
    }

    /// The database of a place.
    init(_ place: String) { self.place = place }

    /// The usual database, whose folder is made if need be.
    static func usual() throws(CommandError) -> DatabasePlace {
        DatabasePlace(try DataFolder.database())
    }

    /// A further address of the database, which an option or, beside the usual database, the
    /// environment names.
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

    /// The addresses of more databases, which options or, beside the usual database, the
    /// environment name.
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

    /// The database that the arguments or the environment name; `nil` where they name none.
    init?(naming arguments: ParsedArguments) throws(CommandError) {
        let named = arguments[ServeCommand.database] ?? Environment["RECADO_DATABASE"]
        place = named ?? ""
        direct = try address(ServeCommand.directDatabase, "RECADO_DATABASE_DIRECT", arguments)
        replica = try address(ServeCommand.replica, "RECADO_DATABASE_REPLICA", arguments)
        shards = try shards(arguments)
        guard let named else { return nil }
        guard !named.isEmpty else { throw .usage("--database needs the name of a file") }
    }

    /// The database that the arguments name, or the usual one.
    init(_ arguments: ParsedArguments) throws(CommandError) {
        if let named = try DatabasePlace(naming: arguments) {
            self = named
        } else {
            self = try .usual()
        }
    }

    /// The file itself, behind whatever links lead to it; the place as it is where there is none.
    var file: String {
        guard !isServer, let real = unsafe realpath(place, nil) else { return place }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }

    /// Whether there is a file of a name.
    static func isFile(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// The purpose that a database is opened for.
    enum Purpose: Sendable {
        /// Reads, also from media that cannot be written; a file that is not there is a failure.
        case reading
        /// Changes what is there; a file that is not there is a failure.
        case changing
        /// Writes; a file that is not there is made.
        case making
    }

    /// Opens the database, and closes it when the work is done.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the work.
    ///   - terminal: The terminal that is told of a file that was made; none by default.
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
        // The name may have a slip, and nobody is to look for the data in another file.
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

    /// Opens the database and the others among which some of the data is divided, and sees that all
    /// are in their places.
    ///
    /// - Returns: The databases, in their order.
    /// - Throws: A failure of this machine; all are closed again.
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

    /// The place of the database among those among which scores and posts are divided; `nil` for
    /// one that is none of several.
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

    /// Returns the failure to report for databases that are not where they belong.
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
