// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A caller of one web service: a base address, a transport to reach it, and the settings that all
/// calls have in common.
///
/// There are three ways to call; a client offers all of them:
///
/// ```swift
/// let client = try Client(base: "https://example.org/videoclub", transport: transport) {
///     $0.credentials = member
/// }
///
/// let film: Film = try await client.get("films/7")              // 1. say what you want
/// let rented = try await client.send(RentFilm(id: 7))           // 2. a declared endpoint
/// let answer = try await client.transport.send(request)         // 3. bytes
/// ```
///
/// A client is a value. A copy with other settings shares the transport and its connections. The
/// ``ClientMiddleware`` determines how redirects, retries, cookies and the like affect calls.
public struct Client: Sendable {
    /// The URI that every route and every path is appended to, without query and fragment.
    public var base: URI { shared.base }
    /// The transport that sends the requests: the middleware over the one given at creation.
    public var transport: any Transport { pipeline.top }
    /// The middleware between the calls and the transport.
    public var middleware: ClientMiddleware { pipeline.middleware }
    /// The settings that all calls have in common.
    public var settings: Settings {
        get { shared.settings }
        set { shared = Shared(base: base, settings: newValue, pipeline: pipeline) }
    }

    private var shared: Shared
    private var pipeline: Pipeline { shared.pipeline }
    /// The transport below all middleware.
    var bottom: any Transport { pipeline.bottom }
    /// The middleware for the openings of WebSockets, created at the first opening.
    var openings: any Transport {
        pipeline.openings.withLock { openings in
            let top = openings ?? WebSocketOpener.middleware(middleware)
            openings = top
            return top
        }
    }

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - base: The address that comes before every route and every path; a query and a fragment
    ///     are left out.
    ///   - transport: The transport that carries the requests.
    ///   - middleware: The middleware between the calls and the transport; the usual middleware by
    ///     default, so that tests with their own transport use the same middleware as users.
    ///   - configure: Changes the settings.
    public init(
        base: URI,
        transport: any Transport,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) {
        var settings = Settings()
        configure(&settings)
        let pipeline = Pipeline(middleware, over: transport)
        shared = Shared(base: base, settings: settings, pipeline: pipeline)
    }

    /// Creates a client for an address in text.
    ///
    /// - Parameters:
    ///   - base: A URI of the scheme `http` or `https`.
    ///   - transport: The transport that carries the requests.
    ///   - middleware: The middleware between the calls and the transport; the usual middleware by
    ///     default, so that tests with their own transport use the same middleware as users.
    ///   - configure: Changes the settings.
    /// - Throws: `URIError` if the text is not such a URI.
    public init(
        base: String,
        transport: any Transport,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) {
        let uri = try URI(base)
        // Rejects other schemes now, before the first call would.
        _ = try Request(method: .get, uri: uri)
        self.init(base: uri, transport: transport, middleware: middleware, configure: configure)
    }

    /// Returns a client with other settings that shares the transport.
    ///
    /// - Parameter configure: Changes the settings.
    /// - Returns: The other client.
    public func with(_ configure: (inout Settings) -> Void) -> Client {
        var client = self
        configure(&client.settings)
        return client
    }

    /// Returns a client with other middleware over the same transport.
    ///
    /// It shares the cookie jar and the store of the cache unless they are replaced. Other
    /// middleware starts afresh and learns again, for example, the limits of hosts.
    ///
    /// - Parameter configure: Changes the middleware.
    /// - Returns: The other client.
    public func withMiddleware(_ configure: (inout ClientMiddleware) -> Void) -> Client {
        var middleware = middleware
        configure(&middleware)
        let settings = settings
        return Client(base: base, transport: bottom, middleware: middleware) { $0 = settings }
    }

    /// The whole content of a client in one object, as each call copies its client more than once.
    private final class Shared: Sendable {
        let base: URI
        let settings: Settings
        let pipeline: Pipeline

        init(base: URI, settings: Settings, pipeline: Pipeline) {
            (self.base, self.settings, self.pipeline) = (base, settings, pipeline)
        }
    }

    /// The state that the copies of a client share, whatever their settings.
    private final class Pipeline: Sendable {
        let middleware: ClientMiddleware
        let bottom: any Transport
        let top: any Transport
        let openings = Mutex<(any Transport)?>(nil)

        init(_ middleware: ClientMiddleware, over bottom: any Transport) {
            self.middleware = middleware
            self.bottom = bottom
            top = middleware.over(bottom)
        }
    }

    /// The settings that all calls of a client have in common.
    ///
    /// ```swift
    /// let client = try Client(base: "https://films.example/api") {
    ///     $0.credentials = BearerCredentials(token: token)
    ///     $0.timeouts.total = .seconds(10)
    /// }
    /// ```
    public struct Settings: Sendable {
        /// The credentials of the caller; none by default.
        ///
        /// They are sent at once, without waiting for a challenge: with every quick call, and with
        /// calls of those endpoints that are declared to need a caller. They are never sent to
        /// another origin.
        public var credentials: (any CallerCredentials)?

        /// The time limits of calls; see `Timeouts` for the defaults.
        public var timeouts = Timeouts()

        /// Fields that are sent with every call unless the call has its own of the same name.
        ///
        /// By default this is only a User-Agent, without which some services refuse to answer.
        public var fields: Fields = [.userAgent: "Recado"]

        /// The rules for the service's responses; by default, values and problem details are read.
        public var answers = AnswerRules()

        /// The greatest size of an answer's content that is read into memory: 64 MiB.
        ///
        /// It protects against answers that never end, and is far above the size of usual
        /// documents.
        public var contentLimit = 64 << 20

        /// The most bytes of a response's content that are read for an error and kept: 64 KiB.
        ///
        /// That is ample for the errors of services. If the content is longer, the error has its
        /// beginning, but neither the details of a problem nor an error model. With zero, nothing
        /// is kept, for services whose refusals are secret; then only the status is known.
        public var errorContentLimit = 64 << 10

        /// The hub that the events of calls are reported to; none by default.
        public var events: CallEvents?

        /// Creates the default settings.
        public init() {}
    }
}
