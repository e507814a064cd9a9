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

    /// Whether `RECADO_TRAPS` asks for traps.
    static let hasTraps = unsafe getenv("RECADO_TRAPS") != nil

    /// The file that `RECADO_TRACES` names, for a line of each world.
    static let traces: String? = unsafe getenv("RECADO_TRACES").map { unsafe String(cString: $0) }

    /// The number of seeds that `RECADO_SEEDS` asks for.
    static let seedCount: UInt64? = {
        guard let text = unsafe getenv("RECADO_SEEDS") else { return nil }
        return UInt64(unsafe String(cString: text))
    }()
}
