// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/several-servers.md:
// `swift run SeveralServers postgresql:///name`.

import RecadoEndpoints
import RecadoPostgreSQL
import RecadoServer
import RecadoServerStore

struct ListItems: Endpoint {
    static let route: Route = "GET /items"
    static let staleness: Duration = .seconds(5)
    typealias Output = [String]
}

/// Opens a store with standbys.
func openReplicated(
    _ address: String,
    _ standby: String,
    _ options: inout Application.Options
) async throws -> ReportingStore {
    let replicated = PostgreSQLStore.Options { $0.replicaAddress = standby }
    let store = try await PostgreSQLStore.open(address, options: replicated)
    let items = ReportingStore(store) { error in print("store:", error) }
    options.middleware.append(ReplicaMiddleware(store))
    return items
}

let store = try await PostgreSQLStore.open(CommandLine.arguments.last ?? "")

try await store.migrate(SharedState.migrations)
let shared = SharedState(store)
var options = Application.Options()
shared.apply(to: &options)
let sessions = Sessions(store: shared.sessions)

let credentials = try await sessions.begin(for: "robin")
print(try await sessions.session(of: credentials)?.account ?? "nobody")
try await shared.sweep()
await store.close()
