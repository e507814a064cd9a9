// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoHTTP

extension XML {
    /// A parse event, such as a start tag; events come in document order.
    public enum Event: Sendable, Hashable {
        /// The start tag of an element; an empty element also has an end event.
        case start(Name, [NamedAttribute])
        /// The end tag of an element.
        case end(Name)
        /// Character data with its references replaced; never empty.
        case characters(String)
        /// The text of a CDATA section, perhaps empty.
        case cdata(String)
        /// The text of a comment.
        case comment(String)
        /// A processing instruction with its target and the data after it.
        case processingInstruction(target: String, data: String)
        /// The document type declaration.
        case doctype(DoctypeDeclaration)
    }

    /// The name of an element or an attribute.
    ///
    /// Names are equal if their local names and namespaces are equal, whatever their prefixes.
    public struct Name: Sendable, Hashable {
        /// The name without its prefix.
        public let local: String
        /// The prefix, empty for none.
        public let prefix: String
        /// The namespace name (a URI), empty for none.
        public let namespace: String

        /// The name as it is written in the document.
        public var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }

        /// Compares local names and namespaces.
        ///
        /// - Parameters:
        ///   - one: A name.
        ///   - other: Another name.
        /// - Returns: True if both names have the same local name and namespace.
        public static func == (one: Name, other: Name) -> Bool {
            one.local.hasSameBytes(as: other.local)
                && one.namespace.hasSameBytes(as: other.namespace)
        }

        /// Hashes the local name and the namespace.
        ///
        /// - Parameter hasher: The hasher.
        public func hash(into hasher: inout Hasher) {
            local.hashBytes(into: &hasher)
            namespace.hashBytes(into: &hasher)
        }
    }

    /// An attribute of a start tag.
    public struct NamedAttribute: Sendable, Hashable {
        /// The name; without a prefix, it is in no namespace.
        public let name: Name
        /// The value, with its references replaced and its white space normalized.
        public let value: String
        /// True if the attribute is a namespace declaration.
        public let isDeclaration: Bool
    }

    /// The name, the identifiers and the notations of a document type declaration.
    public struct DoctypeDeclaration: Sendable, Hashable {
        /// The name of the root element.
        public let name: String
        /// The public identifier of the external subset, if there is one.
        public let publicID: String?
        /// The system identifier of the external subset, if there is one; it is never read.
        public let systemID: String?
        /// The notations of the internal subset.
        public let notations: [Notation]

        /// The declaration of a notation.
        public struct Notation: Sendable, Hashable {
            /// The name of the notation.
            public let name: String
            /// The public identifier, if there is one.
            public let publicID: String?
            /// The system identifier, if there is one.
            public let systemID: String?
        }
    }
}
