// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoContracts
import RecadoServices
import Testing

@testable import RecadoCommand

@Suite struct `Help texts of the command` {
    /// Returns every command of the tree, each as a reader that has read the words up to that
    /// command.
    private static func everyCommand() throws -> [ArgumentReader] {
        func below(_ reader: ArgumentReader) throws -> [ArgumentReader] {
            guard case .commands(_, let commands) = reader.command.content else { return [reader] }
            return try [reader]
                + commands.flatMap { command in
                    var next = reader
                    try next.read(command.name)
                    return try below(next)
                }
        }
        return try below(ArgumentReader(Command.root()))
    }

    private static let shellLine = "recado man > recado.1 && man ./recado.1"

    private func text(_ words: [String]) throws -> String {
        var reader = ArgumentReader(Command.root())
        for word in words { try reader.read(word) }
        return HelpText(of: reader.command, path: reader.path, options: reader.options).text
    }

    @Test func `every command has a summary, and every option a description`() throws {
        let readers = try Self.everyCommand()
        #expect(readers.count > 12)
        for reader in readers {
            #expect(reader.command.summary.description.hasSuffix("."), "\(reader.path)")
            let text = HelpText(of: reader.command, path: reader.path, options: reader.options).text
            for option in reader.options {
                #expect(text.contains("--\(option.name)"))
                #expect(!option.about.isEmpty, "\(reader.path) \(option.name)")
            }
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(reader.path)")
            #expect(!text.contains(" \n"))
        }
    }

    @Test func `all texts of the help are translated into Spanish`() throws {
        for reader in try Self.everyCommand() {
            let command = reader.command
            let notes = command.notes.flatMap { $0.rows.map(\.about) }
            let texts = [command.summary, command.detail] + reader.options.map(\.about) + notes
            // Texts of service declarations and lines for a shell are not translated.
            for text in texts where !["", "{}", Self.shellLine].contains(text.pattern) {
                #expect(Translations.spanish[text.pattern] != nil, "\(reader.path): \(text)")
            }
        }
    }

    @Test func `option names of a command are unique`() throws {
        for reader in try Self.everyCommand() {
            let names = reader.options.map(\.name)
            #expect(Set(names).count == names.count, "\(reader.path): \(names)")
        }
    }

    @Test func `the usage line names the required operands`() throws {
        let rent = try text(["call", "videoclub", "rent-film"])
        #expect(rent.hasPrefix("Usage: recado call videoclub rent <id> [options]\n"))
        #expect(rent.contains("PUT /videoclub/api/v1/catalog/{id}/rent"))
        #expect(rent.contains("--user"))
        #expect(try text(["call"]).hasPrefix("Usage: recado call <service> <action> [options]\n"))
        #expect(try text(["describe"]).hasPrefix("Usage: recado describe <document> "))
        #expect(try text([]).hasPrefix("Usage: recado <command> [options]\n"))
    }

    @Test func `environment variables and exit codes are listed`() throws {
        let root = try text([])
        for words in ["Environment:", "RECADO_SERVER", "Exit codes:", "  130 "] {
            #expect(root.contains(words), "\(words)")
        }
        #expect(try text(["check"]).contains("Exit codes:"))
        #expect(root.contains("-h, --help") && root.contains("-V, --version"))
    }

    @Test func `the help of import lists its columns and the owner option`() throws {
        let help = try text(["import"])
        #expect(help.contains("--owner <member>") && help.contains("Columns:"))
        for table in TransferTable.allCases {
            let own = try text(["import", table.rawValue])
            for name in table.columnNames {
                #expect(help.contains(name) && own.contains(name), "\(table) \(name)")
            }
        }
        let words = try text(["import", "videoclub"]).split { $0.isWhitespace }
        #expect(words.joined(separator: " ").contains("Required: title, year, director."))
    }

    @Test func `only repeatable operands have an ellipsis`() throws {
        for reader in try Self.everyCommand() {
            let help = HelpText(of: reader.command, path: reader.path, options: reader.options)
            let isList = ["import", "completion"].contains(reader.path.dropFirst().first)
            #expect(isList || !help.usage.contains("…"), "\(help.usage)")
        }
    }

    @Test func `the manual page contains commands and their options`() throws {
        let page = ManualPage(of: Command.root()).text
        for name in ["serve", "check", "import", "backup", "completion", "videoclub"] {
            #expect(page.contains(".SS \"recado \(name)"), "\(name)")
        }
        for option in ServeCommand.limitOptions + CallCommand.options {
            let name = option.name.replacing("-", with: "\\-")
            #expect(page.contains("\\-\\-\(name)"), "\(option.name)")
        }
        let macros: Set<String> = [".TH", ".SH", ".SS", ".PP", ".TP"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(macros.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }

    @Test func `the allowed values of an option are listed`() throws {
        let list = try text(["call", "videoclub", "list-films"])
        #expect(list.contains("One of id, -id, title"))
    }
}
