// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An error in opening, reading, writing or creating a file.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation that failed.
    public let operation: Operation

    /// The system's error number (`errno`), or 0 if the file has become shorter since the content
    /// was created.
    public let number: Int32

    /// The operations on files.
    @nonexhaustive
    public enum Operation: String, Sendable, Hashable {
        /// Opening a file for reading.
        case open
        /// Reading from a file.
        case read
        /// Writing to a file.
        case write
        /// Creating a temporary file.
        case create
    }

    init(_ operation: Operation, _ number: Int32 = errno) {
        self.operation = operation
        self.number = number
    }

    /// Creates an error from its parts.
    ///
    /// - Parameters:
    ///   - operation: The operation that failed.
    ///   - number: The system's error number (`errno`).
    public init(_ operation: Operation, number: Int32) {
        self.init(operation, number)
    }

    /// The operation that failed and the reason, without the name of the file.
    public var description: String {
        if number == 0 { return "\(operation.rawValue): the length of the file has changed" }
        return "\(operation.rawValue): \(SystemText.of(number))"
    }
}
