// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
public import RecadoHTTP

extension Multipart {
    /// The text between parts (RFC 2046 §5.1.1): 1 to 70 characters with which no line of a part's
    /// content may begin.
    public struct Boundary: Sendable, Hashable, CustomStringConvertible {
        /// The text, without the two hyphens before it.
        public let description: String

        /// Creates a boundary.
        ///
        /// - Parameter text: The text; `nil` is returned for a text that is empty, is longer than
        ///   70 characters, ends with a space or contains characters that RFC 2046 does not allow.
        public init?(_ text: String) {
            let isAllowed: (UInt8) -> Bool = { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: Self.marks.contains(byte)
                }
            }
            guard (1...70).contains(text.utf8.count), text.utf8.last != 0x20,
                text.utf8.allSatisfy(isAllowed)
            else { return nil }
            description = text
        }

        /// Creates a random boundary; the probability that existing content contains it is
        /// negligible.
        ///
        /// - Parameter generator: The source of randomness; 30 characters from a set of 62 make
        ///   178 bits.
        public init(using generator: inout some RandomNumberGenerator) {
            var text = "recado-"
            for _ in 0..<30 {
                let place = Int.random(in: 0..<Self.letters.count, using: &generator)
                text.unicodeScalars.append(Unicode.Scalar(Self.letters[place]))
            }
            description = text
        }

        /// Reads the boundary of a media type.
        ///
        /// - Parameter mediaType: The type of the content.
        /// - Throws: `CodingError` for a type that is not multipart or has no valid boundary.
        public init(of mediaType: MediaType) throws(CodingError) {
            guard mediaType.type == "multipart" else {
                throw CodingError(.unsupported, "expected content of a type multipart/…")
            }
            guard let text = mediaType.parameters["boundary"], let boundary = Self(text) else {
                throw CodingError(.malformed, "expected a boundary of 1 to 70 characters")
            }
            self = boundary
        }

        private static let marks = Array("'()+_,-./:=? ".utf8)
        private static let letters = Array(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8
        )
    }
}
