// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An option of a command, used for parsing, help and completion.
struct CommandOption: Sendable, Hashable {
    /// The name, without its dashes.
    let name: String
    /// The letter of the short form, such as `h` for `-h`; `nil` if there is none.
    let short: Character?
    /// The placeholder for the value in the help; `nil` for an option without a value.
    let placeholder: String?
    /// The description of the option.
    let about: LocalizedText
    /// The allowed values; empty if any value is allowed.
    let values: [String]
    /// Values that completion offers, although other values are allowed.
    let examples: [String]
    /// The value that applies if the next word is not an allowed value; `nil` if a value is
    /// required.
    let defaultValue: String?
    /// True if the command requires the option.
    let isRequired: Bool
    /// True if the subcommands also have the option.
    let isInherited: Bool

    init(
        _ name: String,
        _ placeholder: String? = nil,
        short: Character? = nil,
        about: LocalizedText,
        values: [String] = [],
        examples: [String] = [],
        defaultValue: String? = nil,
        isRequired: Bool = false,
        isInherited: Bool = true
    ) {
        self.name = name
        self.short = short
        self.placeholder = placeholder
        self.about = about
        self.values = values
        self.examples = examples
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.isInherited = isInherited
    }

    /// The option that every command has.
    static let help = CommandOption("help", short: "h", about: "Show this help.")

    /// The option that shows the version, which only the root command has.
    static let version = CommandOption(
        "version",
        short: "V",
        about: "Show the version.",
        isInherited: false
    )

    /// The option as the user types it: `--id <integer>`.
    var usage: String {
        guard let placeholder else { return "--\(name)" }
        return defaultValue == nil ? "--\(name) <\(placeholder)>" : "--\(name) [\(placeholder)]"
    }

    /// The option in a list of options: `-h, --help`.
    var listing: String { short.map { "-\($0), \(usage)" } ?? usage }

    /// The same option, but not required.
    var optional: CommandOption {
        CommandOption(
            name,
            placeholder,
            short: short,
            about: about,
            values: values,
            examples: examples,
            defaultValue: defaultValue,
            isInherited: isInherited
        )
    }

    /// Throws an error for a value that is not allowed.
    func check(_ value: String) throws(CommandError) {
        guard !values.isEmpty, !values.contains(value) else { return }
        let known = values.joined(separator: ", ")
        let shown = DisplayText.clean(value)
        guard let meant = Suggestion.nearest(to: value, among: values) else {
            throw .usage("--\(name) is one of \(known), not “\(shown)”")
        }
        throw .usage("--\(name) is one of \(known), not “\(shown)”; did you mean \(meant)?")
    }
}
