// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

import RecadoCoding
import RecadoHTTP

extension Service {
    /// An error in a declaration that would occur when the service is used.
    public struct Finding: Sendable, Hashable, CustomStringConvertible {
        /// The name of the endpoint, or of the schema or resource type that has the error.
        public let endpoint: String
        /// The description of the error.
        public let message: String

        package init(endpoint: String, message: String) {
            self.endpoint = endpoint
            self.message = message
        }

        /// The endpoint and the error, in one line.
        public var description: String { "\(endpoint): \(message)" }
    }

    /// Finds errors that would occur when the service is used: invalid routes, routes that answer
    /// the same requests, inputs that do not declare where they travel, types that cannot be
    /// described, endpoints without a handler.
    ///
    /// - Returns: The findings, in the order of the declaration; none if everything is right.
    public func check() -> [Finding] {
        var findings = api.check()
        let declared = Set(api.endpoints.map { ObjectIdentifier($0) })
        var served: Set<ObjectIdentifier> = []
        for operation in operations {
            findings += check(operation, isDeclared: declared, served: &served)
        }
        served.formUnion((rawHandler?.endpoints ?? []).map { ObjectIdentifier($0) })
        for endpoint in endpointsOfCollections {
            if !served.insert(ObjectIdentifier(endpoint)).inserted {
                findings.append(.init(endpoint: "\(endpoint)", message: "it is answered twice"))
            }
            findings += collections.flatMap { check(endpoint, answeredBy: $0) }
                .map { Finding(endpoint: "\(endpoint)", message: $0) }
        }
        for endpoint in api.endpoints where !served.contains(ObjectIdentifier(endpoint)) {
            findings.append(.init(endpoint: "\(endpoint)", message: "nothing answers it"))
        }
        return findings + collections.flatMap(check)
    }

    private func check(_ collection: any ServedCollection) -> [Finding] {
        let types = Set(collections.map(\.resourceType))
        var messages = collection.rules.relationships.filter { !types.contains($0.target) }.map {
            "its relationship \($0.name) leads to \($0.target), which the service does not serve"
        }
        if collections.count(where: { $0.resourceType == collection.resourceType }) > 1 {
            messages.append("it is served twice")
        }
        if !isAuthenticated(collection.writer) {
            messages.append("nothing authenticates its caller \(collection.writer)")
        }
        return messages.map { Finding(endpoint: collection.resourceType, message: $0) }
    }

    private func isAuthenticated<C: Caller>(_ caller: C.Type) -> Bool {
        C.self == Anyone.self || verifier(of: caller) != nil
    }

    private func check<O: ServedOperation>(
        _ operation: O,
        isDeclared declared: Set<ObjectIdentifier>,
        served: inout Set<ObjectIdentifier>
    ) -> [Finding] {
        typealias E = O.Declared
        var messages: [String] = []
        if !declared.contains(ObjectIdentifier(E.self)) {
            messages.append("it is answered, but missing from the API \(api.name)")
        }
        if !served.insert(ObjectIdentifier(E.self)).inserted {
            messages.append("it is answered twice")
        }
        if E.Caller.self != Anyone.self, verifier(of: E.Caller.self) == nil {
            messages.append("nothing authenticates its caller \(E.Caller.self)")
        }
        return messages.map { Finding(endpoint: "\(E.self)", message: $0) }
    }
}

extension API {
    /// Finds errors that would occur when the API is used, without regard to handlers.
    ///
    /// - Returns: The findings, in the order of the declaration.
    public func check() -> [Service.Finding] {
        let recorder = SchemaRecorder()
        var findings = endpoints.flatMap { Self.check($0, with: recorder) }
        findings += duplicates("it answers the same requests as") {
            Self.requestShape(of: $0.route)
        }
        findings += duplicates("it has the same name as") { $0.name }
        for (name, schema) in recorder.library.definitions.sorted(by: { $0.key < $1.key }) {
            findings += schema.flaws.map { Service.Finding(endpoint: name, message: $0) }
        }
        return findings + checkPreconditions() + checkSOAP()
    }

    /// Finds endpoints that require preconditions that the server could not check or a client could
    /// not send.
    private func checkPreconditions() -> [Service.Finding] {
        endpoints.filter { $0.preconditions == .required }.compactMap { endpoint in
            let shape = Self.pathShape(of: endpoint.route)
            let reader = endpoints.first {
                $0.route.method == .get && Self.pathShape(of: $0.route) == shape
            }
            let message: String
            if ![.put, .patch, .delete].contains(endpoint.route.method) {
                message = "conditions can be required of PUT, PATCH and DELETE alone"
            } else if let reader {
                guard !Self.hasTag(reader) else { return nil }
                message = "it requires conditions, but what \(reader) answers has no tag"
            } else {
                message = "it requires conditions, but nothing answers GET at its path"
            }
            return Service.Finding(endpoint: "\(endpoint)", message: message)
        }
    }

    /// True if answers get an entity tag: their status is 200, and their content is not a stream.
    private static func hasTag<E: Endpoint>(_ endpoint: E.Type) -> Bool {
        E.success == .ok && !(E.Output.self is any StreamedOutput.Type)
    }

