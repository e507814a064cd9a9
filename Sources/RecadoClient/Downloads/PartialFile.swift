// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoTransport

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A partial file and the ``DownloadRecord`` next to it: `film.mp4.part` and `film.mp4.part.json`.
///
/// 1. If there is a record, it describes the whole file, and the partial file holds the beginning
///    of that file.
/// 2. Only the process that has locked the partial file writes to it or to the record.
struct PartialFile: Sendable {
    /// The maximum size of a record that is read.
    private static let recordLimit = 65_536
    /// The maximum number of file names to try until one is free.
    private static let nameLimit = 9999

    let file: TransferFile
    private let recordPath: String

    /// Finds or creates the partial file for a download and locks it.
    ///
    /// - Parameters:
    ///   - place: The destination of the download.
    ///   - name: The best file name that is known before an answer arrives; if the destination is a
    ///     file, its name.
    ///   - url: The address; if the destination is a directory, partial files of other addresses
    ///     are not touched.
    ///   - isPrivate: True if nobody else may read the file.
    /// - Returns: The file.
    /// - Throws: ``DownloadError``; `busy` if another download writes to the same file.
    static func open(
        _ place: DownloadPlace,
        name: String,
        url: String,
        isPrivate: Bool
    ) throws(DownloadError) -> PartialFile {
        if place.isFile {
            let path = place.path(of: name)
            guard let file = try TransferFile.lock(path + ".part", isPrivate: isPrivate) else {
                throw DownloadError(.busy, at: path)
            }
            return PartialFile(file: file)
        }
        for number in 1...nameLimit {
            let path = place.path(of: SafeFileName.numbered(name, number))
            guard let file = try TransferFile.lock(path + ".part", isPrivate: isPrivate) else {
                continue
            }
            let partial = PartialFile(file: file)
            // An empty file holds nothing worth keeping, and its lock shows that nobody uses it.
            if try file.length() == 0 { return partial }
            if let record = partial.record, record.url != url { continue }
            return partial
        }
        throw DownloadError(.busy, at: place.path(of: name))
    }

    private init(file: TransferFile) {
        self.file = file
        recordPath = file.path + ".json"
    }

    // MARK: - What there is

    private var record: DownloadRecord? {
        // Without a readable record, the download starts again from the beginning.
        let bytes = try? PrivateFile.read(recordPath, limit: Self.recordLimit, isGuarded: false)
        return (bytes ?? nil).flatMap(DownloadRecord.init)
    }

    /// Returns what an earlier download left, if it can be resumed.
    func kept() throws(DownloadError) -> DownloadMachine.Kept? {
        let length = try file.length()
        guard length > 0, let record, record.validator != nil, length <= record.length ?? .max
        else {
            return nil
        }
        return DownloadMachine.Kept(record: record, length: length)
    }

    // MARK: - What becomes of it

    /// Discards the content and writes the record for the new content.
    func begin(_ record: DownloadRecord, keepsRecord: Bool) throws(DownloadError) {
        unsafe unlink(recordPath)
        try file.truncate(to: 0)
        if keepsRecord, record.validator != nil { try write(record) }
    }

    /// Discards the bytes after an offset and updates the record.
    func resume(_ record: DownloadRecord, at offset: Int) throws(DownloadError) {
        try file.truncate(to: offset)
        try write(record)
    }

    private func write(_ record: DownloadRecord) throws(DownloadError) {
        // Encoding cannot fail, because a record contains only texts and numbers.
        guard let bytes = try? record.encoded() else { return }
        do throws(CredentialFileError) {
            try PrivateFile.write(bytes, to: recordPath)
        } catch {
            guard case .system(let operation, let number) = error else {
                throw DownloadError(.notAFile, at: recordPath)
            }
            throw DownloadError(operation, number, at: recordPath)
        }
    }

    /// Removes the file and its record.
    func discard() {
        unsafe unlink(recordPath)
        unsafe unlink(file.path)
    }

    /// Gives the file its final name, in one step.
    ///
    /// - Parameters:
    ///   - name: The desired name.
    ///   - place: The destination.
    ///   - collision: The treatment of a file name that already exists.
    /// - Returns: The new path of the file.
    /// - Throws: ``DownloadError``; the partial file then remains.
    func finish(
        as name: String,
        in place: DownloadPlace,
        _ collision: DownloadOptions.Collision
    ) throws(DownloadError) -> String {
        try file.synchronize()
        let wanted = place.path(of: name)
        var path = wanted
        if collision == .replace {
            guard unsafe rename(file.path, wanted) == 0 else {
                throw DownloadError("rename", errno, at: wanted)
            }
        } else {
            var number = 1
            while try !takeName(path) {
                number += 1
                guard collision == .number, number <= Self.nameLimit else {
                    throw DownloadError(.exists, at: wanted)
                }
                path = place.path(of: SafeFileName.numbered(name, number))
            }
        }
        unsafe unlink(recordPath)
        place.synchronize()
        return path
    }

    /// Renames the file unless the name is taken; returns true if the name was free.
    private func takeName(_ path: String) throws(DownloadError) -> Bool {
        if unsafe link(file.path, path) == 0 {
            unsafe unlink(file.path)
            return true
        }
        if errno == EEXIST { return false }
        // Some file systems do not support hard links. There, an empty file reserves the name.
        guard errno == EPERM || errno == ENOTSUP || errno == ENOSYS || errno == EMLINK else {
            throw DownloadError("rename", errno, at: path)
        }
        let descriptor = Self.openNew(path)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw DownloadError("create", errno, at: path)
        }
        close(descriptor)
        guard unsafe rename(file.path, path) == 0 else {
            let number = errno
            unsafe unlink(path)
            throw DownloadError("rename", number, at: path)
        }
        return true
    }

    private static func openNew(_ path: String) -> CInt {
        #if canImport(Darwin)
        unsafe Darwin.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        #elseif canImport(Musl)
        unsafe Musl.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        #else
        unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(0o600))
        #endif
    }
}
