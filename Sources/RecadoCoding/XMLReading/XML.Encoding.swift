// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A character encoding that is supported.
    public enum Encoding: Sendable, Hashable, CaseIterable {
        /// UTF-8 (RFC 3629).
        case utf8
        /// UTF-16 (RFC 2781), in the byte order of its byte order mark.
        case utf16
        /// Big-endian UTF-16.
        case utf16BigEndian
        /// Little-endian UTF-16.
        case utf16LittleEndian
        /// ISO/IEC 8859-1, also named Latin-1.
        case latin1
        /// US-ASCII.
        case ascii
        /// The Windows code page 1252.
        case windows1252

        /// Creates the encoding with a name in IANA's registry, regardless of case; `nil` for any
        /// other name.
        ///
        /// - Parameter name: The name, such as `utf-8`.
        public init?(name: String) {
            switch name.lowercased() {
            case "utf-8", "utf8": self = .utf8
            case "utf-16", "utf16": self = .utf16
            case "utf-16be": self = .utf16BigEndian
            case "utf-16le": self = .utf16LittleEndian
            case "iso-8859-1", "iso_8859-1", "latin1", "l1", "cp819", "ibm819", "iso8859-1":
                self = .latin1
            case "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us": self = .ascii
            case "windows-1252", "cp1252": self = .windows1252
            default: return nil
            }
        }

        /// Converts a text in this encoding to UTF-8.
        package func utf8(from bytes: ArraySlice<UInt8>) throws(CodingError) -> [UInt8] {
            var text: [UInt8] = []
            text.reserveCapacity(bytes.count + bytes.count / 8)
            var converter = XMLConverter(encoding: self)
            guard converter.convert(bytes, into: &text), converter.isComplete else {
                throw converter.failure(at: Document.place(at: text.count, in: text))
            }
            return text
        }

        /// True if the code units of the encoding have two bytes.
        var isWide: Bool {
            self == .utf16 || self == .utf16BigEndian || self == .utf16LittleEndian
        }
    }
}
