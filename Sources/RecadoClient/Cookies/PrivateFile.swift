// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A small file that its owner alone can read and that is replaced as a whole.
struct PrivateFile {
    /// The greatest size that is read, in bytes.
    static let limit = 32 << 20

    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Every byte of the file; `nil` if there is none.
    func bytes() throws(CookieFileError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw CookieFileError(.unreadable(errno))
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let piece = try Self.piece(of: descriptor)
            if piece.isEmpty { return bytes }
            bytes += piece
            guard bytes.count <= Self.limit else { throw CookieFileError(.tooLarge) }
        }
    }

    private static func piece(of descriptor: CInt) throws(CookieFileError) -> [UInt8] {
        var number: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, filled in
            var count = -1
            repeat {
                count = unsafe read(descriptor, room.baseAddress, room.count)
            } while count < 0 && errno == EINTR
            if count < 0 { number = errno }
            filled = max(count, 0)
        }
        guard number == 0 else { throw CookieFileError(.unreadable(number)) }
        return piece
    }

    /// Writes a new file beside the old one and puts it in its place.
    func replace(with bytes: [UInt8]) throws(CookieFileError) {
        // Made for its owner alone (0600), under a name that nobody can foresee.
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { name in
            guard let base = name.baseAddress else { return CInt(-1) }
            return unsafe mkstemp(base)
        }
        guard descriptor >= 0 else { throw CookieFileError(.unwritable(errno)) }
        let temporary = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        let isWritten = Self.fill(descriptor, with: bytes) && fsync(descriptor) == 0
        var number = errno
        let isClosed = close(descriptor) == 0
        if isWritten, !isClosed { number = errno }
        if isWritten, isClosed {
            if unsafe rename(temporary, path) == 0 { return }
            number = errno
        }
        unsafe unlink(temporary)
        throw CookieFileError(.unwritable(number))
    }

    private static func fill(_ descriptor: CInt, with bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
