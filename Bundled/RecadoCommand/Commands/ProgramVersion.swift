// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoProjects

/// The output of `recado --version`: the version of the package, and the commit if it is known.
///
/// The program does not contain the commit, because the package manager cannot build it in. An
/// installation has the commit in `share/recado/commit`, next to the `bin` folder. A program within
/// a clone reports the current commit of the clone.
enum ProgramVersion {
    /// The version text of this program.
    static var text: String {
        let number = RecadoCommand.version
        if let program = PackageSource.program, let commit = commit(besides: program) {
            return "recado \(number) (\(commit))"
        }
        if case .folder(let clone)? = PackageSource.own(), let commit = commit(ofClone: clone) {
            return "recado \(number) (clone at \(commit.prefix(10)))"
        }
        return "recado \(number)"
    }

    /// Returns the commit that the installation records, if any.
    static func commit(besides program: String) -> String? {
        let folder = program.split(separator: "/").dropLast(2).joined(separator: "/")
        return word(in: "/\(folder)/share/recado/commit")
    }

    /// Returns the current commit of a clone, if it can be read.
    static func commit(ofClone folder: String) -> String? {
        guard let head = line(in: "\(folder)/.git/HEAD") else { return nil }
        guard head.hasPrefix("ref: ") else { return isWord(head) ? head : nil }
        let reference = String(head.dropFirst("ref: ".count))
        guard !reference.split(separator: "/").contains("..") else { return nil }
        return word(in: "\(folder)/.git/\(reference)")
    }

    // MARK: - Files

    /// The greatest length of a line that is read, in bytes; descriptions of commits are shorter.
    private static let limit = 256

    private static func word(in path: String) -> String? {
        line(in: path).flatMap { isWord($0) ? $0 : nil }
    }

    private static func line(in path: String) -> String? {
        guard let bytes = try? PrivateFile.read(path, limit: limit, isGuarded: false) else {
            return nil
        }
        return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    }

    /// True if a text can be git's description of a commit, such as `v0.1.0-3-g1f2e3d4-dirty`.
    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }
}
