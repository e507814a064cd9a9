// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that holds a document.
public struct DocumentFile: Sendable {
    /// The greatest size of a document, 64 MiB; the documents of large services have several
    /// million bytes.
    public static let limit = 64 << 20

    /// An error that occurs when a file is read.
    public enum ReadError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The system could not read the file: the path and the error number.
        case unreadable(String, code: Int32)
        /// The file has more than ``DocumentFile/limit`` bytes.
        case tooLarge(String)

        /// A description of the error.
        public var description: String {
            switch self {
            case .unreadable(let path, let code):
                "\(path) cannot be read: \(unsafe String(cString: strerror(code)))"
            case .tooLarge(let path): "\(path) is larger than \(DocumentFile.limit) bytes"
            }
        }
    }

    private let path: String

    /// Creates a reference to a file.
    ///
    /// - Parameter path: The path.
    public init(at path: String) {
        self.path = path
    }

    /// Reads the file.
    ///
    /// - Returns: Its bytes.
    /// - Throws: A `ReadError` if the system cannot read the file, or if the file is too large.
    public func bytes() throws(ReadError) -> [UInt8] {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(path, code: errno) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe read(file, buffer.baseAddress, buffer.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(path, code: errno) }
            if count == 0 { return bytes }
            bytes += piece[0..<count]
            guard bytes.count <= Self.limit else { throw .tooLarge(path) }
        }
    }
}
