// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import Recado
import RecadoCoding
import RecadoHTTP

/// An endpoint as its documentation shows it, whatever its type.
struct EndpointDocument: Sendable {
    /// Who may call.
    struct Caller: Sendable {
        let name: String
        let realm: String
        let schemes: [SecurityScheme]
    }

    /// What it declares beside its inputs and outputs.
    struct Terms: Sendable {
        let contentLimit: Int
        let quota: Quota?
        let caching: String?
        let preconditions: Preconditions
        let idempotencyKeys: IdempotencyKeys
    }

    /// What both sides of a WebSocket say.
    struct Dialogue: Sendable {
        let incoming: Schema
        let outgoing: Schema
        /// The protocols that are spoken within it, the best first.
        let subprotocols: [String]

        init?(_ endpoint: any Endpoint.Type, _ plan: EndpointPlan) {
            guard let messages = plan.messages else { return nil }
            incoming = messages.incoming
            outgoing = messages.outgoing
            subprotocols = (endpoint as? any WebSocketEndpoint.Type)?.subprotocols ?? []
        }
    }

    let name: String
    let about: About
    let method: Method
    /// The path as a template, with the service's prefix.
    let path: String
    let plan: EndpointPlan
    let formats: [Format]
    /// The formats of answers, which are others for streams.
    let answerFormats: [Format]
    /// Whether the answer is sent piece by piece, while it comes into being.
    let isStream: Bool
    /// `nil` where there is no WebSocket.
    let dialogue: Dialogue?
    let success: Status
    /// The declared failures, each with what can be done about it.
    let failures: [(problem: ProblemDetails, remedy: String?)]
    /// The problems that every endpoint of its kind has.
    let commonProblems: [Status]
    /// `nil` where anyone may call.
    let caller: Caller?
    let terms: Terms
    let examples: EndpointExamples

    init<E: Endpoint>(
        _ endpoint: E.Type,
        of service: Service,
        with recorder: SchemaRecorder,
        samples: [String: String]
    ) throws {
        let plan = try EndpointPlan(of: endpoint, with: recorder)
        self.plan = plan
        name = E.name
        about = E.about
        method = E.route.method
        path = service.api.prefix + E.route.path
        formats = E.formats
        answerFormats = E.answerFormats
        isStream = E.Output.self is any StreamedOutput.Type
        dialogue = Dialogue(endpoint, plan)
        success = E.success
        failures = E.Failure.all.map { (service.api.details(of: $0), $0.remedy) }
        let isRead = E.route.method == .get
        terms = Terms(
            contentLimit: E.contentLimit,
            quota: E.quota ?? service.quota,
            caching: isRead ? E.caching.fieldValue : nil,
            preconditions: isRead ? .ignored : E.preconditions,
            idempotencyKeys: E.idempotencyKeys
        )
        caller = Self.caller(of: E.Caller.self)
        commonProblems = Self.commonProblems(E.problems(plan, in: service.api).common, terms)
        examples = EndpointExamples(
            of: endpoint,
            plan,
            in: service.api,
            recorder.library,
            samples
        )
    }

    private static func caller<C: Recado.Caller>(of type: C.Type) -> Caller? {
        guard C.self != Anyone.self else { return nil }
        return Caller(name: "\(C.self)", realm: C.realm, schemes: C.Credentials.securitySchemes)
    }

    /// The statuses of problems that the declaration brings along, in the order of their codes.
    private static func commonProblems(_ statuses: [Status], _ terms: Terms) -> [Status] {
        var statuses = Set(statuses + [.notAcceptable])
        if terms.quota != nil { statuses.insert(.tooManyRequests) }
        if terms.preconditions != .ignored { statuses.insert(.preconditionFailed) }
        if terms.preconditions == .required { statuses.insert(.preconditionRequired) }
        if terms.idempotencyKeys != .ignored {
            statuses.formUnion([.badRequest, .conflict, .unprocessableContent])
        }
        return statuses.sorted()
    }
}

/// A service as its documentation shows it.
struct ServiceDocument: Sendable {
    let api: API
    let endpoints: [EndpointDocument]
    let library: SchemaLibrary
    /// Values for inputs of examples, by name.
    let samples: [String: String]

    init(_ service: Service, samples: [String: String]) throws {
        let recorder = SchemaRecorder()
        api = service.api
        self.samples = samples
        endpoints = try service.api.endpoints.map {
            try EndpointDocument($0, of: service, with: recorder, samples: samples)
        }
        library = recorder.library
    }

    /// The endpoints by their first tag, in the order of the declaration.
    var groups: [(tag: String, endpoints: [EndpointDocument])] {
        var groups: [(tag: String, endpoints: [EndpointDocument])] = []
        for endpoint in endpoints {
            let tag = endpoint.about.tags.first ?? ""
            if let index = groups.firstIndex(where: { $0.tag == tag }) {
                groups[index].endpoints.append(endpoint)
            } else {
                groups.append((tag, [endpoint]))
            }
        }
        return groups
    }
}
