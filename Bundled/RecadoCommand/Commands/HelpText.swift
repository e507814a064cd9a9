// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The help of a command.
struct HelpText: Sendable {
    /// The usage line, without its heading.
    let usage: String
    private let about: [String]
    private var sections: [HelpSection] = []

    /// The greatest width of the column of names; the description of a longer name begins on the
    /// next line.
    private static let nameWidth = 26

    /// Creates the help of a command, given the names that lead to it and its options.
    init(of command: Command, path: [String], options: [CommandOption]) {
        let required = options.filter(\.isRequired)
        let tail = LocalizedText("[options]").description
        let words = path + Self.placeholders(below: command) + required.map(\.usage) + [tail]
        usage = words.joined(separator: " ")
        about = [command.summary, command.detail].map(\.description).filter { !$0.isEmpty }
        if case .commands(let noun, let commands) = command.content {
            let rows = commands.map { HelpSection.Row(name: $0.name, about: $0.summary) }
            sections.append(HelpSection(heading: Self.heading(of: noun), rows: rows))
        }
        sections.append(Self.options(options))
        sections += command.notes
    }

    /// Returns the section about options.
    static func options(_ options: [CommandOption]) -> HelpSection {
        let rows = options.map { HelpSection.Row(name: $0.listing, about: about($0)) }
        return HelpSection(heading: "Options", rows: rows)
    }

    /// Returns the placeholders after a command: `<service> <endpoint>`.
    private static func placeholders(below command: Command, depth: Int = 0) -> [String] {
        switch command.content {
        case .action(let operands, _):
            // Endpoints have different operands, so the help above their level does not show any.
            return depth > 1 ? [] : operands.map(\.usage)
        case .commands(let noun, _) where depth > 0 && command.usual != nil:
            return ["<\(noun)>"]
        case .commands(let noun, let commands):
            let first = commands.first.map { placeholders(below: $0, depth: depth + 1) } ?? []
            // Placeholders of subcommands are shown only if all subcommands have the same ones.
            let isUniform = commands.allSatisfy { command in
                // A command with subcommands always has a placeholder, so its body need not be made
                // here.
                if first.isEmpty, case .commands = command.content { return false }
                return placeholders(below: command, depth: depth + 1) == first
            }
            let name = command.usual == nil ? "<\(noun)>" : "[\(noun)]"
            return [name] + (isUniform ? first : [])
        }
    }

    /// Returns the heading for a list of commands, given the word for one of them.
    private static func heading(of noun: String) -> LocalizedText {
        switch noun {
        case "command": "Commands"
        case "service": "Services"
        case "action": "Actions"
        case "document": "Documents"
        case "table": "Tables"
        case "shell": "Shells"
        default: "\(noun.prefix(1).uppercased() + noun.dropFirst())s"
        }
    }

    private static func about(_ option: CommandOption) -> LocalizedText {
        var sentences = [option.about.description]
        if !option.values.isEmpty {
            let values = option.values.joined(separator: ", ")
            sentences.append(LocalizedText("One of \(values).").description)
        }
        if option.isRequired { sentences.append(LocalizedText("Required.").description) }
        return LocalizedText(sentences.filter { !$0.isEmpty }.joined(separator: " "))
    }

    /// Returns the text in lines that fit a terminal, with the descriptions in a separate column.
    func text(width: Int = 80) -> String {
        let heading = LocalizedText("Usage").description + ": "
        var lines = DisplayText.wrap(heading + usage, to: width, indent: heading.count)
        for paragraph in about {
            lines.append("")
            for line in paragraph.split(separator: "\n") {
                lines += DisplayText.wrap(String(line), to: width)
            }
        }
        let names = sections.flatMap { $0.rows.map(\.name.count) }
        let column = min(Self.nameWidth, names.max() ?? 0) + 4
        for section in sections {
            lines += ["", "\(section.heading):"]
            for row in section.rows { lines += Self.lines(row, column, width) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The text for a width of 80 columns.
    var text: String { text() }

    private static func lines(
        _ row: HelpSection.Row,
        _ column: Int,
        _ width: Int
    ) -> [String] {
        let name = "  " + row.name
        let blank = String(repeating: " ", count: column)
        let about = DisplayText.wrap(row.about.description, to: max(width - column, 30))
        guard let first = about.first, !first.isEmpty else { return [name] }
        let rest = about.dropFirst().map { blank + $0 }
        guard name.count + 2 <= column else { return [name, blank + first] + rest }
        return [name + blank.dropFirst(name.count) + first] + rest
    }
}