    private func duplicates(
        _ message: String,
        of property: (any Endpoint.Type) -> String
    ) -> [Service.Finding] {
        var first: [String: String] = [:]
        var findings: [Service.Finding] = []
        for endpoint in endpoints {
            if let other = first[property(endpoint)] {
                findings.append(.init(endpoint: "\(endpoint)", message: "\(message) \(other)"))
            } else {
                first[property(endpoint)] = "\(endpoint)"
            }
        }
        return findings
    }

    /// Returns the pattern of the requests that a route answers, independent of its
    /// parameters' names.
    private static func requestShape(of route: Route) -> String {
        "\(route.method) \(pathShape(of: route))"
    }

    private static func pathShape(of route: Route) -> String {
        let segments = route.segments.map { segment in
            if case .literal(let text) = segment { text } else { "{}" }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Finds errors of a single endpoint.
    package static func check<E: Endpoint>(
        _ endpoint: E.Type,
        with recorder: SchemaRecorder
    ) -> [Service.Finding] {
        var messages: [String] = []
        if let flaw = E.route.flaw { messages.append(flaw) }
        do {
            let plan = try EndpointLayout(of: endpoint, with: recorder)
            messages += check(plan, of: endpoint)
        } catch {
            messages.append("\(error)")
        }
        messages += checkFailures(of: endpoint)
        if E.Output.self is any WebSocketOutput.Type {
            messages += checkWebSocket(endpoint)
        } else if E.success.forbidsContent != (E.Output.self == NoContent.self) {
            messages.append("\(E.success) does not go with the output \(E.Output.self)")
        }
        if E.formats.isEmpty { messages.append("it has no format") }
        if E.responseFormats.contains(.jsonAPI), !E.success.forbidsContent,
            !OutgoingDocument.canHold(E.Output.self), !(E.Output.self is any ResourceDocument.Type)
        {
            messages.append("its output \(E.Output.self) is no resource, as JSON:API wants it")
        }
        return messages.map { Service.Finding(endpoint: "\(E.self)", message: $0) }
    }

    private static func checkWebSocket<E: Endpoint>(_ endpoint: E.Type) -> [String] {
        guard let socket = endpoint as? any WebSocketEndpoint.Type else {
            return ["it has a dialogue for its output, but is no WebSocketEndpoint"]
        }
        var messages: [String] = []
        if E.route.method != .get { messages.append("a WebSocket is opened with GET") }
        let protocols = socket.subprotocols
        if !protocols.allSatisfy({ Token.isValid($0) }) || Set(protocols).count < protocols.count {
            messages.append("its subprotocols must be tokens, each named once")
        }
        return messages
    }

    private static func check<E: Endpoint>(_ plan: EndpointLayout, of endpoint: E.Type) -> [String]
    {
        var messages = plan.strayProperties.map {
            "\($0) does not say where it travels: @Path, @Query, @Header or @Body"
        }
        let inPath = Set(plan.inputs(in: .path).map(\.wireName))
        let inRoute = Set(E.route.parameters)
        messages += inPath.subtracting(inRoute).sorted().map {
            "@Path \($0) does not stand in \(E.route.path)"
        }
        messages += inRoute.subtracting(inPath).sorted().map {
            "{\($0)} in \(E.route.path) is no @Path property"
        }
        messages += plan.inputs(in: .path).filter { !$0.isRequired }.map {
            "@Path \($0.wireName) must not be optional"
        }
        messages += plan.inputs(in: .header(.invalid)).map {
            "@Header \($0.property) has a name that is none: expected letters, digits and hyphens"
        }
        messages += plan.inputs.filter { input in
            guard case .header = input.location else { return false }
            return E.parameterStyles[input.property]?.name != nil
        }.map { "@Header \($0.property) has the name of its type, and none of parameterStyles" }
        messages += plan.inputs.flatMap(\.schema.flaws) + (plan.output?.flaws ?? [])
        let properties = Set(plan.inputs.map(\.property))
        messages += E.parameterStyles.keys.filter { !properties.contains($0) }.sorted().map {
            "\($0) in its parameterStyles is no input"
        }
        let contents = plan.inputs(in: .content)
        if E.formats.contains(.jsonAPI) {
            messages += contents.filter { $0.streamed == nil && $0.resource == nil }.map {
                "its content \($0.property) is no resource, as JSON:API wants it"
            }
        }
        if contents.count > 1 { messages.append("it has more than one @Body") }
        if !contents.isEmpty, [.get, .head].contains(E.route.method) {
            messages.append("@Body has no meaning in a \(E.route.method) request")
        }
        return messages
    }

    private static func checkFailures<E: Endpoint>(of endpoint: E.Type) -> [String] {
        var messages: [String] = []
        var codes: Set<String> = []
        for failure in E.Failure.all {
            if failure.status.class != .clientError, failure.status.class != .serverError {
                messages.append("its failure \(failure.code) has the status \(failure.status)")
            }
            if !codes.insert(ProblemDetails.type(of: failure.code)).inserted {
                messages.append("two of its failures are called \(failure.code)")
            }
        }
        return messages
    }
}

extension Schema {
    /// The errors in the regular expressions of the schema, except those in schemas that it refers
    /// to by name.
    fileprivate var flaws: [String] {
        let own = pattern?.flaw.map { [$0] } ?? []
        return switch kind {
        case .array(let element), .map(let element): own + element.flaws
        case .object(let properties): own + properties.flatMap(\.schema.flaws)
        case .oneOf(let choices): own + choices.flatMap(\.flaws)
        case .any, .boolean, .integer, .number, .string, .reference: own
        }
    }
}
