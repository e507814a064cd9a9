// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The question before something is lost for good.
enum Confirmation {
    static let yes = CommandOption(
        "yes",
        short: "y",
        about: "Do it without being asked, as a script must."
    )

    /// Asks on a terminal; elsewhere `--yes` must have been said.
    ///
    /// - Parameters:
    ///   - what: The action that would be carried out.
    ///   - arguments: The arguments, which may have the answer.
    ///   - terminal: The terminal to ask on.
    /// - Throws: A failure of usage where nobody can be asked, and ``CommandError/declined``
    ///   for any other answer than yes.
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
