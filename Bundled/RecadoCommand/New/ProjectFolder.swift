// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder of a new package, which is there as a whole or not at all.
struct ProjectFolder {
    private let path: String

    /// A folder that is not there yet.
    init(_ path: String) {
        self.path = path
    }

    /// Writes the files.
    ///
    /// - Throws: The folder is there already, or cannot be written. Nothing is left then.
    func write(_ files: [ProjectTemplate.File]) throws(CommandError) {
        guard unsafe access(path, F_OK) != 0 else {
            throw .failed("\(path) is there already; choose another name")
        }
        let draft = try makeDraft()
        do throws(CommandError) {
            for file in files { try write(file, in: draft) }
            guard unsafe chmod(draft, 0o755) == 0, unsafe rename(draft, path) == 0 else {
                throw failure(path)
            }
        } catch {
            remove(files, in: draft)
            throw error
        }
    }

    /// Makes a folder of this process alone, which gets its name when all is in it.
    private func makeDraft() throws(CommandError) -> String {
        var template = Array(".\(path).XXXXXX".utf8CString)
        let isMade = unsafe template.withUnsafeMutableBufferPointer { buffer in
            unsafe buffer.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
        }
        guard isMade else { throw failure(path) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func write(
        _ file: ProjectTemplate.File,
        in draft: String
    ) throws(CommandError) {
        var folder = draft
        for part in file.path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            try make(folder)
        }
        let target = "\(draft)/\(file.path)"
        let descriptor = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(target) }
        let code = Terminal.write(file.text, to: descriptor)
        // A disk may refuse at the end what it took before.
        let end = close(descriptor) == 0 ? 0 : errno
        guard code == 0, end == 0 else { throw failure(target, code == 0 ? end : code) }
    }

    private func make(_ folder: String) throws(CommandError) {
        guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw failure(folder) }
    }

    private func failure(_ path: String, _ code: Int32 = errno) -> CommandError {
        .failed("\(path) cannot be made: \(Terminal.words(of: code))")
    }

    /// Removes what was written, the innermost first.
    private func remove(_ files: [ProjectTemplate.File], in draft: String) {
        for file in files {
            var path = "\(draft)/\(file.path)"
            _ = unsafe unlink(path)
            while let end = path.lastIndex(of: "/") {
                path = String(path[..<end])
                guard unsafe rmdir(path) == 0 else { break }
            }
        }
        _ = unsafe rmdir(draft)
    }
}
