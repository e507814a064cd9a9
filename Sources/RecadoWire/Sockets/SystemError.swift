// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The error of a system call that has failed.
package struct SystemError: Error, Sendable, Hashable {
    /// The name of the call, such as `epoll_create1`.
    package let operation: String
    /// The system's error number (`errno`).
    package let code: Int32

    /// Creates an error for a call and an error number.
    package init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
