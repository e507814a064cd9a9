// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Ends work that rarely writes, such as the following of a feed, when nobody reads its output any
/// longer.
///
/// Otherwise `recado scores live | head -1` would go on until the next event.
enum OutputWatch {
    private static let interval = Duration.milliseconds(250)

    /// Runs work until it ends, or until the reader of standard output has closed the pipe.
    ///
    /// - Throws: The errors of the work; ``CommandError/outputClosed`` if the pipe was closed.
    static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await work()
                return false
            }
            group.addTask {
                while !isClosed { try await Task.sleep(for: interval) }
                return true
            }
            let hasLostReader = try await group.next() ?? false
            group.cancelAll()
            if hasLostReader { throw CommandError.outputClosed }
        }
    }

    /// True if standard output is a pipe or a socket whose other end was closed.
    private static var isClosed: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        return unsafe poll(&output, 1, 0) > 0 && Int32(output.revents) & (POLLERR | POLLHUP) != 0
    }
}
