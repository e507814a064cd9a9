// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The reasons why this module refused hosts.
///
/// A session asks this module to check the host of a connection, but does not say which tasks use
/// the connection. If the host is refused, the session reports only that the tasks on the
/// connection were cancelled. The transfers of these tasks look up the reason here.
final class RejectedHosts: Sendable {
    /// The maximum number of hosts to remember.
    private static let limit = 256

    private let reasons = Mutex<[HostAddress: String]>([:])

    /// The reason why a host was last refused; `nil` if it was accepted.
    subscript(address: HostAddress) -> String? {
        reasons.withLock { $0[address] }
    }

    /// Records the result of a check: the reason for a refusal, or `nil` if the host was accepted.
    func note(_ reason: String?, of address: HostAddress) {
        reasons.withLock { reasons in
            // The table stays small even if a client is made to call a great many hosts.
            if reason != nil, reasons.count >= Self.limit, reasons[address] == nil { reasons = [:] }
            reasons[address] = reason
        }
    }
}
