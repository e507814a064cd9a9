// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Command {
    /// Returns the complete tree of commands.
    static func root() -> Command {
        Command(
            "recado",
            "Serves, calls and describes web services that are declared once.",
            detail: "A name may be cut short as long as it stays the only one that begins so.",
            notes: [.environment, .exitCodes],
            noun: "command",
            commands: [
                ServeCommand.command,
                NewCommand.command,
                CallCommand.command,
                DescribeCommand.command,
                DiagnoseCommand.command,
                CheckCommand.command,
                DiffCommand.command,
                DownloadCommand.command,
                ImportCommand.command,
                ExportCommand.command,
                UserCommand.command,
                BackupCommand.backup,
                BackupCommand.restore,
                CompletionCommand.command,
                ManualCommand.command,
            ] + ServiceCommand.commands
        )
    }

    // MARK: - Running

    /// Runs the command that the words select.
    ///
    /// - Throws: ``CommandError``; for wrong usage, its last line names the relevant help command.
    func run(_ words: [String], on terminal: Terminal) async throws(CommandError) {
        var reader = ArgumentReader(self)
        do throws(CommandError) {
            // Users also type `recado help call`.
            let isHelp = words.first == "help"
            for word in isHelp ? words.dropFirst() : words[...] { try reader.read(word) }
            if isHelp { try reader.read("--help") }
            if reader.arguments.contains(.help) {
                return try terminal.write(Self.help(reader).text(width: Self.helpWidth(terminal)))
            }
            try reader.finish()
            try await Self.run(reader, on: terminal)
        } catch {
            guard error.code == 2 else { throw error }
            let hint: LocalizedText = "see '\(reader.path.joined(separator: " ")) --help'"
            throw CommandError(code: error.code, lines: error.lines + [hint.description])
        }
    }

    private static func run(
        _ reader: ArgumentReader,
        on terminal: Terminal
    ) async throws(CommandError) {
        if reader.arguments.contains(.version) {
            return try terminal.write(ProgramVersion.text + "\n")
        }
        switch reader.command.content {
        case .commands: try terminal.write(help(reader).text(width: helpWidth(terminal)))
        case .action(_, let action): try await action(reader.arguments, terminal)
        }
    }

    /// Returns the width of the help: the terminal's width, but at most 100 columns, because longer
    /// lines are hard to read.
    private static func helpWidth(_ terminal: Terminal) -> Int { min(terminal.width, 100) }

    private static func help(_ reader: ArgumentReader) -> HelpText {
        HelpText(of: reader.command, path: reader.path, options: reader.options)
    }
}
