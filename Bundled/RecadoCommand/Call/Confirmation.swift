// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The confirmation that a user gives before data are permanently deleted.
enum Confirmation {
    static let yes = CommandOption(
        "yes",
        short: "y",
        about: "Do it without being asked, as a script must."
    )

    /// Asks the user on a terminal; without a terminal, the option `--yes` is required.
    ///
    /// - Parameters:
    ///   - what: The action to confirm.
    ///   - arguments: The arguments, which may contain `--yes`.
    ///   - terminal: The terminal to ask on.
    /// - Throws: A usage error if there is no terminal, and ``CommandError/declined`` for any
    ///   answer other than yes.
    static func ask(
        _ what: LocalizedText,
        _ arguments: ParsedArguments,
        on terminal: Terminal
    ) throws(CommandError) {
        guard !arguments.contains(yes) else { return }
        guard terminal.canAsk else {
            throw .usage(
                "\(what): there is no terminal to ask on",
                "add --yes to do it without being asked"
            )
        }
        let answer = terminal.ask(LocalizedText("\(what)? [y/N] ").description)
        guard ["y", "yes", "s", "sí", "si"].contains(answer.lowercased()) else { throw .declined }
    }
}
