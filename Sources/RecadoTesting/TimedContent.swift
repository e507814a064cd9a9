// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoHTTP

/// Content that must come within the timeouts of its transfer, and fails as it would on a network.
final class TimedContent: ContentSource {
    private let source: any ContentSource
    private let idle: Duration?
    private let end: ContinuousClock.Instant?

    init(_ source: any ContentSource, idle: Duration?, end: ContinuousClock.Instant?) {
        self.source = source
        self.idle = idle
        self.end = end
    }

    var length: Int? { source.length }

    func next() async throws -> [UInt8]? {
        do {
            return try await timedNext()
        } catch let error where error is TransportError || error is CancellationError {
            throw error
        } catch {
            throw TransportError(.connectionLost, "the content failed: \(type(of: error))")
        }
    }

    private func timedNext() async throws -> [UInt8]? {
        let now = ContinuousClock.now
        guard let limit = [idle.map { now + $0 }, end].compactMap({ $0 }).min() else {
            return try await source.next()
        }
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { [source] in try await source.next() }
            group.addTask {
                try await Task.sleep(until: limit)
                throw TransportError(.timedOut(.receiving), "in \(limit - now)")
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
