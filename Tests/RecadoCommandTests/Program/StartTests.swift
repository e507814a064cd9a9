// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(1))) struct `The start of the command` {
    @Test func `an argument that is not UTF-8 is refused, whatever it is for`() async throws {
        for words in [
            "scores new --name $'Jos\\xe9'", "call --user $'Jos\\xe9:secret' scores list",
        ] {
            let run = try await ShellRun("\"$0\" \(words) 2>&1; echo $?")
            #expect(run.output.hasPrefix("recado: argument "), "\(run.output)")
            #expect(run.output.contains("is no UTF-8: “Jos\u{FFFD}"))
            #expect(run.output.hasSuffix("\n2\n"))
        }
    }

    @Test func `a closed standard output is an error, not lost output`() async throws {
        let run = try await ShellRun("\"$0\" --help 2>&1 >&-; echo $?")
        #expect(run.output.contains("standard output cannot be written: Bad file descriptor"))
        #expect(run.output.hasSuffix("\n1\n"))
    }

    @Test func `the output of a program started without descriptors goes into none of its files`()
        async throws
    {
        let folder = try TemporaryFolder()
        let database = folder.file("a.sqlite")
        let script = """
            "$0" user add ana --database '\(database)' <<<secreta >&- 2>&-
            "$0" user list --database '\(database)'
            """
        let run = try await ShellRun(script)
        #expect(run.output.contains("\"name\":\"ana\"") || run.output.contains("\"name\": \"ana\""))
    }
}
