// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension Document {
    /// A value or a key in 16 bytes.
    ///
    /// The meaning of `payload` depends on the kind:
    ///
    /// | kind | low 32 bits | high 32 bits |
    /// |---|---|---|
    /// | `integer` | the magnitude | (all 64 bits) |
    /// | `number` | the digits as an integer; `exponent` holds the power of ten | (all 64 bits) |
    /// | `string` | length in bytes | 0 |
    /// | `text` | length in bytes | offset in the source |
    /// | `bytes` | length in bytes | 0 |
    /// | `key` | length in bytes | the first four bytes, for a quick comparison |
    /// | `object`, `array` | index after the subtree | number of members or elements |
    struct Node: BitwiseCopyable, Sendable {
        /// The start of the bytes in the source, or in `Document.side` if the flag `side` is set.
        var offset: UInt32
        var kind: Kind
        var flags: Flags
        /// For a number, its power of ten; for an XML key, the number of its namespace (see
        /// ``Document/namespaces``).
        var exponent: Int16
        var payload: UInt64

        @inline(__always)
        init(
            _ kind: Kind,
            _ flags: Flags = Flags(),
            exponent: Int16 = 0,
            offset: Int,
            payload: UInt64
        ) {
            self.offset = UInt32(truncatingIfNeeded: offset)
            self.kind = kind
            self.flags = flags
            self.exponent = exponent
            self.payload = payload
        }

        enum Kind: UInt8, BitwiseCopyable, Sendable {
            case null, `false`, `true`, integer, number, string
            /// A scalar without a type of its own, read as the type that the model requests.
            case text
            /// The bytes of a file that was uploaded in a form; they need not be text.
            case bytes
            case key
            case object, array
        }

        struct Flags: OptionSet, BitwiseCopyable, Sendable {
            let rawValue: UInt8

            @inline(__always)
            init(rawValue: UInt8) { self.rawValue = rawValue }

            /// Creates an empty set; in debug builds this is faster than an empty literal, which
            /// creates an array.
            @inline(__always)
            init() { rawValue = 0 }

            /// Marks a string with escapes, which are decoded when the string is read.
            static let escaped = Flags(rawValue: 1 << 0)
            /// Marks a string, text or key with bytes outside ASCII.
            static let wide = Flags(rawValue: 1 << 1)
            /// Marks a node whose bytes are in `Document.side`, which holds texts that differ from
            /// the source.
            static let side = Flags(rawValue: 1 << 2)
            /// Marks a number that is negative or `-0`.
            static let negative = Flags(rawValue: 1 << 3)
            /// Marks a number with more digits than the payload can hold; it must be read from the
            /// source.
            static let long = Flags(rawValue: 1 << 4)
            /// Marks an array that holds the values of a repeated name, or an XML element that is a
            /// list because of its attribute `type="array"`.
            ///
            /// If a model requests a scalar, it gets the last value of the repeated name.
            static let repeated = Flags(rawValue: 1 << 5)
            /// Marks an XML key that is equal to a later key of the same object.
            static let more = repeated
            /// Marks the last XML key of an object.
            static let last = negative
            /// Marks the key of an XML node before which white space was left out of the tree.
            static let layout = long
            /// Marks a text that has no value at all, as in the query `?debug`; also marks an XML
            /// element that is declared nil although it has content.
            static let bare = Flags(rawValue: 1 << 6)
            /// Marks the key of an XML attribute.
            static let attribute = Flags(rawValue: 1 << 7)
        }

        @inline(__always) var isContainer: Bool { kind.rawValue >= Kind.object.rawValue }
        @inline(__always) var end: Int { Int(UInt32(truncatingIfNeeded: payload)) }
        /// Returns the index after the subtree of the node, given the node's own index.
        @inline(__always)
        func end(at index: Int) -> Int { isContainer ? end : index &+ 1 }
        @inline(__always) var count: Int { Int(truncatingIfNeeded: payload >> 32) }
        @inline(__always) var length: Int {
            Int(UInt32(truncatingIfNeeded: payload & ~Self.shadow))
        }

        /// The bit that marks a key whose value is ignored because another key of the object is
        /// equal.
        ///
        /// The bit is part of the key's length, so that a lookup never matches such a key.
        static let shadow: UInt64 = 1 << 31
        @inline(__always) var isShadowed: Bool { kind == .key && payload & Self.shadow != 0 }

        /// Creates the payload of a container or text.
        @inline(__always)
        static func payload(length: Int, high: Int) -> UInt64 {
            payload(length: length, high: UInt32(truncatingIfNeeded: high))
        }

        /// Creates the payload of a key or text.
        @inline(__always)
        static func payload(length: Int, high: UInt32) -> UInt64 {
            UInt64(truncatingIfNeeded: length) | UInt64(high) << 32
        }
    }
}
