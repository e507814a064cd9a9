// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A command in the tree of commands.
///
/// The tree is all there is: the parsing of arguments, the help and the completion walk it, so that
/// none of them knows a name that the others do not.
struct Command: Sendable {
    /// The action of a command without further ones.
    typealias Action =
        @Sendable (ParsedArguments, Terminal) async throws(CommandError) -> Void

    /// The content of a command.
    enum Content: Sendable {
        /// Further commands, and what one of them is called in general: `service`.
        case commands(noun: String, [Command])
        /// An action, with the operands that it takes.
        case action([Operand], Action)
    }

    /// All of a command but its name and its summary.
    struct Body: Sendable {
        /// A further description; empty for none.
        var detail: LocalizedText = ""
        /// The options of the command, and of all commands below it unless they say otherwise.
        var options: [CommandOption] = []
        /// Further parts of the help, such as the exit codes.
        var notes: [HelpSection] = []
        /// The content of the command.
        let content: Content
        /// The name of the one of the commands below that is meant when none of
        /// them is named; none for most.
        var usual: String?
    }

    /// The name.
    let name: String
    /// The summary, in one line.
    let summary: LocalizedText
    /// Other names that mean the same; no help shows them.
    let aliases: [String]
    private let body: KeptBody

    var detail: LocalizedText { body.value.detail }
    var options: [CommandOption] { body.value.options }
    var content: Content { body.value.content }
    var notes: [HelpSection] { body.value.notes }

    /// The one of the commands below that is meant when none of them is named; none for most.
    var usual: Command? {
        guard let usual = body.value.usual, case .commands(_, let commands) = content else {
            return nil
        }
        return commands.first { $0.name == usual }
    }

    /// A command whose options and commands are made when somebody asks for them: a call of one
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

/// The body of a command, which is made when it is first asked for.
private final class KeptBody: Sendable {
    private let made = Mutex<Command.Body?>(nil)
    private let make: @Sendable () -> Command.Body

    init(_ make: @escaping @Sendable () -> Command.Body) { self.make = make }

    var value: Command.Body {
        if let body = made.withLock({ $0 }) { return body }
        // Made outside of the lock, for a body may look into others.
        let body = make()
        made.withLock { $0 = body }
        return body
    }
}
