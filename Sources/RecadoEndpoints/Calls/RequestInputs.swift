// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

/// Reads the inputs of an endpoint from the path, the query and the fields of a request.
package struct RequestInputs: Sendable {
    private let parameterNames: [String]
    private let headerNames: [FieldName]
    private let hasQuery: Bool
    /// The separators of lists that travel in one text, keyed by the place and the name of the
    /// list.
    private let separators: [InputLocation: [String: Character]]

    package init(of route: Route, _ plan: EndpointLayout) {
        parameterNames = route.parameters
        headerNames = plan.inputs.compactMap { input in
            if case .header(let name) = input.location { name } else { nil }
        }
        hasQuery = !plan.inputs(in: .query).isEmpty
        var separators: [InputLocation: [String: Character]] = [:]
        for input in plan.inputs {
            guard let separator = input.lists?.separator else { continue }
            separators[input.location, default: [:]][input.wireName] = separator
        }
        self.separators = separators
    }

    /// True if inputs may be in the path, the query or the fields.
    package var mayBeThere: Bool { hasQuery || !parameterNames.isEmpty || !headerNames.isEmpty }

    /// Returns the inputs in the path, given its escaped parameters; `nil` if there are none.
    package func path(_ parameters: [Substring]) throws(ProblemDetails) -> Document? {
        var pairs: [(name: String, value: String)] = []
        for (name, text) in zip(parameterNames, parameters) {
            guard let values = elements(of: text, name) else {
                let detail = Language.words(
                    "{\(name)} in the path is no escaped UTF-8.",
                    es: "{\(name)} en la ruta no es UTF-8 escapado."
                )
                throw ProblemDetails(status: .badRequest, detail: detail)
            }
            pairs += values.map { (name, $0) }
        }
        return try document(pairs)
    }

    /// Returns the elements of the list in a path segment, or the whole segment if it is not a
    /// list; `nil` if the segment is not percent-encoded UTF-8.
    private func elements(of segment: Substring, _ name: String) -> [String]? {
        guard let separator = separators[.path]?[name] else {
            return PercentEncoding.decode(segment).map { [$0] }
        }
        // An escaped comma is part of an element. Other separators can occur in a URI only in
        // escaped form, so the segment is unescaped before it is split.
        guard separator == "," else {
            return PercentEncoding.decode(segment)?.split(
                separator: separator,
                omittingEmptySubsequences: false
            ).map(String.init)
        }
        let parts = segment.split(separator: ",", omittingEmptySubsequences: false)
        let elements = parts.compactMap { PercentEncoding.decode($0) }
        return elements.count == parts.count ? elements : nil
    }

    /// Splits lists, so that each element becomes a pair.
    private func split(
        _ pairs: [(name: String, value: String)],
        in location: InputLocation
    ) -> [(name: String, value: String)] {
        guard let separators = separators[location] else { return pairs }
        return pairs.flatMap { name, value in
            guard let separator = separators[name] else { return [(name: name, value: value)] }
            return value.split(separator: separator).map { (name: name, value: String($0)) }
        }
    }

    /// Splits lists in a query, so that each element becomes a pair.
    private func split(_ query: Substring) -> String {
        guard let separators = separators[.query] else { return String(query) }
        return query.split(separator: "&").flatMap { pair -> [String] in
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let name = PercentEncoding.decodeForm(parts[0]),
                let separator = separators[name]
            else { return [String(pair)] }
            return Self.elements(of: parts[1], separator).map { "\(parts[0])=\($0)" }
        }.joined(separator: "&")
    }

    /// Returns the elements of a list in a query, still escaped.
    ///
    /// An escaped comma is part of an element (RFC 6570 §2.3). Spaces and `|` cannot occur
    /// unescaped in a URI, so escaped ones are separators (OpenAPI 3.1 §4.8.12).
    private static func elements(of value: Substring, _ separator: Character) -> [Substring] {
        let marked =
            switch separator {
            case " ": value.replacing("%20", with: "+")
            case "|": value.replacing("%7C", with: "|").replacing("%7c", with: "|")
            default: value
            }
        let mark: Character = separator == " " ? "+" : separator
        return marked.split(separator: mark, omittingEmptySubsequences: false)
    }

    /// Returns the inputs in the query; `nil` if there are none.
    package func query(of request: Request) throws(ProblemDetails) -> Document? {
        guard hasQuery, let query = request.query else { return nil }
        do throws(CodingError) {
            return try URLEncodedForm().document(from: Array(split(query).utf8))
        } catch {
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words("The query: \(error)", es: "La consulta: \(error)")
            )
        }
    }

    /// Returns the inputs in fields; `nil` if there are none.
    package func fields(of request: Request) throws(ProblemDetails) -> Document? {
        guard !headerNames.isEmpty else { return nil }
        let pairs = headerNames.flatMap { name in
            let values = request.fields[values: name].map { (name: name.rawName, value: $0) }
            return split(values, in: .header(name))
        }
        let trimmed = pairs.map { pair in
            (name: pair.name, value: separators.isEmpty ? pair.value : Self.trimmed(pair.value))
        }
        return try document(trimmed)
    }

    /// Returns the inputs in content of the given format.
    package static func content(
        _ bytes: [UInt8],
        in format: Format,
        _ mediaType: MediaType?
    ) throws(ProblemDetails) -> Document {
        do throws(CodingError) {
            return try format.received(bytes, mediaType: mediaType)
        } catch {
            var problem = ProblemDetails(status: .badRequest, detail: "\(error)")
            if format.isForResources { problem.errors = [InputError(of: error)] }
            throw problem
        }
    }

    /// Returns the text without surrounding spaces, which elements of lists in fields may have.
    private static func trimmed(_ text: String) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private func document(
        _ pairs: [(name: String, value: String)]
    ) throws(ProblemDetails) -> Document? {
        guard !pairs.isEmpty else { return nil }
        do throws(CodingError) {
            return try Document(pairs: pairs)
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "\(error)")
        }
    }
}

extension Request {
    /// True if the content has a coding, such as compression (RFC 9110 §8.4).
    package var hasContentCoding: Bool {
        fields[values: .contentEncoding].contains { $0.lowercased() != "identity" }
    }
}
