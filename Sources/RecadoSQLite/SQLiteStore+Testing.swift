// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoStore

extension SQLiteStore {
    /// The number of prepared statements that a reader's connection keeps; in memory, there is only
    /// one connection.
    package func preparedCount() async throws(TransactionError<Never>) -> Int {
        try await core.submit(.bare) { session throws(TransactionError<Never>) in
            session.connection.preparedCount
        }
    }
}
