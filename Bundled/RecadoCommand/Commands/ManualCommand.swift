// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoEndpoints

/// `recado man`: writes the manual page, with the same texts as the help.
enum ManualCommand {
    static let command = Command(
        "man",
        "Writes the manual as a page for man.",
        detail: "recado man > recado.1 && man ./recado.1"
    ) { (_, terminal) async throws(CommandError) in
        try terminal.write(ManualPage(of: Command.root()).text)
    }
}

/// A manual page in roff, with the macros of man(7).
struct ManualPage: Sendable {
    private(set) var text = ""

    /// Writes the page of a command and all its subcommands.
    init(of root: Command) {
        macro("TH", root.name.uppercased(), "1", "", "\(root.name) \(RecadoCommand.version)")
        macro("SH", "NAME")
        line("\(Self.escaped(root.name)) \\- \(Self.escaped(root.summary.description))")
        macro("SH", "SYNOPSIS")
        line("\\fB\(Self.escaped(root.name))\\fR \\fIcommand\\fR [\\fIoptions\\fR]")
        macro("SH", "DESCRIPTION")
        paragraph(root.detail.description)
        macro("SH", "COMMANDS")
        if case .commands(_, let commands) = root.content {
            for command in commands { section(of: command, path: [root.name]) }
        }
        for notes in root.notes { list(notes, under: "SH") }
    }

    // MARK: - Parts

    /// Adds the section of a command: its description, options and subcommands.
    private mutating func section(of command: Command, path: [String]) {
        let path = path + [command.name]
        let help = HelpText(of: command, path: path, options: [])
        macro("SS", help.usage)
        paragraph(command.summary.description)
        for detail in command.detail.description.split(separator: "\n") {
            paragraph(String(detail))
        }
        // The options of a call are the same for all services, so only `call` lists them.
        let isService = Catalog.apis.contains { $0.name == command.name } && path.count < 4
        if !isService { items(HelpText.options(command.options)) }
        for notes in command.notes { items(notes) }
        guard case .commands(_, let commands) = command.content else { return }
        // Services have their own sections with their subcommands.
        if command.name == "call" { return }
        if isService || commands.allSatisfy({ $0.options.isEmpty && $0.detail.isEmpty }) {
            let rows = commands.map { HelpSection.Row(name: $0.name, about: $0.summary) }
            return items(HelpSection(heading: "Commands", rows: rows))
        }
        for command in commands { section(of: command, path: path) }
    }

    private mutating func list(_ section: HelpSection, under name: String) {
        macro(name, section.heading.description.uppercased())
        items(section)
    }

    private mutating func items(_ section: HelpSection) {
        for row in section.rows {
            macro("TP")
            line("\\fB\(Self.escaped(row.name))\\fR")
            line(Self.escaped(row.about.description))
        }
    }

    private mutating func paragraph(_ words: String) {
        guard !words.isEmpty else { return }
        macro("PP")
        line(Self.escaped(words))
    }

    // MARK: - Lines

    private mutating func macro(_ name: String, _ arguments: String...) {
        let words = arguments.map { "\"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
        text += ([".\(name)"] + words).joined(separator: " ") + "\n"
    }

    private mutating func line(_ words: String) {
        // roff would read a line that begins with a period or an apostrophe as a macro.
        let isMacro = words.first.map { ".'".contains($0) } ?? false
        text += (isMacro ? "\\&" : "") + words + "\n"
    }

    /// Returns a text without roff commands and in ASCII, which every roff can read.
    private static func escaped(_ words: String) -> String {
        var text = ""
        for scalar in DisplayText.clean(words.replacing("\n", with: " ")).unicodeScalars {
            switch scalar {
            case "\\": text += "\\e"
            case "-": text += "\\-"
            case _ where scalar.isASCII: text.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                text += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return text
    }
}
