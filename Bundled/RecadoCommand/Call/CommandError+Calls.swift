// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoClient
import RecadoEndpoints
import RecadoHTTP

/// The service and the user of a call, which error messages name.
struct CallPlace: Sendable {
    /// The base URL of the service's paths.
    let base: String
    /// The name of the service.
    let service: String
    /// The user of the call; `nil` for an anonymous call.
    let user: String?
}

extension CommandError {
    /// Creates the failure of a call, with an exit code and lines that state the error, the service
    /// and a possible remedy.
    ///
    /// - Parameters:
    ///   - error: The error of the call.
    ///   - place: The service and the user of the call.
    init<F: Error>(_ error: CallError<F>, _ place: CallPlace) {
        let code: Int32 =
            switch (error.kind, error.status?.class) {
            case (.invalid, _): 2
            case (_, .clientError): 4
            case (.unreachable, nil), (.timedOut, _), (.cancelled, _): 3
            default: 5
            }
        if error.status == nil, let unreached = error.transportError, code == 3 {
            let advice = TransportAdvice(unreached, at: place.base, isNamedByServer: true)
                .lines
            self.init(code: code, lines: advice.map(\.description))
            return
        }
        var lines = [Self.summary(of: error)]
        for refused in error.problem?.errors ?? [] {
            let input = refused.parameter ?? refused.header ?? refused.pointer ?? ""
            lines.append(input.isEmpty ? refused.detail : "\(input): \(refused.detail)")
        }
        lines += Self.whereabouts(of: error, place)
        lines += Self.advice(on: error, place).map(\.description)
        self.init(code: code, lines: lines)
    }

    /// Returns a summary of the error: the status, with the server's message or the declared
    /// message.
    private static func summary<F>(of error: CallError<F>) -> String {
        let status = error.status
        if error.kind == .unreadable, let status {
            let reason = error.codingFailure.map { "\($0)" } ?? error.reason
            return LocalizedText("\(status), but the answer cannot be read: \(reason)").description
        }
        if error.transportError != nil, let status, status.class == .success {
            return LocalizedText("\(status), but the answer did not arrive whole: \(error.reason)")
                .description
        }
        // A service without problem details reports only its status.
        if let problem = error.problem, !problem.title.isEmpty { return problem.description }
        if let failure = error.failure as? any Problem {
            return "\(failure.status.code) \(failure.title)"
        }
        if let own = error.serviceError { return "\(own)" }
        return status.map { "\($0)" } ?? error.description
    }

    private static func whereabouts<F>(of error: CallError<F>, _ place: CallPlace) -> [String] {
        guard error.status != nil, let method = error.method else { return [] }
        let request = "\(method) \(error.uri)"
        guard let user = place.user else { return [request] }
        return [LocalizedText("\(request), as \(user)").description]
    }

    private static func advice<F>(
        on error: CallError<F>,
        _ place: CallPlace
    ) -> [LocalizedText] {
        if let remedy = (error.failure as? any Problem)?.remedy { return ["\(remedy)"] }
        switch (error.status, place.user) {
        case (.unauthorized?, nil): return ["name the user: --user name"]
        case (.unauthorized?, let user?): return ["is the password that of \(user)?"]
        case (.notFound?, _) where error.kind == .refused && error.problem?.detail == nil:
            return ["does the server have \(place.service)? Its paths begin with \(place.base)"]
        default: return []
        }
    }
}

extension CallError {
    /// The reason for the error, without the request.
    fileprivate var reason: String {
        guard let method, description.hasPrefix("\(method) \(uri): ") else { return description }
        return String(description.dropFirst("\(method) \(uri): ".count))
    }
}
