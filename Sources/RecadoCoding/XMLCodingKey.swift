// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

/// Coding keys that select the kind of XML node for each member; in other formats, they are
/// ordinary keys.
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
/// A value of this type is `<Price currency="EUR">9.90</Price>` in XML and an object with two
/// members in JSON. A property wrapper such as ``XML/Attribute`` takes precedence over the key.
public protocol XMLCodingKey: CodingKey {
    /// The kind of XML node that the key selects.
    ///
    /// It may be cached, so it must always be the same for a key.
    var node: XML.Node { get }
}

extension XML {
    /// The kind of XML node for a member of a model.
    public enum Node: Sendable, Hashable {
        /// A child element; on reading, the attribute with the same name is used if there is no
        /// such child.
        case element
        /// An attribute.
        case attribute
        /// The character content of the element.
        case text
        /// A child element whose text is written as a CDATA section; it is read like any other
        /// element.
        case cdata
    }
}

extension MemberRole {
    /// Creates the role (element, attribute, text or CDATA section) that a key selects by itself,
    /// without a property wrapper.
    init<Key: CodingKey>(saidBy key: Key) {
        let speaks = CodingKeyCache.with(Key.self) { $0.hasNodes }
        guard speaks, let key = key as? any XMLCodingKey else {
            self = .member
            return
        }
        self.init(key.node)
    }

    /// Creates the role that corresponds to a kind of XML node.
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
    /// Returns the kind of XML node for a member, from its property wrapper or else from its key.
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
