// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// `recado completion`: the completion of arguments by shells.
///
/// The scripts ask this program for the words, so that they never grow old and know as much as the
/// parsing of arguments does, because it is what answers.
enum CompletionCommand {
    static let command = Command(
        "completion",
        "Writes the completion of arguments for a shell.",
        detail: """
            bash and zsh: eval "$(recado completion bash)", or zsh
            fish: recado completion fish | source
            """,
        noun: "shell",
        commands: [
            script("bash", bash),
            script("zsh", zsh),
            script("fish", fish),
            Command(
                "words",
                "Writes what the last of some words may become, one a line.",
                operands: [Operand("word", .list)]
            ) { (arguments, terminal) async throws(CommandFailure) in
                let words = words(completing: arguments.operands, in: Command.root())
                try terminal.write(words.map { $0 + "\n" }.joined())
            },
        ]
    )

    private static func script(_ shell: String, _ text: String) -> Command {
        Command(shell, "The script of \(shell).") { (_, terminal) async throws(CommandFailure) in
            try terminal.write(text)
        }
    }

    // MARK: - Words

    /// What the last of some words may become.
    static func words(completing words: [String], in root: Command) -> [String] {
        var reader = ArgumentReader(root)
        do throws(CommandFailure) {
            for word in words.dropLast() { try reader.read(word) }
        } catch {
            return []
        }
        let last = words.last ?? ""
        return candidates(after: reader, for: last).filter { $0.hasPrefix(last) }
    }

    private static func candidates(after reader: ArgumentReader, for word: String) -> [String] {
        if let option = reader.pending { return option.values }
        if let name = word.split(separator: "=").first, word.contains("=") {
            let option = reader.options.first { "--\($0.name)" == name }
            return (option?.values ?? []).map { "\(name)=\($0)" }
        }
        if case .commands(_, let commands) = reader.command.content, !word.hasPrefix("-") {
            return commands.map(\.name)
        }
        return reader.options.map { "--\($0.name)" }
    }

    // MARK: - Scripts

    // bash takes `=` for a word of its own. The parts are put together for the question, and the
    // part before the value is taken off the answers.
    private static let bash = """
        _recado() {
            local words=() word i
            for ((i = 1; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]}
                if ((i > 1)) && [[ $word == = || ${COMP_WORDS[i - 1]} == = ]]; then
                    words[${#words[@]} - 1]+=$word
                else
                    words+=("$word")
                fi
            done
            local IFS=$'\\n' last=${words[${#words[@]} - 1]}
            COMPREPLY=($("$1" completion words -- "${words[@]}" 2>/dev/null))
            if [[ $last == --*=* && $COMP_WORDBREAKS == *=* ]]; then
                COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
            fi
        }
        complete -o default -F _recado recado

        """

    private static let zsh = """
        #compdef recado
        _recado() {
            local -a found
            found=(${(f)"$(${words[1]} completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
            if (( $#found )); then compadd -a found; else _files; fi
        }
        (( $+functions[compdef] )) || { autoload -U compinit && compinit }
        compdef _recado recado

        """

    private static let fish = """
        function __recado_words
            set -l words (commandline -opc)
            $words[1] completion words -- $words[2..-1] (commandline -ct) 2>/dev/null
        end
        complete -c recado -a '(__recado_words)'

        """
}
