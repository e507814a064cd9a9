// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

extension DocumentationPage {
    /// Returns the section about the messages that client and server send over a WebSocket.
    func answer(_ dialogue: EndpointDescription.WebSocket, of endpoint: EndpointDescription) -> HTML
    {
        let names = dialogue.subprotocols.joined(separator: ", ")
        let protocols: HTML? =
            names.isEmpty ? nil : "<p>\(words.protocols): <code>\(names)</code></p>"
        return """
            <h4>\(words.answer)</h4>
            <p><b>\(endpoint.success.code) \(endpoint.success.reasonPhrase)</b>, WebSocket</p>
            \(protocols)
            \(side(words.clientSays, dialogue.incoming, endpoint.examples.incoming))
            \(side(words.serverSays, dialogue.outgoing, endpoint.examples.outgoing))
            """
    }

    private func side(
        _ title: String,
        _ schema: Schema,
        _ example: EndpointExamples.Content?
    ) -> HTML {
        """
        <h4>\(title)</h4>
        <p><code>application/json</code>: \(schemas.line(schema))</p>
        \(schemas.members(of: schema))
        \(examples(example.map { [$0] } ?? []))
        """
    }
}
