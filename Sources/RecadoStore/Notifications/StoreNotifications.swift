// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A store through which programs tell each other about changes.
///
/// For example, a page that shows films live subscribes and reads the films again after each
/// notification. The transaction that changes a film sends the notification, and may run in any
/// process:
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
/// Both SQLite and PostgreSQL stores guarantee the following:
///
/// 1. A notification arrives only after its transaction was committed, and never if the transaction
///    was rolled back.
/// 2. The notifications of one channel arrive in the order of the commits, at every subscriber in
///    every process, including the sender's own.
/// 3. A subscriber gets each notification that is committed after `notifications(on:)` returned, or
///    a **gap** where some may be missing: after a lost connection, or when the subscriber was too
///    slow. After a gap, the subscriber must read again all data that it shows.
public protocol StoreNotifications: Store {
    /// Subscribes to a channel.
    ///
    /// - Parameter channel: The channel that senders notify.
    /// - Returns: The notifications from now on; the subscription ends when the iterating task is
    ///   cancelled, or when nothing holds the sequence or its iterators.
    /// - Throws: A ``StoreError`` when the database cannot be reached.
    func notifications(on channel: Channel) async throws(StoreError) -> NotificationSequence
}
