// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads the words of a command line, one after another, down the tree of commands.
///
/// `--name value` and `--name=value` mean the same; everything after `--` is no option. An option
/// may stand anywhere after the command that has it, so `recado call --json videoclub list-films`
/// is as good as the other order.
struct ArgumentReader: Sendable {
    /// The command that the words so far lead to.
    private(set) var command: Command
    /// The names on the way there: `recado call videoclub`.
    private(set) var path: [String]
    /// The options that may follow.
    private(set) var options: [CommandOption]
    /// The option whose value is the next word.
    private(set) var pending: CommandOption?
    /// What was given.
    private(set) var arguments = ParsedArguments()

    private var endsOptions = false

    init(_ root: Command) {
        command = root
        path = [root.name]
        options = root.options + [.help]
    }

    /// Reads one word.
    ///
    /// - Throws: ``CommandFailure`` of a wrong use, for a name or an option that is unknown, or an
    ///   option that has a value it does not take.
    mutating func read(_ word: String) throws(CommandFailure) {
        if let option = pending {
            pending = nil
            if let value = option.defaultValue, !option.values.contains(word) {
                arguments.add(value, to: option)
                return try read(word)
            }
            try option.check(word)
            return arguments.add(word, to: option)
        }
        guard endsOptions || !word.hasPrefix("-") || word == "-" else {
            return try readOption(word)
        }
        switch command.content {
        case .commands(_, let commands):
            if let usual = command.usual, !commands.contains(where: { $0.name == word }) {
                descend(to: usual)
                return try read(word)
            }
            descend(to: try Self.find(word, in: commands, of: path))
        case .action(let operand, _):
            guard operand != nil else { throw .usage("unexpected argument “\(word)”") }
            arguments.add(operand: word)
        }
    }

    private mutating func descend(to next: Command) {
        command = next
        path.append(next.name)
        // Its own come first: an input of an endpoint hides an option of the same name.
        options = next.options + options.filter(\.isInherited)
    }

    /// Ends the reading.
    ///
    /// - Throws: ``CommandFailure`` of a wrong use, for an option that lacks its value.
    mutating func finish() throws(CommandFailure) {
        guard let option = pending, let placeholder = option.placeholder else { return }
        if let value = option.defaultValue {
            pending = nil
            return arguments.add(value, to: option)
        }
        throw .usage("--\(option.name) needs a value <\(placeholder)>")
    }

    // MARK: - Options

    private mutating func readOption(_ word: String) throws(CommandFailure) {
        guard word != "--" else {
            endsOptions = true
            return
        }
        let (name, value) = Self.split(word)
        guard let option = options.first(where: { $0.name == name }) else {
            if let usual = command.usual {
                descend(to: usual)
                return try readOption(word)
            }
            throw .usage(
                "\(path.joined(separator: " ")) has no option \(word.prefix { $0 != "=" })"
            )
        }
        switch (option.placeholder, value) {
        case (nil, nil):
            arguments.add("", to: option)
        case (nil, .some):
            throw .usage("--\(option.name) takes no value")
        case (.some, nil):
            pending = option
        case (.some, let value?):
            try option.check(value)
            arguments.add(value, to: option)
        }
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        if word == "-h" { return ("help", nil) }
        guard word.hasPrefix("--") else { return (word, nil) }
        let parts = word.dropFirst(2).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
    }

    // MARK: - Commands

    /// The command of a name, or of the only name that begins so: `rent` is `rent-film`.
    private static func find(
        _ word: String,
        in commands: [Command],
        of path: [String]
    ) throws(CommandFailure) -> Command {
        if let exact = commands.first(where: { $0.name == word }) { return exact }
        let matches = commands.filter { !word.isEmpty && $0.name.hasPrefix(word) }
        if let match = matches.first, matches.count == 1 { return match }
        let known = (matches.isEmpty ? commands : matches).map(\.name).joined(separator: ", ")
        let place = path.joined(separator: " ")
        throw .usage(
            matches.isEmpty
                ? "\(place) has no “\(word)”; it has \(known)"
                : "“\(word)” may be \(known)"
        )
    }
}
