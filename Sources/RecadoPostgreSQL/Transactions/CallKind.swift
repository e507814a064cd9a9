// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoStore

/// The kind of a call, which decides how it is run.
enum CallKind: Sendable {
    /// The call runs in a transaction that must not write.
    case read
    /// The call runs in a serializable transaction, whose result is the same as if it ran alone.
    case write
    /// The call runs without a transaction, and may begin its own, as a migration does.
    case bare

    /// The pool's classification of the call, as far as it is known in advance.
    var use: PoolState.Use {
        switch self {
        case .read: .read
        case .write: .write
        case .bare: .bare
        }
    }

    /// Returns the statement that begins the transaction; `nil` if there is no transaction.
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

/// The types that calls of a PostgreSQL store use.
enum PostgreSQLEngine: StoreEngine {
    typealias Kind = CallKind
    typealias Session = PostgreSQLSession
}

typealias PooledCall = StoreCall<PostgreSQLEngine>
