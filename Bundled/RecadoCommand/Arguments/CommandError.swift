// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A failure of a command: its lines for standard error, and its exit code.
///
/// | code | meaning |
/// |---|---|
/// | 1 | something on this machine stood in the way; of `check` and `diff`: there is a finding |
/// | 2 | the command was used wrongly |
/// | 3 | the server could not be reached, or did not answer in time |
/// | 4 | the server refused the call (4xx) |
/// | 5 | the server failed (5xx), or its answer could not be read |
/// | 130 | the user gave up a question with Ctrl-C |
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

    /// Creates a failure with a cause on this machine.
    static func failed(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 1, lines: lines.map(\.description))
    }

    /// The command was used wrongly.
    static func usage(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 2, lines: lines.map(\.description))
    }

    /// A finding of `check` or `diff`; the report has been written.
    static let found = CommandError(code: 1, lines: [])

    /// The same failure for a command whose code 1 means a finding, like grep and diff: a cause on
    /// this machine then has the code 2.
    var besideFindings: CommandError {
        code == 1 && self != .found ? CommandError(code: 2, lines: lines) : self
    }

    /// The end of a command whose output is no longer read, which is not a failure.
    static let outputClosed = CommandError(code: 0)

    /// The user said no to a question.
    static let declined = CommandError(code: 1, "nothing was done")

    /// The user cancelled a question with Ctrl-C; shells use the same code.
    static let interrupted = CommandError(code: 130)
}
