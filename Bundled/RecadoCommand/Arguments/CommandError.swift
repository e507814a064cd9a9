// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An end of a command without success: its lines for standard error, and its exit code.
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
    /// The lines for standard error; empty for an end that needs no words.
    let lines: [String]

    init(code: Int32, _ lines: LocalizedText...) {
        self.init(code: code, lines: lines.map(\.description))
    }

    init(code: Int32, lines: [String]) {
        self.code = code
        self.lines = lines
    }

    /// Something on this machine stood in the way.
    static func failed(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 1, lines: lines.map(\.description))
    }

    /// The command was used wrongly.
    static func usage(_ lines: LocalizedText...) -> CommandError {
        CommandError(code: 2, lines: lines.map(\.description))
    }

    /// A finding of `check` or `diff`; the report has been written.
    static let found = CommandError(code: 1, lines: [])

    /// The same failure for a command whose code 1 means a finding, as of grep and diff: 2 for what
    /// stood in the way on this machine.
    var besideFindings: CommandError {
        code == 1 && self != .found ? CommandError(code: 2, lines: lines) : self
    }

    /// The end of a command whose output is no longer read, which is no failure.
    static let outputClosed = CommandError(code: 0)

    /// The user said no to a question.
    static let declined = CommandError(code: 1, "nothing was done")

    /// The user gave up a question with Ctrl-C; the code is the shells' for that.
    static let interrupted = CommandError(code: 130)
}
