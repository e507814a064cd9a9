// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
public import RecadoHTTP

extension Endpoint {
    /// Returns the request that calls the endpoint.
    ///
    /// Inputs that are `nil` are left out. If `format` is `nil`, the content travels in the first
    /// of ``formats``, and all of ``responseFormats`` are accepted for the answer.
    ///
    /// - Parameters:
    ///   - base: The address that comes before the route, such as `https://example.org/videoclub`.
    ///   - format: The only format for the content and, if it suits, for the answer: a member of
    ///     ``formats``; `nil` by default.
    /// - Returns: The request, ready to be sent.
    /// - Throws: ``InvalidCall`` when an input cannot travel where it was declared.
    public func request(base: URI, format: Format? = nil) throws(InvalidCall) -> Request {
        if let flaw = Self.route.flaw { throw InvalidCall(input: Self.name, reason: flaw) }
        // Uses the endpoint's own format of this media type, which has the declared options.
        let named = format.flatMap { wanted in Self.formats.first { $0 == wanted } }
        if let format, named == nil {
            let reason = "it does not travel as \(format.fieldValue)"
            throw InvalidCall(input: Self.name, reason: reason)
        }
        let formats = named.map { [$0] } ?? Self.formats
        let inputs = OutgoingInputs(format: formats.first ?? .json, styles: Self.parameterStyles)
        do {
            try encode(to: InputEncoder(inputs: inputs))
            if let content = try inputs.resource?(inputs.identity(named: Self.identityParameter)) {
                inputs.content = content
            }
        } catch let failure as InvalidCall {
            throw failure
        } catch {
            throw InvalidCall(input: Self.name, reason: "\(error)")
        }
        var target = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        target += try Self.path(filledWith: inputs)
        if !inputs.query.isEmpty {
            target += "?"
            target += inputs.query
        }
        var request = Request(
            method: Self.route.method,
            scheme: base.scheme,
            authority: base.authority ?? "",
            target: target,
            fields: inputs.fields
        )
        request.fields[.accept] = Self.answers(to: format).fieldValue
        if let (content, fieldValue) = inputs.content {
            request.fields[.contentType] = fieldValue
            request.content = content
        }
        return request
    }

    /// The last path parameter of PUT or PATCH, which identifies the resource that the content
    /// changes; `nil` if the path does not end in a parameter.
    package static var identityParameter: String? {
        guard [.put, .patch].contains(route.method),
            case .parameter(let name)? = route.segments.last
        else { return nil }
        return name
    }

    /// Returns the formats that are accepted for the answer: the given format, or
    /// ``responseFormats`` if the format is `nil` or unsuitable for the answer.
    private static func answers(to format: Format?) -> [Format] {
        guard let format, format.isForAnswers, !(Output.self is any StreamedOutput.Type) else {
            return responseFormats
        }
        return [format]
    }

    private static func path(filledWith inputs: OutgoingInputs) throws(InvalidCall) -> String {
        var path = ""
        for segment in route.segments {
            path += "/"
            switch segment {
            case .literal(let text):
                path += PercentEncoding.encode(text, keeping: .pathSegment)
            case .parameter(let name):
                guard let input = inputs.path.last(where: { $0.name == name }) else {
                    throw InvalidCall(input: name, reason: "the path needs it")
                }
                let value = input.text
                // The algorithm of RFC 3986 §5.2.4 would remove dot segments, and an empty segment
                // would match another route.
                guard !value.isEmpty, value != ".", value != ".." else {
                    throw InvalidCall(input: name, reason: "“\(value)” cannot be part of a path")
                }
                path += input.segment
            }
        }
        return path
    }
}

/// The error for an input that cannot travel where it was declared; no request is sent.
public struct InvalidCall: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the input, or of the endpoint when no particular input is invalid.
    public let input: String
    /// The reason that the input is invalid.
    public let reason: String

    package init(input: String, reason: String) {
        self.input = input
        self.reason = reason
    }

    /// The input and the reason, in one line.
    public var description: String { "\(input): \(reason)" }
}

/// The inputs of a call, in the form in which they travel.
final class OutgoingInputs {
    let format: Format
    private let styles: [String: ParameterStyle]
    /// The parameters of the path, both unescaped and escaped.
    var path: [(name: String, text: String, segment: String)] = []
    /// The query, escaped.
    var query = ""
    var fields = Fields()
    var content: (content: Content, fieldValue: String)?
    /// Encodes the content after the path is known, because the path may identify the resource.
    var resource: ((String?) throws -> (content: Content, fieldValue: String))?

    init(format: Format, styles: [String: ParameterStyle] = [:]) {
        self.format = format
        self.styles = styles
    }

    func add<I: Input>(_ input: I, property: String) throws {
        let style = styles.isEmpty ? nil : styles[property]
        let name = EndpointLayout.wireName(of: property, in: I.location, style)
        switch I.location {
        case .path:
            guard let (text, segment) = try Self.segment(of: input, name, style?.lists) else {
                return
            }
            path.append((name, text, segment))
        case .query:
            let pairs = try Self.queryPairs(of: input, name, style?.lists ?? .repeats)
            if pairs.isEmpty { return }
            if !query.isEmpty { query += "&" }
            query += pairs
        case .header(let fieldName):
            guard let text = try Self.text(of: input, name, style?.lists) else { return }
            guard Fields.isValid(text) else {
                throw InvalidCall(input: name, reason: "a field holds no control characters")
            }
            fields.append(text, to: fieldName)
        case .content:
            if let optional = input.wrappedValue as? any OptionalValue, optional.isMissing {
                if I.Value.self is any StreamedInput.Type { return }
            }
            if let streamed = input.wrappedValue as? any StreamedInput {
                content = streamed.content(among: [format])
            } else if format.isForResources {
                let value = input.wrappedValue
                resource = { [format] identity in
                    let (bytes, fieldValue) = try format.encode(value, addressing: identity)
                    return (Content(bytes), fieldValue)
                }
            } else {
                let (bytes, fieldValue) = try format.encode(input)
                content = (Content(bytes), fieldValue)
            }
        }
    }

    /// Returns the value of the path parameter with the given name.
    func identity(named name: String?) -> String? {
        path.last { $0.name == name }?.text
    }
}

/// An input that is encoded as a container with its name as the only key.
struct NamedInput<I: Input>: Encodable {
    let name: String
    let input: I

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        let value = input.wrappedValue
        if let optional = value as? any OptionalValue, optional.isMissing { return }
        try container.encode(value, forKey: AnyCodingKey(stringValue: name))
    }
}

/// A type whose value may be missing: an optional.
protocol OptionalValue {
    var isMissing: Bool { get }
}

extension Optional: OptionalValue {
    var isMissing: Bool { if case .none = self { true } else { false } }
}
