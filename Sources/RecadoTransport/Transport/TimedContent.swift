// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoHTTP

/// Content that must arrive within the timeouts of its transfer; if it does not, reading it fails
/// with the same error as on a network.
package final class TimedContent: ContentSource {
    private let source: any ContentSource
    private let idle: Duration?
    private let end: Duration?
    private let stopwatch: Stopwatch

    /// Creates content.
    ///
    /// - Parameters:
    ///   - source: The content.
    ///   - idle: The maximum wait for the next bytes.
    ///   - end: The time on the stopwatch by which all content must have arrived.
    ///   - stopwatch: The stopwatch that measures the times.
    package init(
        _ source: any ContentSource,
        idle: Duration? = nil,
        end: Duration?,
        _ stopwatch: Stopwatch
    ) {
        self.source = source
        self.idle = idle
        self.end = end
        self.stopwatch = stopwatch
    }

    package var length: Int? { source.length }

    package func next() async throws -> [UInt8]? {
        do {
            return try await timedNext()
        } catch let error where error is TransportError || error is CancellationError {
            throw error
        } catch {
            throw TransportError(.connectionLost, "the content failed: \(type(of: error))")
        }
    }

    private func timedNext() async throws -> [UInt8]? {
        let rest = end.map { max($0 - stopwatch.now, .zero) }
        guard let limit = [idle, rest].compactMap(\.self).min() else {
            return try await source.next()
        }
        // The task is not in a task group, because a group would wait for a source that ignores
        // cancellation.
        let promise = Promise<Result<[UInt8]?, any Error>>()
        let reading = Task { [source] in
            promise.fulfil(await Result { () async throws in try await source.next() })
        }
        switch await promise.outcome(within: limit, stopwatch) {
        case .value(let piece): return try piece.get()
        case .late:
            reading.cancel()
            throw TransportError(.timedOut(.receiving), "in \(limit)")
        case .cancelled:
            reading.cancel()
            throw CancellationError()
        }
    }
}
