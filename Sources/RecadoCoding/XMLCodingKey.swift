// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Coding keys that state their kind of node in XML; in other formats they are ordinary keys.
///
/// ```swift
/// struct Price: Codable {
///     var currency: String
///     var amount: Decimal
///
///     enum CodingKeys: String, XMLCodingKey {
///         case currency, amount
///
///         var node: XML.Node { self == .currency ? .attribute : .text }
///     }
/// }
/// ```
///
/// A value of this type is `<Price currency="EUR">9.90</Price>` in XML and an object of two members
/// in JSON. If the property also has a wrapper such as ``XML/Attribute``, the wrapper decides.
public protocol XMLCodingKey: CodingKey {
    /// The kind of node that the key is in XML.
    ///
    /// It is read once for each case.
    var node: XML.Node { get }
}

extension XML {
    /// The kind of node that a member of a model is in XML.
    public enum Node: Sendable, Hashable {
        /// A child element; on reading, an attribute of the name is used if there is no such child.
        case element
        /// An attribute.
        case attribute
        /// The character content of the element.
        case text
        /// A child element whose text is written as a CDATA section; it is read like any element.
        case cdata
    }
}

extension MemberRole {
    /// Creates the role that a key states for itself.
    init<Key: CodingKey>(saidBy key: Key) {
        let speaks = CodingKeyCache.with(Key.self) { $0.hasNodes }
        guard speaks, let key = key as? any XMLCodingKey else {
            self = .member
            return
        }
        self.init(key.node)
    }

    /// Creates the role of a kind of node.
    init(_ node: XML.Node) {
        switch node {
        case .element: self = .member
        case .attribute: self = .attribute
        case .text: self = .text
        case .cdata: self = .cdata
        }
    }
}

extension XML {
    /// Returns the kind of node of a model's member, from its wrapper or else from its key.
    package static func node<Key: CodingKey, Value>(of key: Key, _ type: Value.Type) -> Node {
        let said = (type as? any RoleWrapper.Type)?.role ?? MemberRole(saidBy: key)
        return switch said {
        case .attribute: .attribute
        case .text: .text
        case .cdata: .cdata
        default: .element
        }
    }
}
