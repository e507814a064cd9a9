// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A command in the tree of commands.
///
/// The tree is all there is: the parsing of arguments, the help and the completion walk it, so that
/// none of them knows a name that the others do not.
struct Command: Sendable {
    /// What a command without further ones does.
    typealias Action =
        @Sendable (ParsedArguments, Terminal) async throws(CommandFailure) -> Void

    /// What stands below a command.
    enum Content: Sendable {
        /// Further commands, and what one of them is called in general: `service`.
        case commands(noun: String, [Command])
        /// An action, with what its operands are called if it takes any.
        case action(operand: String?, Action)
    }

    /// The name.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// What else is to be known; empty for nothing.
    let detail: String
    /// The options of the command, and of all commands below it unless they say otherwise.
    let options: [CommandOption]
    /// What stands below it.
    let content: Content
    /// The one of the commands below that is meant when none of them is named; none for most.
    var usual: Command? {
        guard let usualName, case .commands(_, let commands) = content else { return nil }
        return commands.first { $0.name == usualName }
    }
    private let usualName: String?

    init(
        _ name: String,
        _ summary: String,
        detail: String = "",
        options: [CommandOption] = [],
        noun: String,
        commands: [Command],
        usual: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.detail = detail
        self.options = options
        content = .commands(noun: noun, commands)
        usualName = usual
    }

    init(
        _ name: String,
        _ summary: String,
        detail: String = "",
        options: [CommandOption] = [],
        operand: String? = nil,
        action: @escaping Action
    ) {
        self.name = name
        self.summary = summary
        self.detail = detail
        self.options = options
        content = .action(operand: operand, action)
        usualName = nil
    }
}
