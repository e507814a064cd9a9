// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The templates of a service that uses a store.
extension ProjectTemplate {
    /// The source file of the service.
    static let service = #"""
        import __TYPE__API
        import RecadoDocumentation
        import RecadoServerStore

        /// The answers to the calls.
        struct __TYPE__Service: Sendable {
            private let store: ReportingStore

            /// Creates a service over a store, which it brings up to date.
            init(_ store: any Store) async throws {
                try await store.migrate(migrations)
                self.store = ReportingStore(store) { error in log("store: \(error)") }
            }

            /// The handler of a server: the calls, and pages about them at `/__NAME__/docs`.
            func application() throws -> Application {
                var service = Service(api)
                service.serve(list)
                service.serve(show)
                service.serve(add)
                service.serve(remove)
                return try Application([service], pages: Documentation(of: [service]).pages)
            }

            private func list(_ call: ListItems) async throws(HandlerError<Never>) -> [Item] {
                try await store.read { transaction throws(TransactionError<Never>) in
                    try transaction.items(limit: call.limit?.wrappedValue ?? 20)
                }
            }

            private func show(_ call: ShowItem) async throws(HandlerError<ItemFailure>) -> Item {
                try await store.read { transaction throws(TransactionError<ItemFailure>) in
                    guard let item = try transaction.item(call.id) else { throw .failed(.noSuchItem) }
                    return item
                }
            }

            private func add(_ call: AddItem) async throws(HandlerError<Never>) -> Item {
                try await store.write { transaction throws(TransactionError<Never>) in
                    try transaction.add(call.item)
                }
            }

            private func remove(_ call: RemoveItem) async throws(HandlerError<ItemFailure>) -> NoContent {
                try await store.write { transaction throws(TransactionError<ItemFailure>) in
                    guard try transaction.remove(call.id) else { throw .failed(.noSuchItem) }
                    return NoContent()
                }
            }
        }
        """#

    /// The source file of the table of items.
    static let items = #"""
        import __TYPE__API
        import RecadoServerStore

        /// The table of items; add further migrations at the end.
        let migrations = [
            Migration(
                "create the items",
                __TABLE__
            )
        ]

        extension Item: RowDecodable {
            public init(row: borrowing Row) throws(StoreError) {
                self.init(id: try row["id"], name: try row["name"])
            }
        }

        extension Transaction {
            func items(limit: Int) throws(Thrown) -> [Item] {
                try all("SELECT id, name FROM item ORDER BY id LIMIT \(limit)")
            }

            func item(_ id: Int) throws(Thrown) -> Item? {
                try first("SELECT id, name FROM item WHERE id = \(id)")
            }

            func add(_ draft: ItemDraft) throws(Thrown) -> Item {
                let id = try value(
                    "INSERT INTO item (name) VALUES (\(draft.name)) RETURNING id",
                    as: Int.self
                )
                // RETURNING gives a row for each row that is inserted.
                return Item(id: id ?? 0, name: draft.name)
            }

            /// Removes an item; `false` if there is none.
            func remove(_ id: Int) throws(Thrown) -> Bool {
                try execute("DELETE FROM item WHERE id = \(id)").count > 0
            }
        }
        """#
}
