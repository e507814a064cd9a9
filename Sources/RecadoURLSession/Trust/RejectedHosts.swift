// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The reasons for which hosts were refused by this module.
///
/// A session asks about connections and not about tasks, and tells the tasks of a refused
/// connection that they have been cancelled. The reason is looked up here then.
final class RejectedHosts: Sendable {
    /// So many hosts are remembered.
    private static let limit = 256

    private let reasons = Mutex<[HostAddress: String]>([:])

    /// The reason for which a host was refused last; `nil` if it was accepted.
    subscript(address: HostAddress) -> String? {
        reasons.withLock { $0[address] }
    }

    /// Notes the result of a check: the reason of a refusal, or `nil`.
    func note(_ reason: String?, of address: HostAddress) {
        reasons.withLock { reasons in
            // Somebody who makes a client call hosts without end must not fill its memory.
            if reason != nil, reasons.count >= Self.limit, reasons[address] == nil { reasons = [:] }
            reasons[address] = reason
        }
    }
}
