// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServer
import RecadoServerStore
import RecadoStore

extension ShardedStore {
    /// Creates the databases of a bundled service; their errors become problems in Spanish.
    init(
        _ first: any StoreNotifications,
        _ others: [any StoreNotifications],
        report: @escaping @Sendable (StoreError) -> Void
    ) {
        let stores = ([first] + others).map { store in
            ReportingStore(store, problem: { ProblemDetails(translating: $0) }, report: report)
        }
        self.init(stores[0], Array(stores.dropFirst()))
    }
}
