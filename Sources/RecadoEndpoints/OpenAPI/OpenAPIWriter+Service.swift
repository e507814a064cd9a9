// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

/// The parts of a document that a service adds to its declaration.
extension OpenAPIWriter {
    /// A page for people.
    static let page: Value = ["schema": ["type": "string"]]

    /// Whether answers are shown as pages to whoever prefers that.
    func hasView<E: Endpoint>(of endpoint: E.Type) -> Bool {
        service?.view(of: endpoint) != nil
    }

    /// The parameter of the query that asks for a format by its ending;
    /// `nil` where it asks for nothing.
    ///
    /// An input of that name is described as it is declared.
    func formatParameter<E: Endpoint>(of endpoint: E.Type, _ plan: EndpointLayout) -> Value? {
        guard service?.takesFormatParameter == true, plan.output != nil,
            !plan.inputs(in: .query).contains(where: { $0.wireName == "format" })
        else { return nil }
        let endings = E.answerFormats.map(\.pathExtension) + (hasView(of: endpoint) ? ["html"] : [])
        return [
            "name": "format",
            "in": "query",
            "required": false,
            "description": "The format of the answer.",
            "schema": ["type": "string", "enum": .array(endings.map { .string($0) })],
        ]
    }
}
