// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoEndpoints
public import RecadoHTTP
public import RecadoTransport
import Synchronization

/// A client of one web service: a base address, a transport, and settings that apply to all calls.
///
/// There are three ways to make a call:
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
/// ``ClientMiddleware`` handles redirects, retries, cookies and the like.
public struct Client: Sendable {
    /// The URI to which every route and every path is appended; it has no query and no fragment.
    public var base: URI { shared.base }
    /// The transport that sends the requests: it passes them through the middleware to the
    /// transport that the client was created with.
    public var transport: any Transport { pipeline.top }
    /// The middleware between the calls and the transport.
    public var middleware: ClientMiddleware { pipeline.middleware }
    /// The settings that apply to all calls.
    public var settings: Settings {
        get { shared.settings }
        set { shared = Shared(base: base, settings: newValue, pipeline: pipeline) }
    }

    private var shared: Shared
    private var pipeline: Pipeline { shared.pipeline }
    /// The transport that the client was created with, below all middleware.
    var bottom: any Transport { pipeline.bottom }
    /// The middleware for opening WebSockets, created when the first WebSocket is opened.
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
    ///   - base: The address to which every route and every path is appended; its query and
    ///     fragment are dropped.
    ///   - transport: The transport that carries the requests.
    ///   - middleware: The middleware between the calls and the transport; the standard middleware
    ///     by default, so that tests with their own transport use the same middleware as users.
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

    /// Creates a client for an address given as text.
    ///
    /// - Parameters:
    ///   - base: A URI of the scheme `http` or `https`.
    ///   - transport: The transport that carries the requests.
    ///   - middleware: The middleware between the calls and the transport; the standard middleware
    ///     by default, so that tests with their own transport use the same middleware as users.
    ///   - configure: Changes the settings.
    /// - Throws: `URIError` if the text is not such a URI.
    public init(
        base: String,
        transport: any Transport,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) {
        let uri = try URI(base)
        // This rejects any other scheme now, instead of at the first call.
        _ = try Request(method: .get, uri: uri)
        self.init(base: uri, transport: transport, middleware: middleware, configure: configure)
    }

    /// Returns a client that has other settings and shares the transport.
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
    /// Both clients share the cookie jar and the cache store, unless these are replaced. All other
    /// middleware starts without state: for example, it does not know which hosts have asked
    /// clients to wait.
    ///
    /// - Parameter configure: Changes the middleware.
    /// - Returns: The other client.
    public func withMiddleware(_ configure: (inout ClientMiddleware) -> Void) -> Client {
        var middleware = middleware
        configure(&middleware)
        let settings = settings
        return Client(base: base, transport: bottom, middleware: middleware) { $0 = settings }
    }

    /// The contents of a client, in one object, so that a client is cheap to copy.
    ///
    /// Each call copies its client several times.
    private final class Shared: Sendable {
        let base: URI
        let settings: Settings
        let pipeline: Pipeline

        init(base: URI, settings: Settings, pipeline: Pipeline) {
            (self.base, self.settings, self.pipeline) = (base, settings, pipeline)
        }
    }

    /// The middleware and transport that copies of a client share, whatever their settings.
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

    /// The settings that apply to all calls of a client.
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
        /// They are sent with the first request, without waiting for a challenge. Every quick call
        /// sends them, and so does a call to an endpoint that is declared to need a caller. They
        /// are never sent to another origin.
        public var credentials: (any CallerCredentials)?

        /// The time limits of calls; see `Timeouts` for the defaults.
        public var timeouts = Timeouts()

        /// The header fields that every call sends, unless the call sets a field of the same name.
        ///
        /// The default is a User-Agent, because some services refuse requests without one.
        public var fields: Fields = [.userAgent: "Recado"]

        /// The rules for reading the service's responses.
        public var responseRules = ResponseRules()

        /// The maximum size of content that is read into memory: 64 MiB.
        ///
        /// This is far above the size of usual documents, and protects against responses that never
        /// end.
        public var contentLimit = 64 << 20

        /// The size up to which the content of an error response is read and kept: 64 KiB.
        ///
        /// This is ample for the errors of services. If the content is longer, the error keeps the
        /// beginning, but the content is not decoded. With 0, nothing is kept and only the status
        /// is known, for services whose error responses are secret.
        public var errorContentLimit = 64 << 10

        /// The hub that receives the events of calls; none by default.
        public var events: CallEvents?

        /// Creates the default settings.
        public init() {}
    }
}
