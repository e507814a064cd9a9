// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PasswordHasher {
    /// Has a thread of the hasher do something else, so that a test can hold it.
    package func occupyThread(with work: @escaping @Sendable () -> Void) -> Bool {
        lanes.submit(work)
    }
}
