// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoStore

extension SQLiteStore {
    /// Returns the number of prepared statements in the cache of one reader's connection; an
    /// in-memory store has a single connection.
    package func preparedCount() async throws(TransactionError<Never>) -> Int {
        try await core.submit(.bare) { session throws(TransactionError<Never>) in
            session.connection.preparedCount
        }
    }
}
