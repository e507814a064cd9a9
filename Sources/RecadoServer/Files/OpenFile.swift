// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import RecadoHTTP

/// An open file, with its metadata at the time of opening.
struct OpenFile: Sendable {
    let handle: FileHandle
    let state: FileState

    /// Reads a part of the file.
    ///
    /// - Parameter range: The positions of the bytes.
    /// - Returns: The bytes; `nil` if the file has changed since it was opened.
    func read(_ range: Range<Int>) -> [UInt8]? {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { room, filled in
            while filled < range.count {
                let count = unsafe pread(
                    handle.descriptor,
                    room.baseAddress?.advanced(by: filled),
                    range.count - filled,
                    range.lowerBound + filled
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.count == range.count, FileState(of: handle) == state else { return nil }
        return bytes
    }
}

/// The metadata that distinguishes one version of a file from another.
struct FileState: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
    let isRegular: Bool
    let isDirectory: Bool

    /// Reads the metadata of an open file; `nil` when that fails.
    init?(of handle: FileHandle) {
        var status = stat()
        guard unsafe fstat(handle.descriptor, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modifiedSeconds = status.st_mtim.tv_sec
        modifiedNanoseconds = status.st_mtim.tv_nsec
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isDirectory = status.st_mode & S_IFMT == S_IFDIR
    }

    var modifiedDate: HTTPDate {
        // RFC 9110 §8.8.2.1: the date must not be in the future.
        HTTPDate(secondsSince1970: Int64(min(modifiedSeconds, Ticks.wallSeconds)))
    }

    /// The entity tag, a hash that does not reveal how files are stored on the disk.
    ///
    /// The tag is weak while the file is younger than two seconds, because the file might change
    /// again within the resolution of the disk's clock (RFC 9110 §8.8.1).
    var entityTag: String {
        let text = "\(device) \(inode) \(size) \(modifiedSeconds) \(modifiedNanoseconds)"
        let tag = EntityTag.fieldValue(of: Array(text.utf8))
        let (age, overflows) = Ticks.wallSeconds.subtractingReportingOverflow(modifiedSeconds)
        return overflows || age >= 2 ? tag : "W/\(tag)"
    }

    func isOlder(than other: FileState) -> Bool {
        (modifiedSeconds, modifiedNanoseconds) < (other.modifiedSeconds, other.modifiedNanoseconds)
    }
}
