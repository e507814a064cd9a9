// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints

extension Schema {
    /// Returns the schema in JSON Schema 2020-12, with the XML names that OpenAPI does not imply.
    ///
    /// By default, OpenAPI gives the root element the name of the component, and a list has no
    /// element of its own.
    ///
    /// - Parameter xml: The options for writing the value.
    /// - Returns: The schema.
    func jsonSchema(in xml: XML) -> Value {
        guard var members = jsonSchema.objectValue else { return jsonSchema }
        guard case .array = kind else {
            members["xml"] = xml.root.map { ["name": Self.local($0)] }
            return .object(members)
        }
        guard let names = type.rootNames(in: xml) else { return jsonSchema }
        var items = members["items"]?.objectValue ?? [:]
        items["xml"] = ["name": Self.local(names.item)]
        members["items"] = .object(items)
        members["xml"] = ["name": Self.local(names.root), "wrapped": true]
        return .object(members)
    }

    /// Returns a name without its prefix or its namespace in braces.
    private static func local(_ name: String) -> Value {
        .string(name.split { $0 == "}" || $0 == ":" }.last.map(String.init) ?? name)
    }
}
