// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A call of the system has failed.
package struct SystemError: Error, Sendable, Hashable {
    /// The call, such as `epoll_create1`.
    package let operation: String
    /// The system's number of the error.
    package let code: Int32

    /// Creates an error of a call and its number.
    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
