// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoPasswords
import RecadoServices
import RecadoStore

extension VideoclubService {
    /// Returns a videoclub whose password hashes are quick to verify, and therefore insecure.
    static func quick(_ store: any StoreNotifications) async throws -> VideoclubService {
        try await VideoclubService(
            store: store,
            passwords: PasswordHasher(options: .init { $0.cost = .insecureForTests }),
            publicBase: "http://localhost"
        )
    }
}
