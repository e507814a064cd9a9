// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store through which programs tell each other about changes.
///
/// A page that shows films live subscribes, and reads them anew after a notification. The
/// transaction that changes a film sends the notification, in whatever process it runs:
///
/// ```swift
/// for try await news in try await store.notifications(on: "films") {
///     switch news {
///     case .message(let id): await show(id)
///     case .gap: await showEverything()
///     }
/// }
///
/// try await store.write { transaction in
///     try transaction.execute("UPDATE film SET rented = 1 WHERE id = \(id)")
///     try transaction.notify("films", "\(id)")
/// }
/// ```
///
/// Both stores guarantee the following:
///
/// 1. A notification arrives only after its transaction was committed, and never if it was not.
/// 2. Those of one channel arrive in the order of the commits, to every subscriber in every
///    process, the sender's own among them.
/// 3. A subscriber gets each notification that is committed after `notifications(on:)` returned, or
///    a **gap** where some may be missing: after a lost connection, or when the subscriber was too
///    slow. After a gap it reads anew whatever it shows.
public protocol StoreNotifications: Store {
    /// Subscribes to a channel.
    ///
    /// - Parameter channel: The name that senders use.
    /// - Returns: The notifications from now on; the subscription ends with the task that iterates,
    ///   or when nothing holds the sequence any more.
    /// - Throws: A ``StoreError`` when the database cannot be reached.
    func notifications(on channel: Channel) async throws(StoreError) -> NotificationSequence
}
