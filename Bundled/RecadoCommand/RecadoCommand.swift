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
        // A write to a closed pipe or socket fails, but does not end the process.
        _ = signal(SIGPIPE, SIG_IGN)
        // Nor does a write beyond the file size limit, so an unfinished file can be removed.
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
