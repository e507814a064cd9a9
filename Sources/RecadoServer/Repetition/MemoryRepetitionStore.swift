// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A store of repetitions in the memory of this process.
public final class MemoryRepetitionStore: RepetitionStore {
    /// How long an answer is kept: a day, in which clients have given up repeating.
    public static let lifetime = Duration.seconds(86_400)
    /// The most bytes of answers that are kept: 16 MiB; the oldest make room for others.
    public static let limit = 16 << 20
    /// What a record counts for beside its answer.
    fileprivate static let recordBytes = 256

    fileprivate struct Record: Sendable {
        let fingerprint: [UInt8]
        let number: Int64
        let time: Duration
        var answer: RepeatedAnswer?

        var size: Int { recordBytes + (answer?.content.count ?? 0) }
    }

    fileprivate struct State: Sendable {
        var records: [String: Record] = [:]
        /// The keys in the order of their coming; those of forgotten records among them.
        var order: [(key: String, number: Int64)] = []
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

    /// Notes that a request is about to be carried out, unless one with its key has been noted.
    ///
    /// - Parameters:
    ///   - key: The key, with who sent it and to what.
    ///   - fingerprint: A hash of all that the request says.
    /// - Returns: What is to be done about the request.
    public func begin(_ key: String, _ fingerprint: [UInt8]) -> Repetition {
        let now = now()
        return state.withLock { state in
            if let record = state.records[key], now - record.time < Self.lifetime {
                guard record.fingerprint == fingerprint else { return .different }
                return record.answer.map { .answered($0) } ?? .underWay
            }
            state.forget(key)
            state.count += 1
            let record = Record(fingerprint: fingerprint, number: state.count, time: now)
            state.records[key] = record
            state.order.append((key, record.number))
            state.size += record.size
            state.makeRoom(for: key, before: now - Self.lifetime)
            return .first(RepetitionClaim(number: record.number))
        }
    }

    /// Keeps the answer to a request that was begun, unless another one has taken its place since.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: What ``begin(_:_:)`` returned.
    ///   - answer: The answer.
    public func finish(_ key: String, _ claim: RepetitionClaim, _ answer: RepeatedAnswer) {
        state.withLock { state in
            guard state.records[key]?.number == claim.number else { return }
            state.records[key]?.answer = answer
            state.size += answer.content.count
            state.makeRoom(for: key, before: .zero - Self.lifetime)
        }
    }

    /// Forgets a request that was begun and not carried out, unless another one has taken its place since.
    ///
    /// - Parameters:
    ///   - key: The key that it was begun with.
    ///   - claim: What ``begin(_:_:)`` returned.
    public func abandon(_ key: String, _ claim: RepetitionClaim) {
        state.withLock { state in
            if state.records[key]?.number == claim.number { state.forget(key) }
        }
    }
}

extension MemoryRepetitionStore.State {
    fileprivate mutating func forget(_ key: String) {
        guard let record = records.removeValue(forKey: key) else { return }
        size -= record.size
    }

    /// Forgets the oldest records, and those of before a time, but for one.
    fileprivate mutating func makeRoom(for key: String, before time: Duration) {
        var index = 0
        while index < order.count {
            let (oldest, number) = order[index]
            if let record = records[oldest], record.number == number {
                guard size > MemoryRepetitionStore.limit || record.time < time, oldest != key
                else { break }
                forget(oldest)
            }
            index += 1
        }
        if index > 0 { order.removeFirst(index) }
    }
}
