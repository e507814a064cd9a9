// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads and writes open files, and repeats system calls that signals interrupt.
///
/// Reading and writing block the thread while the disk is busy.
package enum Descriptor {
    /// Opens a file or a pipe for reading; the caller closes it.
    ///
    /// - Parameter path: The path.
    /// - Returns: The open file.
    /// - Throws: ``FileError`` with the system's reason.
    package static func open(_ path: String) throws(FileError) -> CInt {
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.open) }
        return descriptor
    }

    /// Reads at most the given number of bytes; returns none at the end.
    ///
    /// - Parameters:
    ///   - descriptor: The open file.
    ///   - offset: The offset to read at; `nil` to continue where the last read ended.
    ///   - count: The largest number of bytes.
    /// - Returns: The bytes.
    /// - Throws: ``FileError`` with the system's reason.
    package static func read(
        _ descriptor: CInt,
        at offset: Int? = nil,
        atMost count: Int
    ) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
            var result = -1
            repeat {
                result = unsafe read(descriptor, UnsafeMutableRawBufferPointer(room), offset)
            } while result < 0 && errno == EINTR
            if result < 0 { failure = FileError(.read) }
            filled = max(result, 0)
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - descriptor: The open file.
    ///   - offset: The offset to write at; `nil` to continue where the last write ended.
    /// - Throws: ``FileError`` with the system's reason.
    package static func write(
        _ bytes: [UInt8],
        to descriptor: CInt,
        at offset: Int? = nil
    ) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe write(descriptor, rest, offset.map { $0 + written })
            }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw FileError(.write) }
            written += result
        }
    }

    private static func read(
        _ descriptor: CInt,
        _ room: UnsafeMutableRawBufferPointer,
        _ offset: Int?
    ) -> Int {
        if let offset {
            return unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset))
        }
        #if canImport(Darwin)
        return unsafe Darwin.read(descriptor, room.baseAddress, room.count)
        #elseif canImport(Musl)
        return unsafe Musl.read(descriptor, room.baseAddress, room.count)
        #else
        return unsafe Glibc.read(descriptor, room.baseAddress, room.count)
        #endif
    }

    private static func write(
        _ descriptor: CInt,
        _ bytes: UnsafeRawBufferPointer,
        _ offset: Int?
    ) -> Int {
        if let offset {
            return unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        }
        #if canImport(Darwin)
        return unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        return unsafe Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        return unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}

extension Descriptor {
    /// Opens a regular file for reading.
    static func open(file path: String) throws(FileError) -> CInt {
        // Without `O_NONBLOCK`, opening a pipe would wait for a writer.
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError(.open) }
        do throws(FileError) {
            guard try status(of: descriptor).st_mode & S_IFMT == S_IFREG else {
                throw FileError(.open, EINVAL)
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Creates a file for writing, at a path where none exists.
    static func create(_ path: String) throws(FileError) -> CInt {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = systemOpen(path, flags, 0o644)
        guard descriptor >= 0 else { throw FileError(.create) }
        return descriptor
    }

    /// Creates a file that no other user can open: only its owner may read it, and it has no name.
    static func createTemporary(in directory: String) throws(FileError) -> CInt {
        var template = Array("\(directory)/recado-XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { path in
            guard let base = path.baseAddress else { return CInt(-1) }
            let descriptor = unsafe mkstemp(base)
            guard descriptor >= 0 else { return descriptor }
            // A file without a name is removed when its last descriptor is closed, even by a crash.
            unsafe unlink(base)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        guard descriptor >= 0 else { throw FileError(.create) }
        return descriptor
    }

    /// Unlinks a file, and ignores errors.
    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Returns the number of bytes in a file.
    static func length(of descriptor: CInt) throws(FileError) -> Int {
        Int(try status(of: descriptor).st_size)
    }

    private static func status(of descriptor: CInt) throws(FileError) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(.read) }
        return status
    }
}

/// Calls the system's `open`, whose name `Descriptor.open` hides.
private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t = 0) -> CInt {
    unsafe open(path, flags, mode)
}
