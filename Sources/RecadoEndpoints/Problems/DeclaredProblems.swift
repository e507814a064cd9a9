// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoHTTP

extension API {
    /// Returns the URI reference that identifies a failure, the `type` of its problem details:
    /// `/videoclub/problems/already-rented`.
    ///
    /// It is a path on the server; the page at this path describes the problem.
    package func problemType(of code: String) -> String {
        problemPath + "/" + KebabCase.name(from: code)
    }

    /// The path below which the service describes its own failures: `/videoclub/problems`.
    public var problemPath: String { "/\(name)/problems" }

    /// Returns the details of a declared failure.
    package func details(of problem: some Problem) -> ProblemDetails {
        var details = ProblemDetails(problem)
        details.type = problemType(of: problem.code)
        return details
    }

    /// Returns the details of an error that a handler has thrown.
    func details<Failure: Problem>(of error: HandlerError<Failure>) -> ProblemDetails {
        switch error {
        case .failed(let failure): details(of: failure)
        case .problem(let problem): problem
        }
    }
}

extension ProblemDetails {
    /// The path below which a server describes all other problems: `/problems`.
    public static let commonPath = "/problems"

    /// Returns the URI reference that identifies a status, the `type` of its problem details:
    /// `/problems/not-found`.
    ///
    /// - Parameter status: The status of a problem without a type of its own.
    /// - Returns: The URI reference.
    public static func type(of status: Status) -> String {
        commonPath + "/" + slug(of: status)
    }

    /// Returns the name of a status, as problem types contain it: `not-found`.
    package static func slug(of status: Status) -> String {
        let words = status.reasonPhrase.lowercased().split { !$0.isASCII || !$0.isLetter }
        return words.isEmpty ? "\(status.code)" : words.joined(separator: "-")
    }

    /// The details with their own type, or with the type of their status if they have none.
    package var withType: ProblemDetails {
        guard type == "about:blank" else { return self }
        var details = self
        details.type = Self.type(of: status)
        return details
    }
}

extension Endpoint {
    /// Returns the problems that a call may be answered with: the declared failures, and the
    /// problems that follow from the inputs and the caller.
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
