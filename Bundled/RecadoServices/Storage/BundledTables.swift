// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoServerStore

/// The tables in which the bundled services keep what they are told, and
/// servers what they know of requests.
public enum BundledTables: Sendable {
    /// Their names, for those who ask whether they are there; without SQLite's own.
    public static let names =
        ["film", "member", "post", "score", "seeding"] + SharedState.tables
}
