// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PasswordHasher {
    /// Occupies a thread of the hasher with other work, so that a test can block the hasher.
    package func occupyThread(with work: @escaping @Sendable () -> Void) -> Bool {
        lanes.submit(work)
    }
}
