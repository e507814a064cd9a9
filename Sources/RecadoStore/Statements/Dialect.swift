// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The dialect of SQL that a store speaks.
public enum Dialect: Sendable, Hashable {
    /// SQLite 3.37 or later: strict tables, `RETURNING`, parameters written `?`.
    case sqlite
    /// PostgreSQL 14 or later: parameters written `$1`, `$2` and so on.
    case postgreSQL
}
