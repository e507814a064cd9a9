// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding

extension SOAP {
    /// A header block that accompanies a call, such as the identity of the caller or of
    /// a transaction.
    public struct Header: Sendable, Hashable {
        /// The name of the element.
        public let name: String
        /// The namespace of the element and its children.
        public let namespace: String
        /// True if a server that does not know the block must refuse the call; `false` by default.
        public var mustUnderstand = false
        /// The addressee of the block: the `actor` of SOAP 1.1, the `role` of SOAP 1.2; the server
        /// itself by default.
        public var role: String?
        private let element: [UInt8]

        /// Creates a header block.
        ///
        /// - Parameters:
        ///   - name: The name of the element.
        ///   - namespace: The namespace of the element and its children.
        ///   - value: The value in the block.
        /// - Throws: `CodingError` for a value that cannot be written in XML.
        public init(
            _ name: String,
            namespace: String,
            _ value: some Encodable
        ) throws(CodingError) {
            self.name = name
            self.namespace = namespace
            element = try SOAPPayload.element(
                Document.Name(local: name, namespace: namespace),
                of: value
            )
        }

        /// Returns the block as written in an envelope.
        package func text(in version: Version) -> String {
            var attributes = ""
            if mustUnderstand { attributes += #" soap:mustUnderstand="1""# }
            if let role {
                let word = version == .soap11 ? "actor" : "role"
                attributes += " soap:\(word)=\"\(Markup.escaped(role))\""
            }
            let start = "<\(name)"
            let text = String(decoding: element, as: UTF8.self)
            return start + attributes + text.dropFirst(start.count)
        }
    }
}
