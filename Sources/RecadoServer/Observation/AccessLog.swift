// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoWire

/// A log with a line for each exchange, written by a thread of its own.
///
/// ```swift
/// var options = Application.Options()
/// options.observers += [
///     try AccessLog(format: .json) { file.write($0) },
///     try AccessLog(format: .text, slow: .seconds(1), onlySlow: true) { slow.write($0) },
/// ]
/// ```
///
/// An event loop puts an exchange into a queue and goes on; it never waits for a disk or a pipe. If
/// the queue is full, further exchanges are dropped and counted, and the log states their number
/// once there is room again.
///
/// Queries, credentials, cookies and content are not written. In paths, values whose names are
/// sensitive (`SensitiveNames`) are masked, as in `/films;token=1`. Control characters, quotes and
/// all non-ASCII characters are escaped, so that a client cannot forge a line.
public final class AccessLog: RequestObserver {
    /// The form in which an exchange is written.
    public enum Format: Sendable, Hashable {
        /// A JSON object on each line.
        case json
        /// The combined log format of web servers, with the ID, the route and the duration at the
        /// end.
        case text
    }

    private let queue: LogQueue
    /// The least duration of an exchange that is written; shorter exchanges are omitted.
    private let least: Duration

    /// Starts a log.
    ///
    /// - Parameters:
    ///   - format: The format in which an exchange is written.
    ///   - slow: The duration from which an exchange is marked as slow; by default, no exchange is.
    ///   - onlySlow: True if only slow exchanges are written; by default, all exchanges are.
    ///   - capacity: The most exchanges that wait to be written; by default 8 192, about 4 MB.
    ///   - write: Writes some lines, on the log's thread; it may block.
    /// - Throws: ``ServerError/system(operation:code:)`` when no thread can be started.
    public init(
        format: Format,
        slow: Duration? = nil,
        onlySlow: Bool = false,
        capacity: Int = 8_192,
        write: @escaping @Sendable ([UInt8]) -> Void
    ) throws(ServerError) {
        least = onlySlow ? slow ?? .zero : .zero
        queue = try LogQueue(capacity: max(1, capacity)) { batch in
            var line = LogLine(slow: slow)
            if batch.dropped > 0 { line.append(dropped: batch.dropped, format) }
            for observation in batch.observations { line.append(observation, format) }
            write(line.bytes)
        }
        let queue = queue
        try ServerError.translating { () throws(SystemError) in
            try LoopThread.start { queue.run() }
        }
    }

    deinit { queue.close() }

    /// The number of exchanges that were not written, because the queue was full or the log was
    /// closed.
    public var dropped: Int { queue.dropped }

    /// Adds an exchange to the queue, and returns at once.
    ///
    /// - Parameter observation: The request and its answer.
    public func ended(_ observation: Observation) {
        if observation.duration >= least { queue.add(observation) }
    }

    /// Writes the waiting exchanges and accepts no more.
    ///
    /// - Parameter limit: The longest time to wait until they are written, because a pipe without a
    ///   reader could block forever; by default a second.
    public func close(within limit: Duration = .seconds(1)) async {
        queue.close()
        let end = ContinuousClock.now + limit
        while !queue.isFinished, ContinuousClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}
