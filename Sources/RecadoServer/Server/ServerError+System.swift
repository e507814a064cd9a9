// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension ServerError {
    /// Creates the public form of a system call's error.
    init(_ error: SystemError) {
        self = .system(operation: error.operation, code: error.code)
    }

    /// Calls a function that may throw a `SystemError`, and translates the error.
    static func translating<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(ServerError) -> Result {
        do throws(SystemError) { return try body() } catch { throw ServerError(error) }
    }
}
