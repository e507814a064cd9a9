// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The question before data is deleted permanently.
enum Confirmation {
    static let yes = CommandOption(
        "yes",
        short: "y",
        about: "Do it without being asked, as a script must."
    )

    /// Asks on a terminal; without a terminal, `--yes` is required.
    ///
    /// - Parameters:
    ///   - what: The action to confirm.
    ///   - arguments: The arguments, which may contain the answer.
    ///   - terminal: The terminal to ask on.
    /// - Throws: A failure of usage if nobody can be asked, and ``CommandError/declined`` for any
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
