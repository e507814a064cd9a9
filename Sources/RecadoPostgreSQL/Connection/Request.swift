// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A request in a pipeline.
enum Request {
    /// Makes the server prepare a statement under a name.
    case prepare(name: String, sql: String)
    /// Runs a prepared statement.
    case run(name: String)
    /// Runs a statement without preparing it under a name.
    case text(String)
}
