// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A command in the tree of commands.
///
/// The parsing of arguments, the help and the completion all use this tree, so that they know the
/// same names.
struct Command: Sendable {
    /// The action of a command without subcommands.
    typealias Action =
        @Sendable (ParsedArguments, Terminal) async throws(CommandError) -> Void

    /// The content of a command.
    enum Content: Sendable {
        /// Subcommands, and the general name of one of them: `service`.
        case commands(noun: String, [Command])
        /// An action, with the operands that it takes.
        case action([Operand], Action)
    }

    /// The parts of a command other than its name and its summary.
    struct Body: Sendable {
        /// A further description; empty if there is none.
        var detail: LocalizedText = ""
        /// The options of the command, and of all commands below it unless they say otherwise.
        var options: [CommandOption] = []
        /// Further parts of the help, such as the exit codes.
        var notes: [HelpSection] = []
        /// The content of the command.
        let content: Content
        /// The name of the default subcommand, used if none is named; most commands have none.
        var usual: String?
    }

    /// The name.
    let name: String
    /// The summary, in one line.
    let summary: LocalizedText
    /// Other names with the same meaning, which the help does not show.
    let aliases: [String]
    private let body: KeptBody

    var detail: LocalizedText { body.value.detail }
    var options: [CommandOption] { body.value.options }
    var content: Content { body.value.content }
    var notes: [HelpSection] { body.value.notes }

    /// The default subcommand, used if none is named; most commands have none.
    var usual: Command? {
        guard let usual = body.value.usual, case .commands(_, let commands) = content else {
            return nil
        }
        return commands.first { $0.name == usual }
    }

    /// Creates a command whose options and subcommands are made on demand, so that a call of one
    /// endpoint need not describe all others.
    init(
        _ name: String,
        _ summary: LocalizedText,
        aliases: [String] = [],
        body: @escaping @Sendable () -> Body
    ) {
        self.name = name
        self.summary = summary
        self.aliases = aliases
        self.body = KeptBody(body)
    }

    init(
        _ name: String,
        _ summary: LocalizedText,
        detail: LocalizedText = "",
        options: [CommandOption] = [],
        notes: [HelpSection] = [],
        noun: String,
        commands: [Command]
    ) {
        let content = Content.commands(noun: noun, commands)
        self.init(name, summary) {
            Body(detail: detail, options: options, notes: notes, content: content)
        }
    }

    init(
        _ name: String,
        _ summary: LocalizedText,
        detail: LocalizedText = "",
        options: [CommandOption] = [],
        operands: [Operand] = [],
        notes: [HelpSection] = [],
        action: @escaping Action
    ) {
        let content = Content.action(operands, action)
        self.init(name, summary) {
            Body(detail: detail, options: options, notes: notes, content: content)
        }
    }
}

/// The body of a command, which is made when it is first needed.
private final class KeptBody: Sendable {
    private let made = Mutex<Command.Body?>(nil)
    private let make: @Sendable () -> Command.Body

    init(_ make: @escaping @Sendable () -> Command.Body) { self.make = make }

    var value: Command.Body {
        if let body = made.withLock({ $0 }) { return body }
        // The body is made outside of the lock, since it may use other bodies.
        let body = make()
        made.withLock { $0 = body }
        return body
    }
}
