// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

extension ServerError {
    /// The public form of the error of a system call.
    init(_ error: SystemError) {
        self = .system(operation: error.operation, code: error.code)
    }

    /// Calls a function of the wire module, and translates its errors into the server's.
    static func translating<Result: ~Copyable>(
        _ body: () throws(SystemError) -> Result
    ) throws(ServerError) -> Result {
        do throws(SystemError) { return try body() } catch { throw ServerError(error) }
    }
}
