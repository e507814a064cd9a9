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

/// A new file, which appears under its name only when it is complete and stored on the disk.
final class NewFile: Sendable {
    let descriptor: Int32
    private let path: String
    private let temporary: String

    /// Creates a temporary file in the folder of `path`, readable only by its owner, since it may
    /// contain private data.
    init(_ path: String) throws(TransferError) {
        self.path = path
        temporary = "\(path).\(UInt64.random(in: 0 ... .max)).part"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        descriptor = unsafe open(temporary, flags, 0o600)
        guard descriptor >= 0 else { throw .file(FileError(.create, number: errno)) }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
            _ = unsafe unlink(temporary)
        }
    }

    /// Stores the file on the disk under its final name.
    func settle(replacing: Bool) throws(TransferError) {
        guard fsync(descriptor) == 0 else { throw .file(FileError(.write, number: errno)) }
        if replacing {
            guard unsafe rename(temporary, path) == 0 else {
                throw .file(FileError(.create, number: errno))
            }
        } else {
            // `link` fails atomically if the file exists.
            guard unsafe link(temporary, path) == 0 else {
                let number = errno
                throw number == EEXIST ? .exists : .file(FileError(.create, number: number))
            }
        }
    }
}
