// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension API {
    /// The reference that identifies a failure: `/videoclub/problems/already-rented`.
    ///
    /// It is a path on the server that sends the problem, where a page describes the problem.
    package func problemType(of code: String) -> String {
        problemPath + "/" + KebabCase.name(from: code)
    }

    /// The path that precedes the references of the service's own failures: `/videoclub/problems`.
    public var problemPath: String { "/\(name)/problems" }

    /// The details of a declared failure.
    package func details(of problem: some Problem) -> ProblemDetails {
        var details = ProblemDetails(problem)
        details.type = problemType(of: problem.code)
        return details
    }

    /// The details of an error that a handler has thrown.
    func details<Failure: Problem>(of error: HandlerError<Failure>) -> ProblemDetails {
        switch error {
        case .failed(let failure): details(of: failure)
        case .problem(let problem): problem
        }
    }
}

extension ProblemDetails {
    /// The path that precedes the references of all other problems: `/problems`.
    public static let commonPath = "/problems"

    /// The reference for a status: `/problems/not-found`.
    ///
    /// - Parameter status: The status of a problem without a kind of its own.
    /// - Returns: The reference.
    public static func type(of status: Status) -> String {
        commonPath + "/" + slug(of: status)
    }

    /// The name of a status in references: `not-found`.
    package static func slug(of status: Status) -> String {
        let words = status.reasonPhrase.lowercased().split { !$0.isASCII || !$0.isLetter }
        return words.isEmpty ? "\(status.code)" : words.joined(separator: "-")
    }

    /// The details with their own reference, or else with that of their status; a page of the
    /// server describes each status.
    package var withType: ProblemDetails {
        guard type == "about:blank" else { return self }
        var details = self
        details.type = Self.type(of: status)
        return details
    }
}

extension Endpoint {
    /// Returns the problems of a call: the declared failures, and the problems that follow from its
    /// inputs and its caller.
    package static func problems(
        _ plan: EndpointLayout,
        in api: API
    ) -> (declared: [ProblemDetails], common: [Status]) {
        var common: [Status] = []
        if Caller.Credentials.self is any PeerCredentials.Type {
            common.append(.forbidden)
        } else if Caller.self != Anyone.self {
            common.append(.unauthorized)
        }
        if plan.content != nil {
            common += [.badRequest, .contentTooLarge, .unsupportedMediaType]
        }
        if plan.messages != nil { common += [.forbidden, .upgradeRequired] }
        if !plan.inputs.isEmpty { common.append(.unprocessableContent) }
        return (Failure.all.map { api.details(of: $0) }, common)
    }
}
