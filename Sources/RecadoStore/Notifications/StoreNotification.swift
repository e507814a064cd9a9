// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A notification for a subscriber.
public enum StoreNotification: Sendable, Hashable {
    /// The payload that a sender announced on the channel.
    case message(String)
    /// Notifications may be missing at this point, so the subscriber must read all its data again.
    case gap
}
