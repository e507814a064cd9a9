// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The way in which a call is run.
enum CallKind: Sendable {
    /// In a transaction that may not write.
    case read
    /// In a transaction that others cannot be told from a lonely one.
    case write
    /// By itself, in transactions that it makes: migrations.
    case bare

    /// The use that a call makes of its connection, as far as this is known before.
    var use: PoolState.Use {
        switch self {
        case .read: .read
        case .write: .write
        case .bare: .bare
        }
    }

    /// Returns the statement that opens the transaction; `nil` when there is none.
    func opening(_ options: PostgreSQLStore.Options) -> Statement? {
        switch self {
        case .read where options.readIsolation == .snapshot:
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .read: "BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY"
        case .write: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        case .bare: nil
        }
    }
}

/// The types that the calls of a store over PostgreSQL use.
enum PostgreSQLEngine: StoreEngine {
    typealias Kind = CallKind
    typealias Session = PostgreSQLSession
}

typealias PooledCall = StoreCall<PostgreSQLEngine>
