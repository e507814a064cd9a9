// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoEndpoints
public import RecadoHTTP

/// Examples of a call and its answer, as far as they can be derived from the declaration.
public struct EndpointExamples: Sendable {
    /// Content in a format.
    public struct Content: Sendable {
        /// The media type.
        public let mediaType: MediaType
        /// The content as text; JSON and XML have line breaks for readability.
        public let text: String
    }

    /// The content of a call, for each format that the endpoint takes.
    public private(set) var requests: [Content] = []
    /// The content of an answer, for each format that the endpoint answers in.
    public private(set) var answers: [Content] = []
    /// A message of a client in a WebSocket; `nil` for other endpoints.
    public private(set) var incoming: Content?
    /// A message of the server in a WebSocket; `nil` for other endpoints.
    public private(set) var outgoing: Content?

    /// Creates examples: values that the schemas allow, encoded by the endpoint's own types.
    init<E: Endpoint>(
        of endpoint: E.Type,
        _ plan: EndpointLayout,
        _ values: ExampleValues
    ) {
        if let content = plan.content {
            let value = values.value(of: content.schema, named: "")
            requests = Self.requests(endpoint, plan, values, value)
        }
        if let messages = plan.messages {
            incoming = Self.plain(values.value(of: messages.incoming, named: ""), in: .json)
            outgoing = Self.plain(values.value(of: messages.outgoing, named: ""), in: .json)
        }
        if let output = plan.output {
            let value = values.value(of: output, named: "")
            let typed = Self.decode(E.Output.self, from: value)
            answers = E.formats.forAnswers.compactMap { format in
                typed.flatMap { Self.content($0, in: format) } ?? Self.plain(value, in: format)
            }
        }
    }

    private static func requests<E: Endpoint>(
        _ endpoint: E.Type,
        _ plan: EndpointLayout,
        _ values: ExampleValues,
        _ value: Value
    ) -> [Content] {
        let path = plan.inputs(in: .path).map { input in
            (name: input.wireName, value: values.text(of: input.schema, named: input.wireName))
        }
        let query = plan.inputs.filter { $0.location == .query && $0.isRequired }.map { input in
            (name: input.wireName, value: values.text(of: input.schema, named: input.wireName))
        }
        let content = (try? JSON().encode(value)) ?? []
        let inputs = IncomingInputs(
            path: try? Document(pairs: path),
            query: try? Document(pairs: query),
            fields: nil,
            content: try? Format.json.document(from: content)
        )
        let call = try? EndpointReader<E>(plan: plan, library: values.library).read(inputs)
        return E.formats.compactMap { format in
            guard let call, let base = try? URI("http://localhost"),
                let request = try? call.request(base: base, format: format),
                let bytes = request.content.bytes
            else { return plain(value, in: format) }
            return shown(bytes, in: format)
        }
    }

    private static func decode<T: Decodable>(_ type: T.Type, from value: Value) -> T? {
        guard let bytes = try? JSON().encode(value) else { return nil }
        return try? JSON().decode(type, from: bytes)
    }

    private static func content(_ value: some Encodable, in format: Format) -> Content? {
        guard let bytes = try? format.encode(value).bytes else { return nil }
        return shown(bytes, in: format)
    }

    /// Returns the value as JSON, encoded without the endpoint's own type; `nil` for other formats.
    private static func plain(_ value: Value, in format: Format) -> Content? {
        format == .json ? content(value, in: format) : nil
    }

    private static func shown(_ bytes: [UInt8], in format: Format) -> Content {
        var text = String(decoding: bytes, as: UTF8.self)
        if format == .json {
            var pretty = JSON()
            pretty.isPretty = true
            let value = try? JSON().decode(Value.self, from: bytes)
            if let value, let bytes = try? pretty.encode(value) {
                text = String(decoding: bytes, as: UTF8.self)
            }
        } else if format == .xml {
            text = indented(text)
        }
        return Content(mediaType: format.mediaType, text: text)
    }

    /// Returns XML with each tag that directly follows another tag on a new line.
    private static func indented(_ xml: String) -> String {
        let tags = xml.replacing("?><", with: "?>\n<").replacing("><", with: ">\n<")
        var depth = 0
        let lines = tags.split(separator: "\n").map { line in
            let isEnd = line.hasPrefix("</")
            if isEnd { depth = max(0, depth - 1) }
            let indent = String(repeating: "  ", count: depth)
            let opens = !isEnd && !line.hasPrefix("<?") && !line.hasSuffix("/>")
            if opens, !line.contains("</") { depth += 1 }
            return indent + line
        }
        return lines.joined(separator: "\n")
    }
}
