// Part of Recado. See LICENSE.
// SPDX-License-Identifier: Apache-2.0

public import RecadoClient
public import RecadoHTTP

extension Client {
    /// Creates a client that uses the shared transport.
    ///
    /// - Parameters:
    ///   - base: The beginning of the URI of every route and every path.
    ///   - middleware: The middleware between the calls and the transport.
    ///   - configure: Changes the settings.
    public init(
        base: URI,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) {
        self.init(
            base: base,
            transport: SocketTransport.shared,
            middleware: middleware,
            configure: configure
        )
    }

    /// Creates a client for an address in text, which uses the shared transport.
    ///
    /// - Parameters:
    ///   - base: A URI of the scheme `http` or `https`.
    ///   - middleware: The middleware between the calls and the transport.
    ///   - configure: Changes the settings.
    /// - Throws: ``URIError`` if the text is not such a URI.
    public init(
        base: String,
        middleware: ClientMiddleware = .standard,
        configure: (inout Settings) -> Void = { _ in }
    ) throws(URIError) {
        try self.init(
            base: base,
            transport: SocketTransport.shared,
            middleware: middleware,
            configure: configure
        )
    }
}
