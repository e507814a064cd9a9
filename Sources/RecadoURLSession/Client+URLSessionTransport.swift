// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
public import RecadoClient
public import RecadoHTTP

// These initializers exist only on Apple's systems. Elsewhere RecadoSockets declares them, and a
// file that imports both modules must not find each of them twice.
extension Client {
    /// Creates a client over the shared transport.
    ///
    /// - Parameters:
    ///   - base: The address to which every route and every path is appended.
    ///   - middleware: The middleware between the calls and the transport.
    ///   - configure: Changes the settings.
    public init(
        base: URI,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) {
        self.init(
            base: base,
            transport: URLSessionTransport.shared,
            middleware: middleware,
            configure: configure
        )
    }

    /// Creates a client over the shared transport, for an address given as text.
    ///
    /// - Parameters:
    ///   - base: A URI of the scheme `http` or `https`.
    ///   - middleware: The middleware between the calls and the transport.
    ///   - configure: Changes the settings.
    /// - Throws: `URIError` if the text is not such a URI.
    public init(
        base: String,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) {
        try self.init(
            base: base,
            transport: URLSessionTransport.shared,
            middleware: middleware,
            configure: configure
        )
    }
}
#endif
