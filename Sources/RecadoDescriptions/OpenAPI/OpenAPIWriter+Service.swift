// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
import RecadoHTTP

/// The parts of a document that a service adds to its declaration.
extension OpenAPIWriter {
    /// The content of an HTML page, which is described as plain text.
    static let page: Value = ["schema": ["type": "string"]]

    /// True if clients that prefer HTML get the endpoint's answers as HTML pages.
    func hasView<E: Endpoint>(of endpoint: E.Type) -> Bool {
        service?.view(of: endpoint) != nil
    }

    /// Returns the query parameter that selects a format by its extension; `nil` if it has no
    /// effect.
    ///
    /// The parameter has no effect if the endpoint declares an input with the name `format`,
    /// because the declaration then describes the parameter.
    func formatParameter<E: Endpoint>(of endpoint: E.Type, _ plan: EndpointLayout) -> Value? {
        guard service?.takesFormatParameter == true, plan.output != nil,
            !plan.inputs(in: .query).contains(where: { $0.wireName == "format" })
        else { return nil }
        let endings =
            E.responseFormats.map(\.pathExtension) + (hasView(of: endpoint) ? ["html"] : [])
        return [
            "name": "format",
            "in": "query",
            "required": false,
            "description": "The format of the answer.",
            "schema": ["type": "string", "enum": .array(endings.map { .string($0) })],
        ]
    }
}
