// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

// The following members identify elements by namespace, which envelopes such as SOAP's require;
// models ignore namespaces by default.

extension Document {
    /// The name of the root element with its namespace; `nil` in formats other than XML.
    package var rootElement: Name? { rootName }
}

extension Document.Name: CustomStringConvertible {
    /// The name, preceded by its namespace in braces: `{urn:example}Film`.
    package var description: String { namespace.isEmpty ? local : "{\(namespace)}\(local)" }
}

extension XML {
    /// True if a text can be the name of an element without a prefix.
    package static func isElementName(_ text: String) -> Bool {
        XMLName.isLocal(text.utf8)
    }
}

extension Document.Cursor {
    /// The child elements with their names, in document order; none for a value of another format.
    package var childElements: [(name: Document.Name, value: Document.Cursor)] {
        children { !$0.flags.contains(.attribute) && $0.length > 0 }
    }

    /// Returns the value of the attribute with a local name and namespace, if there is one.
    package func attribute(_ local: String, in namespace: String = "") -> String? {
        let name = Document.Name(local: local, namespace: namespace)
        return children { $0.flags.contains(.attribute) }.first { $0.name == name }?.value.string
    }

    private func children(
        where isWanted: (Document.Node) -> Bool
    ) -> [(name: Document.Name, value: Document.Cursor)] {
        guard isXML, kind == .object else { return [] }
        var found: [(name: Document.Name, value: Document.Cursor)] = []
        var position = index + 1
        let end = document.end(of: index)
        while position < end {
            let key = document.nodes[position]
            if isWanted(key) {
                let name = Document.Name(
                    local: document.text(of: key),
                    namespace: document.namespaces[Int(key.exponent)]
                )
                found.append((name, Document.Cursor(document: document, index: position + 1)))
            }
            position = document.end(of: position + 1)
        }
        return found
    }
}
