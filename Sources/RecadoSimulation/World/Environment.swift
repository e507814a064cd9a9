// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The wishes in the environment of the process.
enum Environment {
    /// The seed that `RECADO_SEED` names.
    static let seed: Seed? = {
        guard let text = unsafe getenv("RECADO_SEED") else { return nil }
        return Seed(unsafe String(cString: text))
    }()
}
