// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoCoding
import RecadoContracts
import RecadoEndpoints

/// The options of the playground's calls that determine how answers are read; they do not change
/// the request.
enum ReadingOptions {
    private static let manner = CommandOption(
        "read-as",
        "plain|envelope",
        about: """
            How the answer is read: by its status, or as an envelope of an error and a value; plain by \
            default.
            """,
        values: ["plain", "envelope"]
    )
    private static let root = CommandOption(
        "read-root",
        "path",
        about: "The place of the value; the root, or respuesta in an envelope, by default."
    )
    private static let errorRoot = CommandOption(
        "read-error-root",
        "path",
        about: "The place of the error; the root, or error in an envelope, by default."
    )

    /// Returns the reading options for a service's calls; only the playground has any.
    static func of(_ api: API) -> [CommandOption] {
        api.name == Playground.api.name ? [manner, root, errorRoot] : []
    }

    /// Returns the rules that the options describe.
    static func rules(_ arguments: ParsedArguments) -> ResponseRules {
        let root = arguments[root].map { CodingPath($0) }
        let errorRoot = arguments[errorRoot].map { CodingPath($0) }
        let error = ReportedError.self
        guard arguments[manner] != "envelope" else {
            return .envelope(error, error: errorRoot ?? "error", value: root ?? "respuesta")
        }
        let model = ErrorModel(error, at: errorRoot ?? .root, for: refusals)
        return ResponseRules(root: root, errors: [model])
    }

    private static let refusals: StatusSet = [.redirection, .clientError, .serverError]
}

/// The playground's error format, which an answer of any status can contain.
private struct ReportedError: Decodable, ErrorReporting, CustomStringConvertible {
    private let error: Playground.ServiceError

    init(from decoder: any Decoder) throws { error = try Playground.ServiceError(from: decoder) }

    var isError: Bool { error.isError }
    var description: String { error.description }
}
