// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

extension XML {
    /// A document type declaration that names an external subset (XML 1.0 §2.8).
    public struct DocumentType: Sendable, Hashable {
        /// The public identifier, if there is one.
        public var publicID: String?
        /// The system identifier (the URL) of the external subset, if there is one.
        public var systemID: String?

        /// Creates a declaration; without arguments, it has only the root's name.
        ///
        /// - Parameters:
        ///   - publicID: The public identifier; it requires a system identifier.
        ///   - systemID: The system identifier: the URL of the external subset.
        public init(publicID: String? = nil, systemID: String? = nil) {
            self.publicID = publicID
            self.systemID = systemID
        }
    }
}

extension XML.DocumentType {
    /// Returns the text of the declaration for a root element.
    ///
    /// - Throws: ``CodingError`` if an identifier has characters that are not allowed, or if there
    ///   is a public identifier without a system identifier.
    func text(root: String) throws(CodingError) -> String {
        var text = "<!DOCTYPE \(root)"
        if let publicID {
            guard systemID != nil, publicID.utf8.allSatisfy(Self.isPublic) else {
                throw CodingError(
                    .unsupported,
                    "a public identifier has few characters and a system identifier beside it"
                )
            }
            text += " PUBLIC \"\(publicID)\""
        }
        if let systemID {
            // A literal cannot escape its own quote.
            let quote = systemID.utf8.contains(UInt8(ascii: "\"")) ? "'" : "\""
            guard !systemID.contains(quote), systemID.utf8.allSatisfy({ $0 >= 0x20 }) else {
                throw CodingError(
                    .unsupported,
                    "a system identifier has no controls and one kind of quotes at most"
                )
            }
            text += (publicID == nil ? " SYSTEM " : " ") + quote + systemID + quote
        }
        return text + ">"
    }

    /// True if a byte is allowed in a public identifier (XML 1.0 §2.3, production 13).
    private static func isPublic(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-'()+,./:=?;!*#@$_% \r\n".utf8.contains(byte)
        }
    }
}
