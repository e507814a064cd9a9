// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoStore

/// A value from a store that many clients follow.
///
/// However many clients there are, the value is read once for each change and encoded once as an
/// event.
///
/// ```swift
/// let news = LiveFeed(of: store, on: "posts") { _ in
///     try await store.read { try $0.value("SELECT count(*) FROM post", as: Int.self) }
/// }
/// service.serve { (call: WatchPosts) in news.events() }
/// ```
///
/// The feed subscribes to the store while it has followers. The first of several changes in quick
/// succession is read immediately, the other changes together after ``gathering``. A slow client is
/// sent only the latest value.
///
/// If the store cannot be read, clients keep the last value and their connections. The read is
/// repeated after a quarter of a second, and then after longer pauses of at most five seconds. A
/// client that connects meanwhile gets a response too and waits for its first value, because an
/// `EventSource` does not reconnect after an error response. When the store is closed, the clients'
/// streams end.
public final class LiveFeed<Value: Codable & Sendable>: Sendable {
    /// The minimum time between two reads; 50 ms by default, a delay that nobody notices.
    public let gathering: Duration

    private let stores: [any StoreNotifications]
    private let channel: Channel
    private let read: @Sendable (Value?) async throws -> Value?
    let followers = LiveFollowers<Value>()

    /// Creates a feed, which does nothing until it has a follower.
    ///
    /// - Parameters:
    ///   - store: The store that notifies of changes.
    ///   - channel: The channel of the notifications.
    ///   - gathering: The minimum time between two reads; 50 ms by default.
    ///   - read: Reads the value after a change; receives the last value that was sent, and returns
    ///     `nil` if nothing has changed.
    public convenience init(
        of store: any StoreNotifications,
        on channel: Channel,
        gathering: Duration = .milliseconds(50),
        read: @escaping @Sendable (Value?) async throws -> Value?
    ) {
        self.init(of: [store], on: channel, gathering: gathering, read: read)
    }

    /// Creates a feed of data that is spread over several stores.
    ///
    /// - Parameters:
    ///   - stores: The stores that notify of changes.
    ///   - channel: The channel of the notifications.
    ///   - gathering: The minimum time between two reads; 50 ms by default.
    ///   - read: Reads the value after a change; receives the last value that was sent, and returns
    ///     `nil` if nothing has changed.
    public init(
        of stores: [any StoreNotifications],
        on channel: Channel,
        gathering: Duration = .milliseconds(50),
        read: @escaping @Sendable (Value?) async throws -> Value?
    ) {
        (self.stores, self.channel, self.gathering, self.read) = (stores, channel, gathering, read)
    }

    /// Returns the current value and the value after each change, as events.
    ///
    /// A client that loses its connection is asked to reconnect after one to five seconds, so that
    /// clients that lose it together do not all reconnect at the same time.
    ///
    /// - Returns: The output of an endpoint.
    public func events() -> EventFeed<Value> {
        EventFeed(
            sharing: self,
            retryingAfter: .milliseconds(.random(in: 1_000...5_000))
        )
    }

    /// Returns the current value and the value after each change, as a sequence.
    ///
    /// - Returns: A sequence that ends when its task is cancelled or the store is closed.
    public func values() -> some AsyncSequence<Value, Never> & Sendable {
        LiveValues(feed: self)
    }

    // MARK: - Reading

    /// Adds a follower; the first one starts the subscription to the store.
    ///
    /// - Parameter signal: Called each time that a new value may be available.
    /// - Returns: The follower's identifier, which is passed to `leave`.
    fileprivate func join(_ signal: @escaping @Sendable () -> Void) -> UInt64 {
        let (id, watch) = followers.join(signal)
        guard let watch else { return id }
        let task = Task { [weak self] in
            while !Task.isCancelled, let self, await self.watch(watch) {}
        }
        followers.begin(task, watch)
        return id
    }

    /// Subscribes to the stores and reads after each change, until the subscription ends.
    ///
    /// - Returns: True if the subscription must be repeated.
    private func watch(_ number: UInt64) async -> Bool {
        do throws(StoreError) {
            var changes: [NotificationSequence] = []
            for store in stores { changes.append(try await store.notifications(on: channel)) }
            let reader = ChangeReader(gathering) { [weak self] in await self?.tell(number) }
            await reader.read()
            await withTaskGroup { group in
                for changes in changes {
                    group.addTask { for await _ in changes { reader.note() } }
                }
                // A subscription ends when its store is closed; the first subscription that ends
                // makes the others end, too.
                await group.next()
                group.cancelAll()
            }
            reader.cancel()
            if !Task.isCancelled { followers.close() }
            return false
        } catch {
            if error.code == .closed { followers.close() }
            try? await Task.sleep(for: .seconds(1))
            return error.code != .closed
        }
    }

    /// Repeats the read until it succeeds, and sends the value, if it is new, to the followers.
    private func tell(_ number: UInt64) async {
        var pause = Duration.milliseconds(250)
        while !Task.isCancelled {
            do {
                if let value = try await read(followers.last) { followers.tell(value, number) }
                return
            } catch {
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(5))
            }
        }
    }
}

extension LiveFeed: SharedEvents {
    /// Returns the last value if its number is higher than the given one.
    package func look(after number: UInt64) -> SharedLook<Value> { followers.look(after: number) }

    /// Adds a follower, which leaves when the returned object is released.
    package func follow(_ signal: @escaping @Sendable () -> Void) -> any AnyObject & Sendable {
        LiveFollower(self, signal)
    }
}

/// The values of a feed as an asynchronous sequence.
private struct LiveValues<Value: Codable & Sendable>: AsyncSequence, Sendable {
    typealias Element = Value

    let feed: LiveFeed<Value>

    func makeAsyncIterator() -> Iterator { Iterator(feed) }

    struct Iterator: AsyncIteratorProtocol {
        private let follower: LiveFollower<Value>
        private let news: AsyncStream<Void>
        private var seen: UInt64 = 0

        init(_ feed: LiveFeed<Value>) {
            let (news, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            self.news = news
            follower = LiveFollower(feed) { signal.yield() }
        }

        /// Waits for the next value, skipping to the latest one; returns `nil` when the task is
        /// cancelled or the store is closed.
        mutating func next() async -> Value? {
            while !Task.isCancelled {
                switch follower.feed.look(after: seen) {
                case .event(let event, let number):
                    seen = number
                    return event.value
                case .nothing:
                    var waiting = news.makeAsyncIterator()
                    guard await waiting.next() != nil else { return nil }
                case .end: return nil
                }
            }
            return nil
        }
    }
}

/// A follower's membership in a feed, which ends when this object is released.
private final class LiveFollower<Value: Codable & Sendable>: Sendable {
    let feed: LiveFeed<Value>
    private let id: UInt64

    init(_ feed: LiveFeed<Value>, _ signal: @escaping @Sendable () -> Void) {
        self.feed = feed
        id = feed.join(signal)
    }

    deinit { feed.followers.leave(id) }
}
