// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error of a download, with the file or directory that it concerns.
///
/// The description is one line. It contains the local path, but no secrets of the call.
public struct DownloadError: Error, Sendable {
    /// The kind of failure.
    @nonexhaustive
    public enum Kind: Sendable, Hashable {
        /// The call failed; see ``DownloadError/callError``.
        case call
        /// There is no space left on the disk, or in the quota of this user.
        case diskFull
        /// This process has no permission to write to the path.
        case notPermitted
        /// The directory does not exist.
        case noDirectory
        /// The file already exists, and the options forbid replacing it.
        case exists
        /// Another download is writing to the same file.
        case busy
        /// The path is not a regular file, or the file belongs to another user.
        case notAFile
        /// Another operation on the file failed; the number is the system's reason (`errno`).
        case system(operation: String, number: Int32)
        /// Fewer or more bytes arrived than were announced.
        case lengthMismatch(expected: Int, received: Int)
        /// The content does not match the server's digest; the value is the name of the algorithm.
        case digestMismatch(String)
        /// The content exceeds ``DownloadOptions/limit``, in bytes.
        case tooLarge(limit: Int)
        /// The server answered with a range that was not requested.
        case invalidRange
    }

    /// The kind of failure.
    public let kind: Kind
    /// The path of the file or the directory.
    public let path: String
    /// The error of the call, if the call failed.
    public let callError: (any AnyCallError)?
    /// The number of bytes on disk with which the next download to the same path can continue.
    public internal(set) var keptBytes = 0

    init(_ kind: Kind, at path: String, callError: (any AnyCallError)? = nil) {
        self.kind = kind
        self.path = path
        self.callError = callError
    }

    /// Creates the error for a failed system call.
    init(_ operation: String, _ number: Int32, at path: String) {
        self.init(Self.kind(operation, number), at: path)
    }

    static func kind(_ operation: String, _ number: Int32) -> Kind {
        switch number {
        case ENOSPC, EDQUOT: .diskFull
        case EACCES, EPERM, EROFS: .notPermitted
        case ENOENT, ENOTDIR: .noDirectory
        case EEXIST: .exists
        case ELOOP, EISDIR, ENXIO: .notAFile
        default: .system(operation: operation, number: number)
        }
    }
}

extension DownloadError: CustomStringConvertible {
    /// A description of the failure in one line, with the path.
    public var description: String {
        let kept = keptBytes > 0 ? "; \(keptBytes) bytes are kept" : ""
        return Redaction.printable("\(path): \(callError?.description ?? kind.description)\(kept)")
    }
}

extension DownloadError.Kind: CustomStringConvertible {
    /// A short description of the failure.
    public var description: String {
        switch self {
        case .call: "the call failed"
        case .diskFull: "no room left on the disk"
        case .notPermitted: "no permission to write"
        case .noDirectory: "no such directory"
        case .exists: "the file exists already"
        case .busy: "another download is writing to the file"
        case .notAFile: "not a regular file of this user"
        case .system(let operation, let number): "cannot \(operation): error \(number)"
        case .lengthMismatch(let expected, let received):
            "\(received) bytes arrived; expected \(expected)"
        case .digestMismatch(let name): "the content does not match its \(name) digest"
        case .tooLarge(let limit): "the content exceeds the limit of \(limit) bytes"
        case .invalidRange: "the server sent a part that was not asked for"
        }
    }
}
