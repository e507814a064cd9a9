// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A request in a pipeline.
enum Request {
    /// Makes the server plan a statement and keep it under a name.
    case prepare(name: String, sql: String)
    /// Runs a statement that was prepared.
    case run(name: String)
    /// Runs a statement without keeping it.
    case text(String)
}
