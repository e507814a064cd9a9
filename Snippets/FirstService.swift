// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/first-service.md, in one file with the parts that it needs
// from a package made by 'recado new'. 'swift run FirstService' adds an item, renames it, and tries
// to rename one that does not exist.

import Recado
import RecadoSQLite
import RecadoServerStore

struct Item: Codable, Sendable {
    var id: Int
    var name: String
}

struct ItemDraft: Codable, Sendable {
    @Length<1, 200> var name: String
}

enum ItemFailure: Problem, CaseIterable {
    case noSuchItem

    var status: Status { .notFound }
    var title: String { "No such item" }
}

/// Gives an item another name.
struct RenameItem: Endpoint {
    static let route: Route = "PUT /items/{id}"
    typealias Output = Item
    typealias Failure = ItemFailure

    @Path var id: Int
    @Body var item: ItemDraft
}

extension Transaction {
    /// Renames an item; `false` if there is none.
    func rename(_ id: Int, _ draft: ItemDraft) throws(Thrown) -> Bool {
        try execute("UPDATE item SET name = \(draft.name) WHERE id = \(id)").count > 0
    }
}

let database = try await SQLiteStore.inMemory()
try await database.migrate([
    Migration(
        "create the items",
        ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"]
    )
])
try await database.write { try $0.execute("INSERT INTO item (name) VALUES ('A table for two')") }

struct ItemService: Sendable {
    let store: ReportingStore

    func rename(_ call: RenameItem) async throws(HandlerError<ItemFailure>) -> Item {
        try await store.write { transaction throws(TransactionError<ItemFailure>) in
            guard try transaction.rename(call.id, call.item) else { throw .failed(.noSuchItem) }
            return Item(id: call.id, name: call.item.name)
        }
    }
}

func makeServer(over store: ReportingStore) throws -> Server {
    let items = ItemService(store: store)
    var service = Service(
        API(name: "bookings", title: "Bookings", version: "0.1.0", endpoints: [RenameItem.self])
    )
    service.serve(items.rename)
    var configuration = ServerConfiguration()
    configuration.addresses = [.loopback(port: 0)]
    return Server(configuration, handler: try Application([service]))
}

func rename(at address: SocketAddress) async throws {
    let client = try Client(base: "http://\(address)/bookings")
    let draft = ItemDraft(name: "A table for three")
    print(try await client.send(RenameItem(id: 1, item: draft)))
    do {
        _ = try await client.send(RenameItem(id: 2, item: draft))
    } catch .failed(.noSuchItem) {
        print("There is no such item.")
    } catch {
        print(error)
    }
}

let server = try makeServer(over: ReportingStore(database) { print("store:", $0) })
for address in try await server.start() { try await rename(at: address) }
await server.shutdown(grace: .zero)
await database.close()
