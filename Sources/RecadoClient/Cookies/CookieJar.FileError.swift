// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension CookieJar {
    /// An error for a cookie file that could not be read or written.
    public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The reason why a cookie file cannot be used.
        @nonexhaustive
        public enum Reason: Sendable, Hashable {
            /// The file could not be read; the number is the system's reason (`errno`).
            case unreadable(Int32)
            /// The file could not be written; the number is the system's reason (`errno`).
            case unwritable(Int32)
            /// The file exceeds 32 MiB, far more than the limits of a jar allow.
            case tooLarge
            /// The file does not hold cookies in JSON.
            case malformed
            /// The file was written by a later version of this package; the number is the file's
            /// version.
            case unknownVersion(Int)
        }

        /// The reason why the file cannot be used.
        public let reason: Reason

        /// Creates the error for a reason.
        public init(_ reason: Reason) {
            self.reason = reason
        }

        /// A description of the error in one line, without the file's name and content.
        public var description: String {
            switch reason {
            case .unreadable(let number): "cookies: cannot read the file (error \(number))"
            case .unwritable(let number): "cookies: cannot write the file (error \(number))"
            case .tooLarge: "cookies: the file exceeds the limit of 32 MiB"
            case .malformed: "cookies: malformed file; expected JSON with a version and cookies"
            case .unknownVersion(let version):
                "cookies: version \(version) of the file; expected \(CookieFile.currentVersion)"
            }
        }
    }
}
