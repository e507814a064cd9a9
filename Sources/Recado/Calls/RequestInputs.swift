// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

package import RecadoCoding
package import RecadoHTTP

/// Takes the inputs of an endpoint out of the path, the query and the fields of a request.
package struct RequestInputs: Sendable {
    private let parameterNames: [String]
    private let headerNames: [FieldName]
    private let hasQuery: Bool

    package init(of route: Route, _ plan: EndpointPlan) {
        parameterNames = route.parameters
        headerNames = plan.inputs.compactMap { input in
            if case .header(let name) = input.location { name } else { nil }
        }
        hasQuery = !plan.inputs(in: .query).isEmpty
    }

    /// False where content alone may hold inputs.
    package var mayBeThere: Bool { hasQuery || !parameterNames.isEmpty || !headerNames.isEmpty }

    /// The inputs in the path, whose parameters are still escaped; `nil` if there are none.
    package func path(_ parameters: [Substring]) throws(ProblemDetails) -> Document? {
        var pairs: [(name: String, value: String)] = []
        for (name, text) in zip(parameterNames, parameters) {
            guard let value = PercentEncoding.decode(text) else {
                let detail = Language.words(
                    "{\(name)} in the path is no escaped UTF-8.",
                    es: "{\(name)} en la ruta no es UTF-8 escapado."
                )
                throw ProblemDetails(status: .badRequest, detail: detail)
            }
            pairs.append((name, value))
        }
        return try document(pairs)
    }

    /// The inputs in the query; `nil` if there are none.
    package func query(of request: Request) throws(ProblemDetails) -> Document? {
        guard hasQuery, let query = request.query else { return nil }
        do throws(CodingFailure) {
            return try URLEncodedForm().document(from: Array(query.utf8))
        } catch {
            throw ProblemDetails(
                status: .badRequest,
                detail: Language.words("The query: \(error)", es: "La consulta: \(error)")
            )
        }
    }

    /// The inputs in fields; `nil` if there are none.
    package func fields(of request: Request) throws(ProblemDetails) -> Document? {
        guard !headerNames.isEmpty else { return nil }
        return try document(
            headerNames.flatMap { name in
                request.fields[values: name].map { (name: name.rawName, value: $0) }
            }
        )
    }

    /// The inputs in content of a format.
    package static func content(
        _ bytes: [UInt8],
        in format: Format,
        _ mediaType: MediaType?
    ) throws(ProblemDetails) -> Document {
        do throws(CodingFailure) {
            return try format.received(bytes, mediaType: mediaType)
        } catch {
            var problem = ProblemDetails(status: .badRequest, detail: "\(error)")
            if format.isForResources { problem.errors = [InputError(of: error)] }
            throw problem
        }
    }

    private func document(
        _ pairs: [(name: String, value: String)]
    ) throws(ProblemDetails) -> Document? {
        guard !pairs.isEmpty else { return nil }
        do throws(CodingFailure) {
            return try Document(pairs: pairs)
        } catch {
            throw ProblemDetails(status: .badRequest, detail: "\(error)")
        }
    }
}

extension Request {
    /// True for content that was coded, such as compressed (RFC 9110 §8.4).
    package var hasContentCoding: Bool {
        fields[values: .contentEncoding].contains { $0.lowercased() != "identity" }
    }
}
