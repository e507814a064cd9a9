// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// `recado completion`: writes scripts with which shells complete arguments.
///
/// The scripts are never outdated, because they run this program, whose argument parser finds the
/// candidates.
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
                options: [described],
                operands: [Operand("word", .list)]
            ) { (arguments, terminal) async throws(CommandError) in
                let found = candidates(completing: arguments.operands, in: Command.root())
                let lines = found.map { candidate in
                    let about = candidate.about.description.prefix(descriptionLength)
                    return arguments.contains(described) && !about.isEmpty
                        ? "\(candidate.word)\t\(about)\n" : "\(candidate.word)\n"
                }
                try terminal.write(lines.joined())
            },
        ]
    )

    private static let described = CommandOption(
        "described",
        about: "Put a tab and a description behind each."
    )

    /// The greatest length of a description in characters: shells show it on one line.
    private static let descriptionLength = 100

    /// A word that completes the command line, with its description.
    struct Candidate: Sendable, Hashable {
        let word: String
        let about: LocalizedText
    }

    private static func script(_ shell: String, _ text: String) -> Command {
        Command(shell, "The script of \(shell).") { (_, terminal) async throws(CommandError) in
            try terminal.write(text)
        }
    }

    // MARK: - Words

    /// Returns the candidates that complete the last word.
    static func candidates(completing words: [String], in root: Command) -> [Candidate] {
        var reader = ArgumentReader(root)
        do throws(CommandError) {
            for word in words.dropLast() { try reader.read(word) }
        } catch {
            return []
        }
        let last = words.last ?? ""
        return candidates(after: reader, for: last).filter { $0.word.hasPrefix(last) }
    }

    private static func candidates(
        after reader: ArgumentReader,
        for word: String
    ) -> [Candidate] {
        if let option = reader.pending { return values(of: option) }
        // The options of the default subcommand are also valid here.
        let options = (reader.command.usual?.options ?? []) + reader.options
        if let name = word.split(separator: "=").first, word.contains("=") {
            guard let option = options.first(where: { "--\($0.name)" == name }) else { return [] }
            return values(of: option).map { Candidate(word: "\(name)=\($0.word)", about: $0.about) }
        }
        if case .commands(_, let commands) = reader.command.content, !word.hasPrefix("-") {
            return commands.map { Candidate(word: $0.name, about: $0.summary) }
        }
        return options.map { Candidate(word: "--\($0.name)", about: $0.about) }
    }

    private static func values(of option: CommandOption) -> [Candidate] {
        (option.values.isEmpty ? option.examples : option.values).map { value in
            Candidate(word: value, about: option.about)
        }
    }

    // MARK: - Scripts

    // bash splits words at `=`. The script joins the parts before it asks this program, and removes
    // the part before the value from the candidates.
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
            local -a lines found shown
            local line
            lines=(${(f)"$(${words[1]} completion words --described -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
            for line in $lines; do
                found+=(${line%%$'\\t'*})
                shown+=("${line/$'\\t'/  -- }")
            done
            if (( $#found )); then compadd -l -d shown -a found; else _files; fi
        }
        (( $+functions[compdef] )) || { autoload -U compinit && compinit }
        compdef _recado recado

        """

    private static let fish = """
        function __recado_words
            set -l words (commandline -opc)
            $words[1] completion words --described -- $words[2..-1] (commandline -ct) 2>/dev/null
        end
        complete -c recado -a '(__recado_words)'

        """
}
