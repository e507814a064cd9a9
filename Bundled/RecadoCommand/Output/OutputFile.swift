// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The rule for all files that commands write: an existing file is replaced only with `--replace`.
enum OutputFile {
    /// The option `--replace` of all commands that write files.
    static let replace = CommandOption("replace", about: "Replace what is there already.")

    /// Checks that a copy or an export of a database may be written to a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replacing: True if an existing file may be replaced.
    ///   - database: The database.
    /// - Throws: A usage error for an existing file or the database itself, or a failure if a
    ///   database there is in use, or the folder does not exist.
    static func check(
        _ path: String,
        replacing: Bool,
        from database: DatabasePlace
    ) throws(CommandError) {
        guard replacing || !DatabasePlace.isFile(path) else { throw exists(path) }
        try DatabasePlace(path).checkIsUnused(by: database)
        try checkFolder(of: path)
    }

    /// Returns the failure for a file that already exists.
    static func exists(_ path: String) -> CommandError {
        .usage("\(path) is there already", "add --replace to replace it")
    }

    /// Throws a failure if the folder of a file does not exist.
    static func checkFolder(of path: String) throws(CommandError) {
        guard let end = path.lastIndex(of: "/"), end != path.startIndex else { return }
        let folder = String(path[..<end])
        guard unsafe access(folder, F_OK) != 0, errno == ENOENT else { return }
        throw .failed("there is no folder \(folder) for \(path)", "make it: mkdir -p \(folder)")
    }
}
