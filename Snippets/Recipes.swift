// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/recipes.md, as one service: 'swift run Recipes' calls it a few
// times.

import Recado
import RecadoSQLite
import RecadoServerStore

struct Table: Codable, Sendable, RowDecodable {
    var id: Int
    var seats: Int

    init(row: borrowing Row) throws(StoreError) {
        id = try row["id"]
        seats = try row["seats"]
    }
}

// MARK: - A number within limits, a page of a list

struct ListTables: Endpoint {
    static let route: Route = "GET /tables"
    typealias Output = Page<Table>

    @Query var page: Within<1, 10_000>?
    @Query var limit: Within<1, 100>?
}

extension Tables {
    func list(_ call: ListTables) async throws(HandlerError<Never>) -> Page<Table> {
        let number = call.page?.wrappedValue ?? 1
        let limit = call.limit?.wrappedValue ?? 20
        return try await store.read { transaction throws(TransactionError<Never>) in
            let rows: [Table] = try transaction.all(
                "SELECT * FROM tables ORDER BY id LIMIT \(limit) OFFSET \((number - 1) * limit)"
            )
            let total = try transaction.value("SELECT count(*) FROM tables", as: Int.self) ?? 0
            return Page(rows, number: number, limit: limit, total: total)
        }
    }
}

// MARK: - One type of failure for several endpoints

enum TableFailure: Problem, CaseIterable {
    case noSuchTable
    case taken

    var status: Status { self == .noSuchTable ? .notFound : .conflict }
    var title: String { self == .noSuchTable ? "No such table" : "The table is taken" }
}

struct ShowTable: Endpoint {
    static let route: Route = "GET /tables/{id}"
    typealias Output = Table
    typealias Failure = TableFailure

    @Path var id: Int
}

struct BookTable: Endpoint {
    static let route: Route = "POST /tables/{id}/bookings"
    typealias Output = Table
    typealias Failure = TableFailure

    @Path var id: Int
}

// MARK: - Handlers over a store

extension Transaction {
    func table(_ id: Int) throws(Thrown) -> Table? {
        try first("SELECT id, seats FROM tables WHERE id = \(id)")
    }
}

struct Tables: Sendable {
    let store: ReportingStore

    func show(_ call: ShowTable) async throws(HandlerError<TableFailure>) -> Table {
        try await store.read { transaction throws(TransactionError<TableFailure>) in
            guard let table = try transaction.table(call.id) else { throw .failed(.noSuchTable) }
            return table
        }
    }

    func book(_ call: BookTable) async throws(HandlerError<TableFailure>) -> Table {
        try await store.write { transaction throws(TransactionError<TableFailure>) in
            guard let table = try transaction.table(call.id) else { throw .failed(.noSuchTable) }
            let change = try transaction.execute(
                "UPDATE tables SET taken = 1 WHERE id = \(call.id) AND taken = 0"
            )
            guard change.count == 1 else { throw .failed(.taken) }
            return table
        }
    }
}

// MARK: - Something around a handler

extension Tables {
    /// Tells of each booking that was made.
    func announced(
        _ handler: @escaping @Sendable (BookTable) async throws(HandlerError<TableFailure>) -> Table
    ) -> @Sendable (BookTable) async throws(HandlerError<TableFailure>) -> Table {
        { call async throws(HandlerError<TableFailure>) in
            let table = try await handler(call)
            print("table \(table.id) is booked")
            return table
        }
    }
}

// MARK: - A program that ends as it should

func makeServer(over store: ReportingStore) throws -> Server {
    let tables = Tables(store: store)
    var service = Service(
        API(
            name: "restaurant",
            title: "Restaurant",
            version: "1",
            endpoints: [ListTables.self, ShowTable.self, BookTable.self]
        )
    )
    service.serve(tables.list)
    service.serve(tables.show)
    service.serve(tables.announced(tables.book))
    var configuration = ServerConfiguration()
    configuration.addresses = [.loopback(port: 0)]
    return Server(configuration, handler: try Application([service]))
}

/// Serves until Ctrl-C; what is in progress then is answered before the database is closed.
func serve(_ server: Server, over database: SQLiteStore) async throws {
    try await server.run(stoppingOn: StopSignals())
    await database.close()
}

// MARK: - Calls

func countSeats(_ client: Client) async throws -> Int {
    var seats = 0
    for try await response in client.pages(ListTables(limit: 2)) {
        for table in response.output.elements { seats += table.seats }
    }
    return seats
}

let database = try await SQLiteStore.inMemory()
try await database.migrate([
    Migration(
        "create the tables",
        [
            """
            CREATE TABLE tables (
                id INTEGER PRIMARY KEY, seats INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0
            ) STRICT
            """
        ]
    )
])
try await database.write {
    try $0.execute("INSERT INTO tables (id, seats) VALUES (1, 2), (2, 4), (3, 6)")
}
let server = try makeServer(over: ReportingStore(database) { print("store:", $0) })
let addresses = try await server.start()
async let serving: Void = serve(server, over: database)
if let address = addresses.first {
    let client = try Client(base: "http://\(address)/restaurant")
    print(try await countSeats(client), "seats")
    _ = try await client.send(BookTable(id: 2))
    do {
        _ = try await client.send(BookTable(id: 2))
    } catch .failed(.taken) {
        print("The table is taken.")
    } catch {
        print(error)
    }
}
await server.shutdown(grace: .zero)
try await serving
