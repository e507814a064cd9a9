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
        StandardDescriptors.fill()
        // Lets a write to a closed pipe or socket fail instead of ending the process.
        _ = signal(SIGPIPE, SIG_IGN)
        // Lets a write beyond the file size limit fail as well, so that the command can remove the
        // unfinished file.
        _ = signal(SIGXFSZ, SIG_IGN)
        SpokenLanguage.choose(.ofEnvironment)
        let terminal = Terminal()
        do throws(CommandError) {
            let words = try CommandLineWords.all()
            ArgumentMask.hideSecrets()
            try await Command.root().run(words, on: terminal)
        } catch {
            for line in error.lines { terminal.complain(line) }
            exit(error.code)
        }
    }
}
