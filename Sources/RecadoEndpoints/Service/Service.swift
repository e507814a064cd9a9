// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoCoding
package import RecadoHTML
public import RecadoHTTP

/// A web service: an API with the handlers of its endpoints.
///
/// ```swift
/// var service = Service(Videoclub.api)
/// service.authenticate(Member.self) { credentials, peer throws(ProblemDetails) in … }
/// service.serve(club.rent)          // the endpoint is inferred from the method
/// ```
public struct Service: Sendable {
    /// The declaration of the service, as its callers see it.
    public internal(set) var api: API
    /// Members that every problem of the service has besides the standard ones; none by default.
    public var problemMembers: @Sendable (ProblemDetails) -> Value.Object = { _ in [:] }

    /// True if passwords and similar secrets are accepted over connections that others can read;
    /// `false` by default.
    ///
    /// If it is `false`, a protected endpoint refuses requests that come without TLS from another
    /// machine. The status is 403, because 401 would make a client send the password again. Set it
    /// to `true` if a trusted proxy on another machine provides TLS and the network between proxy
    /// and server is trusted.
    public var takesSecretsInClear = false

    /// The number of requests that each client may make, in total, to the endpoints that have no
    /// quota of their own; no limit by default.
    public var quota: Quota?

    /// The limits for wrong passwords, after which a caller has to wait; with `nil`, wrong
    /// passwords are not counted.
    ///
    /// ``LoginAttemptLimits`` has the defaults.
    public var loginAttempts: LoginAttemptLimits? = LoginAttemptLimits()

    /// The pages of other origins that may call; none by default.
    public var crossOrigin = CrossOriginPolicy.none

    /// The languages that handlers support, the preferred one first; none by default.
    ///
    /// While a request is answered, `Language.current` is the language that the request prefers;
    /// the answer's Content-Language names it.
    public var languages: [Language] = []

    /// True if the query parameter `format` selects a format by its extension, as in `?format=xml`;
    /// `false` by default.
    ///
    /// The extension of the path has precedence over the parameter, and the parameter over Accept.
    public var takesFormatParameter = false

    /// The conventions for clients that were written for another server; none by default.
    public var compatibility: (any Compatibility)?

    /// The hand-written handler that answers requests; none by default.
    package var rawHandler: ServedRawHandler?

    package private(set) var operations: [any ServedOperation] = []
    /// The collections of resources.
    package var collections: [any ServedCollection] = []
    /// The values that other modules add, such as middleware.
    package var attachments: [Attachment] = []
    private var verifiers: [ObjectIdentifier: any Sendable] = [:]
    private var views: [ObjectIdentifier: any Sendable] = [:]
    /// The view that shows problems to people.
    package private(set) var problemView: (@Sendable (ProblemDetails) -> HTML.Page)?

    /// Creates a service without handlers.
    public init(_ api: API) {
        self.api = api
    }

    /// True if the service has endpoints or collections, which an OpenAPI document can describe.
    public var hasOperations: Bool { !api.endpoints.isEmpty || !collections.isEmpty }

    // MARK: - Serving

    /// Serves an endpoint that anyone may call.
    ///
    /// Pass a method; a closure would have to state its typed throws.
    ///
    /// - Parameter handler: The function that answers; it can throw only the declared failures.
    public mutating func serve<E: Endpoint>(
        _ handler: @escaping @Sendable (E) async throws(E.Failure) -> E.Output
    ) where E.Caller == Anyone {
        let api = api
        add { (endpoint: E, _: Anyone) async throws(ProblemDetails) -> E.Output in
            do throws(E.Failure) {
                return try await handler(endpoint)
            } catch {
                throw api.details(of: error)
            }
        }
    }

    /// Serves an endpoint that anyone may call, with a synchronous handler.
    ///
    /// If no other step has to wait, a server calls the handler on the event loop of the connection
    /// as soon as the request has been read, without a task, which is the fastest way to answer.
    /// The handler is then not notified of cancellation. It must not block or compute for long,
    /// because that delays the other connections of the loop.
    ///
    /// Steps that have to wait run in a task: preconditions, an Idempotency-Key, a quota that is
    /// not counted in memory, and content that has not arrived together with the header section.
    ///
    /// - Parameter handler: The handler; it can throw only the declared failures.
    public mutating func serve<E: Endpoint>(
        _ handler: @escaping @Sendable (E) throws(E.Failure) -> E.Output
    ) where E.Caller == Anyone {
        let api = api
        operations.append(
            Operation<E> { (endpoint: E) throws(ProblemDetails) -> E.Output in
                do throws(E.Failure) {
                    return try handler(endpoint)
                } catch {
                    throw api.details(of: error)
                }
            }
        )
    }

    /// Serves an endpoint for authenticated callers.
    ///
    /// - Parameter handler: The function that answers; it can throw only the declared failures.
    public mutating func serve<E: Endpoint>(
        _ handler: @escaping @Sendable (E, E.Caller) async throws(E.Failure) -> E.Output
    ) {
        let api = api
        add { (endpoint: E, caller: E.Caller) async throws(ProblemDetails) -> E.Output in
            do throws(E.Failure) {
                return try await handler(endpoint, caller)
            } catch {
                throw api.details(of: error)
            }
        }
    }

