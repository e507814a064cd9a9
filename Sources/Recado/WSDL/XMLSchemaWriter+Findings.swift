// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding

extension XMLSchemaWriter {
    /// The names that cannot be those of elements or attributes, each with the type that has it.
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
        properties.filter { !$0.isXMLText && !XML.isElementName($0.elementName) }.map {
            "“\($0.name)” of \(owner) cannot be the name of an element"
        }
    }
}
