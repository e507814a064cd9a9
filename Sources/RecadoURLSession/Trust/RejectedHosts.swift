// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The reasons for which this module refused hosts.
///
/// A session asks about connections and not about tasks, and tells the tasks of a refused
/// connection that they have been cancelled. The transfer of such a task finds the reason here.
final class RejectedHosts: Sendable {
    /// The greatest number of hosts that are remembered.
    private static let limit = 256

    private let reasons = Mutex<[HostAddress: String]>([:])

    /// The reason for which a host was refused last; `nil` if it was accepted.
    subscript(address: HostAddress) -> String? {
        reasons.withLock { $0[address] }
    }

    /// Records the result of a check: the reason of a refusal, or `nil`.
    func note(_ reason: String?, of address: HostAddress) {
        reasons.withLock { reasons in
            // The memory stays bounded, even if a client is made to call ever more hosts.
            if reason != nil, reasons.count >= Self.limit, reasons[address] == nil { reasons = [:] }
            reasons[address] = reason
        }
    }
}