    /// Serves an endpoint that anyone may call, with a handler that can report outages.
    ///
    /// - Parameter handler: The function that answers; it can throw the declared failures
    ///   and outages.
    @_disfavoredOverload
    public mutating func serve<E: Endpoint>(
        _ handler: @escaping @Sendable (E) async throws(HandlerError<E.Failure>) -> E.Output
    ) where E.Caller == Anyone {
        let api = api
        add { (endpoint: E, _: Anyone) async throws(ProblemDetails) -> E.Output in
            do throws(HandlerError<E.Failure>) {
                return try await handler(endpoint)
            } catch {
                throw api.details(of: error)
            }
        }
    }

    /// Serves an endpoint for authenticated callers, with a handler that can report outages.
    ///
    /// - Parameter handler: The function that answers; it can throw the declared failures
    ///   and outages.
    @_disfavoredOverload
    public mutating func serve<E: Endpoint>(
        _ handler:
            @escaping @Sendable (E, E.Caller) async throws(HandlerError<E.Failure>)
            -> E.Output
    ) {
        let api = api
        add { (endpoint: E, caller: E.Caller) async throws(ProblemDetails) -> E.Output in
            do throws(HandlerError<E.Failure>) {
                return try await handler(endpoint, caller)
            } catch {
                throw api.details(of: error)
            }
        }
    }

    private mutating func add<E: Endpoint>(_ handler: @escaping OperationHandler<E>) {
        operations.append(Operation<E>(handler: handler))
    }

    /// Sets the function that verifies credentials and identifies callers of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the caller.
    ///   - challenging: Creates the challenges of refusals; `nil`, the default, for the challenges
    ///     that the type of the credentials creates.
    ///   - verify: Returns the caller with these credentials, or `nil` if they are wrong. If the
    ///     function cannot decide, for example under load, it throws the problem to answer with,
    ///     such as 503.
    public mutating func authenticate<C: Caller>(
        _ type: C.Type,
        challenging: (@Sendable (CredentialsRefusal) -> [Challenge])? = nil,
        _ verify: @escaping @Sendable (C.Credentials, Peer?) async throws(ProblemDetails) -> C?
    ) {
        verifiers[ObjectIdentifier(type)] = CallerVerifier<C>(
            verify: verify,
            challenging: challenging
        )
    }

    // MARK: - Views

    mutating func setView<E: Endpoint>(_ view: EndpointView<E>, of endpoint: E.Type) {
        views[ObjectIdentifier(endpoint)] = view
    }

    mutating func setProblemView(_ view: @escaping @Sendable (ProblemDetails) -> HTML.Page) {
        problemView = view
    }

    /// Returns the view that shows the answers of an endpoint as HTML pages.
    package func view<E: Endpoint>(of endpoint: E.Type) -> EndpointView<E>? {
        views[ObjectIdentifier(endpoint)] as? EndpointView<E>
    }

    /// True if any answers or problems are shown as HTML pages.
    package var hasViews: Bool { !views.isEmpty || problemView != nil }

    /// Returns the verifier that identifies callers of a type.
    package func verifier<C: Caller>(of type: C.Type) -> CallerVerifier<C>? {
        verifiers[ObjectIdentifier(type)] as? CallerVerifier<C>
    }
}

/// Something that another module adds to a service or to some of its endpoints, such as middleware.
package struct Attachment: Sendable {
    /// The endpoints; `nil` for the whole service.
    package let endpoints: Set<ObjectIdentifier>?
    package let value: any Sendable

    package init(_ value: any Sendable, endpoints: Set<ObjectIdentifier>? = nil) {
        self.value = value
        self.endpoints = endpoints
    }
}

/// The function that verifies credentials of one type of caller, and creates challenges.
package struct CallerVerifier<C: Caller>: Sendable {
    package let verify: @Sendable (C.Credentials, Peer?) async throws(ProblemDetails) -> C?
    package let challenging: (@Sendable (CredentialsRefusal) -> [Challenge])?
}

/// An endpoint with its handler, in a form that a service can store for any endpoint.
package protocol ServedOperation<Declared>: Sendable {
    /// The type of the endpoint.
    associatedtype Declared: Endpoint
    /// The handler of the endpoint.
    var handler: OperationHandler<Declared> { get }
    /// The handler of the endpoint, if it is synchronous and does not depend on the caller.
    var immediateHandler: ImmediateHandler<Declared>? { get }
}

/// The handler of an endpoint; its declared failures have been converted to problems.
package typealias OperationHandler<E: Endpoint> =
    @Sendable (E, E.Caller) async throws(ProblemDetails) -> E.Output

/// The synchronous handler of an endpoint, which is independent of the caller.
package typealias ImmediateHandler<E: Endpoint> =
    @Sendable (E) throws(ProblemDetails) -> E.Output

/// An endpoint with its handler.
package struct Operation<Declared: Endpoint>: ServedOperation {
    package let handler: OperationHandler<Declared>
    package let immediateHandler: ImmediateHandler<Declared>?

    package init(handler: @escaping OperationHandler<Declared>) {
        self.handler = handler
        immediateHandler = nil
    }

    package init(immediateHandler: @escaping ImmediateHandler<Declared>) {
        handler = { (endpoint, _) throws(ProblemDetails) in try immediateHandler(endpoint) }
        self.immediateHandler = immediateHandler
    }
}
