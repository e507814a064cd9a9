// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoStore

extension SQLiteStore {
    /// The number of statements that a connection keeps prepared: the only one, in memory.
    package func preparedCount() async throws(TransactionError<Never>) -> Int {
        try await core.submit(.bare) { session throws(TransactionError<Never>) in
            session.connection.preparedCount
        }
    }
}
