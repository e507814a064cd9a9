// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoStore

extension SQLiteStore: StoreNotifications {
    /// Subscribes to a channel, across all programs that share the file.
    ///
    /// Notifications are rows of the table `recado_notification`, which keeps the last 1000.
    /// Notifications sent through this store arrive at once; notifications from other programs
    /// arrive within a tenth of a second.
    ///
    /// - Parameter channel: The channel that senders notify.
    /// - Returns: The notifications from now on.
    /// - Throws: A `StoreError` if the file cannot be read.
    public func notifications(
        on channel: Channel
    ) async throws(StoreError) -> NotificationSequence {
        try channel.check()
        do throws(TransactionError<Never>) {
            let now = try await read { transaction throws(TransactionError<Never>) in
                try NotificationTable.news(after: nil, in: transaction)
            }
            return core.watch.subscribe(to: channel, after: now.last)
        } catch {
            throw error.storeError
        }
    }
}
