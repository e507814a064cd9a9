// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP

/// The declaration of an endpoint as data, independent of the endpoint's type.
public struct EndpointDescription: Sendable {
    /// An input of the endpoint.
    public struct Input: Sendable {
        /// The name on the wire; empty for the content.
        public let name: String
        /// The part of the request that carries the input.
        public let location: InputLocation
        /// The schema of the value.
        public let schema: Schema
        /// True if every request must contain the input.
        public let isRequired: Bool
    }

    /// The caller that an endpoint requires.
    public struct Caller: Sendable {
        /// The name of the caller's type.
        public let name: String
        /// The realm of the caller's credentials (RFC 9110 §11.5); empty for none.
        public let realm: String
        /// The schemes with which the caller can authenticate.
        public let schemes: [SecurityScheme]
    }

    /// The limits and guarantees of an endpoint besides its inputs and outputs.
    public struct Terms: Sendable {
        /// The maximum size of the content, in bytes.
        public let contentLimit: Int
        /// The requests that each client may make; `nil` for no limit.
        public let quota: Quota?
        /// The value of Cache-Control; `nil` if there is none, and for all methods except GET.
        public let caching: String?
        /// The policy for conditions in requests; `.ignored` for GET.
        public let preconditions: Preconditions
        /// The policy for the field Idempotency-Key.
        public let idempotencyKeys: IdempotencyKeys
    }

    /// The messages of a WebSocket.
    public struct WebSocket: Sendable {
        /// The schema of the messages from clients.
        public let incoming: Schema
        /// The schema of the messages from the server.
        public let outgoing: Schema
        /// The subprotocols of the WebSocket, the preferred one first.
        public let subprotocols: [String]
    }

    /// A declared failure.
    public struct Failure: Sendable {
        /// The problem that callers receive.
        public let problem: ProblemDetails
        /// The declaration's advice to callers; `nil` for none.
        public let remedy: String?
    }

    /// The name in OpenAPI documents: `rent-film`.
    public let name: String
    /// The declaration's summary, detail and tags.
    public let about: About
    /// The HTTP method.
    public let method: Method
    /// The path as a template, with the service's prefix: `/videoclub/films/{id}`.
    public let path: String
    /// The inputs, in the order of the declaration, including the content.
    public let inputs: [Input]
    /// The schema of the answer, or of each element of a stream; `nil` for an empty answer.
    public let output: Schema?
    /// The formats of the request's content.
    public let formats: [Format]
    /// The formats of the answer, which differ from ``formats`` for streams.
    public let responseFormats: [Format]
    /// True if the answer is sent piece by piece.
    public let isStream: Bool
    /// The messages of a WebSocket; `nil` for other endpoints.
    public let dialogue: WebSocket?
    /// The status of a successful answer.
    public let success: Status
    /// The declared failures.
    public let failures: [Failure]
    /// The statuses of problems that follow from the declaration, such as 422 for inputs, in the
    /// order of their codes.
    public let commonProblems: [Status]
    /// The caller that the endpoint requires; `nil` if anyone may call.
    public let caller: Caller?
    /// The limits and guarantees.
    public let terms: Terms
    /// The examples of a call and its answer.
    public let examples: EndpointExamples

    /// The input that travels as the content; `nil` for none.
    public var content: Input? { inputs.first { $0.location == .content } }

    init<E: Endpoint>(
        _ endpoint: E.Type,
        of service: Service,
        with recorder: SchemaRecorder,
        samples: [String: String]
    ) throws {
        let plan = try EndpointLayout(of: endpoint, with: recorder)
        name = E.name
        about = E.about
        method = E.route.method
        path = service.api.prefix + E.route.path
        inputs = plan.inputs.map(Input.init)
        output = plan.output
        formats = E.formats
        responseFormats = E.responseFormats
        isStream = E.Output.self is any StreamedOutput.Type
        dialogue = WebSocket(endpoint, plan)
        success = E.success
        failures = E.Failure.all.map {
            Failure(problem: service.api.details(of: $0), remedy: $0.remedy)
        }
        let terms = Terms(endpoint, in: service)
        self.terms = terms
        caller = Caller(E.Caller.self)
        commonProblems = Self.commonProblems(E.problems(plan, in: service.api).common, terms)
        let values = ExampleValues(library: recorder.library, samples: samples)
        examples = EndpointExamples(of: endpoint, plan, values)
    }

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

extension EndpointDescription.Input {
    init(_ input: EndpointLayout.Input) {
        name = input.wireName
        location = input.location
        schema = input.schema
        isRequired = input.isRequired
    }
}

extension EndpointDescription.Caller {
    init?<C: Caller>(_ type: C.Type) {
        guard C.self != Anyone.self else { return nil }
        name = "\(C.self)"
        realm = C.realm
        schemes = C.Credentials.securitySchemes
    }
}

extension EndpointDescription.Terms {
    init<E: Endpoint>(_ endpoint: E.Type, in service: Service) {
        let isRead = E.route.method == .get
        contentLimit = E.contentLimit
        quota = E.quota ?? service.quota
        caching = isRead ? E.caching.fieldValue : nil
        preconditions = isRead ? .ignored : E.preconditions
        idempotencyKeys = E.idempotencyKeys
    }
}

extension EndpointDescription.WebSocket {
    init?(_ endpoint: any Endpoint.Type, _ plan: EndpointLayout) {
        guard let messages = plan.messages else { return nil }
        incoming = messages.incoming
        outgoing = messages.outgoing
        subprotocols = (endpoint as? any WebSocketEndpoint.Type)?.subprotocols ?? []
    }
}
