// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The folder of a new package; all files are created, or none are.
struct ProjectFolder: Sendable {
    private let path: String

    /// Creates a reference to a folder that does not exist yet.
    init(_ path: String) {
        self.path = path
    }

    /// Writes the files.
    ///
    /// - Parameter files: The files.
    /// - Throws: ``ProjectError/folderExists(_:)`` or ``ProjectError/notWritable(_:code:)``; no
    ///   files are left behind.
    func write(_ files: [ProjectTemplate.File]) throws(ProjectError) {
        guard unsafe access(path, F_OK) != 0 else {
            throw .folderExists(path)
        }
        let draft = try makeDraft()
        do throws(ProjectError) {
            for file in files { try write(file, in: draft) }
            guard unsafe chmod(draft, 0o755) == 0, unsafe rename(draft, path) == 0 else {
                throw failure(path)
            }
        } catch {
            remove(files, in: draft)
            throw error
        }
    }

    /// Creates a temporary folder, which is renamed when it contains all files.
    private func makeDraft() throws(ProjectError) -> String {
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
    ) throws(ProjectError) {
        var folder = draft
        for part in file.path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            try make(folder)
        }
        let target = "\(draft)/\(file.path)"
        let descriptor = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(target) }
        let code = Self.write(file.text, to: descriptor)
        // Closing may report an error for data that an earlier write accepted.
        let end = close(descriptor) == 0 ? 0 : errno
        guard code == 0, end == 0 else { throw failure(target, code == 0 ? end : code) }
    }

    /// Writes all of a text; returns the system's error number, or 0.
    private static func write(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            rest = rest.dropFirst(count)
        }
        return 0
    }

    private func make(_ folder: String) throws(ProjectError) {
        guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw failure(folder) }
    }

    private func failure(_ path: String, _ code: Int32 = errno) -> ProjectError {
        .notWritable(path, code: code)
    }

    /// Removes the files and folders that were written, innermost first.
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

/// Calls the system function `write`, whose name the method shadows.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    unsafe write(file, bytes, count)
}
