// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An error that prevents a new process from replacing this one, whose server then continues to
/// serve.
@nonexhaustive
public enum SuccessorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The server does not listen: it was not started, or is being shut down.
    case notServing
    /// The program cannot be run.
    case notStarted(program: String, code: Int32)
    /// The successor ended, or closed the sockets that it inherited, before it accepted requests.
    case ended
    /// The successor did not accept requests in time and was killed.
    case notReady(milliseconds: Int)

    /// The error in one line.
    public var description: String {
        switch self {
        case .notServing: "the server does not listen and has nothing to hand over"
        case .notStarted(let program, let code):
            "the successor \(program) cannot be started: system error \(code)"
        case .ended: "the successor ended before it served"
        case .notReady(let milliseconds):
            "the successor did not serve within \(milliseconds) ms"
        }
    }
}
