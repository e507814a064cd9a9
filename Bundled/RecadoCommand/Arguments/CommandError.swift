// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A failure of a command, with the lines for standard error and the exit code.
///
/// | code | meaning |
/// |---|---|
/// | 1 | an error on this machine; for `check` and `diff`, a finding |
/// | 2 | the command was used wrongly |
/// | 3 | the server could not be reached, or did not answer in time |
/// | 4 | the server refused the call (4xx) |
/// | 5 | the server failed (5xx), or its answer could not be read |
/// | 130 | the user cancelled a question with Ctrl-C |
struct CommandError: Error, Sendable, Hashable {
    /// The exit code.
    let code: Int32
    /// The lines for standard error; empty if no message is needed.
    let lines: [String]

    init(code: Int32, _ lines: LocalizedText...) {
        self.init(code: code, lines: lines.map(\.description))
    }

    init(code: Int32, lines: [String]) {
        self.code = code
        self.lines = lines
    }

    /// Creates a failure that was caused by an error on this machine.
    static func failed(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 1, lines: lines.map(\.description))
    }

    /// Creates a failure for wrong usage of the command.
    static func usage(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 2, lines: lines.map(\.description))
    }

    /// The exit of `check` or `diff` after a finding; the report has already been written.
    static let found = CommandError(code: 1, lines: [])

    /// The same failure for a command such as `diff`, which uses code 1 for findings; an error on
    /// this machine then has code 2, as with grep.
    var besideFindings: CommandError {
        code == 1 && self != .found ? CommandError(code: 2, lines: lines) : self
    }

    /// The exit of a command after the reader of its output has closed the pipe; this is not a
    /// failure.
    static let outputClosed = CommandError(code: 0)

    /// The user answered a question with no.
    static let declined = CommandError(code: 1, "nothing was done")

    /// The user pressed Ctrl-C at a question; shells use the same code.
    static let interrupted = CommandError(code: 130)
}
