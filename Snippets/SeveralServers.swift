// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The code of Documentation/Articles/several-servers.md:
// `swift run SeveralServers postgresql:///name`.

import RecadoPostgreSQL
import RecadoServer
import RecadoServerStore

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
