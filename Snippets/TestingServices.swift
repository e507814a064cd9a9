// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/testing-services.md: 'swift run TestingServices'. Tests have
// the same lines between `@Test func` and `#expect`.

import Recado
import RecadoInProcess
import RecadoSQLite
import RecadoServerStore
import RecadoTesting

struct Item: Codable, Sendable, Equatable {
    var id: Int
    var name: String
}

struct ItemDraft: Codable, Sendable {
    @Length<1, 200> var name: String
}

enum ItemFailure: Problem, CaseIterable {
    case nameTaken

    var status: Status { .conflict }
    var title: String { "There is such an item already" }
}

struct Keeper: Caller {
    typealias Credentials = BearerCredentials
    static var realm: String { "Items" }
    let name: String
}

struct AddItem: Endpoint {
    static let route: Route = "POST /items"
    static let success = Status.created
    static let idempotencyKeys = IdempotencyKeys.required
    typealias Output = Item
    typealias Failure = ItemFailure
    typealias Caller = Keeper

    @Body var item: ItemDraft
}

struct ItemService: Sendable {
    let store: ReportingStore

    func add(
        _ call: AddItem,
        by keeper: Keeper
    ) async throws(HandlerError<ItemFailure>) -> Item {
        try await store.write { transaction throws(TransactionError<ItemFailure>) in
            let id = try transaction.value(
                """
                INSERT INTO item (name) VALUES (\(call.item.name))
                ON CONFLICT (name) DO NOTHING RETURNING id
                """,
                as: Int.self
            )
            guard let id else { throw .failed(.nameTaken) }
            return Item(id: id, name: call.item.name)
        }
    }
}

let migrations = [
    Migration(
        "create the items",
        ["CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT"]
    )
]

func makeService(over store: any Store) -> Service {
    let items = ItemService(store: ReportingStore(store) { print("store:", $0) })
    var service = Service(
        API(name: "items", title: "Items", version: "1", endpoints: [AddItem.self])
    )
    service.serve(items.add)
    service.authenticate(Keeper.self) { credentials, _ throws(ProblemDetails) in
        credentials.token == "of-the-keeper" ? Keeper(name: "Keeper") : nil
    }
    return service
}

func makeStore() async throws -> SQLiteStore {
    let store = try await SQLiteStore.inMemory()
    try await store.migrate(migrations)
    return store
}

// MARK: - A handler by itself

func callTheHandler() async throws {
    let store = try await makeStore()
    let items = ItemService(store: ReportingStore(store) { print("store:", $0) })
    let keeper = Keeper(name: "Keeper")
    print(try await items.add(AddItem(item: ItemDraft(name: "Vase")), by: keeper))
    do {
        _ = try await items.add(AddItem(item: ItemDraft(name: "Vase")), by: keeper)
    } catch .failed(.nameTaken) {
        print("taken")
    } catch {
        print(error)
    }
    await store.close()
}

// MARK: - The service, in this process

func withClient(
    token: String = "of-the-keeper",
    _ test: (Client) async throws -> Void
) async throws {
    let store = try await makeStore()
    let transport = InProcessTransport(try Application([makeService(over: store)]))
    let client = try Client(base: "https://localhost/items", transport: transport) {
        $0.credentials = BearerCredentials(token: token)
    }
    try await test(client)
    await store.close()
}

func refuseStrangers() async throws {
    try await withClient(token: "of-a-stranger") { client in
        do throws(CallError<ItemFailure>) {
            _ = try await client.send(AddItem(item: ItemDraft(name: "Vase")))
        } catch {
            print(error.status?.code ?? 0, error.failure == nil)
        }
    }
}

// MARK: - Bad input, as no client of ours would send it

func refuseBadInput() async throws {
    let store = try await makeStore()
    let application = try Application([makeService(over: store)])
    for content in [#"{"name":""}"#, #"{"name":7}"#, #"{"name":"#] {
        let request = Request(
            method: .post,
            target: "/items/items",
            fields: [
                .contentType: "application/json", .authorization: "Bearer of-the-keeper",
                .idempotencyKey: "7f3a",
            ],
            content: Content(content)
        )
        let response = await application.respond(to: request)
        print(response.status.code)
    }
    await store.close()
}

// MARK: - Over a socket

func addOverASocket() async throws {
    let store = try await makeStore()
    var configuration = ServerConfiguration()
    configuration.addresses = [.loopback(port: 0)]
    configuration.trustsLoopback = true
    let application = try Application([makeService(over: store)])
    let server = Server(configuration, handler: application)
    for address in try await server.start() {
        let client = try Client(base: "http://\(address)/items") {
            $0.credentials = BearerCredentials(token: "of-the-keeper")
        }
        print(try await client.send(AddItem(item: ItemDraft(name: "Vase"))))
    }
    await server.shutdown(grace: .zero)
    await store.close()
}

// MARK: - A connection that breaks after the request was carried out

func addOnceInSpiteOfALostAnswer() async throws {
    let store = try await makeStore()
    let service = InProcessTransport(try Application([makeService(over: store)]))
    let clock = VirtualClock(jumps: true)
    let network = FaultTransport(service, .first(1, .reset), clock: clock)
    let middleware = ClientMiddleware.standard { $0.clock = clock }
    let base = "https://localhost/items"
    let client = try Client(base: base, transport: network, middleware: middleware) {
        $0.credentials = BearerCredentials(token: "of-the-keeper")
    }
    print(try await client.send(AddItem(item: ItemDraft(name: "Vase"))))
    print(try await store.read { try $0.value("SELECT count(*) FROM item", as: Int.self) } ?? 0)
    await store.close()
}

// MARK: - What is declared

func checkTheDeclaration() {
    print(API(name: "items", title: "Items", version: "1", endpoints: [AddItem.self]).check())
}

try await callTheHandler()
try await refuseStrangers()
try await refuseBadInput()
try await addOverASocket()
try await addOnceInSpiteOfALostAnswer()
checkTheDeclaration()
