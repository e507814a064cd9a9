// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// The format of HTML forms and queries, `application/x-www-form-urlencoded` (WHATWG URL §5).
///
/// ```swift
/// let film = try URLEncodedForm().decode(Film.self, from: "title=Solaris&year=1972")
/// ```
///
/// Names in brackets nest: `film[title]=Solaris&film[cast][]=Bondarchuk&film[cast][]=Banionis`.
/// Scalars have no type in this format, so the model decides how their text is read.
public struct URLEncodedForm: DocumentFormat, ModelFormat {
    /// The sizes beyond which a form is refused.
    public var limits = Limits()

    /// The style in which arrays are written; `a[]=1&a[]=2` by default.
    ///
    /// All three styles are accepted on reading.
    public var arrays: ArrayStyle = .brackets

    /// True if pairs are written in the order of their keys; `false` by default.
    public var sortsKeys = false

    /// The strategies for values that text can represent in more than one way; Booleans are
    /// ``BooleanStrategy/lenient`` by default.
    public var strategies = CodingStrategies()

    /// The values that a model finds in the `userInfo` of its decoder or encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Creates a format with the default settings.
    public init() {
        strategies.booleans = .lenient
    }

    /// The sizes beyond which a form is refused.
    public struct Limits: Sendable, Hashable {
        /// The maximum size of a form in bytes; 2 MiB by default, which is ample for typed input.
        public var bytes = 1 << 21

        /// The maximum number of pairs; 1000 by default, as in most servers, because hashing
        /// crafted names is costly.
        public var pairs = 1000

        /// The maximum nesting depth of a name; 32 by default.
        public var depth = 32

        /// The maximum size of one decoded name in bytes; 1 KiB by default.
        public var keyBytes = 1 << 10

        /// The maximum size of one decoded value in bytes; 1 MiB by default.
        public var valueBytes = 1 << 20

        /// The largest index in `a[7]`; 10 000 by default.
        ///
        /// Gaps between indexes are closed: `a[0]` and `a[5]` make an array of two.
        public var index = 10_000

        /// Creates the default limits.
        public init() {}
    }

    /// The ways in which an array is written.
    public enum ArrayStyle: Sendable, Hashable {
        /// `a[]=1&a[]=2`; elements that are objects or arrays get indexes.
        case brackets
        /// `a[0]=1&a[1]=2`.
        case indexes
        /// `a=1&a=2`; elements that are objects or arrays get indexes.
        case repeats
    }
}
