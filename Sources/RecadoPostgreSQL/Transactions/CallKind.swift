// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The way in which a call is run.
enum CallKind: Sendable {
    /// In a transaction that must not write.
    case read
    /// In a serializable transaction, whose result is the same as if it ran alone.
    case write
    /// By itself, in transactions that the call makes: migrations.
    case bare

    /// The use that a call makes of its connection, as far as it is known in advance.
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
