// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A command in the tree of commands.
///
/// The parser of arguments, the help and the completion all use this tree, so that their names
/// agree.
struct Command: Sendable {
    /// The action of a command without subcommands.
    typealias Action =
        @Sendable (ParsedArguments, Terminal) async throws(CommandError) -> Void

    /// The content of a command.
    enum Content: Sendable {
        /// Subcommands, and the word for a subcommand in the help, such as `service`.
        case commands(noun: String, [Command])
        /// An action, with the operands that it takes.
        case action([Operand], Action)
    }

    /// The parts of a command that are made on demand.
    struct Body: Sendable {
        /// A further description; empty if there is none.
        var detail: LocalizedText = ""
        /// The options of the command; subcommands have the inherited options as well.
        var options: [CommandOption] = []
        /// Additional sections of the help, such as the exit codes.
        var notes: [HelpSection] = []
        /// The content of the command.
        let content: Content
        /// The name of the default subcommand; `nil` if there is none.
        var usual: String?
    }

    /// The name of the command.
    let name: String
    /// The summary, in one line.
    let summary: LocalizedText
    /// Alternative names, which the help does not show.
    let aliases: [String]
    private let body: KeptBody

    var detail: LocalizedText { body.value.detail }
    var options: [CommandOption] { body.value.options }
    var content: Content { body.value.content }
    var notes: [HelpSection] { body.value.notes }

    /// The default subcommand; `nil` if there is none.
    var usual: Command? {
        guard let usual = body.value.usual, case .commands(_, let commands) = content else {
            return nil
        }
        return commands.first { $0.name == usual }
    }

    /// Creates a command whose options and subcommands are made on demand, because a call of one
    /// endpoint does not need the descriptions of all others.
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

/// The body of a command, which is made on first use.
private final class KeptBody: Sendable {
    private let made = Mutex<Command.Body?>(nil)
    private let make: @Sendable () -> Command.Body

    init(_ make: @escaping @Sendable () -> Command.Body) { self.make = make }

    var value: Command.Body {
        if let body = made.withLock({ $0 }) { return body }
        // The lock is not held while the body is made, because that may require other bodies.
        let body = make()
        made.withLock { $0 = body }
        return body
    }
}
