// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// An option of a command: what is parsed, shown in the help and offered for completion.
struct CommandOption: Sendable, Hashable {
    /// The name, without its dashes.
    let name: String
    /// What stands for the value in the help; `nil` for an option without a value.
    let placeholder: String?
    /// What it does.
    let about: String
    /// The only values there are, when that is so.
    let values: [String]
    /// The value that it has when none of the only ones follows; `nil` when it needs one.
    let defaultValue: String?
    /// Whether the command needs it.
    let isRequired: Bool
    /// Whether the commands below have it too.
    let isInherited: Bool

    init(
        _ name: String,
        _ placeholder: String? = nil,
        about: String,
        values: [String] = [],
        defaultValue: String? = nil,
        isRequired: Bool = false,
        isInherited: Bool = true
    ) {
        self.name = name
        self.placeholder = placeholder
        self.about = about
        self.values = values
        self.defaultValue = defaultValue
        self.isRequired = isRequired
        self.isInherited = isInherited
    }

    /// The option that every command has.
    static let help = CommandOption("help", about: "Show this help.")

    /// The option as the help shows it: `--id <integer>`.
    var usage: String {
        guard let placeholder else { return "--\(name)" }
        return defaultValue == nil ? "--\(name) <\(placeholder)>" : "--\(name) [\(placeholder)]"
    }

    /// The same option where a command can do without it.
    var optional: CommandOption {
        CommandOption(
            name,
            placeholder,
            about: about,
            values: values,
            defaultValue: defaultValue,
            isInherited: isInherited
        )
    }

    /// Refuses a value that is none of the only ones there are.
    func check(_ value: String) throws(CommandFailure) {
        guard !values.isEmpty, !values.contains(value) else { return }
        throw .usage("--\(name) is one of \(values.joined(separator: ", ")), not “\(value)”")
    }
}
