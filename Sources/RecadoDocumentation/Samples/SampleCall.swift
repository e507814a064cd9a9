// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoDescriptions
import RecadoEndpoints
import RecadoHTTP

/// A call of an endpoint with example values, which is written as samples in several languages.
struct SampleCall: Sendable {
    /// The ways in which samples read a response.
    enum Reading: Sendable {
        case whole, events, lines, messages
    }

    /// Content of the call.
    struct Body: Sendable {
        let mediaType: String
        let text: String
        /// The content as a value; `nil` if the content is not JSON.
        let value: Value?
    }

    let method: Method
    /// The address of the server, without a slash at its end.
    let server: String
    /// The path, with its parameters filled in.
    let path: String
    let query: QueryItems
    let fields: [(name: String, value: String)]
    let body: Body?
    let reading: Reading
    /// The authentication schemes that the endpoint accepts; samples use the first one.
    let schemes: [SecurityScheme]
    /// The user name and the password in samples.
    let user: (name: String, password: String)

    /// Creates a call with values for the required inputs, and for inputs that have sample values.
    init(_ endpoint: EndpointDescription, values: ExampleValues, settings: SampleSettings) {
        method = endpoint.method
        server = settings.server
        schemes = endpoint.caller?.schemes ?? []
        user = settings.user
        var (path, query) = (endpoint.path, QueryItems())
        var fields: [(name: String, value: String)] = []
        for input in endpoint.inputs {
            let own = input.location == .query ? values.samples["?" + input.name] : nil
            let text =
                own
                ?? Self.text(values.value(of: input.schema.withoutNull, named: input.name))
            switch input.location {
            case .path:
                path = path.replacing(
                    "{\(input.name)}",
                    with: PercentEncoding.encode(text, keeping: .pathSegment)
                )
            case .query where input.isRequired || own != nil:
                query.append(text, to: input.name)
            case .header where input.isRequired: fields.append((input.name, text))
            default: break
            }
        }
        for case .query(let name) in schemes.prefix(1) { query.append("KEY", to: name) }
        (self.path, self.query, self.fields) = (path, query, fields)
        body = Self.body(of: endpoint)
        reading = Self.reading(of: endpoint)
    }

    /// The path with the query.
    var target: String { query.isEmpty ? path : "\(path)?\(query.formEncoded)" }

    /// The authentication scheme that samples use; `nil` if anyone may call.
    var scheme: SecurityScheme? { schemes.first }

    private static func body(of endpoint: EndpointDescription) -> Body? {
        let examples = endpoint.examples.requests
        guard let example = examples.first(where: { $0.mediaType == .json }) ?? examples.first
        else { return nil }
        let value = example.mediaType == .json ? try? JSON().value(from: example.text) : nil
        return Body(mediaType: "\(example.mediaType)", text: example.text, value: value)
    }

    private static func reading(of endpoint: EndpointDescription) -> Reading {
        if endpoint.dialogue != nil { return .messages }
        guard endpoint.isStream else { return .whole }
        let first = endpoint.responseFormats.first?.mediaType.description ?? ""
        return first == "text/event-stream" ? .events : .lines
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .string(let text): text
        case .array(let elements): elements.first.map(text) ?? ""
        default: value.description
        }
    }
}

/// The settings that all samples share.
struct SampleSettings: Sendable {
    /// The address of the server, without a slash at its end.
    var server = "http://localhost:3000"
    /// The user name and the password in samples.
    var user = (name: "user", password: "password")
    /// The command line that can also call the application; `nil` for none.
    var command: DocumentedCommand?
    /// The path of the application's first page, to which pages have a link; `nil` for none.
    var home: String?
}
