// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension PercentEncoding {
    /// The ASCII characters that need no escape in a certain part of a URI or in a form.
    public struct CharacterSet: Sendable, Hashable {
        /// One bit for each character below 64, set if the character is in the set.
        private let low: UInt64
        /// One bit for each character from 64 to 127.
        private let high: UInt64
        /// True if a space is written as `+`.
        let writesBlankAsPlus: Bool

        /// Creates a set of the unreserved characters and the given ones.
        ///
        /// - Parameter characters: The other characters that need no escape. `%` and characters
        ///   outside ASCII are ignored, because they are always escaped.
        public init(unreservedAnd characters: String) {
            self.init(
                Self.letters + Self.digits + "-._~" + characters.filter { $0 != "%" },
                writesBlankAsPlus: false
            )
        }

        init(_ characters: String, writesBlankAsPlus: Bool) {
            var (low, high): (UInt64, UInt64) = (0, 0)
            for byte in characters.utf8 {
                switch byte {
                case 0..<64: low |= 1 << UInt64(byte)
                case 64..<128: high |= 1 << UInt64(byte - 64)
                default: break
                }
            }
            self.low = low
            self.high = high
            self.writesBlankAsPlus = writesBlankAsPlus
        }

        /// True if the byte is in the set and therefore needs no escape.
        @inline(__always)
        package func contains(_ byte: UInt8) -> Bool {
            if byte < 64 { return (low &>> UInt64(byte)) & 1 == 1 }
            return byte < 128 && (high &>> UInt64(byte & 63)) & 1 == 1
        }

        static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        static let digits = "0123456789"

        /// Letters, digits and `-._~`, which never need an escape (RFC 3986 §2.3).
        public static let unreserved = CharacterSet(unreservedAnd: "")

        /// The characters of a path segment: all but `/`, `?`, `#` and the like (RFC 3986 §3.3).
        public static let pathSegment = CharacterSet(unreservedAnd: "!$&'()*+,;=:@")

        /// The characters of a path: those of its segments and the `/` between them.
        public static let path = CharacterSet(unreservedAnd: "!$&'()*+,;=:@/")

        /// The characters of a name or a value in a query.
        ///
        /// RFC 3986 §3.4 allows `&`, `=`, `+` and `;`, but they are escaped because many servers
        /// read them as separators or, in the case of `+`, as a space. The quote and the
        /// parentheses are escaped because some servers refuse them.
        public static let query = CharacterSet(unreservedAnd: "!$*,:@/?")

        /// The characters that an escaped URI may hold, including `%`.
        static let escaped = CharacterSet(
            letters + digits + "-._~!$&'()*+,;=:@/?#[]%",
            writesBlankAsPlus: false
        )

        /// The characters that need no escape in names and values of forms; a space becomes `+`
        /// (WHATWG URL §5.2).
        public static let form = CharacterSet(
            letters + digits + "*-._",
            writesBlankAsPlus: true
        )
    }
}
