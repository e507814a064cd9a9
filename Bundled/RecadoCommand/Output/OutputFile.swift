// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The rule for every file that a command writes: an existing file is kept unless `--replace` is
/// given.
enum OutputFile {
    /// The option of every command that writes a file.
    static let replace = CommandOption("replace", about: "Replace what is there already.")

    /// Refuses to write a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - replacing: True if an existing file may be replaced.
    /// - Throws: A failure of usage for an existing file, and a failure of this machine when its
    ///   folder is missing.
    static func check(_ path: String, replacing: Bool) throws(CommandError) {
        guard replacing || !DatabasePlace.isFile(path) else { throw exists(path) }
        try checkFolder(of: path)
    }

    /// The words for a file that is there already.
    static func exists(_ path: String) -> CommandError {
        .usage("\(path) is there already", "add --replace to replace it")
    }

    /// Refuses a file in a folder that is not there.
    static func checkFolder(of path: String) throws(CommandError) {
        guard let end = path.lastIndex(of: "/"), end != path.startIndex else { return }
        let folder = String(path[..<end])
        guard unsafe access(folder, F_OK) != 0, errno == ENOENT else { return }
        throw .failed("there is no folder \(folder) for \(path)", "make it: mkdir -p \(folder)")
    }
}
