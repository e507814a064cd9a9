// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

/// An element of a parsed document, which can resolve prefixes in the values of its attributes.
final class MarkupTree: Sendable {
    let name: XML.Name
    let children: [MarkupTree]
    let text: String
    private let attributes: [XML.NamedAttribute]
    private let prefixes: [String: String]

    private init(_ open: Open) {
        name = open.name
        attributes = open.attributes
        prefixes = open.prefixes
        children = open.children
        text = open.text
    }

    /// An element whose end tag has not been read.
    private struct Open {
        let name: XML.Name
        let attributes: [XML.NamedAttribute]
        let prefixes: [String: String]
        var children: [MarkupTree] = []
        var text = ""
    }

    /// Reads a document.
    static func read(_ bytes: [UInt8]) throws(CodingError) -> MarkupTree {
        var reader = try XML().reader(of: bytes)
        var open: [Open] = []
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                var prefixes =
                    open.last?.prefixes ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
                for attribute in attributes where attribute.isDeclaration {
                    let prefix = attribute.name.prefix.isEmpty ? "" : attribute.name.local
                    prefixes[prefix] = attribute.value
                }
                let own = attributes.filter { !$0.isDeclaration }
                open.append(Open(name: name, attributes: own, prefixes: prefixes))
            case .end:
                guard let last = open.popLast() else { continue }
                let element = MarkupTree(last)
                if open.isEmpty { return element }
                open[open.count - 1].children.append(element)
            case .characters(let text), .cdata(let text):
                if !open.isEmpty { open[open.count - 1].text += text }
            default: break
            }
        }
        // This cannot happen, because the XML reader refuses a document without a root.
        throw CodingError(.invalidValue, "the document has no element")
    }

    /// Returns the value of an attribute without a namespace.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name.local == attribute && $0.name.namespace.isEmpty }?.value
    }

    /// Returns the qualified name that is the value of an attribute.
    func qualifiedName(in attribute: String) -> Document.Name? {
        guard let value = self[attribute] else { return nil }
        let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        let local = String(parts[parts.count - 1])
        return Document.Name(local: local, namespace: prefixes[prefix] ?? "")
    }

    /// Returns the children with a name.
    func children(_ local: String, in namespace: String) -> [MarkupTree] {
        children.filter { $0.name.local == local && $0.name.namespace == namespace }
    }

    /// Returns the first child with a name.
    func child(_ local: String, in namespace: String) -> MarkupTree? {
        children(local, in: namespace).first
    }
}

/// The namespaces of WSDL and the formats that it uses.
enum DescriptionNamespace {
    static let wsdl = "http://schemas.xmlsoap.org/wsdl/"
    static let soap11 = "http://schemas.xmlsoap.org/wsdl/soap/"
    static let soap12 = "http://schemas.xmlsoap.org/wsdl/soap12/"
    static let schema = "http://www.w3.org/2001/XMLSchema"
}
