// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension ResponseRules {
    /// A step that changes the content of an answer before it is decoded.
    ///
    /// It is also applied to error responses.
    public struct Preprocessor: Sendable {
        private let change: @Sendable (inout [UInt8]) throws -> Void

        /// Creates a preprocessor.
        ///
        /// - Parameter change: Changes the content, or throws an error that describes the problem.
        public init(_ change: @escaping @Sendable (_ content: inout [UInt8]) throws -> Void) {
            self.change = change
        }

        /// Removes the prefix `)]}',` and its line end, which some services write before JSON so
        /// that pages of other origins cannot run the JSON as a script.
        public static let scriptGuard = removing(prefix: ")]}',\n")

        /// Returns a preprocessor that removes a prefix if the content begins with it.
        ///
        /// - Parameter prefix: The prefix, in UTF-8.
        /// - Returns: The preprocessor.
        public static func removing(prefix: String) -> Preprocessor {
            let prefix = Array(prefix.utf8)
            return Preprocessor { content in
                if content.starts(with: prefix) { content.removeFirst(prefix.count) }
            }
        }

        func callAsFunction(_ content: inout [UInt8]) throws {
            try change(&content)
        }
    }
}
