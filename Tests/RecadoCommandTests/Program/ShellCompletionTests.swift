// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests completion in the real shells, which `scripts/setup --test` installs.
@Suite(.timeLimit(.minutes(3))) struct `Completion in shells` {
    /// The first line of all scripts, which makes `recado` stand for the program under test.
    private static let path = "PATH=${0%/*}:$PATH; set -euo pipefail\n"

    @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish --no-execute")])
    func `a shell accepts its completion script`(_ shell: String, _ reader: String) async throws {
        let run = try await ShellRun(Self.path + "recado completion \(shell) | \(reader)")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        // The check is real: the shell refuses a script with a syntax error.
        let broken = "{ recado completion \(shell); echo 'if )'; }"
        #expect(try await ShellRun(Self.path + "\(broken) | \(reader)").status != 0)
    }

    /// Types a text with Tab keys into a shell on a terminal, and returns the completed line.
    ///
    /// zsh provides the terminal. Ctrl-X makes the shell print the line between brackets.
    private func line(in shell: String, prepared: String, typed: String) async throws -> String {
        let folder = try TemporaryFolder()
        let driver = """
            zmodload zsh/zpty
            zpty -b shell \(shell)
            zpty -w shell "$1; eval \\"\\$(recado completion ${2})\\"; printf 'rea''dy'"
            zpty -r -m shell out '*ready*'
            zpty -w -n shell $'\(typed)\\x18'
            zpty -r -m shell out '*\\[recado *\\]*'
            print -r -- ${${out##*\\[}%%\\]*}
            """
        try Data(driver.utf8).write(to: folder.url(of: "driver"))
        try Data(prepared.utf8).write(to: folder.url(of: "prepared"))
        let name = shell.prefix { $0 != " " }
        let run = try await ShellRun(
            Self.path + """
                export HOME=\(folder.path) TERM=dumb
                zsh -f \(folder.path)/driver ". \(folder.path)/prepared" \(name)
                """
        )
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static let cases = [
        (#"recado cal\tvid\trent\t--us\t"#, "recado call videoclub rent --user"),
        (#"recado ser\t--da\t"#, "recado serve --database"),
        (
            #"recado call videoclub list-films --sort=-t\t"#,
            "recado call videoclub list-films --sort=-title"
        ),
    ]

    @Test(arguments: cases)
    func `bash completes a line`(_ typed: String, _ expected: String) async throws {
        let show = #"bind -x '"\C-x": printf "[%s]" "$READLINE_LINE"'"#
        let line = try await line(in: "bash --norc -i", prepared: show, typed: typed)
        #expect(line == expected)
    }

    @Test(arguments: cases)
    func `zsh completes a line`(_ typed: String, _ expected: String) async throws {
        // Without this setting, a Tab that comes before zsh is ready for it would be inserted as
        // text.
        let show = """
            autoload -U compinit; compinit -u -D
            zstyle ':completion:*' insert-tab false
            show() { print -rn -- "[$BUFFER]" }
            zle -N show; bindkey '^X' show
            """
        let line = try await line(in: "zsh -f -i", prepared: show, typed: typed)
        #expect(line == expected)
    }

    @Test(arguments: [
        ("recado ca", "call"),
        ("recado call videoclub ren", "rent"),
        ("recado call videoclub rent-film --us", "--user"),
        ("recado call videoclub list-films --sort=-t", "--sort=-title"),
        // Names of files are completed wherever the program has nothing to offer.
        ("recado serve --database dr", "driver"),
    ])
    func `fish completes a line`(_ typed: String, _ expected: String) async throws {
        let folder = try TemporaryFolder()
        try Data("recado completion fish | source\ncomplete -C '\(typed)'\n".utf8)
            .write(to: folder.url(of: "driver"))
        let run = try await ShellRun(
            Self.path + "cd \(folder.path); HOME=$PWD fish --no-config driver"
        )
        #expect(run.status == 0)
        // fish prints a Tab and the description after each word.
        #expect(run.output.prefix { $0 != "\t" && $0 != "\n" } == expected)
    }
}
