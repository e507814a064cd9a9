// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// An idempotency store in the memory of this process.
public final class MemoryIdempotencyStore: IdempotencyStore {
    /// The time for which an answer is kept: a day, longer than clients repeat a request.
    public static let lifetime = Duration.seconds(86_400)
    /// The most bytes of keys and answers: 16 MiB; beyond that, the oldest are removed.
    public static let limit = 16 << 20
    /// The estimated size of a record without its key and its answer.
    fileprivate static let recordBytes = 256

    fileprivate struct Record: Sendable {
        let fingerprint: [UInt8]
        let number: Int64
        let time: Duration
        var size: Int
        var answer: StoredResponse?
    }

    fileprivate struct State: Sendable {
        var records: [String: Record] = [:]
        /// The keys in order of arrival, including those of removed records.
        ///
        /// Their number is never much more than twice that of the records.
        var order: [(key: String, number: Int64)] = []
        /// The number of keys at the start of `order` that `makeRoom` has handled.
        var passed = 0
        var size = 0
        var count: Int64 = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Duration

    /// Creates an empty store.
    public convenience init() {
        let start = ContinuousClock.now
        self.init { start.duration(to: .now) }
    }

    /// Creates an empty store that reads the time from a function.
    package init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// The number of entries in memory: records, plus keys in order of arrival.
    package var entryCount: Int { state.withLock { $0.records.count + $0.order.count } }

    /// Records that a request is about to be carried out, unless the key is already recorded.
    ///
    /// - Parameters:
    ///   - key: The client's key, combined with its sender and the request's target.
    ///   - fingerprint: A hash of the whole request.
    /// - Returns: The decision about the request.
    public func begin(_ key: String, _ fingerprint: [UInt8]) -> IdempotencyDecision {
        let now = now()
        return state.withLock { state in
            if let record = state.records[key], now - record.time < Self.lifetime {
                guard record.fingerprint == fingerprint else { return .different }
                return record.answer.map { .answered($0) } ?? .underWay
            }
            state.forget(key)
            state.count += 1
            let size = Self.recordBytes + key.utf8.count + fingerprint.count
            state.records[key] = Record(
                fingerprint: fingerprint,
                number: state.count,
                time: now,
                size: size
            )
            state.order.append((key, state.count))
            state.size += size
            state.makeRoom(for: key, before: now - Self.lifetime)
            return .first(IdempotencyClaim(number: state.count))
        }
    }

    /// Stores the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    public func finish(_ key: String, _ claim: IdempotencyClaim, _ answer: StoredResponse) {
        state.withLock { state in
            guard state.records[key]?.number == claim.number else { return }
            let size = answer.size
            state.records[key]?.answer = answer
            state.records[key]?.size += size
            state.size += size
            state.makeRoom(for: key, before: .zero - Self.lifetime)
        }
    }

    /// Removes the record of a request that was begun but not carried out, unless the record now
    /// belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that was passed to ``begin(_:_:)``.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    public func abandon(_ key: String, _ claim: IdempotencyClaim) {
        state.withLock { state in
            if state.records[key]?.number == claim.number { state.forget(key) }
        }
    }
}

extension MemoryIdempotencyStore.State {
    fileprivate mutating func forget(_ key: String) {
        guard let record = records.removeValue(forKey: key) else { return }
        size -= record.size
    }

    /// Removes records that are older than a time and, beyond the size limit, the oldest; but never
    /// the record of the given key.
    fileprivate mutating func makeRoom(for key: String, before time: Duration) {
        while passed < order.count {
            let (oldest, number) = order[passed]
            if let record = records[oldest], record.number == number {
                guard size > MemoryIdempotencyStore.limit || record.time < time, oldest != key
                else { break }
                forget(oldest)
            }
            passed += 1
        }
        // Compacting is rare, so the average cost of a key stays constant.
        guard order.count > 2 * records.count + 64 else { return }
        order = order[passed...].filter { records[$0.key]?.number == $0.number }
        passed = 0
    }
}

extension StoredResponse {
    /// The approximate amount of memory that the answer takes, in bytes.
    fileprivate var size: Int {
        content.count + fields.joined().reduce(0) { $0 + $1.utf8.count + 32 }
    }
}
