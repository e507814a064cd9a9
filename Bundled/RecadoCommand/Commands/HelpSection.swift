// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// A list of items with their descriptions, for the help and the manual.
struct HelpSection: Sendable, Hashable {
    /// An item with its description.
    struct Row: Sendable, Hashable {
        let name: String
        let about: LocalizedText
    }

    let heading: LocalizedText
    let rows: [Row]
}

extension HelpSection {
    /// The environment variables that the command reads.
    static let environment = HelpSection(
        heading: "Environment",
        rows: [
            Row(
                name: "RECADO_SERVER",
                about: "The server that is called, unless --server names one."
            ),
            Row(
                name: "RECADO_USER",
                about: "The user who calls endpoints that want to know, unless --user names one."
            ),
            Row(name: "RECADO_PASSWORD", about: "The password of that user."),
            Row(name: "RECADO_PROFILE", about: "The profile, unless --profile names one."),
            Row(name: "RECADO_DATABASE", about: "The database, unless --database names one."),
            Row(
                name: "RECADO_DATABASE_DIRECT",
                about: "The database server's own address, where RECADO_DATABASE is a pooler's."
            ),
            Row(
                name: "RECADO_DATABASE_REPLICA",
                about: "The address of standbys of RECADO_DATABASE, which answer some reads."
            ),
            Row(
                name: "RECADO_DATABASE_SHARDS",
                about:
                    "More databases, among which and RECADO_DATABASE scores and posts are divided."
            ),
            Row(
                name: "OMDB_KEY, OPENWEATHERMAP_KEY",
                about:
                    "Keys of the public servers of films and of the weather, which are called then."
            ),
            Row(name: "NETRC", about: "The file for --netrc; ~/.netrc by default."),
            Row(name: "PGPASSWORD", about: "The password of a database of PostgreSQL."),
            Row(
                name: "XDG_DATA_HOME",
                about: "The folder for the database; ~/.local/share by default."
            ),
            Row(name: "XDG_CONFIG_HOME", about: "The folder for profiles; ~/.config by default."),
            Row(
                name: "LC_ALL, LC_MESSAGES, LANG",
                about: "The language: English, and Spanish for es."
            ),
        ]
    )

    /// The meanings of the exit codes.
    static let exitCodes = HelpSection(
        heading: "Exit codes",
        rows: [
            Row(name: "0", about: "All went well."),
            Row(name: "1", about: "Something on this machine stood in the way."),
            Row(name: "2", about: "The command was used wrongly."),
            Row(name: "3", about: "The server could not be reached, or did not answer in time."),
            Row(name: "4", about: "The server refused the call, or an import had refusals."),
            Row(name: "5", about: "The server failed, or its answer could not be read."),
            Row(name: "130", about: "A question was given up with Ctrl-C."),
        ]
    )
}

extension CommandError {
    /// Returns the exit codes of a command that reports findings, like grep and diff.
    ///
    /// - Parameter finding: The meaning of exit code 1.
    /// - Returns: The section for the command's help.
    static func notes(finding: LocalizedText) -> HelpSection {
        let others = HelpSection.exitCodes.rows.filter {
            !["0", "1", "2", "130"].contains($0.name)
        }
        return HelpSection(
            heading: HelpSection.exitCodes.heading,
            rows: [
                .init(name: "0", about: "Nothing was found."), .init(name: "1", about: finding),
                .init(
                    name: "2",
                    about:
                        "The command was used wrongly, or something on this machine stood in the way."
                ),
            ] + others
        )
    }
}
