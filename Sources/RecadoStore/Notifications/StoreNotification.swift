// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A notification for a subscriber.
public enum StoreNotification: Sendable, Hashable {
    /// Somebody announced something; the text is the sender's.
    case message(String)
    /// Announcements may be missing here, so everything that is shown must be read anew.
    case gap
}
