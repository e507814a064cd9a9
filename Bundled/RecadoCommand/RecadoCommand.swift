// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoProjects

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The command `recado`.
@main
struct RecadoCommand {
    /// The version of the package.
    static let version = ProjectTemplate.version

    nonisolated static func main() async {
        // A closed output is detected by the failing write, here and on sockets.
        _ = signal(SIGPIPE, SIG_IGN)
        // A write beyond the limit of file sizes fails, too, so that an unfinished file is removed.
        _ = signal(SIGXFSZ, SIG_IGN)
        SpokenLanguage.choose(.ofEnvironment)
        let terminal = Terminal()
        let words = Array(CommandLine.arguments.dropFirst())
        ArgumentMask.hideSecrets()
        do throws(CommandError) {
            try await Command.root().run(words, on: terminal)
        } catch {
            for line in error.lines { terminal.complain(line) }
            exit(error.code)
        }
    }
}
