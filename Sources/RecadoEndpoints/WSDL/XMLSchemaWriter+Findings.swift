// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension XMLSchemaWriter {
    /// Returns a message for each name that XML does not allow, with the type that contains the
    /// name.
    func findings(_ description: SOAPDescription) -> [String] {
        var findings: [String] = []
        for operation in description.operations {
            findings += self.findings(in: operation.inputs, of: operation.name)
        }
        for (name, definition) in library.definitions.sorted(by: { $0.key < $1.key }) {
            guard case .object(let properties) = definition.kind else { continue }
            if !XML.isElementName(name) {
                findings.append("“\(name)” cannot be the name of a type in XML")
            }
            findings += self.findings(in: properties, of: name)
        }
        return findings
    }

    private func findings(in properties: [Schema.Property], of owner: String) -> [String] {
        properties.flatMap { property -> [String] in
            let name = property.elementName
            let isFit = property.isXMLText || XML.isElementName(name)
            let own =
                isFit ? [] : ["“\(property.name)” of \(owner) cannot be the name of an element"]
            return own + findings(in: Self.inlined(property.schema), of: "\(name) of \(owner)")
        }
    }

    /// Returns the properties of an unnamed object, or of the unnamed objects in a list; coding
    /// keys that are paths produce such objects.
    private static func inlined(_ schema: Schema) -> [Schema.Property] {
        switch schema.kind {
        case .object(let properties): properties
        case .array(let element): inlined(element)
        default: []
        }
    }
}
