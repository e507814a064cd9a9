// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The executable file that this process was started from.
enum OwnProgram {
    /// The file's absolute path, as it was when this property was first read.
    ///
    /// A server reads this property when it is created, because after the file has been replaced,
    /// the system reports a deleted file. If the system reports nothing at all, the path is the
    /// first argument.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> Int in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        guard count > 0, count < buffer.count,
            let path = String(
                validating: buffer[..<count].map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
        else { return CommandLine.arguments.first ?? "" }
        // If the file was replaced before this property is read, the path of the new file is used.
        let mark = " (deleted)"
        let isGone = unsafe path.hasSuffix(mark) && access(path, F_OK) != 0
        return isGone ? String(path.dropLast(mark.utf8.count)) : path
    }()
}
