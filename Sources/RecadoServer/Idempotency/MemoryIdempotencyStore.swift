// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A store of repetitions in the memory of this process.
public final class MemoryIdempotencyStore: IdempotencyStore {
    /// The time for which an answer is kept: a day, after which clients have given up repeating.
    public static let lifetime = Duration.seconds(86_400)
    /// The most bytes of keys and answers that are kept: 16 MiB; the oldest make room for new ones.
    public static let limit = 16 << 20
    /// The size of a record apart from its key and its answer.
    fileprivate static let recordBytes = 256

    fileprivate struct Record: Sendable {
        let fingerprint: [UInt8]
        let number: Int64
        let time: Duration
        var size: Int
        var answer: RepeatedAnswer?
    }

    fileprivate struct State: Sendable {
        var records: [String: Record] = [:]
        /// The keys in the order of their arrival, including those of forgotten records.
        ///
        /// Their number is never much more than twice that of the records.
        var order: [(key: String, number: Int64)] = []
        /// The number of keys at the beginning of the order that need no more attention.
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

    /// Creates an empty store with a clock of its own.
    package init(now: @escaping @Sendable () -> Duration) {
        self.now = now
    }

    /// The number of entries in memory: records, and keys in the order of their arrival.
    package var entryCount: Int { state.withLock { $0.records.count + $0.order.count } }

    /// Records that a request is about to be carried out, unless a request with the same key is
    /// recorded.
    ///
    /// - Parameters:
    ///   - key: The key, with the client that sent it and the target of the request.
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

    /// Keeps the answer to a request, unless the key's record now belongs to another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: The claim that ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    public func finish(_ key: String, _ claim: IdempotencyClaim, _ answer: RepeatedAnswer) {
        state.withLock { state in
            guard state.records[key]?.number == claim.number else { return }
            let size = answer.size
            state.records[key]?.answer = answer
            state.records[key]?.size += size
            state.size += size
            state.makeRoom(for: key, before: .zero - Self.lifetime)
        }
    }

    /// Forgets a request that was begun and not carried out, unless the key's record now belongs to
    /// another claim.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
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

    /// Forgets the oldest records, and all from before a time, but never the record of the given
    /// key.
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
        // This happens seldom, so that each key costs the same, however many there are.
        guard order.count > 2 * records.count + 64 else { return }
        order = order[passed...].filter { records[$0.key]?.number == $0.number }
        passed = 0
    }
}

extension RepeatedAnswer {
    /// The approximate amount of memory that the answer takes, in bytes.
    fileprivate var size: Int {
        content.count + fields.joined().reduce(0) { $0 + $1.utf8.count + 32 }
    }
}
