// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason that a call was cancelled.
@nonexhaustive
public enum CancellationReason: Sendable, Hashable {
    /// The task that made the call, or waited for it, was cancelled.
    case task
    /// ``Call/cancel()`` was called, or ``CallScope/cancelAll()`` of its owner.
    case requested
    /// The owner of the call was released; the value is its name.
    case ownerReleased(String)
    /// The transport was released or shut down.
    case transportReleased
}

extension CancellationReason: CustomStringConvertible {
    /// The reason, in a few words.
    public var description: String {
        switch self {
        case .task: "its task was cancelled"
        case .requested: "as requested"
        case .ownerReleased(let name):
            name.isEmpty ? "its owner was released" : "its owner “\(name)” was released"
        case .transportReleased: "the transport was released"
        }
    }
}
