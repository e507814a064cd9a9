// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that has its name once it is whole and stands on the disk.
final class NewFile: Sendable {
    let descriptor: Int32
    private let path: String
    private let temporary: String

    /// Makes a file beside its place, readable by its owner alone: it may
    /// hold what others must not see.
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

    /// Gives the file its name.
    func settle(replacing: Bool) throws(TransferError) {
        guard fsync(descriptor) == 0 else { throw .file(FileError(.write, number: errno)) }
        if replacing {
            guard unsafe rename(temporary, path) == 0 else {
                throw .file(FileError(.create, number: errno))
            }
        } else {
            // A link is refused where there is a file, in one step.
            guard unsafe link(temporary, path) == 0 else {
                let number = errno
                throw number == EEXIST ? .exists : .file(FileError(.create, number: number))
            }
        }
    }
}
