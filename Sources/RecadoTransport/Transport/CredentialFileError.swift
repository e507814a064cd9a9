// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

/// An error in reading or writing a file of credentials; no description holds the file's content.
@nonexhaustive
public enum CredentialFileError: Error, Sendable, Hashable {
    /// The system refused the operation; the number is its reason (`errno`).
    case system(operation: String, number: Int32)
    /// Users other than the owner may read or write the file; expected mode 0600.
    case readableByOthers(mode: UInt32)
    /// The file belongs to a user other than the one that this process runs as.
    case ownedByOthers
    /// The path leads to something other than a regular file.
    case notAFile
    /// The file is larger than the limit, which no file of credentials should exceed.
    case tooLarge(limit: Int)
    /// The content is malformed.
    case malformed(line: Int, Reason)

    /// The reason why a file is malformed.
    public enum Reason: String, Sendable, Hashable {
        /// A word in a place where an entry must begin.
        case unexpectedWord = "unexpected word; expected machine, default or macdef"
        /// A keyword without the value that must follow it.
        case missingValue = "missing value after a keyword"
        /// Quoted text without a closing quote.
        case openQuote = "missing quote at the end of a value"
        /// Bytes that are not UTF-8 text.
        case notText = "not in UTF-8"
        /// A name or a password that no request can carry.
        case unusable = "a name or password with control characters, or a name with a colon"
        /// The file is not a store of credentials.
        case notAStore = "no store of credentials"
    }
}

extension CredentialFileError: CustomStringConvertible {
    /// A description of the error, in one line.
    public var description: String {
        switch self {
        case .system(let operation, let number):
            "cannot \(operation) the file: \(SystemText.of(number))"
        case .readableByOthers(let mode):
            "others may use the file: mode \(String(mode, radix: 8)); expected 600"
        case .ownedByOthers: "the file belongs to another user"
        case .notAFile: "not a regular file"
        case .tooLarge(let limit): "the file exceeds \(limit) bytes"
        case .malformed(let line, let reason): "line \(line): \(reason.rawValue)"
        }
    }
}
