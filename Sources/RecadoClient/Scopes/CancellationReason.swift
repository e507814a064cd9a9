// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a call was cancelled.
@nonexhaustive
public enum CancellationReason: Sendable, Hashable {
    /// The task that made the call or waited for it was cancelled.
    case task
    /// ``Call/cancel()`` was called, or ``CallScope/cancelAll()`` of the call's scope.
    case requested
    /// The ``CallScope`` of the call was released; the value is the name of the scope.
    case ownerReleased(String)
    /// The transport was released or shut down.
    case transportReleased
}

extension CancellationReason: CustomStringConvertible {
    /// A short description of the reason.
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
