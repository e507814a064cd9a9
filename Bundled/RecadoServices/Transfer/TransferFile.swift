// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open file or pipe that an import reads or an export writes.
///
/// The calling thread blocks until the bytes are transferred.
struct TransferFile: Sendable {
    let descriptor: Int32

    /// Creates a reference to a file that is already open.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a file or a pipe for reading; ``close()`` closes it.
    init(reading path: String) throws(FileError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.open, number: errno) }
    }

    /// Reads at most `limit` bytes; returns an empty array at the end.
    func read(atMost limit: Int) throws(FileError) -> [UInt8] {
        var count = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, filled in
            repeat {
                count = unsafe systemRead(descriptor, room.baseAddress, limit)
            } while count < 0 && errno == EINTR
            filled = max(count, 0)
        }
        guard count >= 0 else { throw FileError(.read, number: errno) }
        return piece
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError(.write, number: errno) }
            rest = rest.dropFirst(count)
        }
    }

    func close() { _ = systemClose(descriptor) }
}

// The system's functions, under names that the methods above do not shadow.
private let (systemRead, systemWrite, systemClose) = unsafe (read, write, close)
