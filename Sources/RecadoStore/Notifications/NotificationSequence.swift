// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The notifications of one subscription, as an asynchronous sequence.
///
/// Iteration ends when the task is cancelled or the store is closed. At most 256 notifications wait
/// to be read; when one more arrives, a single `gap` replaces all of them.
public struct NotificationSequence: AsyncSequence, Sendable {
    /// The type of the elements: notifications and gaps.
    public typealias Element = StoreNotification
    /// A lost connection is restored and reported as a gap, so iterating never throws.
    public typealias Failure = Never

    /// Ends the subscription when the last copy of the sequence and its last iterator are released.
    fileprivate final class Lease: Sendable {
        let mailbox: NotificationMailbox

        init(_ mailbox: NotificationMailbox) {
            self.mailbox = mailbox
        }

        deinit {
            mailbox.finish()
        }
    }

    private let lease: Lease

    package init(_ mailbox: NotificationMailbox) {
        lease = Lease(mailbox)
    }

    /// Creates an iterator; each notification goes to only one of a sequence's iterators.
    ///
    /// - Returns: An iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(lease: lease)
    }

    /// Reads a subscription's notifications one by one.
    public struct Iterator: AsyncIteratorProtocol {
        private let lease: Lease

        fileprivate init(lease: Lease) {
            self.lease = lease
        }

        /// Waits for the next notification.
        ///
        /// - Returns: The notification; `nil` when the task was cancelled or the store closed.
        public mutating func next() async -> StoreNotification? {
            await lease.mailbox.next()
        }
    }
}

// An iterator is not Sendable, because it is used only by the loop that created it.
@available(*, unavailable)
extension NotificationSequence.Iterator: Sendable {}
