// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServices
import RecadoStore
import Testing

@Suite(.timeLimit(.minutes(2))) struct `Tables of the bundled services` {
    @Test(arguments: TransferPlace.kinds)
    func `are all listed in BundledTables, without others`(kind: String) async throws {
        try await TransferPlace.open(kind) { place in
            _ = try await VideoclubService(store: place.store, publicBase: "http://a.example")
            _ = try await ScoresService(store: place.store)
            _ = try await PostsService(store: place.store)
            let query: Statement =
                switch place.store.dialect {
                case .sqlite:
                    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
                case .postgreSQL:
                    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
                }
            let found = try await place.store.read { try $0.all(query) { try $0[0] as String } }
            let own = found.filter {
                !$0.hasPrefix("sqlite_") && !$0.hasPrefix("recado_migration")
            }
            #expect(own.sorted() == BundledTables.names.sorted())
        }
    }
}
