// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Reads the words of a command line one by one, and descends the tree of commands.
///
/// `--name value` and `--name=value` are equivalent; words after `--` are never options. An option
/// may appear anywhere after the command that it belongs to, so `recado call --json videoclub list`
/// is valid, too.
struct ArgumentReader: Sendable {
    /// The command selected by the words that have been read.
    private(set) var command: Command
    /// The names that lead to the command: `recado call videoclub`.
    private(set) var path: [String]
    /// The options that are valid at this position.
    private(set) var options: [CommandOption]
    /// The option that needs the next word as its value; `nil` if there is none.
    private(set) var pending: CommandOption?
    /// The arguments that were read.
    private(set) var arguments = ParsedArguments()

    private var endsOptions = false

    init(_ root: Command) {
        command = root
        path = [root.name]
        options = root.options + [.help, .version]
    }

    /// Reads one word.
    ///
    /// - Throws: ``CommandError`` for wrong usage: an unknown name, an unknown option, or a value
    ///   for an option that takes none.
    mutating func read(_ word: String) throws(CommandError) {
        if let option = pending {
            pending = nil
            return try read(word, as: option)
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
            descend(to: try find(word, in: commands))
        case .action(let operands, _):
            let count = arguments.operands.count
            guard count < operands.count || operands.last?.count == .list else {
                throw unexpected(word, operands)
            }
            arguments.add(operand: word)
        }
    }

    private func unexpected(_ word: String, _ operands: [Operand]) -> CommandError {
        let shown = DisplayText.clean(word)
        guard !operands.isEmpty else {
            return .usage("unexpected argument “\(shown)”: \(place) takes none")
        }
        let taken = operands.map(\.usage).joined(separator: " ")
        return .usage("unexpected argument “\(shown)”: \(place) takes \(taken) alone")
    }

    /// The names that lead to the command, as the user types them.
    private var place: String { path.joined(separator: " ") }

    private mutating func descend(to next: Command) {
        command = next
        path.append(next.name)
        // The command's own options come first: an input of an endpoint hides an inherited option
        // with the same name.
        let names = Set(next.options.map(\.name))
        options = next.options + options.filter { $0.isInherited && !names.contains($0.name) }
    }

    /// Ends the reading.
    ///
    /// - Throws: ``CommandError`` for wrong usage: an option without its value, or a missing
    ///   operand.
    mutating func finish() throws(CommandError) {
        if let option = pending {
            guard let value = option.defaultValue else { throw Self.lacksValue(option) }
            pending = nil
            arguments.add(value, to: option)
        }
        guard case .action(let operands, _) = command.content else { return }
        for operand in operands.dropFirst(arguments.operands.count)
        where operand.count == .one || operand.count == .list {
            guard let example = operand.example else {
                throw .usage("\(place) needs \(operand.usage)")
            }
            throw .usage("\(place) needs \(operand.usage), such as \(example)")
        }
    }

    // MARK: - Options

    /// Reads the word after an option that takes a value.
    private mutating func read(
        _ word: String,
        as option: CommandOption
    ) throws(CommandError) {
        if let value = option.defaultValue, !option.values.contains(word) {
            // The word is not an allowed value, but the value may be omitted, so the word is read
            // as the next argument. If the command takes no operands and the word is not an option,
            // it is reported as a wrong value.
            if !word.hasPrefix("-"), case .action([], _) = command.content {
                try option.check(word)
            }
            arguments.add(value, to: option)
            return try read(word)
        }
        if word.hasPrefix("--"), self.option(of: Self.split(word).name) != nil {
            throw Self.lacksValue(option)
        }
        try option.check(word)
        arguments.add(word, to: option)
    }

    private static func lacksValue(_ option: CommandOption) -> CommandError {
        .usage("--\(option.name) needs a value <\(option.placeholder ?? "value")>")
    }

    private func option(of name: String) -> CommandOption? {
        options.first { $0.name == name || $0.short.map { "-\($0)" } == name }
    }

    private mutating func readOption(_ word: String) throws(CommandError) {
        guard word != "--" else {
            endsOptions = true
            return
        }
        let (name, value) = Self.split(word)
        guard let option = option(of: name) else {
            if let usual = command.usual {
                descend(to: usual)
                return try readOption(word)
            }
            throw unknownOption(String(word.prefix { $0 != "=" }))
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

    private func unknownOption(_ word: String) -> CommandError {
        let shown = DisplayText.clean(word)
        let names = options.map { "--\($0.name)" }
        // A single dash instead of two is also a common mistake.
        let typed = word.hasPrefix("--") ? word : "-" + word
        guard let name = Suggestion.nearest(to: typed, among: names), typed.count > 3 else {
            return .usage("\(place) has no option \(shown)")
        }
        return .usage("\(place) has no option \(shown); did you mean \(name)?")
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--") else { return (word, nil) }
        let parts = word.dropFirst(2).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : nil)
    }

    // MARK: - Commands

    /// Returns the command with a name, or the only command whose name begins with it: `ren` finds
    /// `rent`.
    private func find(
        _ word: String,
        in commands: [Command]
    ) throws(CommandError) -> Command {
        if let exact = commands.first(where: { $0.name == word }) { return exact }
        if let exact = commands.first(where: { $0.aliases.contains(word) }) { return exact }
        var matches = commands.filter { !word.isEmpty && $0.name.hasPrefix(word) }
        if matches.isEmpty {
            matches = commands.filter { command in
                !word.isEmpty && command.aliases.contains { $0.hasPrefix(word) }
            }
        }
        if let match = matches.first, matches.count == 1 { return match }
        let shown = DisplayText.clean(word)
        guard matches.isEmpty else {
            let known = matches.map(\.name).joined(separator: ", ")
            throw .usage("“\(shown)” is ambiguous: \(known)")
        }
        throw unknown(shown, in: commands)
    }

    private func unknown(_ word: String, in commands: [Command]) -> CommandError {
        let names = commands.flatMap { [$0.name] + $0.aliases }
        if let name = Suggestion.nearest(to: word, among: names) {
            return .usage("\(place) has no “\(word)”; did you mean \(name)?")
        }
        if let option = options.first(where: { $0.name == word }) {
            return .usage("\(place) has no “\(word)”; did you mean --\(option.name)?")
        }
        let known = commands.map(\.name).joined(separator: ", ")
        return .usage("\(place) has no “\(word)”; it has \(known)")
    }
}
